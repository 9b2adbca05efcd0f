"""Two computations in one thread: the second takes what the first made, or reads the same records."""

from __future__ import annotations

import copy
from collections.abc import Callable

from generator.syntax.statements import Assign, Block, Return, Statement, Store, walk
from generator.syntax.values import Value, name
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.names import definitions
from generator.syntax.walks.rewriting import change_block
from generator.synthesis.storage.memory import Memory
from generator.synthesis.storage.signature import STATE_GROUP, Signature

LEAST_SHARED = 2
"""Arrays of state that both read, where the second does not take what the first made."""


def joined(first: Block, memory: Memory, expand: Callable[[Memory], Block]) -> tuple[Block, Memory] | None:
    """The first block with a second behind it, and the arrays of both; None where they do not go together.

    They go together where no thread leaves the first early, no local means two things, nothing is read that is added
    to or was just cleared, nothing is stored twice, and the second takes what the first made or reads the same state.
    """
    if any(isinstance(statement, Return) for statement in walk(first)):
        return None
    grown = copy.copy(memory)
    grown.signature = Signature({symbol: copy.copy(slot) for symbol, slot in memory.signature.slots.items()})
    for slot in grown.signature.slots.values():
        slot.reads = slot.stores = slot.adds = False
    second = expand(grown)
    before = memory.signature.slots
    after = {symbol: slot for symbol, slot in grown.signature.slots.items() if slot.reads or slot.writes}
    shared = [symbol for symbol in after if symbol in before and after[symbol].group == STATE_GROUP]
    made = [symbol for symbol in before if before[symbol].stores and _twin(symbol) in after]
    if (len(shared) < LEAST_SHARED and not made) or constant_arrays(first).intersection(made):
        return None
    for symbol, slot in after.items():
        other = before.get(symbol)
        if other is not None and (slot.writes or other.writes) and symbol.endswith(".out"):
            return None
        added = before.get(symbol.removesuffix(".in") + ".out")
        if symbol.endswith(".in") and added is not None and (added.adds or slot.shared):
            return None
        if symbol.endswith(".out") and slot.adds and _twin(symbol) in before:
            return None
    first, new_values = _with_names(first, made)
    second = change_block(second, lambda value: new_values.get(value, value))
    shared_statements = set(map(repr, first))
    second = tuple(s for s in second if not (isinstance(s, Assign) and repr(s) in shared_statements))
    if {*definitions(first), *memory.layout.index} & set(definitions(second)):
        return None
    for symbol, slot in before.items():
        now = grown.signature.slots[symbol]
        now.reads, now.stores, now.adds = now.reads or slot.reads, now.stores or slot.stores, now.adds or slot.adds
    return (*first, *second), grown


def _twin(symbol: str) -> str:
    """The array that an attribute is read from, of the one that it is stored to."""
    return symbol.removesuffix(".out") + ".in"


def _with_names(block: Block, made: list[str]) -> tuple[Block, dict[Value, Value]]:
    """The block with a name for each value that it stores to ``made``, and by element the name to read it by."""
    found: list[Statement] = []
    names: dict[Value, Value] = {}
    taken = set(definitions(block))
    for statement in block:
        if isinstance(statement, Store) and (symbol := _array(statement.target)) in made:
            value = statement.value
            if not value.is_name:
                word = f"{symbol[1:].split('.')[1]}_new"
                if word in taken:
                    found.append(statement)
                    continue
                taken.add(word)
                found.append(Assign((name(word, value.type),), value))
                value = name(word, value.type)
                statement = Store(statement.target, value, statement.note)
            array, *index = statement.target.operands
            names[Value("subscript", (name(_twin(symbol), array.type), *index), statement.target.type)] = value
        found.append(statement)
    return tuple(found), names


def _array(target: Value) -> str:
    if target.operation == "subscript" and target.operands[0].is_name:
        return str(target.operands[0].operands[0])
    return ""
