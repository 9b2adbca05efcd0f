"""How far two evaluations of a kernel may lie apart, and how the distance is measured."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Tolerance:
    """``|found - expected| <= relative * max(|expected|, scale * largest |expected| of the array)``.

    ``scale`` is there for elements that are small because large numbers cancelled: they carry the rounding of those.
    """

    relative: float
    scale: float = 0.0


TOLERANCES: dict[str, Tolerance] = {
    "float16": Tolerance(4e-2, scale=0.1),
    "float32": Tolerance(2e-5, scale=0.1),
    "float64": Tolerance(1e-12, scale=0.1),
}
"""By type of the numbers; integers and booleans have to be equal.

float32's epsilon is 1.2e-7: the table allows for some hundred roundings in a row, for the one or two units in the last
place by which mathematical libraries differ, and for multiplications fused with additions on one side.
"""


GRADIENT_TOLERANCES: dict[str, Tolerance] = {
    "float16": Tolerance(1e-1, scale=0.1),
    "float32": Tolerance(1e-3, scale=0.1),
    "float64": Tolerance(1e-9, scale=0.1),
}
"""For gradients in the kernel's own precision: an adjoint repeats the forward operations and adds as many again."""


ROUNDING = {"float16": 4e-3, "float32": 1e-5, "float64": 1e-13}
"""By type: the share of its largest element that an array varies by where what was computed cancels."""


def relative_error(found: np.ndarray, expected: np.ndarray) -> float:
    """The largest error of an array in units of the tolerance's denominator; infinite where one is not a number.

    Integers: 0 when equal, infinite otherwise.
    """
    if found.shape != expected.shape:
        return float("inf")
    if expected.size == 0 or np.array_equal(found, expected, equal_nan=expected.dtype.kind == "f"):
        return 0.0
    tolerance = TOLERANCES.get(expected.dtype.name)
    if tolerance is None:
        return float("inf")
    wide, target = found.astype(np.float64), expected.astype(np.float64)
    same = (wide == target) | (np.isnan(wide) & np.isnan(target))
    if not (np.isfinite(wide) & np.isfinite(target))[~same].all():
        return float("inf")
    finite = np.abs(target[np.isfinite(target)])
    size = np.maximum(np.abs(target), tolerance.scale * (finite.max() if finite.size else 0.0))
    smallest = float(np.finfo(expected.dtype).tiny)
    return float((np.abs(wide - target)[~same] / np.maximum(size, smallest)[~same]).max())


def near(found: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """Where numbers are equal within the tolerance of the type of ``found``."""
    tolerance = TOLERANCES[found.dtype.name]
    sizes = np.abs(expected)
    least = tolerance.scale * float(sizes.max(initial=0.0))
    return np.asarray(np.abs(found.astype(np.float64) - expected) <= tolerance.relative * np.maximum(sizes, least))


def agrees(found: np.ndarray, expected: np.ndarray, slack: float = 1.0) -> bool:
    """Whether two arrays are equal within ``slack`` times the tolerance of ``expected``'s type."""
    tolerance = TOLERANCES.get(expected.dtype.name)
    return relative_error(found, expected) <= (slack * tolerance.relative if tolerance else 0.0)
