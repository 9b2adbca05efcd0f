"""Bounds and conditions of computations act: one that never does is left out of a kernel."""

from __future__ import annotations

import inspect
import re
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from benchmarks.vacuity.conditions import SIDES
from benchmarks.vacuity.search import vacuous_parts
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound
from generator.synthesis.chance.randomness import Random
from generator.synthesis.computations.language import LAWS, Computation, wp
from generator.synthesis.schemas.reactions import REACTIONS

SAMPLE = 12
DRAWS = 6

OF_SAFETY = {
    "blend_gaussians": "an opacity below one, as everywhere else, since the way back divides by what passes",
    "blend_gaussians_backward": "what passes a Gaussian is a divisor",
    "column_step": "a vapour pressure of all that there is leaves no air to divide by",
    "condense_clouds": "a vapour pressure of all that there is leaves no air to divide by",
    "conservative_bounds": "a vertex within the margin of another may not move",
    "cube_face": "a coordinate of one at the edge of a face is of its last texel",
    "fem_nonlinear_force": "a ratio of volumes has a logarithm and divides",
    "grid_shallow_water": "a depth below zero comes of steps beyond the Courant condition only, and has no root",
    "map_gray_curve": "an intensity that is as good as one is of the last interval",
    "md_angle_force": "the cosine of a straight angle may round beyond one",
    "md_structure_factor": "the square of a wave vector divides",
    "mix_contact_parameters": "friction of zero has no pyramid",
    "dense_eigenvalues_three": "the cosine may round beyond one",
    "md_coulomb": "charges at one place do not blow up",
    "md_velocity_scale": "a cold start would be heated without bounds",
    "mpm_volume_ratio": "a ratio of volumes divides",
    "row_statistics": "a variance from sums may round below zero",
    "triplanar_color": "a fraction may round to one",
    "unpack_luma_pairs": "the last texel of an odd number has no pair",
    "update_running_statistics": "a variance from sums may round below zero",
    "warp_image": "the last corner of a texel at the border lies inside",
}
"""Computations with a bound that need not act, and why."""

OF_CUSTOM = {
    **dict.fromkeys(
        ("closest_point_on_triangle", "nearest_triangle", "vertex_triangle_contact"),
        "the regions of a triangle are told apart as Ericson does it; a vertex is no neighbour of its own triangles",
    ),
    **dict.fromkeys(
        ("blend_body_pose", "spin_from_orientations", "twist_from_poses"),
        "of near orientations one quaternion may be the other's opposite",
    ),
    **dict.fromkeys(("anneal_trial", "flip_spins"), "what falls is taken without an exponential"),
    "biased_walk_step": "a walk that has just begun has no vertex before",
    "blend_gaussians": "little light passes many Gaussians",
    "check_body_state": "a state may be no number",
    "companding_block": "G.711 looks for the segment down to the lowest",
    "fill_vertex_rings": "the other corners fill a ring",
    "mesh_check_links": "a twin without a twin has none to compare",
    "solver_contact_impulse": "both tangential parts of an impulse are cut at once",
}
"""Computations with a condition that need not act, and why."""


def _texts(computation: Computation) -> str:
    """The text of a computation and of the laws that it names."""
    text = inspect.getsource(computation.function)
    laws = vars(sys.modules[computation.function.__module__]).items()
    return text + "".join(inspect.getsource(law) for name, law in laws if name in text and _is_law(law))


def _is_law(part: object) -> bool:
    return inspect.isfunction(part) and part in LAWS


CHECKED = {name: each for name, each in load_all().items() if name not in unsound()}

BOUNDED = [each for each in CHECKED.values() if re.search(r"wp\.(clamp|min|max)\(", _texts(each))]

CONDITIONAL = [each for each in CHECKED.values() if re.search(r"\b(if|while|and|or)\b", _texts(each))]


def _idle(sampled: Sequence[Computation], seed: str) -> Iterator[tuple[str, str, str]]:
    """Computation, text and side of what never acts in their kernels."""
    for computation in sampled:
        for text, side, _ in vacuous_parts((computation,), DRAWS, seed):
            yield computation.name, text, side


@pytest.mark.parametrize("fresh", [False, True], ids=["fixed", "fresh"])
def test_bounds_act(fresh: bool, fresh_seed: int) -> None:
    seed = str(fresh_seed if fresh else 0)
    found = _idle(
        Random(f"bounds/{seed}").sample([each for each in BOUNDED if each.name not in OF_SAFETY], SAMPLE), seed
    )
    assert not [part for part in found if part[2] not in SIDES]


def test_a_bound_that_the_step_before_keeps_never_acts() -> None:
    step = [CHECKED["reach_outflow"], CHECKED["reach_balance"]]
    assert any("wp.min" in text for text, *_ in vacuous_parts(step, 1, "0"))


@pytest.mark.parametrize("fresh", [False, True], ids=["fixed", "fresh"])
def test_conditions_act(fresh: bool, fresh_seed: int) -> None:
    seed = str(fresh_seed if fresh else 0)
    asked = [each for each in CONDITIONAL if each.name not in OF_CUSTOM]
    found = _idle(Random(f"conditions/{seed}").sample(asked, SAMPLE), seed)
    assert not [part for part in found if part[2] in SIDES]


def _needless(species: Any) -> None:
    c = wp.max(species.concentration, 0.05)
    if species.held == 1:
        species.next_concentration = 0.0
        return
    if species.held > 0 or c > 1.5:
        species.next_concentration = 0.0
        return
    species.next_concentration = c if c < 3.0 else 3.0


def test_what_never_acts_is_found() -> None:
    computation = Computation("needless", REACTIONS, "keep concentrations", {}, _needless)
    held, either = "@species.held.in[tid]", "@species.held.in[tid] > 0 or c > 1.5"
    assert set(_idle([computation], "0")) == {
        ("needless", "wp.max(@species.concentration.in[tid], 0.05)", "second"),
        ("needless", f"{held} == 1  BEFORE  {either}", "decides"),
        ("needless", f"{held} > 0  OF  {either}", "decides"),
        ("needless", f"{held} > 0", "true"),
        ("needless", "c < 3.0", "false"),
    }
