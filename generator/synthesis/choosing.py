"""What a kernel does besides its first computation: others of the same step, or something with what that made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.syntax.statements import Store, walk
from generator.syntax.values import name
from generator.synthesis.catalogue.index import computation_of, entries, unsound
from generator.synthesis.catalogue.pools import variants_of
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import Choice, answers_agree, chosen
from generator.synthesis.composition.steps import steps_of
from generator.synthesis.plumbing.instances import KINDS, following

NOISE = ("disturb",)
FOLLOWING = tuple(word for word, kind in KINDS.items() if kind.follows and word not in NOISE)
"""Kinds of plumbing that come after a computation: those that draw random numbers, and the others."""


def choices_of(random: Random, first: Choice, split: str, policy: Policy, noisy: bool = False) -> tuple[Choice, ...]:
    """A computation with what its kernel does besides; ``noisy``: that is noise."""
    if noisy:
        return with_following(random, first, split, NOISE)
    found = with_steps(random, first, split, policy)
    if len(found) > 1 or first.computation.plumbing or not random.chance(policy.followed):
        return found
    return with_following(random, first, split, FOLLOWING)


def with_steps(random: Random, first: Choice, split: str, policy: Policy) -> tuple[Choice, ...]:
    """A computation, now and then with others that are one step of its field with it."""
    found = [first]
    steps = steps_of(first.computation.name)
    if not steps or not random.chance(policy.join):
        return tuple(found)
    for word in random.pick(steps)[1:]:
        other = entries().get(word)  # none while the index is written that will have it
        if other is None or word in unsound():
            break
        computation = computation_of(other)
        every = [chosen(computation, variant) for variant in variants_of(computation, split, other.owner)]
        fitting = [each for each in every if all(answers_agree(before, each) for before in found)]
        if not fitting:
            break
        found.append(random.pick(fitting))
    return tuple(found)


def with_following(random: Random, first: Choice, split: str, kinds: Sequence[str]) -> tuple[Choice, ...]:
    """A computation, and something done next with a value that it stores of its own record; alone if nothing fits."""
    computation, record = first.computation, first.record
    targets = [each.target for each in walk(first.function.body) if isinstance(each, Store)]
    own = {of_.operands[1] for of_ in targets if of_.operation == "attribute" and of_.operands[0] == name(record.name)}
    for kind in random.shuffled(kinds):
        if not any(of_.name in own and KINDS[kind].fits(of_) for of_ in record.attributes):
            continue
        other = following(kind, computation.schema, record)
        found = () if other is None else variants_of(other, split, "")
        if other is not None and (variants := [each for each in found if own.issuperset(each.get("attributes", "?"))]):
            grown = chosen(replace(computation, schema=other.schema), first.variant)
            return (grown, chosen(other, random.pick(variants)))
    return (first,)
