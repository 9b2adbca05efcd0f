"""Tier ``gradient``: the adjoint in the row is the derivative of the forward code in the row.

Two comparisons, one for the mathematics and one for the text:

- The adjoint of the float64 twin (the row's own statements, widened) against central differences of the twin's forward
  code: for each floating argument alone, along several random directions, for a random cotangent of all outputs. An
  argument whose contribution is lost cannot hide behind the others.
- The adjoint as it stands in the row, in its own precision, against the twin's, element by element.

Central differences mean something only where the kernel is smooth. Differences over two steps and from both sides show
where it is not; there inputs are drawn again, scalar arguments too, up to ``ATTEMPTS`` times, and the figures say how
many points were drawn. Inputs are also drawn again where rounding decides: the error of the row's adjoint is within its
change under nudges of the inputs, or it vanishes without the cotangents of outputs for which rounding took another
branch than in the twin. A point at which the differences are consistent and disagree with the adjoint is a failure and
is never drawn again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from generator.launch import Launch
from generator.launch.redraws import variants, without_zeros
from generator.verification.launching.host_arguments import arguments_of
from generator.verification.launching.input_effects import varied_launch
from generator.verification.launching.inputs import make_inputs
from generator.verification.launching.random_streams import random_stream
from generator.verification.tiers.adjoint_text import check_text
from generator.verification.tiers.adjoints import GradientCode, Point, WrongAdjoint, adjoint_of, cotangents_of
from generator.verification.tiers.finite_differences import TOLERANCE, NotSmooth, Slopes, outputs, size_of

POINTS = 2
"""Points that have to pass: a branch that no thread takes at one may be taken at the other. One for each of the
launch's ``variants`` where these are more."""
ATTEMPTS = 6
DIRECTIONS = 3


@dataclass(frozen=True)
class GradientResult:
    """Whether the adjoint is the derivative; if not, why. ``figures`` go into the row."""

    passed: bool
    reason: str = ""
    not_differentiable: str = ""
    figures: dict[str, float | int | str] = field(default_factory=dict)
    points: tuple[Point, ...] = ()


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
        key, base = f"{seed}/gradient#{attempt}", launches[len(errors) % len(launches)]
        # A scalar argument may itself lie on a kink, which no new arrays would avoid.
        point = varied_launch(base, key, "float") if rough else base
        try:
            proven, worst = _proven(code, point, key)
            errors.append((worst, check_text(code, proven)))
            points.append(proven)
        except NotSmooth as reason:
            rough.append(str(reason))
        except WrongAdjoint as reason:
            return GradientResult(False, str(reason), figures=figures)
    largest = [max(values) for values in zip(*errors, strict=True)]
    figures |= {"gradient_error": largest[0], "adjoint_error": largest[1]}
    return GradientResult(True, figures=figures, points=tuple(points))


def proven_point(code: GradientCode, launch: Launch, seed: str) -> Point | None:
    """A further point on inputs drawn from a seed; None where it is not smooth. Raises WrongAdjoint."""
    try:
        point, _ = _proven(code, launch, seed)
        check_text(code, point)
    except NotSmooth:
        return None
    return point


def check_adjoint(code: GradientCode, points: Sequence[Point]) -> GradientResult:
    """Judge another build of the same text by the twin's adjoint at proven points, of which one has to be smooth."""
    errors: list[float] = []
    rough: list[str] = []
    for point in points:
        try:
            errors.append(check_text(code, point))
        except NotSmooth as reason:
            rough.append(str(reason))
        except WrongAdjoint as reason:
            return GradientResult(False, str(reason))
    if not errors:
        return GradientResult(False, f"not smooth at any of {len(points)} points: {rough[-1]}")
    return GradientResult(True, figures={"adjoint_error": max(errors)})


def _proven(code: GradientCode, launch: Launch, seed: str) -> tuple[Point, float]:
    """A point at which differences agree with the twin's adjoint, and the largest error of that comparison.

    Its inputs are drawn without ties and zeros, at which a kernel may have a kink.
    """
    launch = without_zeros(launch)
    inputs = make_inputs(replace(launch, variant=""), seed)
    wide = arguments_of(code.kernel, launch, inputs, wide=True)
    cotangents = cotangents_of(wide, seed)
    if not cotangents:
        raise WrongAdjoint("no floating output")
    gradient = adjoint_of(code.wide_forward, code.wide_backward, wide, cotangents)
    if not gradient:
        raise WrongAdjoint("no floating input")
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


def _against_differences(slopes: Slopes, gradient: np.ndarray, natural: float, seed: str) -> float:
    """Largest error over the random directions, relative to the length of the gradient along each."""
    leaf = slopes.leaf
    if not np.isfinite(gradient).all():
        raise WrongAdjoint(f"gradient of {leaf.name} is not finite")
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
            raise WrongAdjoint(
                f"adjoint of {leaf.name} gives {found:.6g} along a random direction, "
                f"central differences {slope.value:.6g}"
            )
        worst = max(worst, error / length if length else 0.0)
    return worst
