"""What a block does to arrays: which it reads, stores to, adds to, and with which operation."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import Enum

from generator.syntax.modules import Function
from generator.syntax.statements import Augment, Block, Store, values_of, walk
from generator.syntax.types import Array
from generator.syntax.values import Value, dotted_name


class Effect(Enum):
    """What happens to an element."""

    READ = "read"
    STORE = "store"
    UPDATE = "update"
    """``+=`` and its like: reads and stores."""
    ATOMIC = "atomic"


@dataclass(frozen=True)
class Access:
    """One place in the text where an array's element is touched; ``indices`` as they are written."""

    array: str
    effect: Effect
    indices: tuple[Value, ...]


def accesses(function: Function) -> tuple[Access, ...]:
    """Every access of a function's body to its array arguments, in order. Views of arrays are not followed."""
    arrays = {parameter.name for parameter in function.parameters if isinstance(parameter.type, Array)}
    return tuple(_accesses(function.body, arrays))


def is_pure(value: Value) -> bool:
    """Whether a value's computing changes nothing: no atomic, no random state, no call but of ``wp`` and of types."""
    if value.operation in ("name", "literal"):
        return True
    return all(_is_pure_call(part) for part in value.walk() if part.operation == "call")


def _accesses(block: Block, arrays: Collection[str]) -> Iterator[Access]:
    for statement in walk(block):
        for value in values_of(statement):
            if isinstance(statement, Store | Augment) and value is statement.target:
                yield from _of_target(value, Effect.UPDATE if isinstance(statement, Augment) else Effect.STORE, arrays)
            else:
                yield from _of_value(value, arrays)


def _of_target(target: Value, effect: Effect, arrays: Collection[str]) -> Iterator[Access]:
    """``a[i]``, and ``a[i].x``, ``a[i][k]``: the element of the array is what changes; indices are read."""
    inner = target
    while inner.operation in ("attribute", "subscript"):
        owner, *indices = inner.operands
        if inner.operation == "subscript":
            for index in indices:
                yield from _of_value(index, arrays)
            if _array(owner, arrays):
                yield Access(owner.operands[0], effect, tuple(indices))
        inner = owner


def _of_value(value: Value, arrays: Collection[str]) -> Iterator[Access]:
    if value.operation == "subscript" and _array(value.operands[0], arrays):
        yield Access(value.operands[0].operands[0], Effect.READ, value.operands[1:])
    if value.operation == "call" and (atomic := _atomic(value, arrays)):
        yield atomic
    for child in value.children:
        yield from _of_value(child, arrays)


def _atomic(value: Value, arrays: Collection[str]) -> Access | None:
    """``wp.atomic_add(array, i, j, value)``: what stands between the array and the last argument is the index."""
    function, *arguments = value.operands
    if _word(function).startswith("atomic_") and arguments and _array(arguments[0], arrays):
        return Access(arguments[0].operands[0], Effect.ATOMIC, tuple(arguments[1:-1]))
    return None


def _array(value: Value, arrays: Collection[str]) -> bool:
    return value.is_name and value.operands[0] in arrays


_CHANGING = (
    *("atomic_", "rand", "print", "tile_", "sample_", "poisson"),
    *("hash_grid_query", "bvh_query", "mesh_query", "volume_sample_grad"),
)
"""Beginnings of names of built-ins that change memory, a random state, or how far a query went."""


def _is_pure_call(value: Value) -> bool:
    function = value.operands[0]
    owner = dotted_name(function).partition(".")[0]
    known = owner == "wp" or _word(function) in ("int", "float", "bool", "range", "len", "min", "max", "abs")
    return known and not _word(function).startswith(_CHANGING)


def _word(function: Value) -> str:
    return dotted_name(function).rpartition(".")[2]
