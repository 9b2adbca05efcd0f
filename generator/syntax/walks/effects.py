"""Side effects: which arrays a block writes, and whether a value is pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from generator.syntax.modules import Function
from generator.syntax.statements import Augment, Block, Call, Store, parts_of, walk
from generator.syntax.types import Array
from generator.syntax.values import Value, dotted_name, last_word, root_of


def written_arrays(function: Function) -> set[str]:
    """Array arguments that a function stores to, adds to or changes by atomics; writes through views are not seen."""
    arrays = {parameter.name for parameter in function.parameters if isinstance(parameter.type, Array)}
    found: set[str] = set()
    for statement in walk(function.body) if arrays else ():
        if isinstance(statement, Store | Augment):
            found.add(root_of(statement.target))
        for part in statement.parts:
            if is_atomic(part) and len(part.operands) > 1:
                found.add(dotted_name(part.operands[1]))
    return found & arrays


def changed_by(block: Block) -> set[str]:
    """Names that a block sets, and arrays, random states and values that it changes: first arguments of calls."""
    statements = walk(block)
    stored = {root_of(each.target) for each in statements if isinstance(each, Store | Augment)}
    calls = [each.value for each in statements if isinstance(each, Call)]
    calls += [part for part in parts_of(block) if part.operation == "call" and not is_pure(part)]
    first = [call.operands[1] for call in calls if len(call.operands) > 1]
    return stored.union([each.operands[0] for each in first if each.is_name], *[each.sets for each in statements])


def found_by_queries(block: Block) -> Iterator[str]:
    """The locals that queries set: ``hit`` of ``wp.bvh_query_next(query, hit)``."""
    for statement in walk(block):
        for part in statement.parts:
            if part.operation == "call" and last_word(part.operands[0]).endswith("_next"):
                yield from map(dotted_name, part.operands[2:3])


def is_atomic(value: Value) -> bool:
    """Whether a value is what an atomic gives back."""
    return value.operation == "call" and last_word(value.operands[0]).startswith("atomic_")


def draws_from(value: Value) -> str | None:
    """The random state that a call advances: ``state`` of ``wp.randf(state)``; None where it advances none."""
    word = last_word(value.operands[0]) if value.operation == "call" else ""
    draws = word.startswith(_DRAWING) and word != "rand_init" and len(value.operands) > 1
    return root_of(value.operands[1]) if draws else None


def is_pure(value: Value, functions: Collection[str] = ()) -> bool:
    """Whether a value has no side effect: no atomic, no random state, only calls of ``wp``, types and ``functions``."""
    if value.operation in ("name", "literal"):
        return True
    calls = [part for part in value.walk() if part.operation == "call"] if "call" in value.kinds else ()
    return all(_is_pure_call(part) or dotted_name(part.operands[0]) in functions for part in calls)


_DRAWING = ("rand", "sample_", "poisson")
"""Prefixes of built-ins that advance a random state, their first argument."""

_CHANGING = (
    *("atomic_", "print", "tile_", *_DRAWING),
    *("hash_grid_query", "bvh_query", "mesh_query", "volume_sample_grad"),
)
"""Prefixes of built-ins that change memory, a random state, or the state of a query."""


def _is_pure_call(value: Value) -> bool:
    owner, _, word = dotted_name(value.operands[0]).rpartition(".")
    known = owner.partition(".")[0] == "wp" or word in ("int", "float", "bool", "range", "len", "min", "max", "abs")
    return known and not word.startswith(_CHANGING)
