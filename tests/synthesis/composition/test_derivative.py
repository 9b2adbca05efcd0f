"""Which kernels have a derivative."""

from __future__ import annotations

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel


@pytest.mark.parametrize(("computation", "races"), [("tile_cost", True), ("tile_softmax", False), ("lanes_sum", False)])
def test_a_block_that_stores_one_element_by_all_its_threads_has_no_derivative(computation: str, races: bool) -> None:
    """Each thread reads and clears the element's gradient: the one that carries it on may find zero."""
    known = load_all()[computation]
    for key in map(str, range(8)):
        drawn = draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), DEFAULT_POLICY)
        assert drawn.launch.tiled
        assert not races or drawn.launch.not_differentiable
        assert "in a race" not in drawn.launch.not_differentiable or races
