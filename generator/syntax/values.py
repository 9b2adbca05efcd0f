"""Values: an operation over operands, with a type. They are expression trees, never text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, reduce
from types import EllipsisType
from typing import Any

from generator.syntax.nodes import node, remembered
from generator.syntax.types import BOOL, FLOAT, INT, Array, Type

Operand = Any
"""A ``Value``, or plain data of the operation: a literal's constant, a name, a sign."""


_KINDS: dict[frozenset[str], frozenset[str]] = {}


def interned(kinds: frozenset[str]) -> frozenset[str]:
    """The one set of these operations: few distinct ones exist, and a set is larger than a value."""
    return _KINDS.setdefault(kinds, kinds)


class Operation:
    """Cached properties of a value."""

    operation: str
    operands: tuple[Operand, ...]
    _hash: int | None = None
    _text: tuple[str, int] | None = None
    """Its text and precedence, written by `generator.syntax.value_text`."""

    @remembered
    def below(self) -> tuple[Value, ...]:
        """All subexpressions in preorder, without the value itself, which would be a reference cycle."""
        parts: list[Value] = []
        for operand in self.operands:
            if type(operand) is Value:
                parts.append(operand)
                if operand.operation != "name" and operand.operation != "literal":
                    parts += operand.below
        return tuple(parts)

    @remembered
    def names(self) -> tuple[str, ...]:
        """The names in the value, in order, once for each occurrence."""
        if self.operation == "name":
            return self.operands
        return tuple([part.operands[0] for part in self.below if part.operation == "name"])

    @remembered
    def kinds(self) -> frozenset[str]:
        """The operations in the value, its own among them."""
        leaf = self.operation == "name" or self.operation == "literal"
        return interned(frozenset([self.operation, *(() if leaf else [part.operation for part in self.below])]))

    @remembered
    def callee(self) -> str:
        """The dotted name of what it calls, ``wp.min``; empty for any other value."""
        return dotted_name(self.operands[0]) if self.operation == "call" else ""


@node
class Value(Operation):
    """``operation`` over ``operands``; ``type`` is None where it is unknown. Values are equal where all three are.

    The operations, and their operands:

    ========== ===========================================================================
    literal    the constant, and its spelling where that is not Python's own ("0xFF")
    name       the name
    attribute  a value and a name
    subscript  what is indexed, then the indices
    slice      start, stop and step, each a value or None
    call       the function, then the arguments
    keyword    a name and a value, as an argument
    star       a value, as an argument that is unpacked
    ternary    the value if so, the condition, the value if not
    chain      a value, then signs and values in turn
    tuple      values; so have list and set
    dict       keys and values in turn
    python     a text of Python that is computed when the kernel is built, within ``wp.static``
    ========== ===========================================================================

    and the signs of `generator.syntax.operations`.
    """

    operation: str
    operands: tuple[Operand, ...]
    type: Type | None = None

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not Value:
            return False
        if self.operation != other.operation or self.operands != other.operands:
            return False
        return self.type is other.type or self.type == other.type

    def __hash__(self) -> int:
        found = self._hash
        if found is None:
            found = self._hash = hash((self.operation, self.operands))  # values alike but for their type are few
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles without cached properties: hashes of strings differ between processes."""
        return Value, (self.operation, self.operands, self.type)

    @remembered
    def children(self) -> tuple[Value, ...]:
        """The operands that are values, in order."""
        return tuple([operand for operand in self.operands if type(operand) is Value])

    def walk(self) -> tuple[Value, ...]:
        """The value and all its subexpressions, in preorder."""
        return (self, *self.below)


def literal(constant: bool | int | float | str | EllipsisType | None, spelling: str | None = None) -> Value:
    """A constant; ``spelling`` only where it differs from Python's own."""
    operands = (constant,) if spelling is None else (constant, spelling)
    return Value("literal", operands, _OF_CONSTANTS.get(type(constant)))


_OF_CONSTANTS: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT}
"""Python's types of constants -> ours."""


def name(text: str, kind: Type | None = None) -> Value:
    """A variable, argument, function or type."""
    return Value("name", (text,), kind)


def attribute(owner: Value, text: str, kind: Type | None = None) -> Value:
    """``owner.text``."""
    return Value("attribute", (owner, text), kind)


def call(function: Value, *arguments: Value, type: Type | None = None) -> Value:
    """``function(*arguments)``."""
    return Value("call", (function, *arguments), type)


def together(operation: str, values: Sequence[Value]) -> Value:
    """``operation`` over the values; a single value stays as it is."""
    return values[0] if len(values) == 1 else Value(operation, tuple(values))


def element(array: Value, *indices: Value) -> Value:
    """An element of an array, with its type where the array's is known; an index into a row joins the row's indices."""
    if array.operation == "subscript":
        rows = array.operands[0].type
        if type(rows) is Array and len(array.operands) <= rows.dimensions:
            return element(*array.operands, *indices)
    kind = array.type
    inside = kind.element if type(kind) is Array and len(indices) == kind.dimensions else None
    return Value("subscript", (array, *indices), inside)


@lru_cache(maxsize=4096)
def dotted(text: str) -> Value:
    """``wp.float32`` from ``"wp.float32"``."""
    first, *rest = text.split(".")
    return reduce(attribute, rest, name(first))


def dotted_name(value: Value) -> str:
    """``"wp.float32"`` of such a value; empty where it is neither a name nor attributes of one."""
    if value.operation == "name":
        return str(value.operands[0])
    if value.operation != "attribute":
        return ""
    owner, word = value.operands
    before = owner.operands[0] if owner.operation == "name" else dotted_name(owner)
    return f"{before}.{word}" if before else ""


def last_word(value: Value) -> str:
    """``"float32"`` of ``wp.float32``; empty where there is no dotted name."""
    return dotted_name(value).rpartition(".")[2]


def array_of(target: Value) -> str:
    """The array or local of which a target is an element: ``a`` of ``a[i]``; empty for ``a[i].x`` and ``a[i][k]``."""
    if target.operation == "subscript" and target.operands[0].operation == "name":
        return str(target.operands[0].operands[0])
    return ""


def root_of(target: Value) -> str:
    """The name at the root of a target: ``a`` of ``a[i].x[k]``."""
    while target.operation in ("attribute", "subscript"):
        target = target.operands[0]
    return str(target.operands[0])
