"""Quaternions: one line a built-in."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.vector import dot, into_arguments, normalize
from generator.verification.reference.values.component_arithmetic import rotate
from generator.verification.reference.values.types import as_type, quaternion, scalar_type
from generator.verification.reference.values.values import Mat, Quat, Vec

IDENTITY = (0.0, 0.0, 0.0, 1.0)


def in_double(*results: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Evaluate a function over float64 arrays and round each result to the type of the first argument."""

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        def evaluate(*values: Any) -> Any:
            first = values[0]
            kind = first.a.dtype.type if hasattr(first, "a") else type(first)
            found = function(*(v.a.astype(np.float64) if hasattr(v, "a") else v for v in values))
            parts = found if isinstance(found, tuple) else (found,)
            made = tuple(
                kind(part) if result is float else result(np.asarray(part).astype(kind))
                for result, part in zip(results, parts, strict=True)
            )
            return made if len(results) > 1 else made[0]

        return evaluate

    return decorate


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (Quat(a) * Quat(b)).a


@in_double(Quat)
def from_axis_angle(axis: np.ndarray, angle: Any) -> np.ndarray:
    half = 0.5 * float(angle)
    return np.append(axis * math.sin(half), math.cos(half))


@in_double(Vec, float)
def to_axis_angle(q: np.ndarray) -> tuple[np.ndarray, float]:
    size = math.sqrt(float(q[:3] @ q[:3]))
    axis = q[:3] / size if size > 0.0 else np.zeros(3)
    return (-axis if q[3] < 0.0 else axis), 2.0 * math.atan2(size, abs(q[3]))


@in_double(Quat)
def from_rpy(roll: Any, pitch: Any, yaw: Any) -> np.ndarray:
    """Rotations about the fixed x, y and z axes, in that order."""
    return product(about(2, yaw), product(about(1, pitch), about(0, roll)))


def about(axis: Any, angle: Any) -> np.ndarray:
    """The quaternion of a turn by ``angle`` around coordinate axis ``axis``."""
    q = np.zeros(4)
    q[int(axis)] = math.sin(0.5 * float(angle))
    q[3] = math.cos(0.5 * float(angle))
    return q


@in_double(Quat)
def from_matrix(m: np.ndarray) -> np.ndarray:
    """The rotation of the upper left 3x3 part, computed from the component of largest magnitude."""
    trace = m[0, 0] + m[1, 1] + m[2, 2]
    q = np.zeros(4)
    if trace >= 0.0:
        h = math.sqrt(trace + 1.0)
        q[3], scale = 0.5 * h, 0.5 / h
        q[:3] = scale * np.array([m[2, 1] - m[1, 2], m[0, 2] - m[2, 0], m[1, 0] - m[0, 1]])
    else:
        i = int(np.argmax(np.diagonal(m)[:3]))
        j, k = (i + 1) % 3, (i + 2) % 3
        h = math.sqrt(m[i, i] - (m[j, j] + m[k, k]) + 1.0)
        q[i], scale = 0.5 * h, 0.5 / h
        q[j], q[k], q[3] = scale * (m[i, j] + m[j, i]), scale * (m[k, i] + m[i, k]), scale * (m[k, j] - m[j, k])
    size = math.sqrt(float(q @ q))
    return q / size if size > 0.0 else np.array(IDENTITY)


@in_double(Mat)
def to_matrix(q: np.ndarray) -> np.ndarray:
    return np.stack([rotate(q, e) for e in np.eye(3)], axis=1)


@in_double(Quat)
def slerp(a: np.ndarray, b: np.ndarray, t: Any) -> np.ndarray:
    axis, angle = to_axis_angle(Quat(product(conjugate(a), b)))
    return product(a, from_axis_angle(axis, np.float64(t) * angle).a)


def conjugate(q: np.ndarray) -> np.ndarray:
    return q * np.array([-1, -1, -1, 1], dtype=q.dtype)


@in_double(Quat)
def from_euler(e: np.ndarray, i: Any, j: Any, k: Any) -> np.ndarray:
    return product(about(k, e[int(k)]), product(about(j, e[int(j)]), about(i, e[int(i)])))


@in_double(Vec)
def to_rpy(q: np.ndarray) -> np.ndarray:
    x, y, z, w = q
    roll = math.atan2(2.0 * (w * x + y * z), 1.0 - 2.0 * (x * x + y * y))
    pitch = math.asin(min(max(2.0 * (w * y - z * x), -1.0), 1.0))
    yaw = math.atan2(2.0 * (w * z + x * y), 1.0 - 2.0 * (y * y + z * z))
    return np.array([roll, pitch, yaw])


@in_double(Vec)
def to_euler(q: np.ndarray, i: Any, j: Any, k: Any) -> np.ndarray:
    """Angles about the fixed axes i, j, k by Bernardes and Viollet's method, stored by axis index."""
    i, j, k = int(i), int(j), int(k)
    proper = i == k
    k = 3 - i - j if proper else k
    parity = (i - j) * (j - k) * (k - i) / 2.0
    a, b, c, d = q[3], q[i], q[j], q[k] * parity
    if not proper:
        a, b, c, d = a - q[j], b + q[k] * parity, c + q[3], d - q[i]
    second = math.acos(min(max(2.0 * (a * a + b * b) / (a * a + b * b + c * c + d * d) - 1.0, -1.0), 1.0))
    plus, minus = math.atan2(b, a), math.atan2(d, c)
    first, third = plus - minus, plus + minus
    if abs(second) < 1e-6:
        first, third = 0.0, 2.0 * plus
    elif abs(second - math.pi) < 1e-6:
        first, third = 0.0, 2.0 * minus
    if not proper:
        second, third = second - 0.5 * math.pi, third * parity
    found = np.zeros(3)
    found[i], found[j], found[k] = first, second, third
    return found


def twist(axis: Any, q: Any) -> Quat:
    along = dot(Vec(q.a[:3]), axis)
    return normalize(Quat(np.append((axis * along).a, q.a[3])))


@in_double(float)
def twist_angle(axis: np.ndarray, q: np.ndarray) -> float:
    return 2.0 * math.atan2(abs(float(axis @ q[:3])), q[3])


@in_double(float)
def twist_angle_signed(axis: np.ndarray, q: np.ndarray) -> float:
    return 2.0 * math.atan2(float(axis @ q[:3]), q[3])


def make_quaternion(*components: Any, dtype: Any = None, **named: Any) -> Any:
    return quaternion(precision_of(components, dtype))(*components, **named)


def precision_of(components: tuple[Any, ...], dtype: Any) -> type:
    """Scalar type of a value made of these components, or ``dtype`` where that is given."""
    if dtype is not None:
        return scalar_type(as_type(dtype))
    if not components:
        return np.float32
    return components[0].a.dtype.type if hasattr(components[0], "a") else type(components[0])


TABLE: dict[str, Callable[..., Any]] = {
    "quaternion": make_quaternion,
    "quat_identity": lambda dtype=float: Quat(np.array(IDENTITY, dtype=scalar_type(as_type(dtype)))),
    "quat_from_axis_angle": from_axis_angle,
    "quat_to_axis_angle": into_arguments(to_axis_angle),
    "quat_from_matrix": from_matrix,
    "quat_rpy": from_rpy,
    "quat_inverse": lambda q: Quat(conjugate(q.a)),
    "quat_rotate": lambda q, v: Vec(rotate(q.a, v.a)),
    "quat_rotate_inv": lambda q, v: Vec(rotate(conjugate(q.a), v.a)),
    "quat_slerp": slerp,
    "quat_to_matrix": to_matrix,
    "quat_from_euler": from_euler,
    "quat_to_euler": to_euler,
    "quat_to_rpy": to_rpy,
    "quat_twist": twist,
    "quat_twist_angle": twist_angle,
    "quat_twist_angle_signed": twist_angle_signed,
}
