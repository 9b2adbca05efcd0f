"""Kernels over any type of numbers or vectors: arguments of ``Any``, and the overload that a row is made from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.syntax.operations import COMPARISONS
from generator.syntax.statements import Assign, Augment, Block, Call, Store, walk
from generator.syntax.types import FLOAT, Array, Type, Vector
from generator.syntax.values import Value, call, dotted, dotted_name, name
from generator.synthesis.storage.signature import Slot
from generator.synthesis.style.spelling import ANY, Style

_OF_ALIKE = frozenset(("wp.min", "wp.max", "wp.abs", "wp.clamp"))
"""Built-ins that take and give values of one type."""


def generic_type(body: Block, slots: Sequence[Slot]) -> Type | None:
    """The type that a body, as it stands, could be generic in; None where there is none.

    Its values are only read, added, compared, chosen and stored; no number is written out beside one.
    """
    types = {slot.symbol: slot.type for slot in slots}
    for kind in dict.fromkeys(slot.type.element for slot in slots if slot.writes and isinstance(slot.type, Array)):
        if (kind == FLOAT or isinstance(kind, Vector)) and _Use(kind, types).is_all_of(body):
            return kind
    return None


class _Use:
    """How a body uses the values of one type."""

    def __init__(self, kind: Type, types: Mapping[str, Type | None]) -> None:
        self.scalar = kind == FLOAT
        self.arrays = {
            word: of.dimensions for word, of in types.items() if isinstance(of, Array) and of.element == kind
        }
        self.names = {word for word, of in types.items() if of == kind}

    def is_all_of(self, body: Block) -> bool:
        """Whether nothing that the body does with the values needs to know their type."""
        others: set[str] = set()
        for statement in walk(body):
            if type(statement) is Assign:
                value, words = statement.value, statement.sets
                given = value.operands if value.operation == "tuple" else (value,) * len(words)
                for word, part in zip(words, given, strict=True):
                    (self.names if self._is_one(part) else others).add(word)
            if not self._fits(statement) or not all(map(self._stays, statement.values)):
                return False
        return self.names.isdisjoint(others)  # else a local holds both

    def _fits(self, statement: object) -> bool:
        match statement:
            case Store(target, value):
                return self._is_one(value) or not self._is_one(target)
            case Augment(target, sign, value) if self._is_one(target):
                return self._is_one(value) and (sign in ("+", "-") or (sign == "*" and self.scalar))
        return True

    def _is_one(self, value: Value) -> bool:
        """Whether a value is made from elements and numbers of the type alone."""
        match value.operation:
            case "name":
                return value.operands[0] in self.names
            case "subscript":
                return self.arrays.get(str(value.operands[0].operands[0])) == len(value.operands) - 1
            case "+" | "-" | "neg":
                return all(map(self._is_one, value.children))
            case "*":
                return self.scalar and all(map(self._is_one, value.children))
            case "call":
                alike = value.callee in _OF_ALIKE
                return alike and self.scalar and all(map(self._is_one, value.operands[1:]))
        return False

    def _stays(self, value: Value) -> bool:
        """Whether values of the type stand, in all parts of a value, only where any type may."""
        for part in value.walk():
            leaf = part.operation == "name" or part.operation == "literal"
            if not leaf and not self._is_one(part) and not (self._may_hold(part) and self._may_take_array(part)):
                return False
        return True

    def _may_hold(self, part: Value) -> bool:
        """Whether values of the type may be operands of a part of another type."""
        ours = list(map(self._is_one, part.children))
        if not any(ours) or part.operation == "tuple":
            return True
        return self.scalar and all(ours) if part.operation in COMPARISONS else _is_sum(part) and ours[-1]

    def _may_take_array(self, part: Value) -> bool:
        """Whether whole arrays of the type may be operands of a part."""
        whole = [child for child in part.children if child.operation == "name" and child.operands[0] in self.arrays]
        if part.operation == "attribute":
            return not whole or part.operands[1] == "shape"
        return not whole or (_is_sum(part) and len(whole) == 1 and self._is_one(part.operands[-1]))


def _is_sum(part: Value) -> bool:
    return part.operation == "call" and dotted_name(part.operands[0]) in ("wp.atomic_add", "wp.atomic_sub")


def generic_annotation(kind: Type | None, element: Type, style: Style) -> Value:
    """The annotation of an argument in a kernel that is generic in ``element``."""
    if kind == element:
        return ANY
    if isinstance(kind, Array) and kind.element == element:
        return style.type(Array(None, kind.dimensions))
    return style.type(kind)


def overload(kernel: str, slots: Sequence[Slot], style: Style) -> Call:
    """The statement that makes the one instance of a generic kernel: ``wp.overload(kernel, [types])``."""
    types = tuple(style.type(slot.type) for slot in slots)
    return Call(call(dotted("wp.overload"), name(kernel), Value("list", types)))
