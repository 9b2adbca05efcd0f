"""Arrays in which a block stores nothing but constants."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Assign, Augment, Block, Store, walk
from generator.syntax.values import Value, array_of

RAISES = ("wp.atomic_max", "wp.atomic_min", "wp.atomic_or", "wp.atomic_and")
"""Atomics that, with a constant, leave an element the same however often."""


def constant_arrays(block: Block, outer: Collection[str] = ()) -> set[str]:
    """Names of arrays that get constants and nothing else: no other store, no ``+=``, no call but those that raise it.

    ``outer`` are names of constants and enumerations of the module.
    """
    known = {*outer, *_named_constants(block, outer)}
    constant, others = set[str](), {""}
    for statement in walk(block):
        if type(statement) is Store or type(statement) is Augment:
            sets = type(statement) is Store and is_constant(statement.value, known)
            (constant if sets else others).add(array_of(statement.target))
        for call in statement.calls:
            raises = call.callee in RAISES and is_constant(call.operands[-1], known)
            (constant if raises else others).update(_handed_on(call))
    return constant - others


def _named_constants(block: Block, outer: Collection[str]) -> set[str]:
    """Locals that only ever get constants."""
    constants: set[str] = set()
    others: set[str] = set()
    for statement in walk(block):
        if statement.sets:
            constant = type(statement) is Assign and is_constant(statement.value, outer)
            (constants if constant else others).update(statement.sets)
    return constants - others


def is_constant(value: Value, outer: Collection[str]) -> bool:
    """Whether a value is made of literals and names of ``outer`` alone: ``0``, ``-1.0``, ``wp.vec3(0.0)``, ``ON``."""
    if value.operation in ("name", "python"):
        return value.operands[0] in outer
    if value.operation == "attribute":
        return is_constant(value.operands[0], outer)
    if value.operation == "call":
        word, parts = value.callee, value.operands[1:]
        known = word == "int" or (word.startswith("wp.") and word != "wp.tid")
        return known and all(is_constant(part, outer) for part in parts)
    return value.operation == "literal" or (value.operation == "neg" and is_constant(value.operands[0], outer))


def _handed_on(call: Value) -> set[str]:
    return {str(argument.operands[0]) for argument in call.children[1:] if argument.operation == "name"}
