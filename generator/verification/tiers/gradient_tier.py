"""Tier ``gradient``: the adjoint in the row is the derivative of the forward code in the row.

Two comparisons, one for the mathematics and one for the text:

- The adjoint of the float64 twin (the row's own statements, widened) against central differences of the twin's forward
  code: for each floating argument alone, along several random directions, for a random cotangent of all outputs. An
  argument whose contribution is lost cannot hide behind the others.
- The adjoint as it stands in the row, in its own precision, against the twin's, number by number.

Central differences mean something where the kernel is smooth. Differences over two steps and from both sides show where
it is not; there new inputs are drawn, scalar arguments too, up to ``ATTEMPTS`` times, and the figures say how many
points were drawn. So they are where rounding decides: where the row's adjoint is off by no more than it moves when its
inputs move by a few units in the last place, or where it is right but for outputs that are not the twin's, since a
decision fell the other way. A point where the differences agree with themselves and not with the adjoint is a failure
and is never drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from generator.launch import OUTPUT, Launch
from generator.launch.redraws import variants
from generator.verification.launching.host_arguments import Arguments, Code, arguments_of
from generator.verification.launching.input_effects import varied_launch
from generator.verification.launching.inputs import Inputs, make_inputs, nudge
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.tolerances import near
from generator.verification.tiers.finite_differences import TOLERANCE, NotSmooth, Slopes, magnitude, outputs, size_of

POINTS = 2
"""Points that have to be smooth and right: a branch that no thread takes at one may be taken at the other. Where the
launch has more ``variants``, one of each."""
ATTEMPTS = 6
DIRECTIONS = 3
NUDGES = 8


@dataclass(frozen=True)
class GradientResult:
    """Whether the adjoint is the derivative; if not, why. ``figures`` go into the row."""

    passed: bool
    reason: str = ""
    not_differentiable: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)
    points: tuple[Point, ...] = ()


@dataclass(frozen=True)
class Point:
    """Inputs and weights of the outputs at which central differences have shown the twin's adjoint to be right.

    ``gradient`` is the twin's, ``natural`` the size below which each argument's is rounding of a derivative of zero.
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

    ``warps_adjoint`` is what Warp makes of the source, where inputs may be tied and the row has another text: it says
    what the adjoint is where an input equals what it is compared with, and no difference means anything.
    """

    kernel: Any
    forward: Code
    backward: Code
    wide_forward: Code
    wide_backward: Code
    warps_adjoint: Code | None = None


class _Wrong(Exception):
    """The adjoint is not the derivative."""


def check_gradient(code: GradientCode, launch: Launch, seed: str) -> GradientResult:
    """Judge the adjoint of one kernel on inputs drawn from ``seed``."""
    if launch.not_differentiable:
        return GradientResult(False, not_differentiable=launch.not_differentiable)
    errors: list[tuple[float, float]] = []
    points: list[Point] = []
    rough: list[str] = []
    launches = list(variants(launch).values())
    while len(errors) < max(POINTS, len(launches)):
        attempt = len(errors) + len(rough)
        figures: dict[str, float | int | str] = {"gradient_seed": f"{seed}/gradient", "gradient_attempts": attempt + 1}
        if len(rough) == ATTEMPTS:
            figures["gradient_attempts"] = attempt
            return GradientResult(False, f"not smooth at any of {ATTEMPTS} points: {rough[-1]}", figures=figures)
        drawn, asked = f"{seed}/gradient#{attempt}", launches[len(errors) % len(launches)]
        # A scalar argument may lie on a kink itself: no other arrays lead away from there.
        point = varied_launch(asked, drawn, "float") if rough else asked
        try:
            proven, worst = _proven(code, point, drawn)
            errors.append((worst, _check_text(code, proven)))
            points.append(proven)
        except NotSmooth as reason:
            rough.append(str(reason))
        except _Wrong as reason:
            return GradientResult(False, str(reason), figures=figures)
    largest = [max(values) for values in zip(*errors, strict=True)]
    figures |= {"gradient_error": largest[0], "adjoint_error": largest[1]}
    return GradientResult(True, figures=figures, points=tuple(points))


def check_adjoint(code: GradientCode, points: Sequence[Point]) -> GradientResult:
    """Judge another build of the same text by the twin's adjoint at points of ``check_gradient``; one must be fit."""
    errors: list[float] = []
    rough: list[str] = []
    for point in points:
        try:
            errors.append(_check_text(code, point))
        except NotSmooth as reason:
            rough.append(str(reason))
        except _Wrong as reason:
            return GradientResult(False, str(reason))
    if not errors:
        return GradientResult(False, f"not smooth at any of {len(points)} points: {rough[-1]}")
    return GradientResult(True, figures={"adjoint_error": max(errors)})


def _proven(code: GradientCode, launch: Launch, seed: str) -> tuple[Point, float]:
    """A point at which differences agree with the twin's adjoint, drawn without ties: a kernel may have a kink there.

    And the largest error of the comparison.
    """
    inputs = make_inputs(replace(launch, variant=""), seed)
    wide = arguments_of(code.kernel, launch, inputs, wide=True)
    cotangents = cotangents_of(wide, seed)
    if not cotangents:
        raise _Wrong("no floating output")
    gradient = adjoint_of(code.wide_forward, code.wide_backward, wide, cotangents)
    if not gradient:
        raise _Wrong("no floating input")
    largest = max(float(np.max(np.abs(leaf.values), initial=0.0)) for leaf in wide.leaves if leaf.name in cotangents)
    natural = {leaf.name: largest / (size_of(leaf) or 1.0) for leaf in wide.leaves if leaf.name in gradient}
    wide.reset()
    unmoved = outputs(code.wide_forward, wide, cotangents)
    worst = 0.0
    for leaf in wide.leaves:
        if leaf.name in gradient:
            slopes = Slopes(code.wide_forward, wide, leaf, cotangents, unmoved)
            worst = max(worst, _against_differences(slopes, gradient[leaf.name], natural[leaf.name], seed))
    return Point(launch, seed, inputs, cotangents, gradient, natural), worst


def _check_text(code: GradientCode, point: Point) -> float:
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
        raise _Wrong(f"adjoint of {name} in {offender.precision} is off by {error:.3g} from that in float64")
    return error


def _where_alike(
    code: GradientCode, narrow: Arguments, cotangents: dict[str, np.ndarray], wide: dict[str, np.ndarray]
) -> dict[str, np.ndarray]:
    """The cotangents, without those of numbers that the twin gives otherwise: there a decision fell the other way."""
    narrow.reset()
    own = outputs(code.forward, narrow, cotangents)
    return {
        name: np.where(near(own[name], wide[name].astype(own[name].dtype)), values, 0.0)
        for name, values in cotangents.items()
    }


def _spread(code: GradientCode, point: Point, name: str, own: np.ndarray) -> np.ndarray:
    """How far each element of the row's own adjoint moves when the inputs move by units in the last place."""
    largest = np.zeros_like(own)
    for number in range(NUDGES):
        nudged = nudge(point.inputs, random_stream(point.seed, f"nudge {number}"))
        moved = arguments_of(code.kernel, point.launch, nudged)
        found = adjoint_of(code.forward, code.backward, moved, point.cotangents)[name]
        largest = np.maximum(largest, np.nan_to_num(np.abs(found - own), nan=np.inf))
    return largest


def cotangents_of(arguments: Arguments, seed: str) -> dict[str, np.ndarray]:
    """Weights of the outputs, between 1/2 and 3/2 with random sign: none is small enough to hide an error."""
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
    """Gradient by argument, as ``wp.Tape`` gets it: a forward launch, then the adjoint one on the arrays it left."""
    arguments.reset()
    forward.run(arguments)
    for leaf in arguments.leaves:
        if leaf.name in cotangents:
            leaf.adjoints[...] = cotangents[leaf.name]
    backward.run(arguments)
    overrun = arguments.overrun()
    if overrun:
        raise _Wrong(f"writes beyond the end of {overrun}")
    return {
        leaf.name: leaf.adjoints.astype(np.float64)
        for leaf in arguments.leaves
        if leaf.is_float and leaf.role != OUTPUT
    }


@dataclass(frozen=True)
class _Offender:
    """An argument whose own adjoint is off, and at which elements."""

    name: str
    precision: str
    elements: np.ndarray


def _against_differences(slopes: Slopes, gradient: np.ndarray, natural: float, seed: str) -> float:
    """Largest error over the random directions, relative to the gradient's length along them."""
    leaf = slopes.leaf
    if not np.isfinite(gradient).all():
        raise _Wrong(f"gradient of {leaf.name} is not finite")
    worst = 0.0
    for number in range(DIRECTIONS):
        direction = random_stream(seed, f"direction {leaf.name} {number}").standard_normal(leaf.initial.shape)
        slope = slopes.along(direction)
        terms = gradient * direction
        found = float(np.sum(terms))
        length = max(float(np.linalg.norm(terms)), slope.length, TOLERANCE.noise * natural)
        error = abs(found - slope.value)
        allowed = TOLERANCE.differences * length + slope.uncertainty
        if allowed < error <= allowed + slope.kink:
            raise NotSmooth(f"a small kink at the point as {leaf.name} moves")
        if error > allowed:
            raise _Wrong(
                f"adjoint of {leaf.name} gives {found:.6g} along a random direction, "
                f"central differences {slope.value:.6g}"
            )
        worst = max(worst, error / length if length else 0.0)
    return worst


def _against_twin(
    narrow: Arguments, own: dict[str, np.ndarray], gradient: dict[str, np.ndarray], natural: dict[str, float]
) -> tuple[float, _Offender | None]:
    """Largest error of the row's own adjoint relative to the twin's, and the first argument where it is too large."""
    worst = 0.0
    for leaf in narrow.leaves:
        if leaf.name not in own:
            continue
        found, expected, precision = own[leaf.name], gradient[leaf.name], leaf.values.dtype.name
        if not np.isfinite(found).all():
            raise _Wrong(f"gradient of {leaf.name} is not finite in {precision}")
        least = max(TOLERANCE.floor * magnitude(expected), TOLERANCE.noise * natural[leaf.name])
        size = np.maximum(np.abs(expected), least)
        errors = np.abs(found - expected) / np.maximum(size, np.finfo(np.float32).tiny)
        error = magnitude(errors)
        if error > TOLERANCE.text[precision]:
            return error, _Offender(leaf.name, precision, errors > TOLERANCE.text[precision])
        worst = max(worst, error)
    return worst, None
