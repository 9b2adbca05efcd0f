"""Vectors and matrices."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.scalar import TABLE as SCALAR
from generator.verification.reference.values.component_arithmetic import divide, total
from generator.verification.reference.values.types import as_type, matrix, scalar_type, vector
from generator.verification.reference.values.values import Composite, Mat, Quat, Vec

sqrt = SCALAR["sqrt"]
ONE = np.float32(1.0)


def dot(a: Any, b: Any) -> Any:
    return total((a.a * b.a).ravel())


def length(a: Any) -> Any:
    return sqrt(dot(a, a))


def normalize(a: Any) -> Any:
    """Scaled to unit length; the zero vector stays, the zero quaternion becomes the identity."""
    size = length(a)
    if size > 0:
        return type(a)(a.a / size)
    return type(a)(np.array([0, 0, 0, 1], a.a.dtype)) if isinstance(a, Quat) else type(a)(np.zeros_like(a.a))


def cross(a: Any, b: Any) -> Vec:
    (ax, ay, az), (bx, by, bz) = a.a, b.a
    return Vec(np.array([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], dtype=a.a.dtype))


def argument_of(best: Callable[[np.ndarray], Any], worst: float) -> Callable[[Any], Any]:
    """Index of the first extremum; NaNs are ignored."""

    def find(v: Any) -> Any:
        a = np.where(np.isnan(v.a), worst, v.a) if v.a.dtype.kind == "f" else v.a
        return np.uint32(best(a))

    return find


def in_double(function: Callable[[np.ndarray], np.ndarray]) -> Callable[[Any], Any]:
    """A matrix function evaluated in double precision and rounded to the matrix's type."""

    def evaluate(m: Any) -> Any:
        found = function(m.a.astype(np.float64)).astype(m.a.dtype)
        return Mat(found) if found.ndim else found[()]

    return evaluate


def inverse(m: np.ndarray) -> np.ndarray:
    """The inverse; zero for a singular matrix."""
    return np.linalg.inv(m) if np.linalg.det(m) != 0.0 else np.zeros_like(m)


def skew(v: Any) -> Mat:
    """The matrix with ``skew(v) * u = cross(v, u)``."""
    x, y, z = v.a
    return Mat(np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=v.a.dtype))


def make_vector(*components: Any, length: Any = None, dtype: Any = None) -> Any:
    """``wp.vector(...)``; length and type are by default those of the components."""
    if dtype is None:
        dtype = components[0].a.dtype.type if isinstance(components[0], Composite) else type(components[0])
    if length is None:
        length = len(components[0].a) if isinstance(components[0], Composite) else len(components)
    return vector(int(length), dtype)(*components)


def make_matrix(*components: Any, shape: Any = None, dtype: Any = None) -> Any:
    """``wp.matrix(...)``: components by row."""
    kind = type(components[0]) if dtype is None else scalar_type(dtype)
    side = math.isqrt(len(components))
    return matrix((side, side) if shape is None else shape, kind)(*components)


def stacked(axis: int) -> Callable[..., Mat]:
    def stack(*vectors: Any) -> Mat:
        return Mat(np.stack([v.a for v in vectors], axis=axis))

    return stack


def identity(n: Any, dtype: Any = float) -> Mat:
    return Mat(np.eye(int(n), dtype=scalar_type(as_type(dtype))))


def norm_huber(v: Any, delta: Any = ONE) -> Any:
    squared = dot(v, v)
    half = squared.__class__(0.5)
    return half * squared if squared <= delta * delta else delta * (sqrt(squared) - half * delta)


def norm_pseudo_huber(v: Any, delta: Any = ONE) -> Any:
    return delta * sqrt(delta.__class__(1.0) + dot(v, v) / (delta * delta))


def lerp(a: Any, b: Any, t: Any) -> Any:
    return a * (t.__class__(1) - t) + b * t


def smoothstep(low: Any, high: Any, x: Any) -> Any:
    kind = x.__class__
    x = SCALAR["clamp"]((x - low) / (high - low), kind(0), kind(1))
    return x * x * (kind(3) - kind(2) * x)


def into_arguments(function: Callable[[Any], tuple[Any, ...]]) -> Callable[..., Any]:
    """A decomposition that returns its results, or writes them to variables that it is called with."""

    def call(value: Any, *variables: Any) -> Any:
        return (None, *function(value)) if variables else function(value)

    return call


def svd(m: Any) -> tuple[Mat, Vec, Mat]:
    """Singular values in descending order."""
    u, s, vt = np.linalg.svd(m.a.astype(np.float64))
    return Mat(u.astype(m.a.dtype)), Vec(s.astype(m.a.dtype)), Mat(vt.T.astype(m.a.dtype))


def svd3(m: Any) -> tuple[Mat, Vec, Mat]:
    """Singular values with rotations as factors: the last value takes the sign that this leaves."""
    u, s, vt = np.linalg.svd(m.a.astype(np.float64))
    for factor in (u, vt.T):
        if np.linalg.det(factor) < 0.0:
            factor[:, 2] *= -1.0
            s[2] *= -1.0
    return Mat(u.astype(m.a.dtype)), Vec(s.astype(m.a.dtype)), Mat(vt.T.astype(m.a.dtype))


def qr3(m: Any) -> tuple[Mat, Mat]:
    q, r = np.linalg.qr(m.a.astype(np.float64))
    return Mat(q.astype(m.a.dtype)), Mat(r.astype(m.a.dtype))


def eig3(m: Any) -> tuple[Mat, Vec]:
    values, vectors = np.linalg.eigh(m.a.astype(np.float64))
    return Mat(vectors.astype(m.a.dtype)), Vec(values.astype(m.a.dtype))


TABLE: dict[str, Callable[..., Any]] = {
    "dot": dot,
    "ddot": dot,
    "argmin": argument_of(np.argmin, math.inf),
    "argmax": argument_of(np.argmax, -math.inf),
    "outer": lambda a, b: Mat(a.a[:, None] * b.a[None, :]),
    "cross": cross,
    "skew": skew,
    "length": length,
    "length_sq": lambda a: dot(a, a),
    "normalize": normalize,
    "transpose": lambda m: Mat(m.a.T),
    "inverse": in_double(inverse),
    "inverse_approx": in_double(inverse),
    "determinant": in_double(lambda m: np.asarray(np.linalg.det(m))),
    "trace": lambda m: total(np.diagonal(m.a)),
    "diag": lambda v: Mat(np.diag(v.a)),
    "get_diag": lambda m: Vec(np.diagonal(m.a)),
    "cw_mul": lambda a, b: type(a)(a.a * b.a),
    "cw_div": lambda a, b: type(a)(divide(a.a, b.a)),
    "vector": make_vector,
    "matrix": make_matrix,
    "matrix_from_cols": stacked(1),
    "matrix_from_rows": stacked(0),
    "identity": identity,
    "svd2": into_arguments(svd),
    "svd3": into_arguments(svd3),
    "qr3": into_arguments(qr3),
    "eig3": into_arguments(eig3),
    "norm_l1": lambda v: total(np.abs(v.a)),
    "norm_l2": length,
    "norm_huber": norm_huber,
    "norm_pseudo_huber": norm_pseudo_huber,
    "smooth_normalize": lambda v, delta=ONE: v / norm_pseudo_huber(v, delta),
    "lerp": lerp,
    "smoothstep": smoothstep,
}
