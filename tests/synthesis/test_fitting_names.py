"""Names and calls that fit their operands: powers, changes of volume, noise and its period, twists."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import Candidate
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))


def drawn(category: str, fresh: bool, fresh_seed: int) -> list[Candidate]:
    return list(draw(category, 400, f"fitting/{fresh_seed if fresh else 5}"))


def whole(candidate: Candidate, name: str) -> str:
    """What a local was read from."""
    loaded = re.search(rf"^ +{re.escape(name)} = (\w+)\[\w+(?:\[\w+\])?\]$", candidate.source, re.M)
    return loaded[1] if loaded else name


@FRESH
def test_a_power_is_of_a_wrench_and_a_twist(fresh, fresh_seed):
    found = 0
    for candidate in drawn("spatial", fresh, fresh_seed):
        for pair in re.findall(r"power = wp\.\w*dot\(([\w\[\]]+), ([\w\[\]]+)\)", candidate.source):
            found += 1
            names = [whole(candidate, name) for name in pair]
            assert any("wrench" in name for name in names), candidate.source
            assert any("twist" in name or "motion" in name for name in names), candidate.source
            assert not any("momentum" in name or "bias" in name for name in names), candidate.source
    assert found


@FRESH
def test_a_change_of_volume_and_a_dilation_have_their_matrix(fresh, fresh_seed):
    pattern = r"(volume_change|dilation) = wp\.\w+\(([\w\[\]]+)\)"
    found = 0
    for candidate in drawn("matrix", fresh, fresh_seed):
        for what, name in re.findall(pattern, candidate.source):
            found += 1
            fitting = {"volume_change": "jacobian", "dilation": "gradient_matrix"}[what]
            assert fitting in whole(candidate, name), candidate.source
        assert not re.search(r"_norm = wp\.length_sq", candidate.source), candidate.source
    assert found


@FRESH
def test_ridged_noise_is_positive_and_known_to_be(fresh, fresh_seed):
    for candidate in drawn("noise", fresh, fresh_seed):
        for name in re.findall(r"(\w+) = 1\.0 - wp\.abs\(wp\.noise", candidate.source):
            assert f"wp.abs({name})" not in candidate.source, candidate.source


@FRESH
def test_periodic_noise_passes_its_periods(fresh, fresh_seed):
    """Looked at where the coordinates are an input."""
    found = 0
    for candidate in drawn("noise", fresh, fresh_seed):
        spans = {a.name: a.high - a.low for a in candidate.launch.arguments if a.kind == "array"}
        call = r"pnoise\(\w+, (?:([\d.]+) \* )?([a-z]\w*)(?:\[\w+\])?, ([\d, ]+)\)"
        for factor, name, periods in re.findall(call, candidate.source):
            span = spans.get(whole(candidate, name))
            if span is not None:
                found += 1
                assert float(factor or 1.0) * span >= max(map(int, periods.split(", "))), candidate.source
    assert found


@FRESH
def test_no_twist_of_an_inverse_and_no_part_of_reordered_parts(fresh, fresh_seed):
    for candidate in drawn("quaternion", fresh, fresh_seed):
        for name in re.findall(r"(\w+) = wp\.quat_inverse\(", candidate.source):
            assert not re.search(rf"quat_twist\w*\(.*, {name}\)", candidate.source), candidate.source
        assert not re.search(r"scalar_first\[\d", candidate.source), candidate.source
