"""What is told of a kernel before it is drafted is true of its draft."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.syntax.statements import walk
from generator.synthesis.catalogue.index import computation_of, entries, unsound
from generator.synthesis.catalogue.pools import all_variants
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.draft import Draft
from generator.synthesis.composition.drawing import Choice, chosen, draft_kernel
from generator.synthesis.composition.foresight import size_of, surely_has_issue

EVERY = 4
"""Of so many computations one is drafted."""


def drafts() -> Iterator[tuple[Choice, Draft]]:
    """Computations in one of their variants, and a draft of each."""
    names = [name for name in sorted(entries()) if name not in unsound()]
    for name in names[::EVERY]:
        random = Random(f"foresight/{name}")
        computation = computation_of(entries()[name])
        choice = chosen(computation, random.pick(all_variants(computation)))
        yield choice, draft_kernel(f"foresight/{name}", (choice,), DEFAULT_POLICY)


@pytest.fixture(scope="module")
def drafted() -> list[tuple[Choice, Draft]]:
    return list(drafts())


def test_a_foreseen_issue_is_there(drafted: list[tuple[Choice, Draft]]) -> None:
    foreseen = [(choice, draft) for choice, draft in drafted if surely_has_issue(choice)]
    assert [
        choice.computation.name for choice, draft in foreseen if not (draft.issue or draft.not_differentiable)
    ] == []
    assert len(foreseen) > sum(bool(draft.issue) for _, draft in drafted) // 2, "most are foreseen"


def test_the_size_of_computations_is_near_that_of_their_draft(drafted: list[tuple[Choice, Draft]]) -> None:
    apart = [abs(1 + len(walk(draft.body)) - size_of((choice,))) for choice, draft in drafted]
    assert sum(each <= 2 for each in apart) > 0.8 * len(apart), "the guards of a launch have two statements each"
