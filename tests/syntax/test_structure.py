"""The structure of a tree is that of the text that it is printed as."""

from __future__ import annotations

import pytest

from generator.dataset.fingerprint import structure
from generator.syntax.modules import Module
from generator.syntax.walks.structure import structure_of
from generator.synthesis import CATEGORIES, Rejected, synthesize


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_tree_and_its_text_have_one_structure(category: str, fresh_seed: int) -> None:
    seen = set()
    for number in range(12):
        try:
            candidate = synthesize(category, f"structure/{fresh_seed}/{number}", screened=False)
        except Rejected:
            continue
        assert candidate.made is not None and candidate.made.structure == structure(candidate.source)
        seen.add(candidate.made.structure.fingerprint)
    assert len(seen) > 6


def test_what_no_kernel_has_is_refused() -> None:
    with pytest.raises(KeyError):
        structure_of(Module((object(),)))  # type: ignore[arg-type]
