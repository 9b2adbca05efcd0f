"""Two computations in one thread: the second takes what the first made."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from itertools import count, takewhile
from string import digits
from typing import TypeGuard

from generator.syntax.nodes import with_fields
from generator.syntax.statements import Assign, Block, For, If, Return, Statement, Store, parts_of, walk
from generator.syntax.values import Value, array_of
from generator.syntax.walks.dead_code import without_dead_code
from generator.syntax.walks.effects import changed_by, is_pure
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import exchanged, rename
from generator.synthesis.composition.completing import made_anew
from generator.synthesis.composition.handing import handed
from generator.synthesis.composition.one_value import with_one_value
from generator.synthesis.composition.participation import leaving
from generator.synthesis.expansion.meanings import Meanings
from generator.synthesis.expansion.stencils import draws
from generator.synthesis.shaping.arms import without_returns
from generator.synthesis.shaping.one_name import copies_in, with_one_name
from generator.synthesis.storage.memory import Memory, RecordAt
from generator.synthesis.storage.signature import Signature, Slot, parted, twin


def joined(
    first: Block,
    memory: Memory,
    own: RecordAt,
    expand: Callable[[Memory], tuple[Block, Meanings]],
    ends: bool = False,
) -> tuple[Block, Meanings, bool] | None:
    """The first block with a second behind it, and the meanings of the second; None where they do not go together.

    Beside them whether some threads that leave the first leave both.

    The second has to read what the first made of the thread's own record, and of no other. The memory of the second is
    of both. No array is read and added to; what both store, the second changes and stores alone. Threads for which the
    first has no part, or makes nothing that the second takes, leave both, and so do those that both leave at one test;
    others that leave it early go on with the second, unless it ``ends`` the step for those whose state it leaves alone.
    Locals of the second that clash are named after the attribute that they are stored as or read from, or counted.
    """
    before = memory.signature.slots
    if not any(slot.stores for slot in before.values()):
        return None
    unused = dict.fromkeys(("reads", "stores", "adds"), False)
    slots = {symbol: with_fields(slot, unused) for symbol, slot in before.items()}
    grown = replace(memory, signature=Signature(slots, dict(memory.signature.sizes)))
    second, meanings = expand(grown)
    if set(memory.layout.thread) & set(definitions(second)):
        return None
    copies = copies_in(second)
    after = {symbol: slot for symbol, slot in grown.signature.slots.items() if slot.reads or slot.writes}
    made = [symbol for symbol in before if before[symbol].stores and twin(symbol) in after]
    again = [symbol for symbol in made if symbol in after]
    if not made or any(before[symbol].adds or (symbol in after and after[symbol].adds) for symbol in made):
        return None
    if any(slot.adds and symbol in before and before[symbol].adds for symbol, slot in after.items()):
        return None
    if not all(_may_stand(slot, before, symbol in again) for symbol, slot in after.items()):
        return None
    left = leaving(first, memory, own, made, frozenset(made) if ends else made_anew(made, memory, own))
    both, second = _leaving_both(first, second)
    held = None if left is None else without_returns(first, {*left, *both})
    if held is None:
        return None
    hand = handed(held, second, made, again)
    if hand is None:
        return None
    held, second, going_on = hand.first, hand.second, {str(value.operands[0]) for value in hand.changed}
    places = _places(held) & _places(second)
    clashes = (set(definitions(held)) & set(definitions(second))) - places - going_on
    known = {*uses(held), *definitions(held), *uses(second), *definitions(second), *memory.layout.thread}
    anew = _called_after_attributes(second, clashes, known)
    for word in sorted(clashes - anew.keys()):
        anew[word] = _counted(word, known.union(anew.values()))
    kept = {*copies_in(first), *((anew.get(one, one), anew.get(other, other)) for one, other in copies)}
    second = rename(second, anew)
    second = exchanged(second, hand.names)
    if any(_is_element_read(second, twin(symbol)) for symbol in made):  # another record's: not made yet
        return None
    if ({*uses(held), *definitions(held), *memory.layout.thread} - places - going_on) & set(definitions(second)):
        return None
    for symbol, slot in before.items():
        now = grown.signature.slots[symbol]
        now.reads, now.stores, now.adds = now.reads or slot.reads, now.stores or slot.stores, now.adds or slot.adds
    pure = {word for word, law in meanings.laws.items() if not draws(law)}
    whole = without_dead_code(with_one_value((*held, *second), pure))
    whole = with_one_name(whole, kept, hand.made_up.union(anew.values()))
    read = uses(whole)
    for symbol in map(twin, made):  # maybe only the second read it
        grown.signature.slots[symbol].reads &= symbol in read
        if symbol in read and not _is_element_read(whole, symbol):
            return None
    return whole, meanings, bool(left)


def _leaving_both(first: Block, second: Block) -> tuple[set[int], Block]:
    """Branches (their ``id``) where both leave at one test before they do anything; and the second without it."""
    changed, quiet = {word for each in changed_by(first) for word in (each, twin(each))}, _quiet(second)
    asked = [each.condition for each in filter(_only_leaves, quiet) if changed.isdisjoint(each.condition.names)]
    both = [each for each in filter(_only_leaves, _quiet(first)) if each.condition in asked]
    tests = [each.condition for each in both]
    rest = [each for each in quiet if not (_only_leaves(each) and each.condition in tests)]
    return {*map(id, both)}, (*rest, *second[len(quiet) :])


def _quiet(block: Block) -> list[Statement]:
    """The statements before the first that does more than leave or name a pure value."""
    return [*takewhile(lambda each: _only_leaves(each) or (isinstance(each, Assign) and is_pure(each.value)), block)]


def _only_leaves(statement: Statement) -> TypeGuard[If]:
    return isinstance(statement, If) and statement.body == (Return(),) and not statement.otherwise


def _called_after_attributes(block: Block, clashes: set[str], known: Collection[str]) -> dict[str, str]:
    """Clashing locals -> the attribute that they alone are stored as, or else read from, where its name is free."""
    stored, read = defaultdict[str, set[str]](set), defaultdict[str, set[str]](set)
    for statement in walk(block):
        match statement:
            case Store(target, Value("name", (word,))) if attribute := parted(array_of(target))[1]:
                stored[word].add(attribute)
            case Assign((Value("name", (word,)),), value) if attribute := parted(array_of(value))[1]:
                read[word].add(attribute)
    called: dict[str, str] = {}
    for found in (stored, read):
        shared = Counter(attribute for attributes in found.values() for attribute in attributes)
        for word in sorted(clashes - called.keys()):
            alone = len(found[word]) == 1 and shared[attribute := min(found[word])] == 1
            if alone and attribute not in known and attribute not in called.values():
                called[word] = attribute
    return called


def _counted(word: str, known: Collection[str]) -> str:
    """The next of a name that is known: ``pose2`` or ``x1``, since ``x2`` would be read as a square."""
    stem = word.rstrip(digits)
    return next(f"{stem}{n}" for n in count(1 if len(stem) == 1 else 2) if f"{stem}{n}" not in known)


def _is_element_read(block: Block, symbol: str) -> bool:
    """Whether an array's elements are read, and not its shape alone."""
    return any(array_of(part) == symbol for part in parts_of(tuple([s for s in block if symbol in s.reads_within])))


def _places(block: Block) -> set[str]:
    """Names that are loop variables and nothing else: consecutive loops may share one."""
    heads = Counter(each.target.operands[0] for each in walk(block) if isinstance(each, For))
    return {word for word, times in definitions(block).items() if heads[word] == times}


def _may_stand(slot: Slot, before: Mapping[str, Slot], again: bool) -> bool:
    """Whether what a second computation does to an array goes together with what a first one did."""
    symbol, other = slot.symbol, before.get(slot.symbol)
    if other is not None and symbol.endswith(".out") and (slot.stores or other.stores) and not again:
        return False
    added = before.get(symbol.removesuffix(".in") + ".out")
    return not (symbol.endswith(".in") and added is not None and (added.adds or slot.shared))
