"""Operators over lanes: what ``+``, ``*`` and the others mean for numbers, vectors, matrices, turns and poses."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from functools import partial, reduce
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Numbers, Pose, Quat, joined, like, numbers, spread


def by_component(function: np.ufunc, a: Any, b: Any) -> Any:
    """``+`` and ``-``."""
    if a.__class__ is b.__class__ is np.ndarray:
        return function(a, b)
    return like(a, function(numbers(a), numbers(b)))


def multiply(a: Any, b: Any) -> Any:
    """The product by kind: by component with a number; of matrices, matrix and vector, quaternions, transforms."""
    if a.__class__ is b.__class__ is np.ndarray and a.ndim == b.ndim < 3:
        return a * b
    if isinstance(a, Quat) and isinstance(b, Quat):
        return Quat(turned_twice(a.a, b.a))
    if isinstance(a, Pose) and isinstance(b, Pose):
        moved = rotate(a.a[:, 3:], b.a[:, :3]) + a.a[:, :3]
        return Pose(joined(moved, turned_twice(a.a[:, 3:], b.a[:, 3:])))
    one, other = numbers(a), numbers(b)
    if one.ndim == 1 or other.ndim == 1:
        most = max(one.ndim, other.ndim)
        return like(b if one.ndim == 1 else a, spread(one, most) * spread(other, most))
    if one.ndim == 3 and other.ndim == 3:
        return summed([one[:, :, k, None] * other[:, k, None, :] for k in range(one.shape[2])])
    if one.ndim == 2:
        raise NotScreened("a vector that is multiplied from the left")
    return summed([one[:, :, k] * other[:, k, None] for k in range(one.shape[2])])


def summed(terms: Iterable[Numbers]) -> Numbers:
    """The sum from left to right, as Warp adds: for three terms several times as fast as NumPy's along an axis."""
    return np.asarray(reduce(np.add, terms))


def divide(a: Any, b: Any) -> Any:
    """Floats by component; whole numbers as C does it."""
    one, other = numbers(a), numbers(b)
    most = max(one.ndim, other.ndim)
    one, other = spread(one, most), spread(other, most)
    if one.dtype.kind == "f" or other.dtype.kind == "f":
        return like(a if numbers(a).ndim == most else b, one / other)
    return (one - remainder(one, other)) // divisor(other)


def divisor(b: Numbers) -> Numbers:
    """Whole numbers with 1 for each zero, where nobody reads the quotient."""
    return np.where(b == 0, b.dtype.type(1), b)


def floor_divide(a: Numbers, b: Numbers) -> Numbers:
    """Floats are divided, rounded, then floored; whole numbers round down."""
    return np.asarray(np.floor(a / b) if b.dtype.kind == "f" else a // divisor(b))


def remainder(a: Numbers, b: Numbers) -> Numbers:
    """C's ``%`` and ``fmod``: the sign is that of ``a``."""
    return np.asarray(np.fmod(a, b if b.dtype.kind == "f" else divisor(b)))


def equal(a: Any, b: Any) -> Numbers:
    found = numbers(a) == numbers(b)
    return np.asarray(found if found.ndim == 1 else found.reshape(len(found), -1).all(axis=1))


def dot(a: Numbers, b: Numbers) -> Numbers:
    """Sum of products of the components, from left to right."""
    return summed((a * b).reshape(max(len(a), len(b)), -1).T)


def cross(a: Numbers, b: Numbers) -> Numbers:
    ax, ay, az = a.T
    bx, by, bz = b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)


def turned_twice(a: Numbers, b: Numbers) -> Numbers:
    """Hamilton's product."""
    x, y, z, w = a.T
    i, j, k, r = b.T
    product = [
        w * i + r * x + y * k - j * z,
        w * j + r * y + z * i - k * x,
        w * k + r * z + x * j - i * y,
        w * r - x * i - y * j - z * k,
    ]
    return np.stack(product, axis=1)


def rotate(q: Numbers, v: Numbers) -> Numbers:
    """Vectors turned by unit quaternions."""
    axis, w = q[:, :3], q[:, 3:]
    two = q.dtype.type(2)
    along = dot(axis, v)[:, None]
    return v * (two * w * w - q.dtype.type(1)) + axis * (two * along) + cross(axis, v) * w * two


def conjugate(q: Numbers) -> Numbers:
    return q * np.array([-1, -1, -1, 1], dtype=q.dtype)


PLAIN: dict[str, np.ufunc] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
    "<<": np.left_shift,
    ">>": np.right_shift,
    "==": np.equal,
    "!=": np.not_equal,
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}
"""Signs of two numbers, where those of whole numbers have no exception."""

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **PLAIN,
    "+": partial(by_component, np.add),
    "-": partial(by_component, np.subtract),
    "*": multiply,
    "@": multiply,
    "/": divide,
    "//": floor_divide,
    "%": remainder,
    "==": equal,
    "!=": lambda a, b: ~equal(a, b),
}
"""Signs of two operands."""

UNARY: dict[str, Callable[[Any], Any]] = {
    "neg": lambda a: like(a, -numbers(a)),
    "invert": operator.invert,
    "not": lambda a: a == 0,
}
"""Signs of one operand."""

DIVISIONS = ("/", "//", "%")
"""Signs whose second operand may not be zero where it is a whole number."""
