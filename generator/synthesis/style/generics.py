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
        arrays = [(word, of) for word, of in types.items() if isinstance(of, Array) and of.element == kind]
        self.arrays = {word: of.dimensions for word, of in arrays}
        self.names = {word for word, of in types.items() if of == kind}

    def is_all_of(self, body: Block) -> bool:
        """Whether nothing that the body does with the values needs to know their type."""
        others: set[str] = set()
        for statement in [each for each in walk(body) if each.values]:
            value, *targets = statement.values
            given = value.operands if value.operation == "tuple" else (value,) * max(len(statement.sets), 1)
            ours = list(map(self._is_one, given))
            if None in ours:
                return False
            if type(statement) is Assign:
                for word, own in zip(statement.sets, ours, strict=True):
                    (self.names if own else others).add(word)
            if type(statement) is Augment and ours[0] and statement.sign not in ("+-*" if self.scalar else "+-"):
                return False
            if (type(statement) is Store or type(statement) is Augment) and self._is_one(targets[0]) is not ours[0]:
                return False
        return self.names.isdisjoint(others)  # else a local holds both

    def _is_one(self, value: Value) -> bool | None:
        """Whether a value is of the type; None where such values, or arrays of them, are used as not any type may."""
        operation, parts = value.operation, value.children
        if operation == "name":
            return None if value.operands[0] in self.arrays else value.operands[0] in self.names
        if operation == "call":
            parts = parts[1:]
        array = dotted_name(parts[0]) if parts else ""
        if array in self.arrays:
            places = list(map(self._is_one, parts[1:]))
            sums = value.callee in ("wp.atomic_add", "wp.atomic_sub") and places.pop() is True
            if (sums or operation == "subscript") and places == [False] * self.arrays[array]:
                return True
            return False if operation == "attribute" and value.operands[1] == "shape" else None
        ours = list(map(self._is_one, parts))
        if None in ours or not any(ours):
            return None if None in ours else False
        if operation in ("+", "-", "neg") or (self.scalar and (operation == "*" or value.callee in _OF_ALIKE)):
            return True if all(ours) else None
        return False if self.scalar and operation in COMPARISONS and all(ours) else None


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
