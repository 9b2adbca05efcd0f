"""Stencils: one neighbor of a cell, or the sum of two, is no quantity of its own."""

from __future__ import annotations

import re

import pytest

from tests.synthesis.kernels import draw

ASIDE = r"\b(?:north|south|west|east|below|above|vertical_sum|horizontal_sum|depth_sum)(?:_(?!index)\w+|\d*)\b"
ONE_SIDED = r"^ +(?:backward|forward)_\w+ = "


@pytest.mark.parametrize("fresh", (False, True))
def test_neighbors_stand_beside_each_other(fresh, fresh_seed):
    for candidate in draw("stencil", 300, f"neighbors/{fresh_seed if fresh else 5}"):
        body = candidate.source.rpartition('"""')[2]
        for line in body.splitlines():
            read = re.findall(ASIDE, line.partition(" = ")[2])
            assert len(set(read)) != 1 or re.match(ONE_SIDED, line), candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_a_field_decides_the_side_of_an_upwind_difference(fresh, fresh_seed):
    """The sign of a Laplacian is no direction of a flow."""
    found = 0
    for candidate in draw("stencil", 200, f"upwind/{fresh_seed if fresh else 1}"):
        for flow in re.findall(r"(?:upwind_difference|transport)\w* = wp\.where\(([\w, \[\]]+) > ", candidate.source):
            made = re.search(rf"^ +{re.escape(flow)} = (.*)$", candidate.source, re.MULTILINE)
            assert made is None or re.fullmatch(r"\w+\[[\w, ]+\]", made[1]), candidate.source
            found += 1
    assert found


def test_fields_of_one_grid_have_one_spacing(fresh_seed):
    for candidate in draw("stencil", 300, f"spacing/{fresh_seed}"):
        divided = re.findall(r"(?:slope|central_difference)\w* = \(\w+ - \w+\) / ", candidate.source)
        assert not divided or not re.search(r"_here = \w+\[", candidate.source), candidate.source
