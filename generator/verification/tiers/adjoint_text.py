"""Compare the row's own adjoint, element by element, with that of its float64 twin."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from generator.verification.launching.host_arguments import Arguments, arguments_of
from generator.verification.launching.inputs import nudge
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.tolerances import near
from generator.verification.tiers.adjoints import GradientCode, Point, WrongAdjoint, adjoint_of
from generator.verification.tiers.finite_differences import TOLERANCE, NotSmooth, magnitude, outputs

NUDGES = 8
"""Perturbations of the inputs by units in the last place, which show where rounding decides."""


@dataclass(frozen=True)
class _Offender:
    """An argument whose adjoint in the row's precision is off, and the mask of its wrong elements."""

    name: str
    precision: str
    elements: np.ndarray


def check_text(code: GradientCode, point: Point) -> float:
    """The largest error of the row's own adjoint at a point, in its own precision against the twin's."""
    inputs, cotangents, gradient, natural = point.inputs, point.cotangents, point.gradient, point.natural
    narrow = arguments_of(code.kernel, point.launch, inputs)
    own = adjoint_of(code.forward, code.backward, narrow, cotangents)
    error, offender = _against_twin(narrow, own, gradient, natural)
    if offender is not None:
        name = offender.name
        spread = _spread(code, point, name, own[name])
        if np.all((np.abs(own[name] - gradient[name]) <= 2.0 * spread) | ~offender.elements):
            raise NotSmooth(f"rounding decides the adjoint of {name}")
        wide = arguments_of(code.kernel, point.launch, inputs, wide=True)
        alike = _where_alike(code, narrow, cotangents, outputs(code.wide_forward, wide, cotangents))
        same = adjoint_of(code.wide_forward, code.wide_backward, wide, alike)
        if not _against_twin(narrow, adjoint_of(code.forward, code.backward, narrow, alike), same, natural)[1]:
            raise NotSmooth("rounding decides an output")
        raise WrongAdjoint(f"adjoint of {name} in {offender.precision} is off by {error:.3g} from that in float64")
    return error


def _where_alike(
    code: GradientCode, narrow: Arguments, cotangents: dict[str, np.ndarray], wide: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """The cotangents, zero where the twin's output differs: rounding took another branch there."""
    narrow.reset()
    own = outputs(code.forward, narrow, cotangents)
    return {
        name: np.where(near(own[name], wide[name].astype(own[name].dtype)), values, 0.0)
        for name, values in cotangents.items()
    }


def _spread(code: GradientCode, point: Point, name: str, own: np.ndarray) -> np.ndarray:
    """The most that each element of the row's own adjoint changes under the nudges of the inputs."""
    largest = np.zeros_like(own)
    for number in range(NUDGES):
        nudged = nudge(point.inputs, random_stream(point.seed, f"nudge {number}"))
        moved = arguments_of(code.kernel, point.launch, nudged)
        found = adjoint_of(code.forward, code.backward, moved, point.cotangents)[name]
        largest = np.maximum(largest, np.nan_to_num(np.abs(found - own), nan=np.inf))
    return largest


def _against_twin(
    narrow: Arguments, own: dict[str, np.ndarray], gradient: dict[str, np.ndarray], natural: dict[str, float]
) -> tuple[float, _Offender | None]:
    """Largest error of the row's own adjoint relative to the twin's, and the first argument where it is too large.

    The bound is that of the coarsest type among the arguments: a gradient may have passed through it.
    """
    worst = 0.0
    most = max(TOLERANCE.text.get(leaf.values.dtype.name, 0.0) for leaf in narrow.leaves)
    for leaf in narrow.leaves:
        if leaf.name not in own:
            continue
        found, expected, precision = own[leaf.name], gradient[leaf.name], leaf.values.dtype.name
        if not np.isfinite(found).all():
            raise WrongAdjoint(f"gradient of {leaf.name} is not finite in {precision}")
        least = max(TOLERANCE.floor * magnitude(expected), TOLERANCE.noise * natural[leaf.name])
        size = np.maximum(np.abs(expected), least)
        errors = np.abs(found - expected) / np.maximum(size, np.finfo(np.float32).tiny)
        error = magnitude(errors)
        if error > most:
            return error, _Offender(leaf.name, precision, errors > most)
        worst = max(worst, error)
    return worst, None
