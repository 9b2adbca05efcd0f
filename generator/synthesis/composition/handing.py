"""Values passed from a first computation to a second: in locals, and not in elements that are stored and read again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from generator.syntax.statements import LOOPS, Assign, Block, Store, walk
from generator.syntax.values import Value, array_of, name
from generator.syntax.walks.dead_code import together
from generator.syntax.walks.names import definitions, uses
from generator.syntax.walks.rewriting import change_statements, exchanged
from generator.synthesis.factoring.runs import surely_set
from generator.synthesis.shaping.arms import without_returns
from generator.synthesis.storage.signature import parted, twin


@dataclass
class Hand:
    """Two blocks, the first of which passes on what it makes; ``names``: element that the second reads -> local."""

    first: Block
    second: Block
    names: dict[Value, Value] = field(default_factory=dict)
    changed: set[Value] = field(default_factory=set)
    """Names that the second gives another value."""
    made_up: set[str] = field(default_factory=set)
    """Names that neither block had."""


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


def _hand_on(hand: Hand, symbol: str, again: bool) -> bool:
    """Name what the first stores to an array, and let the second store it if it does; False where that cannot be."""
    stores, others = list(_stores(hand.first, symbol)), list(_stores(hand.second, symbol))
    targets = {store.target for store in (*stores, *others)}
    if len(targets) != 1:
        return False
    (target,) = targets
    array, *index = target.operands
    element = Value("subscript", (name(twin(symbol), array.type), *index), target.type)
    own = {each.local for each in walk(hand.second) if isinstance(each, Assign) and each.value == element}
    taken = {*uses(hand.first), *definitions(hand.first), *hand.made_up}
    taken.update({*uses(hand.second), *definitions(hand.second)} - own)
    free = (f"{parted(symbol)[1]}{ending}" for ending in ("", "_new", "_next", "_result"))
    word = name(next((each for each in free if each not in taken), ""), target.type)
    if not word.operands[0]:
        return False
    hand.made_up.add(str(word.operands[0]))
    if _in_loops(hand.first, symbol) or (again and _in_loops(hand.second, symbol)):
        return False
    once = len(stores) == 1 and any(each is stores[0] for each in hand.first)
    hand.first = _named(hand.first, symbol, word, keeps=once and not again)
    if not once and not again:
        hand.first = (*hand.first, Store(target, word))
    hand.names[element] = word
    if word.operands[0] not in surely_set(hand.first):
        hand.first = _begun(hand.first, word, element)
    once = len(others) == 1 and any(each is others[0] for each in hand.second)
    return not again or once or _second_changes(hand, symbol, target, word, element)


def _begun(block: Block, word: Value, element: Value) -> Block:
    """The block with the name first set to the element's old value, where some arm stores nothing.

    Whatever reads the element after it reads the local that the block has for it, or the name while it holds that.
    """
    place = next(place for place, each in enumerate(block) if word.operands[0] in definitions((each,)))
    times = definitions(block)
    loads = [each for each in walk(block) if isinstance(each, Assign) and each.value == element]
    own = next((each for each in loads if times.get(each.local) == 1), None)
    before, rest = block[:place], block[place:]
    if own is not None:
        without = change_statements(rest, lambda each: () if each is own else (each,), Assign)
        rest = exchanged(without, {element: own.targets[0]})
        loaded = () if any(each is own for each in before) else (own,)
        return (*before, *loaded, Assign((word,), own.targets[0]), *rest)
    held = name("", element.type)
    tried = (Assign((word,), held), *exchanged(rest, {element: held}))
    beside = together(tried, frozenset(map(str, word.operands)))
    apart = not beside[str(word.operands[0])] & {""}
    return (*before, Assign((word,), element), *(exchanged(rest, {element: word}) if apart else rest))


def _second_changes(hand: Hand, symbol: str, target: Value, word: Value, element: Value) -> bool:
    """Let the second set the local where it stored, and store it once at the end; False where that cannot be."""
    steps = walk(hand.second)
    first = next(_stores(hand.second, symbol))
    later = steps[steps.index(first) :]
    if any(part == element for each in later for part in each.parts):  # that read means the old value
        return False
    hand.second = (*_named(hand.second, symbol, word, keeps=False), Store(target, word))
    hand.changed.add(word)
    return True


def _named(block: Block, symbol: str, word: Value, keeps: bool) -> Block:
    """The block that sets the name in place of stores to an array; if it ``keeps`` these, they store the name."""

    def named(statement: Store) -> Block:
        if array_of(statement.target) != symbol:
            return (statement,)
        return Assign((word,), statement.value), *((Store(statement.target, word),) if keeps else ())

    return change_statements(block, named, Store)


def _stores(block: Block, symbol: str) -> Iterator[Store]:
    return (each for each in walk(block) if isinstance(each, Store) and array_of(each.target) == symbol)


def _in_loops(block: Block, symbol: str) -> bool:
    """Whether a loop stores to an array: Warp does not differentiate a local that a loop changes."""
    return any(isinstance(each, LOOPS) and any(_stores(each.body, symbol)) for each in walk(block))
