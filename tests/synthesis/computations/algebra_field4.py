"""Quaternions, poses and spatial vectors in NumPy, a row a record."""

from __future__ import annotations

import numpy as np


def turn(q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Vectors turned by quaternions (x, y, z, w), by the rotation matrix."""
    return np.einsum("...ij,...j->...i", matrix(q), p)


def turn_back(q: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Vectors turned the other way."""
    return np.einsum("...ji,...j->...i", matrix(q), p)


def matrix(q: np.ndarray) -> np.ndarray:
    """The rotation matrix of a unit quaternion."""
    x, y, z, w = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), (0, 1), (-2, -1))


def product(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The Hamilton product of two quaternions."""
    av, aw, bv, bw = a[..., :3], a[..., 3:], b[..., :3], b[..., 3:]
    vector = aw * bv + bw * av + np.cross(av, bv)
    return np.concatenate([vector, aw * bw - (av * bv).sum(-1, keepdims=True)], -1)


def conjugate(q: np.ndarray) -> np.ndarray:
    """The opposite rotation."""
    return q * np.array([-1.0, -1.0, -1.0, 1.0])


def chain(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """One pose after another."""
    return np.concatenate([a[..., :3] + turn(a[..., 3:], b[..., :3]), product(a[..., 3:], b[..., 3:])], -1)


def reverse(a: np.ndarray) -> np.ndarray:
    """The pose that undoes another."""
    return np.concatenate([-turn_back(a[..., 3:], a[..., :3]), conjugate(a[..., 3:])], -1)


def point(a: np.ndarray, p: np.ndarray) -> np.ndarray:
    """Points of a frame, where they lie outside it."""
    return a[..., :3] + turn(a[..., 3:], p)


def unit(q: np.ndarray) -> np.ndarray:
    """A quaternion of length 1; the identity where it has none."""
    size = np.linalg.norm(q)
    return q / size if size > 0 else np.array([0.0, 0.0, 0.0, 1.0])
