"""Habits by kind of value; what makes values alike, which names they contain, and new names for them."""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, field

from generator.syntax.types import Type
from generator.syntax.values import Value, dotted_name, name
from generator.syntax.walks.names import RESERVED
from generator.synthesis.chance.randomness import Random
from generator.synthesis.storage.signature import MARK


@dataclass
class Habit:
    """A choice for each kind of value, drawn when the first of a kind is met: values alike are treated alike."""

    random: Random
    chance: float
    known: dict[Hashable, bool] = field(default_factory=dict)

    def of(self, kind: Hashable) -> bool:
        """Whether it is done with values of this kind."""
        if kind not in self.known:
            self.known[kind] = self.chance > 0.0 and self.random.chance(self.chance)
        return self.known[kind]


def new_local(word: str, kind: Type | None, taken: set[str]) -> Value | None:
    """A local of that name, which is taken from now on; None where the name is empty, reserved or taken already."""
    if not word or word in taken or word in RESERVED:
        return None
    taken.add(word)
    return name(word, kind)


def kind_of(value: Value) -> str:
    """What values alike have in common: the array that they are elements of, the function, the operation."""
    if value.operation in ("subscript", "call"):
        return f"{value.operation} {dotted_name(value.operands[0])}"
    return value.operation


WHOLE = frozenset(("subscript", "attribute", "name", "literal"))
"""Operations of values in which nothing is computed."""


def depth(value: Value) -> int:
    """Depth of the nested operations in a value."""
    return 0 if value.operation in WHOLE else 1 + max(map(depth, value.children), default=0)


def without_sign(value: Value) -> Value | None:
    """``y`` of ``-y`` and ``y * z`` of ``-y * z``, which differ from it in the sign alone; None for other values."""
    if value.operation == "neg":
        return value.operands[0]
    if value.operation not in ("*", "/") or (first := without_sign(value.operands[0])) is None:
        return None
    return Value(value.operation, (first, *value.operands[1:]), value.type)


def is_of_thread(words: Collection[str], index: Collection[str]) -> bool:
    """Whether names are those of the thread's indices, one at least, and of arguments."""
    own = False
    for word in words:
        if word in index:
            own = True
        elif word[0] != MARK:
            return False
    return own
