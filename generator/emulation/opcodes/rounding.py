"""Rounding that NumPy lacks: directed modes, fused ``a * b + c``, flushing of subnormals, saturation."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import isfinite

import numpy as np

from generator.emulation.opcodes.types import Lanes

MODES = ("rn", "rz", "rm", "rp")
"""Rounding modes: to nearest even, toward zero, down, up."""

_CANONICAL = {
    np.dtype("f4"): np.array([0x7FFFFFFF], np.uint32).view("f4"),
    np.dtype("f8"): np.array([0x7FF8000000000000], np.uint64).view("f8"),
    np.dtype("f2"): np.array([0x7FFF], np.uint16).view("f2"),
}
"""NaNs as the hardware makes them: arithmetic of PTX keeps no payload."""


def canonical(value: Lanes) -> Lanes:
    """The value with every NaN in the canonical form, which arithmetic gives."""
    if isfinite(value.dot(value)):
        return value
    strange = np.isnan(value)
    return np.where(strange, _CANONICAL[value.dtype], value) if strange.any() else value


def flushed(value: Lanes) -> Lanes:
    """The value with subnormals flushed to zeros of their sign (``.ftz``)."""
    small = np.abs(value) < np.finfo(value.dtype).tiny
    return np.where(small, np.copysign(value.dtype.type(0), value), value)


def saturated(value: Lanes) -> Lanes:
    """The value clamped to 0 .. 1, NaN as 0 (``.sat``)."""
    one = value.dtype.type(1)
    return np.where(value > 0, np.minimum(value, one), value.dtype.type(0))


def directed(nearest: Lanes, error: Lanes, mode: str) -> Lanes:
    """A result rounded to nearest, moved to its neighbour where ``mode`` requires it.

    ``error`` has the sign of ``nearest`` minus the exact value.
    """
    if mode == "rn":
        return nearest
    kind = nearest.dtype.type
    # The sign of the exact value: `nearest` has it too, unless a tiny value was rounded to zero.
    sign = np.where(nearest == 0, -np.sign(error), np.sign(nearest))
    down, up = error > 0, error < 0
    if mode == "rz":
        down, up = down & (sign > 0), up & (sign < 0)
    elif mode == "rm":
        up = np.zeros_like(up)
    else:
        down = np.zeros_like(down)
    lower, higher = np.nextafter(nearest, kind(-np.inf)), np.nextafter(nearest, kind(np.inf))
    return np.where(down, lower, np.where(up, higher, nearest))


def two_sum(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """Knuth's sum: the rounded sum and its exact rounding error."""
    total = a + b
    part = total - a
    return total, (a - (total - part)) + (b - part)


def two_product(a: Lanes, b: Lanes) -> tuple[Lanes, Lanes]:
    """Dekker's product of float64: the rounded product and its rounding error."""
    product = a * b
    factor = 134217729.0
    high_a, high_b = a * factor, b * factor
    high_a, high_b = high_a - (high_a - a), high_b - (high_b - b)
    low_a, low_b = a - high_a, b - high_b
    return product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b


def to_odd(total: Lanes, error: Lanes) -> Lanes:
    """A float64 sum with its error, rounded to odd: to round this to float32 or less is no double rounding."""
    bits = total.view(np.uint64)
    wrong = (error != 0) & ((bits & np.uint64(1)) == 0) & np.isfinite(total)
    if not wrong.any():
        return total
    toward = np.where(error > 0, np.inf, -np.inf)
    return np.where(wrong, np.nextafter(total, toward), total)


_BELOW_FLOAT32, _HALF_WAY = np.uint64(0x1FFFFFFF), np.uint64(0x10000000)
"""Mask of the bits of a float64 that a float32 lacks, and their value halfway between two float32."""


def fma32(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """``a * b + c`` of float32, rounded once, to nearest."""
    product = a.astype(np.float64) * b
    total = product + c
    # Double rounding matters only for a float64 halfway between two float32, and for subnormal results.
    if np.logical_or.reduce((total.view(np.uint64) & _BELOW_FLOAT32) == _HALF_WAY) or _subnormal(total):
        total = to_odd(*two_sum(product, c.astype(np.float64)))
    return total.astype(np.float32)


def _rough_fma(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    # An infinite summand wins, even where the product of finite factors would overflow.
    return np.where(np.isinf(c) & np.isfinite(a) & np.isfinite(b), c, a * b + c)


def fma_to_odd(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
    """``a * b + c`` rounded to odd, of float64 that hold float32 or less: their product is exact."""
    return to_odd(*two_sum(a * b, c))


def _subnormal(total: Lanes) -> bool:
    size = np.abs(total)
    if np.minimum.reduce(size).item() >= 1.2e-38:  # NumPy compares its own numbers slowly
        return False
    return bool(((size < 1.2e-38) & (size > 0)).any())


def fma(a: Lanes, b: Lanes, c: Lanes, mode: str = "rn") -> Lanes:
    """``a * b + c``, rounded once, of any float type."""
    if mode == "rm":
        return -fma(-a, b, -c, "rp")
    if a.dtype == np.float64:
        return exactly(lambda x, y, z: x * y + z, mode, a, b, c, plain=_rough_fma)
    odd = fma_to_odd(*(each.astype(np.float64) for each in (a, b, c)))
    nearest = odd.astype(a.dtype)
    return directed(nearest, nearest.astype(np.float64) - odd, mode)


def exactly(formula: Callable[..., Fraction], mode: str, *values: Lanes, plain: Callable[..., Lanes]) -> Lanes:
    """A formula of float64 in exact fractions, rounded once; ``plain`` gives lanes with infinities and NaN."""
    rough = plain(*values)
    lanes = np.broadcast_arrays(rough, *values)
    found = lanes[0].copy()
    for place in np.flatnonzero(np.logical_and.reduce([np.isfinite(each) for each in lanes[1:]])):
        try:
            exact = formula(*(Fraction(float(each[place])) for each in lanes[1:]))
        except ZeroDivisionError:
            continue
        if exact == 0:
            continue
        found[place] = _rounded(exact, mode)
    return found


def root_error(nearest: Lanes, value: Lanes) -> Lanes:
    """The sign of a float64 square root minus the exact one; 0 where the root is not finite."""
    error = np.zeros(nearest.shape)
    for place in np.flatnonzero(np.isfinite(nearest)):
        beyond = Fraction(float(nearest[place])) ** 2 - Fraction(float(value[place]))
        error[place] = (beyond > 0) - (beyond < 0)
    return error


def _rounded(exact: Fraction, mode: str) -> float:
    try:
        nearest = exact.numerator / exact.denominator
    except OverflowError:
        nearest = float("inf") if exact > 0 else float("-inf")
    if mode == "rn":
        return nearest
    beyond = Fraction(nearest) - exact if np.isfinite(nearest) else Fraction(1 if nearest > 0 else -1)
    error = float((beyond > 0) - (beyond < 0))
    return float(directed(np.array([nearest]), np.array([error]), mode)[0])
