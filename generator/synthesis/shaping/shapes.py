"""The shape of a kernel, drawn: each change with the chance of the policy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import partial
from string import digits

from generator.syntax.nodes import remembered
from generator.syntax.statements import Block, parts_of
from generator.syntax.types import INT
from generator.syntax.values import Value, array_of, dotted_name
from generator.syntax.walks.names import RESERVED, definitions
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.arms import spelled_choices, ternaries, with_arms, with_exits_alike, with_one_store
from generator.synthesis.shaping.border_steps import with_border_steps
from generator.synthesis.shaping.guard_forms import holding, spelled_sums
from generator.synthesis.shaping.inlining import Inlining, without_names
from generator.synthesis.shaping.naming_values import with_names, with_stored_names
from generator.synthesis.shaping.one_name import without_aliases
from generator.synthesis.shaping.operands import commuted
from generator.synthesis.shaping.order import reordered, with_loads_together
from generator.synthesis.shaping.value_kinds import Habit
from generator.synthesis.storage.flat_places import is_own_cell
from generator.synthesis.storage.signature import NUMBER_GROUP, Indices, Signature, parted, twin

ENDS = (("start", "end"), ("begin", "end"), ("beg", "end"), ("first", "stop"))
"""What people call where a range begins and where it ends."""

COUNTS = ("n", "count", "num")
"""What people call how many turns a loop makes."""

LEAST_WORD = 3
"""Fewest letters of an index that is a word: ``planet``, not ``p1``."""

LONGEST_SYMBOL = 2
"""Most letters of a symbol for a quantity: ``x``, ``ke``."""


def shaped(
    block: Block, index: Collection[str], signature: Signature, random: Random, policy: Policy, habits: Habits
) -> Block:
    """The block in a shape of its own; it computes the same. No local is named as one of the thread's indices."""
    naming = random.weighted(habits.naming)
    written = {symbol for symbol, slot in signature.slots.items() if slot.writes}
    block = without_aliases(block)
    called = [part.callee for part in parts_of(block) if part.operation == "call"]
    taken = {*definitions(block), *index, *called}  # a local would hide a function of its name
    elements, known = _Elements(block, index), frozenset(taken)
    ends = (*random.pick(ENDS), random.pick(COUNTS))
    short = partial(
        _short_name, index=index, signature=signature, naming=naming, elements=elements, taken=known, ends=ends
    )
    stored = partial(_stored_name, signature=signature)
    inlining = (policy.inline_elements, policy.inline_results, policy.inline)
    block = without_names(block, Inlining(*[Habit(random, random.weighted(each)) for each in inlining]), written)
    named = Habit(random, random.weighted(policy.named_reads))
    block = with_names(block, index, short, named, taken, random.chance(policy.range_ends))
    if chance := random.weighted(policy.named_stores):
        block = with_stored_names(block, random, chance, stored, taken)
    block = reordered(block, Habit(random, policy.reordered))
    if random.chance(policy.loads_together):
        block = with_loads_together(block)
    block = commuted(block, Habit(random, policy.commuted), policy.operand_orders)
    if len(index) > 1:
        block = with_border_steps(block, index, random, taken)
    block = spelled_sums(block, random, policy.spelled_sums)
    if chance := random.weighted(policy.ternaries):
        block = ternaries(block, random, chance)
    if random.chance(policy.where_calls):
        block = spelled_choices(block)
    block = with_one_store(with_exits_alike(block), random, policy.one_store)
    block = with_arms(block, random, policy.arms)
    return holding(block, random, policy.holding)


SAME_IN_PLURAL = ("species", "series", "ss", "us", "is", "as")
"""Words that one and many are called by, and endings of words for one."""


class _Elements:
    """Where a block reads elements; few ask."""

    def __init__(self, block: Block, index: Collection[str]) -> None:
        self.block, self.index = block, index

    @remembered
    def places(self) -> Mapping[str, set[str]]:
        """Attribute, or entity of a struct -> the other indices than the thread's own at which it is read."""
        found = defaultdict[str, set[str]](set)
        for element in parts_of(self.block):
            if element.operation == "subscript":
                owner, word = parted(array_of(element))
                found[owner if word == "struct" else word].add("_".join(_others(element, self.index)))
        return found


def _others(element: Value, index: Collection[str]) -> list[str]:
    """The indices of an element that are not the thread's own; empty for one that has no word."""
    words: list[str] = []
    for place in element.operands[1:]:
        place = place.operands[0] if place.operation == "%" else place
        word = place.operands[0] if place.operation == "name" else ""
        if word not in index and not (place.operation == "+" and is_own_cell(place, index)):
            words.append(word)
    return words


def _short_name(
    element: Value,
    index: Collection[str],
    signature: Signature,
    naming: str,
    elements: _Elements,
    taken: Collection[str],
    ends: tuple[str, str, str],
) -> str:
    """What people call an element that is read: ``stiffness``, and ``planet_radius`` after the word for another record.

    A word that stands for several elements, or is taken, is told apart by the index: ``mass_a``, ``m_a``, ``time1``.
    """
    symbol = element.operands[0].operands[0]
    slot = signature.slots.get(symbol)
    if slot is None or slot.writes or not slot.shape or symbol.endswith(".list"):
        return ""
    if symbol.endswith((".start", ".count")):
        return ends[2 if symbol.endswith(".count") else element.operands[-1].operation == "+"]
    others = [] if slot.group == NUMBER_GROUP else _others(element, index)
    if not all(others):  # one of several components, or a place that has no word
        return ""
    attribute = slot.record or parted(symbol)[1]
    word, apart = attribute or slot.names[0], bool(others) and len(elements.places[attribute]) > 1
    if others and ((isinstance(slot.fill, Indices) and element.type == INT) or not slot.shape[-1].entity):
        word = _of_many(word)  # ``side`` of ``sides[i, k]``
    if slot.record in (*index, *others):  # ``planet`` is the place of one
        return f"{slot.record}_params"
    if len(others) == 1 and len(others[0]) >= LEAST_WORD and (slot.shared or (slot.record and apart)):
        word = f"{others[0]}_{word}"
    elif others and (slot.shared or slot.record) and (apart or word in taken or word in RESERVED):
        word = slot.names[-1] if len(slot.names[-1]) <= LONGEST_SYMBOL and naming != "owner" else word
        places_word = "_".join(others)
        number = places_word.removeprefix(places_word.rstrip(digits))
        counted = number and len({place.rstrip(digits) for place in elements.places[attribute] if place}) == 1
        word = f"{word}{number}" if counted else f"{word}_{places_word}"
    return word if word.isidentifier() and word not in ("in", "out") else ""


def _of_many(word: str) -> str:
    """The word for one of several values."""
    one = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    return word if word.endswith(SAME_IN_PLURAL) else one


def _stored_name(element: Value, signature: Signature) -> str:
    """What people call a value before it is stored: ``new_velocity``, ``velocity``; none for one of several parts."""
    symbol = dotted_name(element.operands[0])
    slot = signature.slots.get(symbol)
    if slot is None or "." not in symbol or any(place.operation == "literal" for place in element.operands[1:]):
        return ""
    word = symbol[1:].split(".")[1]
    if slot.shape and (not slot.shape[-1].entity or slot.shape[-1].number or slot.shape[-1].times > 1):
        word = _of_many(word)  # ``key`` of ``keys[i, k]``
    return f"new_{word}" if twin(symbol) in signature.slots else word
