"""Side effects: which arrays a block writes, and whether a value is pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from generator.syntax.modules import Function
from generator.syntax.statements import Augment, Block, Call, Store, walk
from generator.syntax.types import Array
from generator.syntax.values import Value, dotted_name, root_of


def written_arrays(function: Function) -> set[str]:
    """Array arguments that a function stores to, adds to or changes by atomics; writes through views are not seen.

    A call whose result is dropped writes to all arrays that it is given.
    """
    arrays = {parameter.name for parameter in function.parameters if isinstance(parameter.type, Array)}
    found: set[str] = set()
    for statement in walk(function.body) if arrays else ():
        if type(statement) is Store or type(statement) is Augment:
            found.add(root_of(statement.target))
        elif type(statement) is Call:
            found.update(statement.value.names)
        for part in statement.calls:
            if is_atomic(part):
                found.add(dotted_name(part.operands[1]))
    return found & arrays


def changed_by(block: Block, functions: Collection[str] = ()) -> set[str]:
    """Names that a block sets, and arrays, random states and values that it changes: first arguments of calls.

    ``functions`` change nothing.
    """
    found: set[str] = set()
    for statement in walk(block):
        found.update(statement.sets)
        if type(statement) is Store or type(statement) is Augment:
            found.add(root_of(statement.target))
        for part in statement.calls:
            changes = not is_pure(part, functions) or (type(statement) is Call and part is statement.value)
            if changes and len(part.operands) > 1 and part.operands[1].operation == "name":
                found.add(part.operands[1].operands[0])
    return found


def found_by_queries(block: Block) -> Iterator[str]:
    """The locals that queries set: ``hit`` of ``wp.bvh_query_next(query, hit)``."""
    for statement in walk(block):
        for part in statement.calls:
            if part.callee.endswith("_next"):
                yield from map(dotted_name, part.operands[2:3])


def is_atomic(value: Value) -> bool:
    """Whether a value is what an atomic gives back."""
    return value.operation == "call" and ".atomic_" in value.callee


def draws_from(value: Value) -> str | None:
    """The random state that a call advances: ``state`` of ``wp.randf(state)``; None where it advances none."""
    word = value.callee.rpartition(".")[2]
    draws = word.startswith(_DRAWING) and word != "rand_init" and len(value.operands) > 1
    return root_of(value.operands[1]) if draws else None


def is_pure(value: Value, functions: Collection[str] = ()) -> bool:
    """Whether a value has no side effect: no atomic, no random state, only calls of ``wp``, types and ``functions``."""
    if "call" not in value.kinds:
        return True
    callees = [part.callee for part in value.walk() if part.operation == "call"]
    return all(_is_pure(callee) or callee in functions for callee in callees)


_DRAWING = ("rand", "sample_", "poisson")
"""Prefixes of built-ins that advance a random state, their first argument."""

_CHANGING = (
    *("atomic_", "print", "tile_", *_DRAWING),
    *("hash_grid_query", "bvh_query", "mesh_query", "volume_sample_grad"),
)
"""Prefixes of built-ins that change memory, a random state, or the state of a query."""


def _is_pure(callee: str) -> bool:
    owner, _, word = callee.rpartition(".")
    known = owner.partition(".")[0] == "wp" or word in ("int", "float", "bool", "range", "len", "min", "max", "abs")
    return known and not word.startswith(_CHANGING)


def surely_computed(values: Iterable[Value]) -> Iterator[Value]:
    """The parts of values that are computed whatever a condition in them says."""
    for value in values:
        yield value
        yield from surely_computed(value.children[_SURE.get(value.operation, slice(None))])


_SURE = {"ternary": slice(1, 2), "and": slice(1), "or": slice(1)}
"""Operation -> those of its operands that are surely computed, where that is not all of them."""
