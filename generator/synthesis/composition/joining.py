"""Two computations in one thread: the second takes what the first made."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from generator.syntax.statements import Assign, Block, For, Statement, Store, walk
from generator.syntax.values import Value, name
from generator.syntax.walks.constant_stores import constant_arrays
from generator.syntax.walks.effects import is_pure
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_block, rename
from generator.synthesis.shaping.arms import without_returns
from generator.synthesis.storage.memory import Memory
from generator.synthesis.storage.signature import Signature, Slot

CASTS = {"float", "int", "bool", "wp"}
"""Names that a value may be of without being over anything that a kernel has."""


def joined(first: Block, memory: Memory, expand: Callable[[Memory], Block], prefix: str) -> tuple[Block, Memory] | None:
    """The first block with a second behind it, and the arrays of both; None where they do not go together.

    They have one purpose: the second takes what the first made of its own record, and of no other. Nothing is read that
    is added to, nothing stored twice, and nothing is made by the second that the first needs.
    Where threads leave the first early, they go on with the second. Locals of the second that the first has, too, get
    ``prefix`` in front.
    """
    held = without_returns(first)
    if held is None:
        return None
    grown = copy.copy(memory)
    grown.signature = Signature({symbol: copy.copy(slot) for symbol, slot in memory.signature.slots.items()})
    for slot in grown.signature.slots.values():
        slot.reads = slot.stores = slot.adds = False
    second = expand(grown)
    if set(memory.layout.thread) & set(definitions(second)):
        return None
    before = memory.signature.slots
    after = {symbol: slot for symbol, slot in grown.signature.slots.items() if slot.reads or slot.writes}
    made = [symbol for symbol in before if before[symbol].stores and _twin(symbol) in after]
    if constant_arrays(first).intersection(made):
        return None
    if any(slot.adds and symbol in before and before[symbol].adds for symbol, slot in after.items()):
        return None
    if not made or any(slot.writes and _twin(symbol) in before for symbol, slot in after.items()):
        return None
    if not all(_may_stand(slot, before) for slot in after.values()):
        return None
    held, new_values = _with_names(held, made)
    if {str(value.operands[0].operands[0]) for value in new_values} != set(map(_twin, made)):
        return None
    places = _places(held) & _places(second)
    clashes = (set(definitions(held)) & set(definitions(second))) - places
    second = rename(second, {word: f"{prefix}_{word}" for word in clashes})
    second = change_block(second, lambda value: new_values.get(value, value))
    if any(_is_element_read(second, _twin(symbol)) for symbol in made):  # another record's: not made yet
        return None
    second = _without_repeats(held, second, set(new_values.values()))
    if ({*uses(held), *definitions(held), *memory.layout.thread} - places) & set(definitions(second)):
        return None
    for symbol, slot in before.items():
        now = grown.signature.slots[symbol]
        now.reads, now.stores, now.adds = now.reads or slot.reads, now.stores or slot.stores, now.adds or slot.adds
    whole = (*held, *second)
    read = uses(whole)
    for symbol in map(_twin, made):  # the second may have been all that read it
        grown.signature.slots[symbol].reads &= symbol in read
        if symbol in read and not _is_element_read(whole, symbol):
            return None
    return whole, grown


def _is_element_read(block: Block, symbol: str) -> bool:
    """Whether an array's elements are read, and not its shape alone."""
    return any(
        part.operation == "subscript" and _array(part) == symbol
        for statement in walk(block)
        for part in statement.parts
    )


def _places(block: Block) -> set[str]:
    """Variables of loops that stand for nothing else: one after another may have the same name."""
    heads = Counter(each.target.operands[0] for each in walk(block) if isinstance(each, For))
    return {word for word, count in definitions(block).items() if heads[word] == count}


def _may_stand(slot: Slot, before: Mapping[str, Slot]) -> bool:
    """Whether what a second computation does to an array goes together with what a first one did."""
    symbol, other = slot.symbol, before.get(slot.symbol)
    if other is not None and symbol.endswith(".out") and (slot.stores or other.stores):
        return False
    added = before.get(symbol.removesuffix(".in") + ".out")
    return not (symbol.endswith(".in") and added is not None and (added.adds or slot.shared))


def _without_repeats(first: Block, second: Block, made: set[Value]) -> Block:
    """The second block without what the first computes as well, and without other names for what the first made."""
    known = {statement.value: statement.targets[0] for statement in _lasting(first)}
    lasting = set(_lasting(second))
    names: dict[str, str] = {}
    found = []
    for statement in second:
        if isinstance(statement, Assign) and statement in lasting:
            (renamed,) = rename((statement,), names)
            assert isinstance(renamed, Assign)
            same = renamed.value if renamed.value in made else known.get(renamed.value)
            if same is not None:
                names[statement.targets[0].operands[0]] = same.operands[0]
                continue
        found.append(statement)
    return rename(tuple(found), names)


def _lasting(block: Block) -> Iterator[Assign]:
    """Statements of a block that give a name what it keeps: a pure value over names that stay as they are."""
    counts = Counter(definitions(block))
    changed = {word for word, count in counts.items() if count > 1}
    changed |= {_array(each.target) for each in walk(block) if isinstance(each, Store)}
    for statement in block:
        match statement:
            case Assign((Value("name", (word,)),), value) if counts[word] == 1 and is_pure(value):
                read = {part.operands[0] for part in value.walk() if part.is_name}
                if word not in changed and read - CASTS and not read & changed:
                    yield statement


def _twin(symbol: str) -> str:
    """The array that an attribute is read from, of the one that it is stored to."""
    return symbol.removesuffix(".out") + ".in"


def _with_names(block: Block, made: list[str]) -> tuple[Block, dict[Value, Value]]:
    """The block with a name for each value that it stores to ``made``, and by element the name to read it by."""
    found: list[Statement] = []
    names: dict[Value, Value] = {}
    taken = set(definitions(block))
    stores = Counter(_array(each.target) for each in walk(block) if isinstance(each, Store))
    for place, statement in enumerate(block):
        symbol = _array(statement.target) if isinstance(statement, Store) else ""
        if isinstance(statement, Store) and symbol in made and stores[symbol] == 1:
            value = statement.value
            if not _is_made(value, block[place + 1 :]):
                found.append(statement)
                continue
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


def _is_made(value: Value, rest: Block) -> bool:
    """Whether a value is computed, and its name, where it has one, keeps it to the end."""
    words = {part.operands[0] for part in value.walk() if part.is_name}
    return bool(words - CASTS) and not (value.is_name and words & set(definitions(rest)))


def _array(target: Value) -> str:
    if target.operation == "subscript" and target.operands[0].is_name:
        return str(target.operands[0].operands[0])
    return ""
