"""Tolerances between two evaluations of a kernel, and the measure of their distance."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Tolerance:
    """``|found - expected| <= relative * max(|expected|, scale * largest |expected| of the array)``.

    ``scale`` is for elements that are small because large numbers cancelled: they carry the rounding of those.
    The largest is taken over elements that differ from their value ``before`` the launch: the others are no results.
    """

    relative: float
    scale: float = 0.0


TOLERANCES: dict[str, Tolerance] = {
    "float16": Tolerance(4e-2, scale=0.1),
    "float32": Tolerance(2e-5, scale=0.1),
    "float64": Tolerance(1e-12, scale=0.1),
}
"""Tolerances by type; integers and booleans have to be equal.

float32's epsilon is 1.2e-7: the table allows for some hundred roundings in a row, for the one or two units in the last
place by which mathematical libraries differ, and for multiplications fused with additions on one side.
"""


GRADIENT_TOLERANCES: dict[str, Tolerance] = {
    "float16": Tolerance(1e-1, scale=0.1),
    "float32": Tolerance(1e-3, scale=0.1),
    "float64": Tolerance(1e-9, scale=0.1),
}
"""Tolerances of gradients in the kernel's own precision: an adjoint repeats the forward operations and adds as many."""


ROUNDING = {"float16": 4e-3, "float32": 1e-5, "float64": 1e-13}
"""Rounding by type, as a share of an array's largest element: a smaller variation may come from cancellation."""


def relative_error(found: np.ndarray, expected: np.ndarray, before: np.ndarray | None = None) -> float:
    """The largest relative error of an array, by the denominator of ``Tolerance``; infinite where one is not a number.

    Integers: 0 when equal, infinite otherwise. ``before``: contents of the array before the launch.
    """
    if found.shape != expected.shape:
        return float("inf")
    if expected.size == 0 or np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f"):
        return 0.0
    if expected.dtype.name not in TOLERANCES:
        return float("inf")
    return float(relative_errors(found, expected, before).max())


def relative_errors(found: np.ndarray, expected: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """The relative error of each float; 0 where both are equal, the same infinity or both NaN."""
    wide, target = found.astype(np.float64), expected.astype(np.float64)
    results = target if before is None else target[expected != before]
    finite = np.abs(results[np.isfinite(results)])
    least = TOLERANCES[expected.dtype.name].scale * (finite.max() if finite.size else 0.0)
    size = np.maximum(np.abs(target), max(least, float(np.finfo(expected.dtype).tiny)))
    with np.errstate(invalid="ignore", over="ignore"):
        errors = np.abs(wide - target) / size
    same = (wide == target) | (np.isnan(wide) & np.isnan(target))
    return np.where(same, 0.0, np.where(np.isfinite(errors), errors, np.inf))


def near(found: np.ndarray, expected: np.ndarray, before: np.ndarray | None = None) -> np.ndarray:
    """Mask of the elements that are equal within the tolerance of their type; integers and booleans: exactly."""
    tolerance = TOLERANCES.get(expected.dtype.name)
    if tolerance is None:
        return np.asarray(found == expected)
    return np.asarray(relative_errors(found, expected, before) <= tolerance.relative)


def agrees(found: np.ndarray, expected: np.ndarray, before: np.ndarray | None = None) -> bool:
    """Whether two arrays are equal within the tolerance of ``expected``'s type."""
    tolerance = TOLERANCES.get(expected.dtype.name)
    return relative_error(found, expected, before) <= (tolerance.relative if tolerance else 0.0)
