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
