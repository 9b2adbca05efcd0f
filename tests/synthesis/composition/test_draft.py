"""What is known of a computation before it is drafted is true of its draft."""

from __future__ import annotations

from collections.abc import Iterator

from generator.syntax.statements import walk
from generator.synthesis.catalogue.index import computation_of, entries, unsound
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.draft import Draft, size_of
from generator.synthesis.composition.drawing import chosen, draft_kernel, kernels_of
from generator.synthesis.composition.outline import outline

EVERY = 4
"""Of so many computations one is drafted."""


def drafts(label: str, every: int) -> Iterator[Draft]:
    """Drafts of one of so many computations."""
    for name in [name for name in sorted(entries()) if name not in unsound()][::every]:
        computation = computation_of(entries()[name])
        choice = chosen(computation, Random(f"{label}/{name}").pick(all_variants(computation)))
        yield draft_kernel(f"{label}/{name}", (choice,), DEFAULT_POLICY)


def test_the_size_of_a_computation_is_near_that_of_its_draft() -> None:
    apart = [abs(1 + len(walk(draft.body)) - size_of(draft.choices)) for draft in drafts("size", EVERY)]
    assert sum(each <= 2 for each in apart) > 0.8 * len(apart), "the guards of a launch have two statements each"


def test_a_kernel_is_within_the_outline_of_its_draft() -> None:
    for draft in drafts("outline", 3 * EVERY):
        (least, most), kernel = outline(draft), next(kernels_of(draft))
        for word in ("loops", "branches", "atomics"):
            assert getattr(least, word) <= getattr(kernel.module_features, word), (draft.key, word)
        for word in ("branches", "nesting", "operators"):
            assert getattr(kernel.features, word) <= getattr(most, word), (draft.key, word)
