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


def matrix_of(q):
    """The rotation matrix of a unit quaternion."""
    return np.stack([rotate(q, axis) for axis in np.eye(3)], axis=1)


def compose(outer, inner):
    """One pose after another: ``inner`` first."""
    (x, y, z, w), (a, b, c, d) = outer[3:], inner[3:]
    turned = [w * a + x * d + y * c - z * b, w * b - x * c + y * d + z * a, w * c + x * b - y * a + z * d]
    return np.array([*to_world(outer, inner[:3]), *turned, w * d - x * a - y * b - z * c])


def _pcg(state):
    """The generator that Warp draws with: PCG hash of 32 bits."""
    b = (state * 747796405 + 2891336453) & 0xFFFFFFFF
    c = (((b >> ((b >> 28) + 4)) ^ b) * 277803737) & 0xFFFFFFFF
    return (c >> 22) ^ c


class Draws:
    """What ``wp.rand_init(seed)`` or ``wp.rand_init(seed, offset)`` draws one after another."""

    def __init__(self, seed, offset=None):
        self.state = _pcg((int(seed) + (0 if offset is None else _pcg(int(offset)))) & 0xFFFFFFFF)

    def uniform(self):
        """A real number in [0, 1)."""
        self.state = _pcg(self.state)
        return (self.state >> 8) / (1 << 24)

    def whole(self, low, high):
        """A whole number in [low, high)."""
        self.state = _pcg(self.state)
        return self.state % (high - low) + low
