"""Gradients by compiled adjoints: the code that runs, the point that it runs at, and the run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from generator.launch import OUTPUT, Launch
from generator.verification.launching.host_arguments import Arguments, Code
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.random_streams import random_stream


@dataclass(frozen=True)
class Point:
    """Inputs and cotangents at which central differences have proved the twin's adjoint.

    ``gradient`` is the twin's. ``natural``: largest output / size of the argument, the unit of ``TOLERANCE.noise``.
    """

    launch: Launch
    seed: str
    inputs: Inputs
    cotangents: dict[str, np.ndarray]
    gradient: dict[str, np.ndarray]
    natural: dict[str, float]


@dataclass
class GradientCode:
    """Compiled code of one kernel: the row's forward and adjoint columns and their twins.

    ``warps_adjoint``: Warp's own adjoint of the source, set where inputs may be tied and the row has another text. It
    is the standard where an input equals its threshold, as differences mean nothing there.
    """

    kernel: Any
    forward: Code
    backward: Code
    wide_forward: Code
    wide_backward: Code
    warps_adjoint: Code | None = None


class WrongAdjoint(Exception):
    """The adjoint is not the derivative."""


def cotangents_of(arguments: Arguments, seed: str) -> dict[str, np.ndarray]:
    """Cotangents of the float outputs, between 1/2 and 3/2 with random sign: none is small enough to hide an error."""
    found = {}
    for leaf in arguments.outputs():
        if leaf.is_float:
            rng = random_stream(seed, f"cotangent {leaf.name}")
            size = leaf.values.shape
            found[leaf.name] = (0.5 + rng.random(size)) * np.where(rng.random(size) < 0.5, -1.0, 1.0)
    return found


def adjoint_of(
    forward: Code, backward: Code, arguments: Arguments, cotangents: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """Gradient by argument, as ``wp.Tape`` computes it: a forward launch, then the adjoint on the arrays it left."""
    arguments.reset()
    forward.run(arguments)
    for leaf in arguments.leaves:
        if leaf.name in cotangents:
            leaf.adjoints[...] = cotangents[leaf.name]
    backward.run(arguments)
    overrun = arguments.overrun()
    if overrun:
        raise WrongAdjoint(f"writes beyond the end of {overrun}")
    return {
        leaf.name: leaf.adjoints.astype(np.float64)
        for leaf in arguments.leaves
        if leaf.is_float and leaf.role != OUTPUT
    }
