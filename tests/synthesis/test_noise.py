"""Noise: at one place it is taken once."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw


@pytest.mark.parametrize("fresh", (False, True))
def test_periodic_noise_lies_elsewhere_than_plain_noise(fresh, fresh_seed):
    for candidate in draw("noise", 400, f"noise/{fresh_seed if fresh else 5}"):
        plain = set(re.findall(r"wp\.noise\((\w+, [\w.\[\] *()]+?)\)(?=$| |\))", candidate.source, re.M))
        periodic = set(re.findall(r"wp\.pnoise\((\w+, [^,]+), ", candidate.source))
        assert plain.isdisjoint(periodic), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_noise_is_taken_at_noise_only_where_that_displaced_a_point(fresh, fresh_seed):
    for candidate in draw("noise", 500, f"places/{fresh_seed if fresh else 5}"):
        held = dict(re.findall(r"^ +(\w+) = (.*)$", candidate.source, re.M))
        for place in re.findall(r"noise\(\w+, (?:[\d.]+ \* )?(\w+)", candidate.source):
            assert "noise(" not in held.get(place, "") or place.startswith("warped"), candidate.source
