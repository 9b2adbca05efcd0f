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
        values = {a.name: a.value for a in candidate.launch.arguments if a.kind == "scalar"}
        sizes = [values[end.partition(" == ")[2].removesuffix(" - 1")] for end in test[1::2]]
        assert test[::2] == [f"{c.strip()} == 0" for c in counters], candidate.source
        assert sizes == list(candidate.launch.dim), candidate.source
    assert kind == "fresh" or found > 3


@pytest.mark.parametrize("kind", SEEDS)
def test_a_stencil_is_periodic_or_clamped_throughout(kind, fresh_seed):
    for candidate in draw("stencil", 200, seeded(kind, fresh_seed)):
        wrapped = bool(re.search(r"\) % \w+", candidate.source))
        clamped = bool(re.search(r"wp\.(min\(\w+ \+ 1, [\w.\[\]]+ - 1|max\(\w+ - 1, 0)\)", candidate.source))
        assert wrapped != clamped, candidate.source
        assert wrapped == ("periodic" in candidate.description), candidate.description


@pytest.mark.parametrize("kind", SEEDS)
def test_a_dilation_takes_the_largest_and_an_erosion_the_smallest(kind, fresh_seed):
    calls = {"dilated": "max", "raised": "max", "eroded": "min", "lowered": "min", "eroded_value": "min"}
    for candidate in draw("stencil", 200, seeded(kind, fresh_seed)):
        for name, call in calls.items():
            for line in re.findall(rf"^ +{name} = (.*)", candidate.source, re.M):
                assert set(re.findall(r"wp\.(min|max)\(", line)) == {call}, candidate.source


SIDE = re.compile(r"^ +([a-z]+)\w* = \w+\[.*?(?:wp\.max\(|\()(\w+) (?:- 1, 0|\+ \S+ - 1)\)", re.M)
BEFORE = {"i": "north", "row": "north", "j": "west", "col": "west", "x": "west", "y": "south"}
NUMBERED = {"stencil": r"\) % \d|wp\.min\(\w+ \+ 1, \d", "grid": r"== [1-9]\d*(?: or .*)?:\n +return"}


@pytest.mark.parametrize("kind", SEEDS)
def test_sides_are_called_by_their_axis(kind, fresh_seed):
    for candidate in draw("stencil", 200, seeded(kind, fresh_seed)):
        for side, counter in SIDE.findall(candidate.source):
            assert side in (BEFORE.get(counter, "below"), "previous"), candidate.source


@pytest.mark.parametrize("kind", SEEDS)
@pytest.mark.parametrize("category", ("stencil", "grid"))
def test_no_size_of_the_launch_is_written_as_a_number(category, kind, fresh_seed):
    for candidate in draw(category, 200, seeded(kind, fresh_seed)):
        assert not re.search(NUMBERED[category], candidate.source), candidate.source


BOUND = re.compile(r"wp\.(min|max|clamp)\([uvw]_(?:coord|cell), ([\d.]+)(?:, ([\d.]+))?\)")
COORDINATE = re.compile(r"= (?:float|wp\.float32)\((\w+)\) / (?:float|wp\.float32)\((\w+)\)")


@pytest.mark.parametrize("kind", SEEDS)
def test_bounds_of_coordinates_are_reached(kind, fresh_seed):
    found = 0
    for candidate in draw("grid", 4000, seeded(kind, fresh_seed)):
        for call, first, second in BOUND.findall(candidate.source):
            counter, size = COORDINATE.search(candidate.source).groups()
            found += 1
            count = next(int(a.value) for a in candidate.launch.arguments if a.name == size)
            ends = re.search(r"if (.*):\n +return", candidate.source)
            left = [f"{counter} == 0" in ends[1], f"{counter} == {size} - 1" in ends[1]] if ends else [False, False]
            low, high = left[0] / count, (count - 1 - left[1]) / count
            if call != "min":
                assert low < float(first), candidate.source
            if call != "max":
                assert float(second or first) < high, candidate.source
    assert found or kind == "fresh"
