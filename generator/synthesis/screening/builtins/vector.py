"""Vectors and matrices: one line a built-in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import numpy as np

from generator.synthesis.screening.builtins.scalar import in_double
from generator.synthesis.screening.lanes.arithmetic import cross, divide, dot
from generator.synthesis.screening.lanes.values import Numbers, Quat, like, numbers, spread

ONE = np.ones(1, np.float32)
Kind = TypeVar("Kind")


def length(a: Any) -> Numbers:
    return np.sqrt(dot(numbers(a), numbers(a)))


def normalize(a: Kind) -> Kind:
    """Unit length; the zero vector stays, the zero quaternion becomes the identity."""
    components = numbers(a)
    size = length(a)[:, None]
    still = np.array([0, 0, 0, 1], components.dtype) if isinstance(a, Quat) else components.dtype.type(0)
    found: Kind = like(a, np.where(size > 0, components / size, still))
    return found


def skew(v: Numbers) -> Numbers:
    """The matrix with ``skew(v) * u = cross(v, u)``."""
    x, y, z = v.T
    zero = np.zeros_like(x)
    return np.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=1).reshape(-1, 3, 3)


def inverse(m: Numbers) -> Numbers:
    """The inverse; zero for a singular matrix."""
    singular = ~(np.abs(np.linalg.det(m)) > 0.0)[:, None, None]
    return np.where(singular, 0.0, np.linalg.inv(np.where(singular, np.eye(m.shape[1]), m)))


def decomposition(function: Callable[[Numbers], Sequence[Numbers]]) -> Callable[[Numbers], tuple[Numbers, ...]]:
    """The factors of a matrix, found in double precision and rounded to the matrix's type."""
    return lambda m: tuple(factor.astype(m.dtype) for factor in function(m.astype(np.float64)))


def svd3(m: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """Both factors are rotations; the last singular value takes the sign that this leaves."""
    u, s, vt = np.linalg.svd(m)
    v = np.swapaxes(vt, 1, 2).copy()
    for factor in (u, v):
        flip = np.where(np.linalg.det(factor) < 0.0, -1.0, 1.0)
        factor[:, :, 2] *= flip[:, None]
        s[:, 2] *= flip
    return u, s, v


def extreme_place(find: Callable[..., Any], worst: float, v: Numbers) -> Numbers:
    """Index of the first extremum, NaN left out."""
    shown = np.where(np.isnan(v), worst, v) if v.dtype.kind == "f" else v
    return np.asarray(find(shown, axis=1).astype(np.uint32))


def norm_pseudo_huber(v: Numbers, delta: Numbers = ONE) -> Numbers:
    return delta * np.sqrt(1 + dot(v, v) / (delta * delta))


def norm_huber(v: Numbers, delta: Numbers = ONE) -> Numbers:
    squared = dot(v, v)
    half = squared.dtype.type(0.5)
    return np.where(squared <= delta * delta, half * squared, delta * (np.sqrt(squared) - half * delta))


TABLE: dict[str, Callable[..., Any]] = {
    "dot": lambda a, b: dot(numbers(a), numbers(b)),
    "ddot": dot,
    "argmin": partial(extreme_place, np.argmin, np.inf),
    "argmax": partial(extreme_place, np.argmax, -np.inf),
    "outer": lambda a, b: a[:, :, None] * b[:, None, :],
    "cross": cross,
    "skew": skew,
    "length": length,
    "length_sq": lambda a: dot(numbers(a), numbers(a)),
    "normalize": normalize,
    "transpose": lambda m: np.swapaxes(m, 1, 2),
    "inverse": in_double(inverse),
    "determinant": in_double(np.linalg.det),
    "trace": lambda m: np.trace(m, axis1=1, axis2=2, dtype=m.dtype),
    "diag": lambda v: v[:, :, None] * np.eye(v.shape[1], dtype=v.dtype),
    "get_diag": lambda m: np.diagonal(m, axis1=1, axis2=2),
    "cw_mul": lambda a, b: like(a, numbers(a) * numbers(b)),
    "cw_div": divide,
    "matrix_from_cols": lambda *vectors: np.stack(np.broadcast_arrays(*vectors), axis=2),
    "matrix_from_rows": lambda *vectors: np.stack(np.broadcast_arrays(*vectors), axis=1),
    "svd3": decomposition(svd3),
    "qr3": decomposition(np.linalg.qr),
    "eig3": decomposition(lambda m: np.linalg.eigh(m)[::-1]),
    "norm_l1": lambda v: np.abs(v).sum(axis=1, dtype=v.dtype),
    "norm_l2": length,
    "norm_huber": norm_huber,
    "norm_pseudo_huber": norm_pseudo_huber,
    "smooth_normalize": lambda v, delta=ONE: v / spread(norm_pseudo_huber(v, delta), v.ndim),
}
