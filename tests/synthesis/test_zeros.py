"""What a result is cleared to is a value that Warp knows."""

from __future__ import annotations

import numpy as np
import pytest
import warp as wp

from generator.syntax.types import NAMED
from generator.syntax.values import dotted_name
from generator.synthesis.schemas.zeros import zero


@pytest.mark.parametrize("word", ["vec3", "vec2i", "spatial_vector", "mat22", "mat33", "spatial_matrix"])
def test_warp_has_what_a_type_is_cleared_to(word: str) -> None:
    """A matrix of six rows has a name of its own: there is no ``wp.mat66``."""
    function, *numbers = zero(NAMED[word]).operands
    made = getattr(wp, dotted_name(function).removeprefix("wp."))(*(number.operands[0] for number in numbers))
    assert np.array_equal(np.array(made), np.array(getattr(wp, word)()))
