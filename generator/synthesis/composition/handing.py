"""Values passed from a first computation to a second: in locals, and not in elements that are stored and read again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

from generator.syntax.statements import LOOPS, Assign, Block, Statement, Store, blocks_of, walk
from generator.syntax.values import Value, array_of, name
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_statements, rename
from generator.synthesis.factoring.runs import surely_set
from generator.synthesis.shaping.arms import without_returns
from generator.synthesis.storage.signature import parted, twin

CASTS = {"float", "int", "bool", "wp"}
"""Names in a constant: casts and Warp's constructors."""


@dataclass
class Hand:
    """Two blocks, the first of which passes on what it makes; ``names``: element that the second reads -> local."""

    first: Block
    second: Block
    names: dict[Value, Value] = field(default_factory=dict)
    changed: set[Value] = field(default_factory=set)
    """Names that the second gives another value."""


def handed(first: Block, second: Block, made: Collection[str], again: Collection[str]) -> Hand | None:
    """The blocks with locals for what the first stores to ``made``; None where some of it cannot have one.

    What the second stores ``again`` is stored once, by the second or after it. Neither block may have early returns,
    which would skip that store: those of the first are arms already.
    """
    if again:
        whole = without_returns(second)
        if whole is None:
            return None
        second = whole
    hand = Hand(first, second)
    return hand if all(_hand_on(hand, symbol, symbol in again) for symbol in made) else None


def adopted(hand: Hand, places: Collection[str]) -> tuple[Block, Block, set[str]]:
    """The two blocks, in which a local of the second that begins as a value of the first has the first's name.

    Beside them the names that the second sets anew; ``places`` are loop variables, which keep their names.
    """
    second = hand.second
    going_on = {str(value.operands[0]) for value in hand.changed}
    for element, given in hand.names.items():
        own = next((s for s in second if isinstance(s, Assign) and s.value == element and s.targets[0].is_name), None)
        if own is None or list(hand.names.values()).count(given) > 1 or given in hand.changed:
            continue
        old, new = str(own.targets[0].operands[0]), str(given.operands[0])
        counts = Counter(definitions(second))
        counts.update(array_of(s.target) for s in walk(second) if isinstance(s, Store))
        reads = sum(part == element for each in walk(second) for part in each.parts)
        if counts[old] < 2 or reads > 1 or {old, new} & set(places) or (old != new and new in {*counts, *uses(second)}):
            continue
        second = rename(tuple(each for each in second if each is not own), {old: new})
        going_on.add(new)
    return hand.first, second, going_on


def _hand_on(hand: Hand, symbol: str, again: bool) -> bool:
    """Name what the first stores to an array, and let the second store it if it does; False where that cannot be."""
    stores, others = list(_stores(hand.first, symbol)), list(_stores(hand.second, symbol))
    targets = {store.target for store in (*stores, *others)}
    if len(targets) != 1 or not _is_made(hand.first, stores):
        return False
    (target,) = targets
    taken = {*definitions(hand.first), *definitions(hand.second)}
    free = (f"{parted(symbol)[1]}{ending}" for ending in ("_new", "_next", "_result"))
    word = name(next((each for each in free if each not in taken), ""), target.type)
    if not word.operands[0]:
        return False
    given = _first_names(hand, symbol, stores, word, keeps=not again)
    if given is None:
        return False
    array, *index = target.operands
    element = Value("subscript", (name(twin(symbol), array.type), *index), target.type)
    hand.names[element] = given
    if given == word and word.operands[0] in definitions(hand.first) and word.operands[0] not in surely_set(hand.first):
        hand.first = _begun(hand.first, word, element)
    once = len(others) == 1 and any(each is others[0] for each in hand.second)
    return not again or once or _second_changes(hand, symbol, target, given, word, element)


def _first_names(hand: Hand, symbol: str, stores: list[Store], word: Value, keeps: bool) -> Value | None:
    """The local of what the first stores, set where that is stored; ``keeps``: the store stays, behind it."""
    once = len(stores) == 1 and any(each is stores[0] for each in hand.first)
    if once and (value := stores[0].value).is_name:
        place = next(place for place, each in enumerate(hand.first) if each is stores[0])
        if value.operands[0] not in definitions(hand.first[place + 1 :]):
            if not keeps:
                hand.first = (*hand.first[:place], *hand.first[place + 1 :])
            return value
    if _in_loops(hand.first, symbol):
        return None
    if not once and (local := _one_local(hand.first, symbol)) is not None:
        hand.first, word = _named(hand.first, symbol, local, keeps=False), local
    else:
        hand.first = _named(hand.first, symbol, word, keeps and once)
    if keeps and not once:
        hand.first = (*hand.first, Store(stores[0].target, word))
    return word


def _begun(block: Block, word: Value, element: Value) -> Block:
    """The block with the name first set to the element's old value, where some arm stores nothing."""
    place = next(place for place, each in enumerate(block) if word.operands[0] in definitions((each,)))
    times = definitions(block)
    loads = [each for each in block[:place] if isinstance(each, Assign) and each.value == element]
    held = [each.targets[0] for each in loads if times.get(each.local) == 1]
    return (*block[:place], Assign((word,), held[-1] if held else element), *block[place:])


def _second_changes(hand: Hand, symbol: str, target: Value, given: Value, word: Value, element: Value) -> bool:
    """Let the second set the local where it stored, and store it once at the end; False where that cannot be."""
    if _in_loops(hand.second, symbol):
        return False
    steps = walk(hand.second)
    first = next(_stores(hand.second, symbol))
    later = steps[steps.index(first) :]
    if any(part == element for each in later for part in each.parts):  # that read means the old value
        return False
    if (local := _one_local(hand.second, symbol)) is not None:
        hand.second = (*_named(hand.second, symbol, local, keeps=False), Store(target, local))
        return True
    if given != word:
        hand.first = (*hand.first, Assign((word,), given))
    hand.second = (*_named(hand.second, symbol, word, keeps=False), Store(target, word))
    hand.changed.add(word)
    return True


def _one_local(block: Block, symbol: str) -> Value | None:
    """The one local that every arm stores to an array and leaves alone from then on; None where there is none."""
    values = [store.value for store in _stores(block, symbol)]
    if not all(value.is_name for value in values) or len({value.operands[0] for value in values}) != 1:
        return None
    local = values[-1]
    marked = name("", local.type)
    sure = "" in surely_set(_named(block, symbol, marked, keeps=False))
    return local if sure and _stays_behind(block, symbol, str(local.operands[0])) else None


def _stays_behind(block: Block, symbol: str, word: str) -> bool:
    """Whether nothing that follows a store to an array sets a name."""
    storing = [place for place, statement in enumerate(block) if any(_stores((statement,), symbol))]
    if storing and word in definitions(block[storing[0] + 1 :]):
        return False
    return all(_stays_behind(inner, symbol, word) for place in storing for inner in blocks_of(block[place]))


def _named(block: Block, symbol: str, word: Value, keeps: bool) -> Block:
    """The block that sets the name in place of stores to an array; if it ``keeps`` these, they store the name."""

    def named(statement: Statement) -> Block:
        if not isinstance(statement, Store) or array_of(statement.target) != symbol:
            return (statement,)
        has_it = statement.value.is_name and statement.value.operands == word.operands
        stored = (Store(statement.target, word),) if keeps else ()
        return stored if has_it else (Assign((word,), statement.value), *stored)

    return change_statements(block, named)


def _stores(block: Block, symbol: str) -> Iterator[Store]:
    return (each for each in walk(block) if isinstance(each, Store) and array_of(each.target) == symbol)


def _in_loops(block: Block, symbol: str) -> bool:
    """Whether a loop stores to an array: Warp does not differentiate a local that a loop changes."""
    return any(isinstance(each, LOOPS) and any(_stores(each.body, symbol)) for each in walk(block))


def _is_made(block: Block, stores: Sequence[Store]) -> bool:
    """Whether what is stored is computed or chosen, and not one constant for every record."""
    if any(not CASTS.issuperset(store.value.names) for store in stores):
        return True
    return len({store.value for store in stores}) > 1 or not any(each is stores[0] for each in block)
