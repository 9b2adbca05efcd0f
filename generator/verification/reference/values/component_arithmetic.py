"""Arithmetic of components as in compiled code: C's division, sums from left to right."""

from __future__ import annotations

from typing import Any

import numpy as np


def weighted_sum(weights: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """``sum(weights[k] * rows[k])``, added one after the other in the component type."""
    total = weights[0] * rows[0]
    for k in range(1, len(rows)):
        total = total + weights[k] * rows[k]
    return total


def total(terms: np.ndarray) -> Any:
    """Sum of a one-dimensional array from left to right, rounded at each step."""
    found = terms[0]
    for term in terms[1:]:
        found = found + term
    return found


def divide(a: Any, b: Any) -> Any:
    """C's division: integers truncate towards zero. ZeroDivisionError for an integer divided by zero."""
    kind = a.dtype.kind
    if kind == "f":
        return a / b
    nonzero(b)
    if kind == "u":
        return a // b
    quotient = a // b
    # NumPy rounds down, C towards zero: one higher where the quotient is negative and not exact.
    return quotient + ((quotient < 0) & (quotient * b != a)).astype(a.dtype)


def remainder(a: Any, b: Any) -> Any:
    """C's ``%`` and ``fmod``, with the sign of ``a``. ZeroDivisionError as for ``divide``."""
    if a.dtype.kind != "f":
        nonzero(b)
    return np.fmod(a, b)


def nonzero(divisor: Any) -> None:
    """Raise ZeroDivisionError if an integer divisor is zero or has a zero component."""
    if not np.all(divisor):
        raise ZeroDivisionError("an integer is divided by zero")


def rotate(q: np.ndarray, v: np.ndarray) -> np.ndarray:
    """``v`` rotated by the unit quaternion ``q``; other quaternions enter the same formula."""
    x, y, z, w = q
    two = q.dtype.type(2)
    scale = two * w * w - q.dtype.type(1)
    along = two * (x * v[0] + y * v[1] + z * v[2])
    crossed = np.array([y * v[2] - z * v[1], z * v[0] - x * v[2], x * v[1] - y * v[0]], dtype=q.dtype)
    return v * scale + q[:3] * along + crossed * w * two
