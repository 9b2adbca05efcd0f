"""Central differences of all outputs of a kernel along one argument, and tests that the kernel is smooth there."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from generator.verification.launching.host_arguments import Arguments, Code, Leaf


@dataclass(frozen=True)
class GradientTolerance:
    """Bounds of the two comparisons; all are relative.

    ``step``: step of the central differences, as a share of the argument's size. ``differences``: largest distance
    between adjoint and differences, by the length of the gradient along the direction. ``self_agreement``: how far the
    differences over a step and half of it may lie apart before the point counts as not smooth. ``text``: largest
    distance of an element of the row's adjoint from the twin's, by the element or ``floor`` times the largest.
    ``noise``: gradients below this times (largest output / size of the argument) count as zero but for rounding.
    """

    step: float = 1e-5
    differences: float = 1e-6
    self_agreement: float = 1e-5
    text: dict[str, float] = field(default_factory=lambda: {"float16": 1e-1, "float32": 1e-3, "float64": 1e-9})
    floor: float = 1e-1
    noise: float = 1e-3


TOLERANCE = GradientTolerance()


class NotSmooth(Exception):
    """The sampled point lies at a kink or a jump."""


@dataclass(frozen=True)
class Slope:
    """Derivative along a direction: value, Euclidean norm of its terms, and a bound of the estimate's error.

    ``kink``: the further error that kinks within half of the step may cause.
    """

    value: float
    length: float
    uncertainty: float
    kink: float


@dataclass(frozen=True)
class Slopes:
    """Differences of all outputs along one argument; ``unmoved``: the outputs at the point itself."""

    forward: Code
    arguments: Arguments
    leaf: Leaf
    cotangents: dict[str, np.ndarray]
    unmoved: dict[str, np.ndarray]

    @cached_property
    def step(self) -> float:
        """How far the argument moves along a direction of unit variance."""
        return TOLERANCE.step * (size_of(self.leaf) or 1.0)

    def along(self, direction: np.ndarray) -> Slope:
        """Central differences over a step and half of it; ``NotSmooth`` where they or the two sides disagree."""
        moved = {factor: self._moved(factor * self.step * direction) for factor in (1.0, -1.0, 0.5, -0.5)}
        runs = {0.0: self.unmoved} | moved
        value, squares, off, kink = 0.0, 0.0, 0.0, 0.0
        for name, weights in self.cotangents.items():
            at = {factor: run[name] for factor, run in runs.items()}
            if not all(np.isfinite(values).all() for values in at.values()):
                raise NotSmooth(f"{name} is not finite near the point")
            whole = (at[1.0] - at[-1.0]) / (2.0 * self.step)
            half = (at[0.5] - at[-0.5]) / self.step
            rounding = 8.0 * np.finfo(np.float64).eps * magnitude(at[0.0]) / self.step
            bent = self._must_be_smooth(name, at, whole, half, rounding)
            kink += float(np.linalg.norm(weights * bent))
            value += float(np.sum(weights * half))
            squares += float(np.sum(np.square(weights * half)))
            off += float(np.linalg.norm(weights * (whole - half))) + rounding * float(np.sqrt(weights.size))
        return Slope(value, float(np.sqrt(squares)), off, kink)

    def _moved(self, change: np.ndarray) -> dict[str, np.ndarray]:
        self.arguments.reset()
        self.leaf.values[...] = self.leaf.initial + change
        return outputs(self.forward, self.arguments, self.cotangents)

    def _must_be_smooth(
        self, output: str, at: dict[float, np.ndarray], whole: np.ndarray, half: np.ndarray, rounding: float
    ) -> np.ndarray:
        """By how much kinks within half of the step put the estimate off; ``NotSmooth`` where they are large."""
        bound = TOLERANCE.self_agreement * max(magnitude(half), magnitude(whole)) + 4.0 * rounding
        if magnitude(whole - half) > bound:
            raise NotSmooth(f"{output} jumps or bends near the point as {self.leaf.name} moves")
        # The slopes of the two sides lie half as far apart at half the step, unless there is a kink: ``beyond`` is what
        # it adds to the error of the central difference, besides the distance of the two estimates.
        wide_gap = (at[1.0] - 2.0 * at[0.0] + at[-1.0]) / self.step
        near_gap = (at[0.5] - 2.0 * at[0.0] + at[-0.5]) / (0.5 * self.step)
        beyond = np.abs(near_gap - 0.5 * wide_gap)
        bent = np.where(beyond > 4.0 * rounding, beyond, 0.0)
        if magnitude(bent) > 5.0 * bound:
            raise NotSmooth(f"{output} has a kink at the point as {self.leaf.name} moves")
        return bent


def outputs(forward: Code, arguments: Arguments, names: Container[str]) -> dict[str, np.ndarray]:
    """Launch with these arguments; copies of the arrays in ``names`` after it."""
    forward.run(arguments)
    return {leaf.name: leaf.values.copy() for leaf in arguments.leaves if leaf.name in names}


def size_of(leaf: Leaf) -> float:
    """Root mean square of an argument's initial values."""
    return float(np.sqrt(np.mean(np.square(leaf.initial.astype(np.float64))))) if leaf.initial.size else 0.0


def magnitude(values: np.ndarray) -> float:
    return float(np.abs(values).max(initial=0.0))
