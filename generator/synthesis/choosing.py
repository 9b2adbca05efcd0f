"""What a kernel does besides its first computation: others of the same step, or something with what that made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.syntax.statements import Store, parts_of, walk
from generator.syntax.values import Value, name
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

ENOUGH = 7
"""Attributes and numbers of a computation beyond which nothing else is done: more arguments than people give."""

CHANGING = ("disturb", "limit", "scale")
"""Those of them that change the value itself: they may come before a computation that reads it."""


def choices_of(random: Random, first: Choice, split: str, policy: Policy, noisy: bool = False) -> tuple[Choice, ...]:
    """A computation with what its kernel does besides; ``noisy``: that is noise."""
    if noisy:
        return with_following(random, first, split, NOISE)
    found = with_steps(random, first, split, policy)
    if len(found) > 1 or first.computation.plumbing or not random.chance(policy.followed):
        return found
    body, numbers = first.function.body, first.function.parameters[1:]
    if len({part.operands[1] for part in parts_of(body) if part.operation == "attribute"}) + len(numbers) > ENOUGH:
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
    """A computation, and something done next with a value that it stores of its own record; alone if nothing fits.

    Where it stores none, something is done before with a value that it reads.
    """
    own = first.record.name
    targets = [each.target for each in walk(first.function.body) if isinstance(each, Store)]
    stored = {word for target in targets for word in _attributes(target, own)}
    for kind in random.shuffled(kinds):
        if both := _beside(random, first, split, kind, stored):
            return both
    read = {word for part in parts_of(first.function.body) for word in _attributes(part, own)}
    for kind in random.shuffled([kind for kind in kinds if kind in CHANGING]):
        if both := _beside(random, first, split, kind, read - stored):
            return both[1], both[0]
    return (first,)


def _attributes(value: Value, owner: str) -> tuple[str, ...]:
    """The attribute that a value is, where it is one of the owner's."""
    is_own = value.operation == "attribute" and value.operands[0] == name(owner)
    return (value.operands[1],) if is_own else ()


def _beside(random: Random, first: Choice, split: str, kind: str, words: set[str]) -> tuple[Choice, ...]:
    """A computation, and a kind of plumbing for one of some attributes of its record; empty where there is none."""
    if not any(of_.name in words and KINDS[kind].fits(of_) for of_ in first.record.attributes):
        return ()
    other = following(kind, first.computation.schema, first.record)
    if other is None:
        return ()
    variants = [each for each in variants_of(other, split, "") if words.issuperset(each.get("attributes", "?"))]
    if not variants:
        return ()
    return chosen(replace(first.computation, schema=other.schema), first.variant), chosen(other, random.pick(variants))
