"""Geometry: what a query is said to give is what its local holds."""

from __future__ import annotations

import re

import numpy as np
import pytest

from generator.launch import Argument
from generator.synthesis.queries import MESH_FACES, MESH_VERTICES, RADIANT, SENT, TREE_BOXES
from generator.verification.launching.geometry import make_geometry
from tests.synthesis.kernels import draw


class _Warp:
    """The built-ins of those lines, over rows of vectors and columns of floats."""

    float64 = float
    constant = static = staticmethod(lambda x: x)
    max = staticmethod(np.maximum)
    sqrt = staticmethod(lambda x: np.sqrt(np.maximum(x, 0.0)))
    normalize = staticmethod(lambda v: v / np.linalg.norm(v, axis=1, keepdims=True))
    dot = staticmethod(lambda v, w: (v * w).sum(axis=1, keepdims=True))
    length_sq = staticmethod(lambda v: (v * v).sum(axis=1, keepdims=True))


_WARP = _Warp()


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


@pytest.mark.parametrize("fresh", (False, True))
def test_rays_enter_spheres_in_front_of_them(fresh, fresh_seed):
    """Of the lines that say where a ray enters: on the sphere in front, at the closest point, or where it starts."""
    rng = np.random.default_rng(fresh_seed if fresh else 5)
    found = 0
    for candidate in draw("geometry", 600, f"spheres/{fresh_seed if fresh else 5}"):
        before, entering, after = candidate.source.partition(" = along\n")
        if not entering:
            continue
        found += 1
        bounds = {a.name: (a.low, a.high) for a in candidate.launch.arguments}
        origin, ray, center = (rng.uniform(*bounds[n], (2000, 3)) for n in ("origins", "ray_directions", "centers"))
        direction = ray / np.linalg.norm(ray, axis=1, keepdims=True)
        held = {"wp": _WARP, "np": np, "center": center, "origin": origin, "ray_direction": ray}
        lines = re.findall(r"^ {4}(?:(?:d|m|along|miss_sq) = .*)$", before, re.M)
        exec("\n".join(line.strip() for line in lines), held)
        along = held["along"][:, 0]
        assert along.min() >= 0.0, candidate.source
        exec("\n".join(re.findall(r"^[A-Z]+ = wp.constant.*$", candidate.source, re.M)), held)
        radius_sq = eval(re.search(r"if miss_sq < (.*):", candidate.source)[1], held)
        inside = np.linalg.norm(center - origin, axis=1) < np.sqrt(radius_sq)
        enters = (held["miss_sq"][:, 0] < radius_sq) & ~inside & (along > 0.0)
        distance = eval(re.search(r"^ {8}\w+ = (.*)$", after, re.M)[1], held)[:, 0]
        meets = np.linalg.norm(origin + distance[:, None] * direction - center, axis=1)
        assert enters.mean() > 0.1
        assert distance.min() >= 0.0, candidate.source
        assert np.allclose(meets[enters], np.sqrt(radius_sq))
    assert found > 5


@pytest.mark.parametrize("fresh", (False, True))
def test_rays_start_where_the_origins_say_and_shade_what_radiates(fresh, fresh_seed):
    for candidate in draw("geometry", 300, f"rays/{fresh_seed if fresh else 5}"):
        assert not re.search(r"\w+ \* 2\.0, ", candidate.source), candidate.source
        if shaded := re.search(r"(?:shaded|visible_part|transmitted|passed\w*)\d* = (\w+?)\d*\[", candidate.source):
            assert shaded[1] in {*RADIANT, *(name for name, _, _ in SENT)}, candidate.source


@pytest.mark.parametrize("fresh", (False, True))
def test_the_nearest_point_of_a_segment_is_the_nearest(fresh, fresh_seed):
    for candidate in draw("geometry", 300, f"segments/{fresh_seed if fresh else 5}"):
        assert "length_sq(edge) +" not in candidate.source, candidate.source


def test_fluxes_of_an_element_sum_to_nothing(fresh_seed):
    """What one node gives another one takes: true of the linear law alone where several share a mean."""
    found = 0
    for candidate in draw("fem", 150, fresh_seed):
        source = candidate.source
        if "mean_value" in source or "element_value" in source:
            found += "residual" in source or "load" in source
            assert not re.search(r"(?:tanh|atan|abs)\([^()]*(?:mean|element)_value - ", source), source
        assert "length_sq(d1 - d0)" not in source, "a turn is no strain"
    assert found > 5
