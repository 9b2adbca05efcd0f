"""Bounds of computations act: what clamps, a minimum or a maximum never has to is left out of a kernel."""

from __future__ import annotations

import inspect
import sys

import pytest

from benchmarks.idle_bounds import idle_bounds
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound
from generator.synthesis.chance.randomness import Random
from generator.synthesis.computations.language import LAWS, Computation

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
    "mpm_volume_ratio": "a ratio of volumes divides",
    "row_statistics": "a variance from sums may round below zero",
    "triplanar_color": "a fraction may round to one",
    "unpack_luma_pairs": "the last texel of an odd number has no pair",
    "update_running_statistics": "a variance from sums may round below zero",
    "warp_image": "the last corner of a texel at the border lies inside",
}
"""Computations with a bound that need not act, and why."""


def _calls_bounds(computation: Computation) -> bool:
    """Whether a computation, or a law that it names, has a bound."""
    text = inspect.getsource(computation.function)
    laws = vars(sys.modules[computation.function.__module__]).items()
    texts = [text, *(inspect.getsource(law) for name, law in laws if name in text and _is_law(law))]
    return any(f"wp.{word}(" in part for part in texts for word in ("clamp", "min", "max"))


def _is_law(part: object) -> bool:
    return inspect.isfunction(part) and part in LAWS


BOUNDED = [
    each
    for name, each in load_all().items()
    if not each.plumbing and name not in OF_SAFETY and name not in unsound() and _calls_bounds(each)
]


@pytest.mark.parametrize("fresh", [False, True], ids=["fixed", "fresh"])
def test_bounds_act(fresh: bool, fresh_seed: int) -> None:
    seed = str(fresh_seed if fresh else 0)
    idle = [
        f"{computation.name}: {text}, {side} never"
        for computation in Random(f"bounds/{seed}").sample(BOUNDED, SAMPLE)
        for text, side, _ in idle_bounds(computation, DRAWS, seed)
    ]
    assert not idle, "\n".join(idle)
