"""Geometry: what a query is said to give is what its local holds."""

from __future__ import annotations

import re

import pytest

from generator.launch import Argument
from generator.synthesis.queries import MESH_FACES, MESH_VERTICES, TREE_BOXES
from generator.verification.geometry import make_geometry
from tests.synthesis.kernels import draw


@pytest.mark.parametrize("fresh", (False, True))
def test_sums_and_counts_over_what_a_query_finds_start_from_zero(fresh, fresh_seed):
    for candidate in draw("geometry", 300, f"geometry/{fresh_seed if fresh else 5}"):
        body = candidate.source
        for total in re.findall(r"while .*:\n(?: {8}.*\n)*? {8,}(\w+) \+=", body):
            assert re.findall(rf"^ {{4}}{total} (.*)", body, re.M) == ["= float(0.0)"], body
        for line in re.findall(r".*(?:\.t\b|count_intersections|(?:closest_pair|parameters)\d*\[2\]).*", body):
            assert re.search(r"= (\w+\.t|float\(wp\.mesh_query_ray_count_intersections\(.*\)\)|\w+\[2\])$", line), body
        assert "% 5" not in body and not re.search(r"float\(item %", body)


def test_arrays_of_values_are_as_long_as_what_they_belong_to():
    mesh, tree = (make_geometry(Argument("id", "scalar", "uint64", fill=fill), None) for fill in ("mesh", "bvh"))
    assert (len(mesh.points), len(mesh.indices) // 3, len(tree.lowers)) == (MESH_VERTICES, MESH_FACES, TREE_BOXES)
