"""Adjoints at ties, where an input equals what it is compared with: they must take the branch of Warp's adjoint."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from generator.launch import TIES, Launch
from generator.launch.redraws import variants
from generator.verification.launching.device_run import DeviceFault
from generator.verification.launching.host_arguments import arguments_of
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.tiers.adjoints import GradientCode, adjoint_of, cotangents_of
from generator.verification.tiers.finite_differences import TOLERANCE

TIED_DRAWS = 2
"""Draws with ties: the adjoint is wrong if it differs from Warp's at all of them."""


def check_tied_adjoint(own: GradientCode, warps: GradientCode, launch: Launch, seed: str) -> None:
    """DeviceFault where the row's adjoint differs from Warp's at all ``TIED_DRAWS``: rounding may decide one."""
    for where, variant in variants(launch).items():
        for number in range(TIED_DRAWS):
            inputs = make_inputs(replace(variant, variant=TIES), f"{seed}/ties {number}")
            wrong = _different(own, warps, variant, inputs, seed)
            if not wrong:
                break
        else:
            raise DeviceFault(f"adjoint: that of {wrong} is not Warp's where {where or 'inputs are tied'}")


def _different(own: GradientCode, warps: GradientCode, launch: Launch, inputs: Inputs, seed: str) -> str:
    """The first argument whose gradient differs at these inputs, for cotangents drawn from a seed; empty if none."""
    arguments = arguments_of(own.kernel, launch, inputs)
    cotangents = cotangents_of(arguments, seed)
    found, expected = (adjoint_of(code.forward, code.backward, arguments, cotangents) for code in (own, warps))
    precisions = {leaf.name: leaf.values.dtype.name for leaf in arguments.leaves}
    return next((name for name in expected if not _near(found[name], expected[name], precisions[name])), "")


def _near(found: np.ndarray, expected: np.ndarray, precision: str) -> bool:
    """Whether each element of two gradients is equal but for rounding, or finite in neither."""
    finite = np.isfinite(expected)
    size = np.maximum(np.abs(expected), TOLERANCE.floor * np.max(np.abs(expected[finite]), initial=0.0))
    with np.errstate(invalid="ignore"):
        close = np.abs(found - expected) <= TOLERANCE.text[precision] * size
    return bool((close | (~finite & ~np.isfinite(found))).all())
