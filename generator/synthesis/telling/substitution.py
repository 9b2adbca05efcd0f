"""Locals that are read once and stand for one formula: a text says the formula where they are read."""

from __future__ import annotations

from collections.abc import Set

from generator.syntax.modules import Function
from generator.syntax.statements import HOLDING, Assign, Block, Statement, parts_of, walk
from generator.syntax.values import Value
from generator.syntax.walks.effects import found_by_queries, is_pure, written_arrays
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, change_inner

MOST_PARTS = 9
"""Parts of a formula that stands in another one, at the most: longer ones keep their names."""


def substituted(function: Function) -> Block:
    """The body without the locals whose formula may stand in their place.

    A local is replaced where it is set once, read once, in its own block or inside it, and where nothing that its
    formula reads can change in between: names that are set once, arrays that the function does not write. One of which
    a component is read stays, unless it is an element itself: no one writes ``vec3(a, b, c)[k]``.
    """
    counts = definitions(function.body)
    for word in (*[each.name for each in function.parameters], *found_by_queries(function.body)):
        counts[word] = counts.get(word, 0) + 1
    reads = uses(function.body)
    once = {name for name, count in counts.items() if count == 1 and reads.get(name) == 1}
    bases = [part.operands[0] for part in parts_of(function.body) if part.operation == "subscript"]
    if whole := once.intersection([base.operands[0] for base in bases if base.operation == "name"]):
        assigned = [each for each in walk(function.body) if type(each) is Assign]
        once -= whole.difference([each.local for each in assigned if each.value.operation == "subscript"])
    moving = {name for name, count in counts.items() if count > 1} | written_arrays(function)
    return _block(function.body, once, moving) if once else function.body


def _block(block: Block, once: Set[str], moving: Set[str]) -> Block:
    here = {name for statement in block for name in statement.reads_within if name in once}
    formulas: dict[str, Value] = {}
    kept: list[Statement] = []

    def change(value: Value) -> Value:  # takes a formula out: its one reader has it now
        return formulas.pop(value.operands[0], value) if value.operation == "name" else value

    for statement in block:
        if formulas and not formulas.keys().isdisjoint(statement.reads_within):
            (statement,) = change_block((statement,), change)
        if type(statement) is Assign and statement.local in here and not is_thread(statement):
            if _stays(statement.value, moving):
                formulas[statement.local] = statement.value
                continue
        elif type(statement) in HOLDING:
            statement = change_inner(statement, lambda inner: _block(inner, once, moving))
        kept.append(statement)
    return tuple(kept)


def _stays(value: Value, moving: Set[str]) -> bool:
    """Whether a formula is short, and the same wherever it is computed."""
    short = len(value.below) - len(value.names) < MOST_PARTS
    return short and moving.isdisjoint(value.names) and is_pure(value)


def is_thread(statement: Statement) -> bool:
    """Whether the thread's index is set here: a text says which that is before its steps."""
    return type(statement) is Assign and statement.value.callee == "wp.tid"
