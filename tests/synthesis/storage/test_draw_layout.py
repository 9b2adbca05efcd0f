"""A layout fits what a computation does with its records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel

COUNTED = replace(DEFAULT_POLICY, ranges=(("counts", 1.0),))


@pytest.mark.parametrize(("computation", "fill"), [("segment_counting_sort", "sorted"), ("segment_top_items", "index")])
def test_a_range_that_a_thread_stores_in_overlaps_no_other(computation: str, fill: str) -> None:
    """Beginnings and counts that are drawn each by itself overlap: two threads would write one record."""
    known = load_all()[computation]
    for key in map(str, range(4)):
        drawn = draw_kernel(key, (chosen(known, choose_variant(Random(key), known)),), COUNTED)
        assert fill in {argument.fill for argument in drawn.launch.arguments if argument.dtype == "int32"}
        assert fill == "sorted" or "sorted" not in {argument.fill for argument in drawn.launch.arguments}
