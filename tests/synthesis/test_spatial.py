"""Rotations and spatial vectors: no detour by a matrix, no step on a mere multiple of another pair."""

from __future__ import annotations

import re

import pytest

from generator.synthesis import Candidate
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.categories.spatial import TABLE
from generator.synthesis.expression import Unfit
from tests.synthesis.kernels import draw

FRESH = pytest.mark.parametrize("fresh", (False, True))
SCALED = r"^ +((?:scaled|damped|attenuated)_(?:motion|twist|wrench)\d*) = "
TURN = r"wp\.quat_to_matrix\([\w.\[\]]+\)"


def drawn(category: str, count: int, fresh: bool, seed: int) -> list[Candidate]:
    return list(draw(category, count, f"space/{seed if fresh else 5}"))


@FRESH
def test_a_scaled_pair_is_not_taken_apart_or_measured(fresh, fresh_seed):
    for candidate in drawn("spatial", 400, fresh, fresh_seed):
        for name in re.findall(SCALED, candidate.source, re.M):
            asked = rf"(?:spatial_top|spatial_bottom|length|length_sq)\({name}\)|velocity_at_point\({name},"
            assert not re.search(asked, candidate.source), candidate.source


@pytest.mark.parametrize("motif", ["top_part", "bottom_part", "point_velocity", "motion_size", "half_square_size"])
def test_what_a_multiple_shares_with_its_pair_is_unfit(motif):
    builder = Builder("scaled", (("float32", 1.0),))
    s, x, point = (builder.define(n, t, -1.0, 1.0).expression for n, t in (("s", "S"), ("x", "F"), ("p", "V3")))
    scaled = builder.assign(("scaled",), s * x).expression
    step = next(m for m, _ in TABLE if motif in m.names)
    others = [point] * (len(step.operands) - 1)
    assert step.builds[0][1](builder, s, *others).text
    with pytest.raises(Unfit):
        step.builds[0][1](builder, scaled, *others)


def test_an_inertia_along_a_motion_moves_another_one():
    builder = Builder("inertia", (("float32", 1.0),))
    s, t, x = (builder.define(n, k, -1.0, 1.0).expression for n, k in (("s", "S"), ("t", "S"), ("x", "F")))
    scaled = builder.assign(("scaled",), s * x).expression
    build = next(m for m, _ in TABLE if "spatial_momentum" in m.names).builds[0][1]
    assert " * t" in build(builder, s, t).text
    for axis, moved in ((s, scaled), (scaled, s)):
        with pytest.raises(Unfit):
            build(builder, axis, moved)


@FRESH
@pytest.mark.parametrize("category", ["quaternion", "vector", "spatial"])
def test_a_matrix_of_a_rotation_serves_twice_or_is_stored(category, fresh, fresh_seed):
    for candidate in drawn(category, 300, fresh, fresh_seed):
        source = candidate.source
        assert "transform_point(wp.transform_to_matrix(" not in source, source
        assert not re.search(rf"{TURN} \*", source), source
        for name in re.findall(rf"^ +(\w+) = {TURN}$", source, re.M):
            stored = re.search(rf"\] = {name}$", source, re.M)
            assert stored or len(re.findall(rf"\b{name}\b", source)) > 2, source


@FRESH
def test_a_frame_that_acts_far_out_is_called_so(fresh, fresh_seed):
    for candidate in drawn("quaternion", 400, fresh, fresh_seed):
        assert "near_frame" not in candidate.source
        if "wp.transform_identity(" in candidate.source and " it is far out" in candidate.description:
            assert " itself" in candidate.description, candidate.description


@FRESH
def test_halves_are_not_put_together_again_or_swapped(fresh, fresh_seed):
    for candidate in drawn("spatial", 400, fresh, fresh_seed):
        halves = dict(re.findall(r"^ +(\w+) = wp\.(spatial_(?:top|bottom)\(.*\))$", candidate.source, re.M))
        for top, bottom in re.findall(r"wp\.spatial_vector\((\w+), (\w+)\)", candidate.source):
            first, second = halves.get(top, ""), halves.get(bottom, "")
            assert not first.startswith("spatial_bottom") and not second.startswith("spatial_top"), candidate.source
            assert not first or first.partition("(")[2] != second.partition("(")[2], candidate.source


@FRESH
def test_no_motion_is_added_to_itself_at_another_point(fresh, fresh_seed):
    for candidate in draw("spatial", 500, f"shifted/{fresh_seed if fresh else 5}"):
        for moved, motion in re.findall(
            r"^ +(\w+) = wp\.spatial_vector\(.*wp\.spatial_bottom\(([\w\[\]]+)\)", candidate.source, re.M
        ):
            of = re.escape(motion)
            sums = rf"(?<!\w)(?:{of} [-+] \S+ \* {moved}|{moved} [-+] \S+ \* {of})$"
            assert not re.search(sums, candidate.source, re.M), candidate.source


def test_no_half_of_a_cross_product_is_taken_that_needs_only_halves(fresh_seed):
    for candidate in draw("spatial", 400, f"half/{fresh_seed}"):
        for name in re.findall(r"(\w+) = wp\.spatial_cross\(", candidate.source):
            top = f"spatial_top({name})" in candidate.source
            assert not top or f"spatial_bottom({name})" in candidate.source, candidate.source


def test_a_name_does_not_speak_of_another_argument(fresh_seed):
    """A scaled twist is no scaled axis, where there is a twist."""
    found = 0
    for candidate in draw("spatial", 400, f"other/{fresh_seed}"):
        arguments = {argument.name for argument in candidate.launch.arguments}
        for name, made in re.findall(r"^ +(scaled_\w+) = (.*)$", candidate.source, re.M):
            if (of := name.removeprefix("scaled_")) in arguments:
                found += 1
                loads = "|".join([rf"\w*{of}\w*", *re.findall(rf"^ +(\w+) = {of}\[", candidate.source, re.M)])
                assert re.search(rf"\b(?:{loads})\b", made), candidate.source
    assert found


def test_a_velocity_meets_neither_its_place_nor_the_spin():
    """``p . (v + w x p)`` is ``p . v``, and ``w . (v + w x p)`` is ``w . v``."""
    builder = Builder("velocity", (("float32", 1.0),))
    s, point, other = (
        builder.define(n, t, -1.0, 1.0).expression for n, t in (("s", "S"), ("p", "V3"), ("offset", "V3"))
    )
    build = next(m for m, _ in TABLE if "point_velocity" in m.names).builds[0][1]
    velocity = builder.assign(("velocity",), build(builder, s, point)).expression
    spin = builder.assign(("spin",), call("spatial_top", s)).expression
    assert call("dot", velocity, other).text == "wp.dot(offset, velocity)"
    for parallel in (point, spin, builder.assign(("ahead",), call("normalize", point)).expression):
        with pytest.raises(Unfit, match="turn drops out"):
            call("dot", velocity, parallel)
