"""Reasons that a kernel has by its threads and records: who shares an element, what a guard keeps out."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from generator.syntax.statements import Assign, Augment, Block, Call, If, Jump, Return, Statement, Store
from generator.syntax.values import Value, array_of, literal, name, root_of
from generator.syntax.walks.effects import is_atomic
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.schemas.phrases import spoken
from generator.synthesis.storage.layout import LEAVE, NEXT_VALUE
from generator.synthesis.storage.signature import Size, Slot, parted, symbol
from generator.synthesis.telling.recognisers.facts import NONE, ZERO, Facts, Place, Reason, Words, element_at

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=")

EXTREMES = ("wp.atomic_max", "wp.atomic_min")

COUNTING = frozenset({"name", "literal", "attribute", "subscript", "+", "*"})
"""Operations that count threads."""


def of_write(statement: Statement, rest: Block, facts: Facts) -> Iterator[Reason]:
    """Of an atomic, who shares the element; of a plain store, that nobody does."""
    match statement:
        case Call(call) | Assign(_, call) if is_atomic(call):
            array, *indices = call.operands[1 : -2 if call.callee == "wp.atomic_cas" else -1]
            changed, rows = root_of(array), array.operands[1:] if array.operation == "subscript" else ()
            calls = facts.contended.get(changed, ())
            ones = [each for each in calls if each.callee == "wp.atomic_add" and each.operands[-1] == literal(1)]
            if type(statement) is Assign and calls and len(ones) == len(calls) and changed not in facts.written:
                yield "slot", {}
            settled = call.callee in EXTREMES and {each.operands[-1] for each in calls} == {call.operands[-1]}
            if settled and call.operands[-1].operation == "literal" and changed not in facts.written:
                yield "same number", {}
            else:
                yield from _sharing((*rows, *indices), facts)
        case Augment(target) if root_of(target) in facts.contended:
            yield from _sharing(element_at(target)[1], facts)
        case Store(target, value) | Augment(target, _, value):
            yield from _owning(element_at(target)[0], facts.meant(value), facts)


def _sharing(place: Place, facts: Facts) -> Iterator[Reason]:
    """Who else may change an element: none where an index of the thread itself tells its elements apart."""
    values = [facts.meant(each) for each in place]
    if not facts.own or max(facts.drawn.launch.dim) == 1 or any(facts.own & facts.told(each) for each in values):
        return
    reach = facts.reach(*place)
    given = [each for word in reach for each in facts.values.get(word, ())]
    if any(is_atomic(each) for each in given):  # a slot that a counter gave out
        return
    for found in map(facts.leads, [part for each in (*values, *given) for part in each.walk()]):
        if found is not None:
            fill, slot, element = found
            owners = [size.entity for size in slot.shape if not facts.own.isdisjoint(element.names)]
            direct = facts.drawn.draft.record.name in owners and facts.drawn.draft.record.name != fill.entity
            yield "same target" if direct else "same end", {"target": spoken(fill.entity)}
            return
    settled = all(len(facts.values.get(word, ())) < 2 or facts.is_turn(word) for word in reach)
    if settled and facts.own.isdisjoint(reach):
        yield ("one place" if facts.index.isdisjoint(reach) else "one a world"), {}


def _owning(array: str, stored: Value, facts: Facts) -> Iterator[Reason]:
    """What keeps those that read an element of the thread's own from harm; that it is one, beside atomics on others.

    It is told where a new value is stored, not where the old one goes on.
    """
    slot, places = facts.slots.get(array), facts.written.get(array, ())
    if array in facts.seen or slot is None or array in facts.contended or not places:
        return
    old = _before(slot, facts)
    if old and {"wp"}.issuperset(stored.names):
        return
    if old and array_of(stored) == old and facts.is_own(stored.operands[1:]):
        return
    facts.seen.add(array)
    if not all(map(facts.is_own, places)):
        (value, *others) = facts.stored[array]
        if facts.index and max(facts.drawn.launch.dim) > 1 and not others and value and value.operation == "literal":
            yield "same number", {}
        return
    if facts.contended:
        yield "own element", {}
    if slot.reads:
        if not slot.shared and _read_elsewhere(array, facts) is False:
            yield "in place", {}
    elif old and _read_elsewhere(old, facts):
        yield "old values", {"old": name(old)}


def _before(slot: Slot, facts: Facts) -> str:
    """The array that holds what the elements of another one were before, where threads read those of others."""
    owner, word = parted(slot.symbol)
    for array, each in facts.slots.items():
        other, attribute = parted(each.symbol) if each.shared and each.reads else ("", "")
        if other == owner and word in [form.format(attribute) for form in NEXT_VALUE]:
            return array
    return ""


def _read_elsewhere(array: str, facts: Facts) -> bool | None:
    """Whether a thread reads elements that are not its own; None where a function may."""
    parts = [part for statement in facts.drawn.kernel.body for part in statement.parts_within]
    elements = [part for part in parts if part.operation == "subscript" and array_of(part) == array]
    if not all(facts.is_own(each.operands[1:]) for each in elements):
        return True
    shapes = [part for part in parts if part.operation == "attribute" and part.operands[0].operands == (array,)]
    whole = [part for part in parts if part.operation == "name" and part.operands == (array,)]
    return None if len(whole) > len(elements) + len(shapes) else False


def of_guard(statement: If, rest: Block, facts: Facts) -> Iterator[Reason]:
    """What a condition of a kernel keeps out."""
    condition, guards = statement.condition, facts.drawn.guards
    tests = condition.operands if condition.operation in ("and", "or") else (condition,)
    compared = [test for test in tests if test.operation in COMPARISONS]
    sides = [test.operands for test in compared]
    edges = [left.operands[0] in facts.own and facts.own.isdisjoint(right.names) for left, right in sides]
    if _on_grid(facts, LEAVE) and len(sides) == len(tests) and all(edges):
        yield "border", {}
    for test in compared if len(tests) == 1 else ():  # of several, a reason would be that of one
        left, right = test.operands
        if right in NONE or (right in ZERO and test.operation in ("<", ">=")):
            leaves = type(statement.body[-1]) in (Return, Jump)
            there = test.operation in (">=", "!=", ">")  # who has one leaves: for another reason
            if there != leaves and (found := facts.leads(left)) and found[0].empty:
                yield "none", {"target": spoken(found[0].entity)}
        elif guards.bounds and left.operands == facts.drawn.layout.index[-1:] and _counts(right, facts):
            yield "bounds", {}
        elif test.operation in ("<", ">=") and facts.meant(left).callee == "wp.atomic_add":
            yield "no room", {}


def _counts(value: Value, facts: Facts) -> bool:
    """Whether a value is how many records there are."""
    value, record = facts.meant(value), facts.drawn.draft.record.name
    if slot := facts.slot(value):
        return slot.symbol in (symbol(record, "counter"), symbol(record, "count"))
    match value:
        case Value("subscript", (Value("attribute", (Value("name", (word,)), "shape")), Value("literal", (axis,)))):
            return word in facts.slots and facts.slots[word].shape[axis] == Size(record)
    return False


def _on_grid(facts: Facts, rule: str) -> bool:
    return facts.drawn.layout.border == rule and bool(facts.drawn.draft.meanings.memory.reach)


def _state(value: Value, facts: Facts) -> Words | None:
    """A random state whose offset counts the threads."""
    offset = value.operands[-1]
    read = {word for part in offset.walk() if part.operation == "subscript" for word in part.operands[1].names}
    counted = offset.kinds <= COUNTING and read.isdisjoint(facts.index) and facts.index <= {*offset.names}
    return {} if len(value.operands) == 3 and facts.index and counted else None


def _stepped(value: Value, facts: Facts) -> Words | None:
    """The same of one that holds the step, too: ``step * count + i``."""
    for part in value.operands[-1].walk() if _state(value, facts) is not None else ():
        step, count = part.operands if part.operation == "*" else (part, part)
        slot, many = facts.slot(step), facts.slot(count)
        length = type(many.fill) is Size if many else count.operation == "subscript"
        if part.operation == "*" and slot is not None and not slot.shape and type(slot.fill) is Domain and length:
            return {"step": step}
    return None


def _row_in_turn(value: Value, facts: Facts) -> Words | None:
    """The row of a world, where there may be fewer than worlds."""
    world, rows = value.operands
    batched = facts.drawn.layout.batched and world.operands == facts.drawn.layout.index[:1]
    turn = Value("%", (world, name("shape[0]")))
    return {"turn": turn} if batched and rows.operation == "subscript" else None


OF_THREADS: dict[str, dict[str, Callable[[Value, Facts], Words | None]]] = {
    "wp.rand_init": {"stepped": _stepped, "state": _state},
    "%": {"in turn": _row_in_turn},
}
"""Operation or function -> the reasons that it may have, each with its recogniser."""
