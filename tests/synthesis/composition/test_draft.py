"""What is known of a computation before it is drafted is true of its draft."""

from __future__ import annotations

from generator.syntax.statements import walk
from generator.synthesis.catalogue.index import computation_of, entries, unsound
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.draft import size_of
from generator.synthesis.composition.drawing import chosen, draft_kernel

EVERY = 4
"""Of so many computations one is drafted."""


def test_the_size_of_a_computation_is_near_that_of_its_draft() -> None:
    apart = []
    for name in [name for name in sorted(entries()) if name not in unsound()][::EVERY]:
        computation = computation_of(entries()[name])
        choice = chosen(computation, Random(f"size/{name}").pick(all_variants(computation)))
        draft = draft_kernel(f"size/{name}", (choice,), DEFAULT_POLICY)
        apart.append(abs(1 + len(walk(draft.body)) - size_of((choice,))))
    assert sum(each <= 2 for each in apart) > 0.8 * len(apart), "the guards of a launch have two statements each"
