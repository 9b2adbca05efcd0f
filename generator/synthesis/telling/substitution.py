"""Locals that are read once and stand for one formula: a text says the formula where they are read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import replace

from generator.syntax.modules import Function
from generator.syntax.statements import Assign, Block, Statement, parts_of, walk
from generator.syntax.values import Value, last_word
from generator.syntax.walks.effects import found_by_queries, is_pure, written_arrays
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, change_inner, change_value

MOST_PARTS = 9
"""Parts of a formula that stands in another one, at the most: longer ones keep their names."""


def substituted(function: Function) -> Block:
    """The body without the locals whose formula may stand in their place.

    A local is replaced where it is set once, read once, in its own block or inside it, and where nothing that its
    formula reads can change in between: names that are set once, arrays that the function does not write. One of which
    a component is read stays, unless it is an element itself: no one writes ``vec3(a, b, c)[k]``.
    """
    written = written_arrays(function)
    counts = Counter(definitions(function.body))
    counts.update(parameter.name for parameter in function.parameters)
    counts.update(found_by_queries(function.body))
    assigned = (each for each in walk(function.body) if isinstance(each, Assign))
    elements = {each.local for each in assigned if each.value.operation == "subscript"}
    indexed = {part.operands[0] for part in parts_of(function.body) if part.operation == "subscript"}
    whole = {name for base in indexed if base.is_name for name in base.names} - elements
    reads = {name: count for name, count in uses(function.body).items() if name not in whole}
    return _block(function.body, counts, reads, written)


def _block(block: Block, counts: Mapping[str, int], reads: Mapping[str, int], written: Collection[str]) -> Block:
    formulas: dict[str, Value] = {}
    kept: list[Statement] = []
    here = uses(block)

    def change(value: Value) -> Value:  # takes a formula out: its one reader has it now
        return formulas.pop(value.operands[0], value) if value.operation == "name" else value

    for statement in block:
        name = statement.local if isinstance(statement, Assign) and not is_thread(statement) else ""
        if name and counts[name] == 1 and reads.get(name) == here.get(name) == 1:
            assert isinstance(statement, Assign)
            value = change_value(statement.value, change)
            if _stays(value, counts, written):
                formulas[name] = value
            else:
                kept.append(replace(statement, value=value))
            continue
        changed = change_block((statement,), change) if _reads(statement, formulas) else (statement,)
        kept.extend(change_inner(each, lambda inner: _block(inner, counts, reads, written)) for each in changed)
    return tuple(kept)


def _reads(statement: Statement, formulas: Mapping[str, Value]) -> bool:
    """Whether a statement, or one in it, reads a local that a formula stands for."""
    return bool(formulas) and any(not formulas.keys().isdisjoint(each.reads) for each in (statement, *statement.inner))


def _stays(value: Value, counts: Mapping[str, int], written: Collection[str]) -> bool:
    """Whether a formula is short, and the same wherever it is computed."""
    short = sum(part.operation != "name" for part in value.walk()) <= MOST_PARTS
    return short and is_pure(value) and all(counts.get(name, 1) == 1 and name not in written for name in value.names)


def is_thread(statement: Statement) -> bool:
    """Whether the thread's index is set here: a text says which that is before its steps."""
    match statement:
        case Assign(value=Value("call", (function, *_))):
            return last_word(function) == "tid"
    return False
