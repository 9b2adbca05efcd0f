"""What names surely stand for while a kernel's steps are followed: numbers, and sums over other names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from operator import add, mul, sub

from generator.syntax.statements import Statement
from generator.syntax.types import FLOAT
from generator.syntax.values import Value, dotted_name, literal
from generator.syntax.walks.names import definitions

MOST_TURNS = 32
"""Turns of a loop that are followed one by one, at the most."""

SIGNS: dict[str, Callable[[int, int], int]] = {"+": add, "-": sub, "*": mul}


@dataclass
class Numbers:
    """Name -> its value, of those ``known`` at a place; constants of the module are known everywhere."""

    known: dict[str, Value]

    def set(self, name: str, value: Value) -> None:
        """Note an assignment; a value that the name itself is in is only noted as a number, a float not at all."""
        found = value if value.type is FLOAT else self.folded(value)
        if name in found.names:
            self.known.pop(name, None)
        else:
            self.known[name] = found

    def forget(self, loop: Statement) -> None:
        """A loop whose turns are not followed leaves what it changes unknown."""
        for name in definitions((loop,)):
            self.known.pop(name, None)

    def of(self, value: Value) -> int | None:
        """The number that a value surely is."""
        match value:
            case Value("literal", (int() as number, *_)):
                return number
            case Value("name", (name,)):
                meant = self.known.get(name)
                return self.of(meant) if meant is not None and meant.operation == "literal" else None
            case Value("call", (Value("name", ("int",)), inner)):
                return self.of(inner)
            case Value("+" | "-" | "*" as sign, (left, right)):
                one, other = self.of(left), self.of(right)
                return None if one is None or other is None else SIGNS[sign](one, other)
        return None

    def turns(self, iterable: Value) -> range | None:
        """The turns of a loop, where they are known and not too many."""
        match iterable:
            case Value("call", (Value("name", ("range",)), *bounds)):
                known = [number for each in bounds if (number := self.of(each)) is not None]
                found = range(*known) if len(known) == len(bounds) else None
                return found if found is not None and len(found) <= MOST_TURNS else None
        return None

    def folded(self, value: Value) -> Value:
        """A sum with the numbers in it added up, at its end."""
        if value.operation != "+":
            number = self.of(value)
            return value if number is None else literal(number)
        terms = _terms(value)
        numbers = [self.of(each) for each in terms]
        others = [each for each, number in zip(terms, numbers, strict=True) if number is None]
        known = literal(sum([number for number in numbers if number is not None]))
        if not others or len(others) == len(terms):
            return value if others else known
        rest = reduce(lambda one, other: Value("+", (one, other)), others)
        return rest if known == literal(0) else Value("+", (rest, known))


def _terms(value: Value) -> list[Value]:
    return [term for each in value.operands for term in _terms(each)] if value.operation == "+" else [value]


def unwrapped(value: Value) -> Value:
    """The number in ``wp.constant(3)``."""
    wrapped = value.operation == "call" and dotted_name(value.operands[0]) == "wp.constant"
    return value.children[1] if wrapped else value
