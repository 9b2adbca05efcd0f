"""NumPy's quaternions (x, y, z, w), poses (position, quaternion) and rotations, for the statements of mechanics."""

from __future__ import annotations

from typing import Any

import numpy as np

Array = Any


def quaternion_product(a: Array, b: Array) -> Array:
    u, s = a[:3], a[3]
    w, t = b[:3], b[3]
    return np.concatenate([s * w + t * u + np.cross(u, w), [s * t - u @ w]])


def quaternion_inverse(q: Array) -> Array:
    return np.concatenate([-q[:3], q[3:]])


def rotation_matrix(q: Array) -> Array:
    """Columns are the images of the axes; ``q`` has length 1."""
    k = cross_matrix(q[:3])
    return np.eye(3) + 2.0 * q[3] * k + 2.0 * k @ k


def cross_matrix(a: Array) -> Array:
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def rotate(q: Array, x: Array) -> Array:
    return rotation_matrix(q) @ x


def rotate_back(q: Array, x: Array) -> Array:
    return rotation_matrix(q).T @ x


def point_of(pose: Array, x: Array) -> Array:
    """A point of a frame, seen from outside."""
    return pose[:3] + rotate(pose[3:], x)


def pose_product(a: Array, b: Array) -> Array:
    return np.concatenate([point_of(a, b[:3]), quaternion_product(a[3:], b[3:])])


def pose_inverse(a: Array) -> Array:
    return np.concatenate([-rotate_back(a[3:], a[:3]), quaternion_inverse(a[3:])])


def axis_angle(axis: Array, angle: float) -> Array:
    return np.concatenate([np.asarray(axis) * np.sin(angle / 2), [np.cos(angle / 2)]])


def unit_of(x: Array) -> Array:
    """The direction of a vector; zero where it has none."""
    size = np.linalg.norm(x)
    return x / size if size > 0.0 else x * 0.0
