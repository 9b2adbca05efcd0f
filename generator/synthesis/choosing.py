"""Further computations of a kernel: those that are one step of their field with the first."""

from __future__ import annotations

from generator.synthesis.catalogue.index import computation_of, entries, unsound
from generator.synthesis.catalogue.pools import variants_of
from generator.synthesis.chance.policy import Policy
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import Choice, answers_agree, chosen
from generator.synthesis.composition.steps import steps_of


def choices_of(random: Random, first: Choice, split: str, policy: Policy) -> tuple[Choice, ...]:
    """A computation, now and then with others that are one step of its field with it."""
    found = [first]
    steps = steps_of(first.computation.name)
    if not steps or not random.chance(policy.join):
        return tuple(found)
    for word in random.pick(steps)[1:]:
        other = entries().get(word)  # absent while the index is being written
        if other is None or word in unsound():
            break
        computation = computation_of(other)
        every = [Choice(computation, variant) for variant in variants_of(computation, split, other.owner)]
        fitting = [each for each in every if all(answers_agree(before, each) for before in found)]
        if not fitting:
            break
        found.append(chosen(computation, random.pick(fitting).variant))
    return tuple(found)
