"""The old screening's inputs are what they were when the stream was made."""

from __future__ import annotations

import numpy as np

from generator.launch import Argument, Launch
from generator.verification.launching.inputs import make_inputs
from generator.verification.screening.frozen_inputs import frozen_inputs

KNOWN = [-0.4261857193755474, -0.9815084241232606, 0.7665252235162896]


def test_frozen_numbers_are_known() -> None:
    launch = Launch((Argument("x", "array", "float64", 1, shape=(3,)),), (1,))
    np.testing.assert_array_equal(frozen_inputs(launch, "known")["x"], KNOWN)
    assert not np.array_equal(make_inputs(launch, "known")["x"], KNOWN)
