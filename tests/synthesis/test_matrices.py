"""Matrices: what a name promises holds, and no transpose is taken of a transpose."""

from __future__ import annotations

import re

import pytest

from generator.synthesis.categories.matrix import SYMMETRIC_NAMES
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))
SYMMETRIC = (*SYMMETRIC_NAMES, "stress_tensor")


@FRESH
def test_symmetric_names_are_filled_so_and_not_transposed(fresh, fresh_seed):
    found = 0
    for candidate in draw("matrix", 300, f"symmetric/{fresh_seed if fresh else 5}"):
        for argument in candidate.launch.arguments:
            if argument.name.startswith(SYMMETRIC):
                found += 1
                assert argument.fill == "spd", candidate.source
                place = rf"{argument.name}\[[^\]]*(?:\[\w+\])?\]"
                locals_ = re.findall(rf"^ +(\w+) = {place}$", candidate.source, re.M)
                read = "|".join([place, *locals_])
                assert not re.search(rf"wp\.transpose\((?:{read})\)", candidate.source), candidate.source
    assert found > 30


@FRESH
def test_no_product_with_a_transpose_is_transposed_for_another(fresh, fresh_seed):
    for candidate in draw("matrix", 400, f"transposed/{fresh_seed if fresh else 5}"):
        held = dict(re.findall(r"^ +(\w+) = (.*)$", candidate.source, re.M))
        for left, right in re.findall(r"wp\.transpose\((\w+)\) \* ([\w.\[\]]+)", candidate.source):
            if left != right:  # a normal matrix is one of any matrix
                assert "wp.transpose(" not in held.get(left, ""), candidate.source
