"""The shape of a kernel, drawn: each change with the chance of the policy."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import Block, parts_of
from generator.syntax.walks.names import definitions
from generator.synthesis.chance.habits import Habits
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.shaping.arms import spelled_choices, ternaries, with_arms, with_exits_alike, with_one_store
from generator.synthesis.shaping.border_steps import with_border_steps
from generator.synthesis.shaping.element_words import COUNTS, ENDS, ElementWords
from generator.synthesis.shaping.guard_forms import holding, spelled_sums
from generator.synthesis.shaping.inlining import Inlining, without_names
from generator.synthesis.shaping.naming_values import with_names, with_stored_names
from generator.synthesis.shaping.one_name import without_aliases
from generator.synthesis.shaping.operands import commuted
from generator.synthesis.shaping.order import reordered, with_loads_together
from generator.synthesis.shaping.value_kinds import Habit
from generator.synthesis.storage.signature import Signature


def shaped(
    block: Block, index: Collection[str], signature: Signature, random: Random, policy: Policy, habits: Habits
) -> Block:
    """The block in a shape of its own; it computes the same. No local is named as one of the thread's indices."""
    naming = random.weighted(habits.naming)
    written = {symbol for symbol, slot in signature.slots.items() if slot.writes}
    block = without_aliases(block)
    called = [part.callee for part in parts_of(block) if part.operation == "call"]
    taken = {*definitions(block), *index, *called}  # a local would hide a function of its name
    ends = (*random.pick(ENDS), random.pick(COUNTS))
    words = ElementWords(block, index, signature, naming, ends, frozenset(taken))
    inlining = (policy.inline_elements, policy.inline_results, policy.inline)
    block = without_names(block, Inlining(*[Habit(random, random.weighted(each)) for each in inlining]), written)
    named = Habit(random, random.weighted(policy.named_reads))
    block = with_names(block, index, words.of_read, named, taken, random.chance(policy.range_ends))
    if chance := random.weighted(policy.named_stores):
        block = with_stored_names(block, random, chance, words.of_stored, taken)
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
