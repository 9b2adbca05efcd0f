"""Algebra that the statements of rays, images, sound and crowds share."""

from __future__ import annotations

import numpy as np


def rotate(q, p):
    """A vector turned by a unit quaternion (x, y, z, w), through its matrix."""
    x, y, z, w = q
    matrix = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    return matrix @ p


def inverse(q):
    """The quaternion that turns back."""
    return np.array([-q[0], -q[1], -q[2], q[3]])


def to_world(pose, p):
    """A point of a frame, in the world; ``pose`` is a position and a quaternion."""
    return pose[:3] + rotate(pose[3:], p)


def to_local(pose, p):
    """A point of the world, in a frame."""
    return rotate(inverse(pose[3:]), p - pose[:3])


def unit(p):
    """A vector at length 1."""
    return p / np.linalg.norm(p)


def shifted(values, di, dj):
    """What each cell of a grid sees at ``(di, dj)`` from itself, where the grid closes on itself."""
    return np.roll(values, (-di, -dj), axis=(0, 1))
