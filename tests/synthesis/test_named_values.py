"""Each value that words name, such as "-1 for none", is one that some variant of the computation can store."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cached_property

from generator.syntax.modules import Constant, Function
from generator.syntax.statements import Assign, Augment, For, Return, Statement, Store, parts_of, walk
from generator.syntax.values import Value, array_of, dotted_name, name
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.composition.drawing import chosen, draw_kernel
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.computations.language import Computation
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.schemas.entities import RESULT, Attribute, Entity
from generator.synthesis.storage.signature import Indices
from tests.synthesis.computation_check import PLAIN, variants_of

ANY, POSITIVE = "any number", "any number from zero on"

Values = frozenset[float | str]

THROUGH = {"int", "float", "bool", "int32", "int64", "uint32", "float32", "min", "max", "clamp"}
"""Functions whose result is one of their arguments, if need be as another type."""

COUNTS = {"abs", "length", "randi", "atomic_add"}

NAMED = re.compile(
    r"(?<![\w.\-\[])(-1|\d+|zero)(?= (?:for|where|if|while|in|outside|inside|at|past|when|without|marking)\b)"
    r"|, or (-1)(?! )"
)
"""A number that words tell the meaning of; not "below zero where", nor the ends of a range."""

BOUND = re.compile(r"(?:below|above|than|between|of|by|\d to|and) $")
"""What comes before a number that is a bound, and no value."""

MARK = re.compile("whether ")


def named(words: str) -> set[float]:
    """The values that words name."""
    found = [m for m in NAMED.finditer(words) if not BOUND.search(words[: m.start()])]
    return {0.0 if (word := m[1] or m[2]) == "zero" else float(word) for m in found}


def may_be(values: Values, number: float) -> bool:
    return number in values or ANY in values or (number >= 0 and POSITIVE in values)


class Reader:
    """Which values expressions of a block may have; each local may have any that it is ever set to."""

    def __init__(self, drawn: DrawnKernel, function: Function | None = None, given: Mapping[str, Values] = {}) -> None:
        self.drawn, self.given, self.waiting = drawn, given, set[str]()
        self.block = drawn.steps if function is None else function.body
        self.sets: dict[str, list[tuple[Value, int | None]]] = {}
        for statement in walk(self.block):
            for target, value, place in _set_by(statement):
                while target.operation != "name":
                    target = target.operands[0]
                self.sets.setdefault(target.operands[0], []).append((value, place))

    @cached_property
    def functions(self) -> dict[str, Function]:
        return {each.name: each for each in self.drawn.module.functions}

    def stored(self) -> Iterator[tuple[Value, Values]]:
        """Elements that are stored, with what they may get."""
        for statement in walk(self.block):
            if isinstance(statement, Store):
                yield statement.target, self.of(statement.value)
            elif isinstance(statement, Augment):
                yield statement.target, frozenset({ANY})
        for part in parts_of(self.block):
            if part.operation == "call" and dotted_name(part.operands[0]).startswith("wp.atomic_"):
                adds = dotted_name(part.operands[0]).endswith(("add", "sub"))
                yield part.operands[1], frozenset({ANY}) if adds else self.of(part.operands[-1])

    def of(self, value: Value) -> Values:
        match value:
            case Value("literal", (int() | float() as number, *_)):
                return frozenset({float(number)})
            case Value("name", (word,)):
                return self.named(word)
            case Value("neg", (inner,)):
                return frozenset(ANY if isinstance(each, str) else -each for each in self.of(inner))
            case Value("ternary", (yes, _, no)):
                return self.of(yes) | self.of(no)
            case Value("chain" | "not" | "and" | "or" | "==" | "!=" | "<" | "<=" | ">" | ">="):
                return frozenset({0.0, 1.0})
            case Value("subscript", (owner, *_)):
                return self.of(owner)
            case Value("attribute", (Value("name", (word,)), _)) if word not in self.sets:
                return frozenset({POSITIVE})  # a member of an enumeration
            case Value("call", (function, *given)):
                return self.called(dotted_name(function), given)
        parts = frozenset().union(*map(self.of, value.children))
        counts = value.operation != "-" and all(
            each >= 0 if isinstance(each, float) else each == POSITIVE for each in parts
        )
        return frozenset({POSITIVE if counts and parts else ANY})

    def called(self, function: str, given: list[Value], place: int | None = None) -> Values:
        word = function.removeprefix("wp.")
        if word == "where":
            return self.of(given[1]) | self.of(given[2])
        if word in THROUGH or word.startswith(("vec", "mat")):
            return frozenset().union(*map(self.of, given)) or frozenset({0.0})
        if word not in self.functions:
            return frozenset({POSITIVE if word in COUNTS else ANY})
        law = self.functions[word]
        known = {each.name: self.of(one) for each, one in zip(law.parameters, given, strict=False)}
        inner, found = Reader(self.drawn, law, known), Values()
        for statement in walk(law.body):
            if isinstance(statement, Return) and (value := statement.value) is not None:
                found |= inner.of(value if place is None or value.operation != "tuple" else value.operands[place])
        return found

    def named(self, word: str) -> Values:
        if word in self.waiting:
            return Values()
        found = self.given.get(word, Values())
        self.waiting.add(word)
        for value, place in self.sets.get(word, ()):
            if place is not None and value.operation == "call":
                found |= self.called(dotted_name(value.operands[0]), [*value.operands[1:]], place)
            else:
                found |= self.of(value)
        self.waiting.discard(word)
        constants = {each.name: each.value for each in self.drawn.module.parts if isinstance(each, Constant)}
        if not found and word in constants:
            return self.of(constants[word])
        return found or frozenset({ANY if self._may_be_negative(word) else POSITIVE})

    def _may_be_negative(self, word: str) -> bool:
        """Whether an argument may; other names that nothing sets are indices."""
        slot = self.drawn.signature.slots.get(word)
        fill = slot.fill if slot is not None else None
        return fill.low < 0 if isinstance(fill, Domain) else isinstance(fill, Indices) and fill.empty


def _set_by(statement: Statement) -> Iterator[tuple[Value, Value, int | None]]:
    """What a statement sets, the value that it is of, and which part of that."""
    match statement:
        case Assign((Value("tuple", targets),), Value("tuple", values)):
            yield from ((target, value, None) for target, value in zip(targets, values, strict=True))
        case Assign((Value("tuple", targets),), value):
            yield from ((target, value, place) for place, target in enumerate(targets))
        case Assign(targets, value):
            yield from ((target, value, None) for target in targets)
        case Augment(target, sign, value):
            yield target, Value(sign, (target, value)), None
        case For(target, iterable):
            yield target, Value("call", (Value("name", ("randi",)), iterable)), None


def lacking(computation: Computation) -> Iterator[str]:
    """Values that words of a computation name, and that none of its variants stores."""
    words = {f"{entity.name}.{of.name}": of.words for entity, of in own_results(computation)}
    every: dict[str, Values] = {}
    passed_by: set[str] = set()
    for variant in variants_of(computation):
        drawn = draw_kernel(f"named/{computation.name}", (chosen(computation, variant),), PLAIN, plain=True)
        own, stored = {name(word) for word in drawn.layout.thread}, Values()
        for target, values in Reader(drawn).stored():
            array = array_of(target).removeprefix("@").removesuffix(".out")
            every[array] = every.get(array, Values()) | values
            stored |= values
            if not own.issuperset(name(str(each.operands[0])) for each in target.operands[1:]):
                passed_by.add(array)  # what no thread reaches holds what it held
        yield from (f"{number:g}: {drawn.purpose}" for number in named(drawn.purpose) if not may_be(stored, number))
    for array in words.keys() & every.keys() - passed_by:
        told, values = words[array], every[array]
        yield from (f"{number:g}: {told}" for number in named(told) if not may_be(values, number))
        if MARK.match(told) and values == {1.0}:
            yield f"0: {told}"


def own_results(computation: Computation) -> Iterator[tuple[Entity, Attribute]]:
    """Results whose words name values, of those that a computation names."""
    called = set(re.findall(r"\.(\w+)", inspect.getsource(computation.function)))
    for entity in computation.schema.entities:
        for of in entity.attributes:
            if of.role == RESULT and of.name in called and (named(of.words) or MARK.match(of.words)):
                yield entity, of


def _texts(computation: Computation) -> Iterator[str]:
    yield computation.intent
    for told in computation.variants.values():
        yield from told.values()


def test_each_value_that_words_name_is_stored() -> None:
    drawn = list(load_all().values())
    telling = [each for each in drawn if any(own_results(each)) or any(named(text) for text in _texts(each))]
    assert len(telling) > 300
    found = {each.name: sorted(set(lacking(each))) for each in telling}
    assert {name: values for name, values in found.items() if values} == {}


def test_words_name_values() -> None:
    assert named("kind, or -1") == {-1.0} == named("label, -1 for none")
    assert named("0 for none, 1 where it counts, zero where it is lost") == {0.0, 1.0}
    assert named("side, below zero inside, clipped to [-1, 1], from -1 to 1 in two steps") == set()
