"""No computation is for nothing: some of its kernels are not struck."""

from __future__ import annotations

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.catalogue.index import unsound
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.screen import struck

DRAWS = 16

ONCE_STRUCK = (
    "observe_heading blend_gaussians blend_gaussians_backward mesh_link_halves lbm_viscous_stress mesh_unique_neighbors"
    " filter_candidates"
).split()
"""Computations each of whose kernels had an arm that no input of their domains reaches."""


def is_drawn(name: str) -> bool:
    """Whether a kernel of a computation passes, or cannot be screened."""
    computation = load_all()[name]
    for draw in range(DRAWS):
        choice = chosen(computation, choose_variant(Random(f"{name}/{draw}"), computation))
        drawn = draw_kernel(f"screened/{name}/{draw}", (choice,), DEFAULT_POLICY)
        try:
            if struck(drawn.module, drawn.kernel, drawn.launch) is None:
                return True
        except NotScreened:
            return True
    return False


@pytest.mark.parametrize("name", ONCE_STRUCK)
def test_a_computation_has_no_arm_that_its_domains_never_reach(name: str) -> None:
    assert is_drawn(name)


@pytest.mark.slow
def test_every_computation_has_a_kernel_that_is_not_struck() -> None:
    names = [name for name in load_all() if name not in unsound()]
    assert [name for name in names if not is_drawn(name)] == []


def test_a_variant_that_only_stores_a_number_of_the_launch_is_not_drawn_for_nothing() -> None:
    computation = load_all()["compact_reset_pools"]
    drawn = draw_kernel("screened/pools", (chosen(computation, {"fill": "stack"}),), DEFAULT_POLICY)
    assert struck(drawn.module, drawn.kernel, drawn.launch) is None
