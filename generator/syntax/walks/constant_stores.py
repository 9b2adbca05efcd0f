"""Arrays in which a block stores nothing but constants."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Augment, Block, Store, walk
from generator.syntax.values import Value, array_of, dotted_name
from generator.syntax.walks.names import TYPES

RAISES = ("wp.atomic_max", "wp.atomic_min", "wp.atomic_or", "wp.atomic_and")
"""Atomics that, with a constant, leave an element the same however often."""


def constant_arrays(block: Block, outer: Collection[str] = ()) -> set[str]:
    """Names of arrays that get constants and nothing else: no other store, no ``+=``, no call but those that raise it.

    ``outer`` are names of constants and enumerations of the module.
    """
    statements, known = walk(block), TYPES.union(outer)
    varying = [each for each in statements if type(each) is not Assign or not _is_constant(each.value, known)]
    known |= {word for each in statements for word in each.sets} - {word for each in varying for word in each.sets}
    constant, others = set[str](), {""}
    for statement in statements:
        if type(statement) is Store or type(statement) is Augment:
            sets = type(statement) is Store and _is_constant(statement.value, known)
            (constant if sets else others).add(array_of(statement.target))
        for call in statement.calls:
            raises = call.callee in RAISES and _is_constant(call.operands[-1], known)
            (constant if raises else others).update(map(dotted_name, call.children[1:]))
    return constant - others


def _is_constant(value: Value, known: frozenset[str]) -> bool:
    """Whether a value is made of literals and ``known`` names alone: ``0``, ``-1.0``, ``wp.vec3(0.0)``, ``ON``."""
    return value.callee != "wp.tid" and known.issuperset(value.names)
