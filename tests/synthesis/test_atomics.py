"""Atomic updates: every slot is reached by what the launch draws."""

from __future__ import annotations

import numpy as np
import pytest

from generator.launch import INPUT
from generator.synthesis import Candidate
from generator.verification.launching.inputs import make_inputs
from generator.verification.reference import compile_reference
from tests.synthesis.kernels import draw

DRAWS = 8


def reached(candidate: Candidate) -> np.ndarray:
    """Which slots of the bins differ from what they began with, under one draw of the inputs or another."""
    launch, reference = candidate.launch, compile_reference(candidate.source)
    slots = next(a.value for a in launch.arguments if a.dtype == "int32" and a.kind == "scalar" and a.value < 9)
    found = np.zeros(int(slots), bool)
    for number in range(DRAWS):
        inputs = make_inputs(launch, f"slots/{number}")
        for name, values in reference.run(launch, inputs).items():
            if len(values) == slots:
                found |= (values != np.asarray(inputs[name])).reshape(int(slots), -1).any(axis=1)
    assert any(a.role != INPUT and a.shape == (int(slots),) for a in launch.arguments)
    return found


@pytest.mark.parametrize("fresh", (False, True))
def test_conditions_leave_few_bins_empty(fresh, fresh_seed):
    shares = []
    for candidate in draw("atomic", 1000, f"slots/{fresh_seed if fresh else 5}"):
        text = candidate.description
        if "in bins of" in text and "Only threads" in text:
            shares.append(reached(candidate).mean())
    assert len(shares) > 3 and np.mean(shares) > 0.9
