"""Elements: lengths are softened by one number, and a weight is a density times an acceleration."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw

SOFT = r"(?:length_sq\w*(?:\([^()]*(?:\([^()]*\))?[^()]*\))?|triple) \+ (?:wp\.float64\()?([\d.]+)"


@pytest.mark.parametrize("fresh", (False, True))
def test_one_kernel_has_one_softening(fresh, fresh_seed):
    for candidate in draw("fem", 300, f"elements/{fresh_seed if fresh else 5}"):
        assert len(set(re.findall(SOFT, candidate.source))) <= 1, candidate.source
        assert "specific_weight" not in candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_nodal_shares_are_written_once(fresh, fresh_seed):
    for candidate in draw("fem", 300, f"shares/{fresh_seed if fresh else 5}"):
        shares = re.findall(r"\S+ \* (?:length|area|volume|size) / \S+", candidate.source)
        assert len(shares) == len(set(shares)), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_laws_of_elements_are_those_of_physics(fresh, fresh_seed):
    for candidate in draw("fem", 500, f"laws/{fresh_seed if fresh else 5}"):
        assert not re.search(r"wp\.sin\(|wp\.exp\(-wp\.abs\(", candidate.source), candidate.source
        assert not re.search(r"(?:viscosity|damping)\S* \* length", candidate.source), candidate.source
        told = candidate.description
        assert "squared" not in told and ("elastic forces" not in told or "strain energy" not in told), told
        for argument in candidate.launch.arguments:
            assert argument.name != "porosity" or argument.high < 1.0
