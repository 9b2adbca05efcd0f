"""Grids: what is said of the boundary is what is tested, and a stencil treats its border in one way."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw

SEEDS = ("fixed", "fresh")


def seeded(kind: str, fresh_seed: int) -> str:
    return f"grids/{fresh_seed if kind == 'fresh' else 5}"


@pytest.mark.parametrize("kind", SEEDS)
def test_the_boundary_is_every_end_of_every_axis(kind, fresh_seed):
    found = 0
    for candidate in draw("grid", 200, seeded(kind, fresh_seed)):
        if "Cells on the boundary are left alone." not in candidate.description:
            continue
        found += 1
        counters = re.search(r"(.*) = wp\.tid\(\)", candidate.source)[1].split(", ")
        test = re.search(r"if (.*):\n +return", candidate.source)[1].strip().split(" or ")
        wanted = [
            f"{c.strip()} == {end}" for c, n in zip(counters, candidate.launch.dim, strict=True) for end in (0, n - 1)
        ]
        assert test == wanted, candidate.source
    assert kind == "fresh" or found > 3


@pytest.mark.parametrize("kind", SEEDS)
def test_a_stencil_is_periodic_or_clamped_throughout(kind, fresh_seed):
    for candidate in draw("stencil", 200, seeded(kind, fresh_seed)):
        wrapped = bool(re.search(r"\[[^]]* % \d", candidate.source))
        clamped = bool(re.search(r"wp\.(min|max)\(\w+ [-+] \d+, \d+\)", candidate.source))
        assert wrapped != clamped, candidate.source
        assert wrapped == ("periodic" in candidate.description), candidate.description


@pytest.mark.parametrize("kind", SEEDS)
def test_a_dilation_takes_the_largest_and_an_erosion_the_smallest(kind, fresh_seed):
    calls = {"dilated": "max", "raised": "max", "eroded": "min", "lowered": "min", "eroded_value": "min"}
    for candidate in draw("stencil", 200, seeded(kind, fresh_seed)):
        for name, call in calls.items():
            for line in re.findall(rf"^ +{name} = (.*)", candidate.source, re.M):
                assert set(re.findall(r"wp\.(min|max)\(", line)) == {call}, candidate.source
