"""What is known of the names of a kernel: what they stand for, where they lead, which are a thread's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.syntax.modules import Function
from generator.syntax.statements import Assign, Augment, Block, For, Statement, Store, walk
from generator.syntax.types import Scalar, element_of
from generator.syntax.values import Value, array_of, literal, root_of
from generator.syntax.walks.effects import found_by_queries, is_atomic, written_arrays
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.storage.signature import Indices, Slot

Words = Mapping[str, Value | str]
"""What goes into the words of a reason."""

Reason = tuple[str, Words]

NONE = (Value("neg", (literal(1),)), literal(-1))
ZERO = (literal(0), literal(0.0))
"""How minus one and zero are written."""

Place = tuple[Value, ...]
"""The indices of an element."""

SQUARES = ("abs", "length", "length_sq", "sqrt")
"""Functions that give no negative number."""


@dataclass
class Facts:
    """Of a function only its locals are known; of the kernel, its arguments and threads, too."""

    drawn: DrawnKernel
    constants: Mapping[str, Value]
    values: dict[str, list[Value]] = field(default_factory=dict)
    """Local -> all that it depends on; one alone is its value."""
    slots: Mapping[str, Slot] = field(default_factory=dict)
    index: frozenset[str] = frozenset()
    """Names of the thread's index; none where a block of threads shares it."""
    own: frozenset[str] = frozenset()
    """The same without that of the world."""
    flat_grid: bool = False
    """Whether ``i * ny + j`` is a thread's own place."""
    written: dict[str, list[Place]] = field(default_factory=dict)
    """Array -> places of its elements that are stored to."""
    stored: dict[str, set[Value | None]] = field(default_factory=dict)
    """Array -> values that its elements get; None where one is added to."""
    seen: set[str] = field(default_factory=set)
    """Arrays of which a store was looked at: more stores tell nothing new."""
    contended: dict[str, list[Value]] = field(default_factory=dict)
    """Array -> calls of atomics on it."""

    def meant(self, value: Value) -> Value:
        """What a local that is set once stands for; any other value is itself."""
        while value.operation == "name" and len(known := self.values.get(value.operands[0], [])) == 1:
            value = known[0]
        return value

    def is_turn(self, word: str) -> bool:
        """Whether a local counts the turns of loops."""
        return word in self.values and all(each.callee == "range" for each in self.values[word])

    def reach(self, *values: Value) -> list[str]:
        """All names that values depend on, by way of locals too."""
        found = list(dict.fromkeys([name for value in values for name in value.names]))
        for word in found:
            found += dict.fromkeys([n for each in self.values.get(word, ()) for n in each.names if n not in found])
        return found

    def slot(self, value: Value) -> Slot | None:
        """The argument that a value is, or is an element of."""
        return self.slots.get(value.operands[0] if value.operation == "name" else array_of(value))

    def leads(self, value: Value) -> tuple[Indices, Slot, Value] | None:
        """Where an index leads that is read from an array: what fills that, the array, and the element."""
        value = self.meant(value)
        while value.operation == "subscript":
            if slot := self.slot(value):
                fill = slot.fill
                one = type(fill) is Indices and not fill.ascending and not fill.room and "*" not in fill.entity
                return (fill, slot, value) if one and type(fill) is Indices else None
            value = self.meant(value.operands[0])
        return None

    def is_own(self, place: Place) -> bool:
        """Whether no two threads have the same place: each index of a thread follows from it."""
        return bool(self.index) and self.index <= {word for each in place for word in self.told(self.meant(each))}

    def told(self, value: Value) -> set[str]:
        """Indices of a thread that follow from a number: ``i``; ``i * 3 + k`` with a ``k`` below 3."""
        if value.operation == "name":
            return {*value.operands} & self.index
        row, place = value.operands if value.operation == "+" else (value, None)
        if row.operation != "*":
            return set()
        inner, stride = row.operands if self.index.isdisjoint(self.reach(row.operands[1])) else row.operands[::-1]
        flat = place is not None and self.flat_grid and place.operation == "name"
        column = {*place.names} & self.own if place is not None and flat else set()
        below = place is None or column or self._is_below(place, stride)
        return self.told(inner) | column if below and self.index.isdisjoint(self.reach(stride)) else set()

    def _is_below(self, place: Value, stride: Value) -> bool:
        """Whether a place lies within a row: a number, or that of a loop through the row or a part of it."""
        width = self.number(stride)
        if (number := self.number(place)) is not None:
            return width is not None and number < width
        through = self.values.get(place.operands[0], ()) if place.operation == "name" else ()
        ends = [each.children[1:] for each in through if each.callee == "range"]
        numbers = [self.number(end) for each in ends for end in each]
        known = [each for each in numbers if each is not None and width is not None and 0 <= each <= width]
        within = len(known) == len(numbers) or all(each == (stride,) for each in ends)
        return bool(through) and len(ends) == len(through) and within

    def number(self, value: Value) -> float | None:
        """The number that a literal or a constant is."""
        known = self.constants.get(value.operands[0], value) if value.operation == "name" else value
        return known.operands[0] if known.operation == "literal" and type(known.operands[0]) in (int, float) else None

    def sign(self, value: Value) -> int:
        """1 where a number is surely above zero, 0 where it is at least zero, else -1."""
        value = self.meant(value)
        signs = [self.sign(each) for each in value.operands] if value.operation in ("+", "*", "/") else [-1]
        match value:
            case Value("literal", (int() | float() as number, *_)):
                return (number > 0) - (number < 0)
            case Value("name", (word,)) if word in self.constants:
                return self.sign(self.constants[word])
            case Value("name" | "subscript") if (slot := self.slot(value)) and not slot.writes and not slot.record:
                bounded = type(slot.fill) is Domain and slot.fill.fill in ("uniform", "index", "sorted")
                low = slot.fill.low if type(slot.fill) is Domain else -1.0
                return (low > 0.0) - (low < 0.0) if bounded and isinstance(element_of(slot.type), Scalar) else -1
            case Value("*", (one, other)) if one == other:
                return max(*signs, 0)
            case Value("+"):
                return max(signs) if min(signs) >= 0 else -1
            case Value("call", (_, first, *others)):
                word = value.callee.removeprefix("wp.")
                square = word in SQUARES or (word == "dot" and [first] == others)
                return 0 if square else self.sign(first) if word == "float" else -1
        return min(signs)


def facts_of(drawn: DrawnKernel, constants: Mapping[str, Value], function: Function, body: Block) -> Facts:
    """What is known of a ``body`` of the kernel, or of a function beside it."""
    facts = Facts(drawn, constants)
    statements = walk(body)
    changed = [parameter.name for parameter in function.parameters]
    if any(word.endswith("_next") for word in drawn.features.built_ins):
        changed += found_by_queries(body)
    for each in statements:
        if type(each) is Assign and each.value.callee != "wp.tid":
            for word in each.sets:
                facts.values.setdefault(word, []).append(each.value)
            changed += () if each.local else each.sets  # a part of a tuple is no value by itself
        elif (type(each) is For or type(each) is Augment) and each.sets:
            facts.values.setdefault(each.sets[0], []).append(each.values[0])
            changed += each.sets
    for word in changed:  # two values are none
        if word in facts.values:
            facts.values[word] *= 2
    if function.is_kernel:
        _add_threads(facts, statements)
    return facts


def _add_threads(facts: Facts, statements: list[Statement]) -> None:
    """Arguments of the kernel, indices of its threads, and what they write where no function writes."""
    layout, module = facts.drawn.layout, facts.drawn.module
    facts.slots = {facts.drawn.names[slot.symbol]: slot for slot in facts.drawn.slots}
    if not facts.drawn.launch.tiled and facts.values.keys().isdisjoint(layout.index):
        facts.index, facts.flat_grid = frozenset(layout.index), layout.flat_grid
        facts.own = facts.index.difference(layout.index[: layout.batched])
    if any(written_arrays(each) for each in module.functions if not each.is_kernel):
        facts.written = {array: [] for array, slot in facts.slots.items() if slot.shape}  # at places that none knows
        return
    for each in statements:
        for call in each.calls:
            if is_atomic(call):
                facts.contended.setdefault(root_of(call.operands[1]), []).append(call)
        if type(each) is Store or type(each) is Augment:
            array, place = element_at(each.target)
            facts.written.setdefault(array, []).append(place)
            facts.stored.setdefault(array, set()).add(each.value if type(each) is Store else None)


def element_at(target: Value) -> tuple[str, Place]:
    """The array and the place of the element that a target is, or is a part of; none of a local."""
    while target.operation in ("attribute", "subscript"):
        if array := array_of(target):
            return array, target.operands[1:]
        target = target.operands[0]
    return "", ()
