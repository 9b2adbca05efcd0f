"""A draft is written in other words until the caller owns its structure."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.dataset.fingerprint import fingerprint
from generator.dataset.splits import split_of
from generator.syntax.reading import read
from generator.syntax.walks.features import features, module_features
from generator.syntax.walks.structure import Structure
from generator.synthesis import Rejected, synthesize
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.chance.policy import DEFAULT_POLICY


@pytest.mark.parametrize("category", list(STRATA)[::4])
def test_a_kernel_is_one_that_its_caller_owns(category: str, fresh_seed: int) -> None:
    asked = []

    def owns(structure: Structure) -> bool:
        asked.append(structure.fingerprint)
        return split_of(structure.fingerprint) == "test"

    found = synthesize(category, f"owned/{fresh_seed}", "test", owns=owns)
    assert asked[-1] == fingerprint(found.source) and split_of(asked[-1]) == "test"
    module = read(found.source)
    parts = (module.kernels[0], module.functions)
    assert STRATA[category].holds(features(*parts), module_features(features(*parts), *parts))


def test_what_nobody_owns_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.synthesis.making.MOST_TRIES", 5)
    with pytest.raises(Rejected):
        synthesize("vector", "owned", owns=lambda structure: False)


def test_the_chance_of_a_size_is_that_of_the_first_row_that_holds_it() -> None:
    policy = replace(DEFAULT_POLICY, short=(("arithmetic", ((5, 0.1),)), ("", ((3, 0.25), (5, 0.5)))))
    assert [policy.of_size(size, "loop") for size in (1, 3, 4, 5, 6)] == [0.25, 0.25, 0.5, 0.5, 1.0]
    assert [policy.of_size(size, "arithmetic") for size in (1, 6)] == [0.1, 1.0]
