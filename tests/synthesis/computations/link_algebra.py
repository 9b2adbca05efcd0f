"""Quaternions (x, y, z, w), poses and spatial vectors (angular part first) by their definitions."""

from __future__ import annotations

import numpy as np


def turns(q: np.ndarray) -> np.ndarray:
    """Rotation matrices of unit quaternions, by Rodrigues' formula."""
    axis, w = q[..., :3], q[..., 3]
    k = hats(axis)
    return np.eye(3) + 2.0 * w[..., None, None] * k + 2.0 * k @ k


def hats(vectors: np.ndarray) -> np.ndarray:
    """Matrices of the cross product with each vector."""
    x, y, z = np.moveaxis(vectors, -1, 0)
    o = np.zeros_like(x)
    return np.stack([np.stack(r, -1) for r in ((o, -z, y), (z, o, -x), (-y, x, o))], -2)


def product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Of quaternions."""
    a, b = p[..., :3], q[..., :3]
    w = p[..., 3] * q[..., 3] - (a * b).sum(-1)
    return np.concatenate([p[..., 3:] * b + q[..., 3:] * a + np.cross(a, b), w[..., None]], -1)


def about(axis: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """Quaternions that turn about unit axes."""
    return np.concatenate([axis * np.sin(angle / 2)[..., None], np.cos(angle / 2)[..., None]], -1)


def matrices(poses: np.ndarray) -> np.ndarray:
    """Four by four, of poses (position, quaternion)."""
    made = np.tile(np.eye(4), (*poses.shape[:-1], 1, 1))
    made[..., :3, :3], made[..., :3, 3] = turns(poses[..., 3:]), poses[..., :3]
    return made
