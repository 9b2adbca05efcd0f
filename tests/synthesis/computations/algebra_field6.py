"""Warp's random numbers in NumPy, and sums over records by the record that they lead to."""

from __future__ import annotations

from math import acos, cos, log, pi, sin, sqrt

import numpy as np

_WORD = 0xFFFFFFFF


def _pcg(state: int) -> int:
    word = (state * 747796405 + 2891336453) & _WORD
    word = (((word >> ((word >> 28) + 4)) ^ word) * 277803737) & _WORD
    return (word >> 22) ^ word


class Random:
    """The generator that ``wp.rand_init(seed, offset)`` starts (Jarzynski and Olano's PCG hash)."""

    def __init__(self, seed: int, offset: int | None = None) -> None:
        self.state = _pcg(int(seed) & _WORD if offset is None else (int(seed) + _pcg(int(offset) & _WORD)) & _WORD)

    def _next(self) -> int:
        self.state = _pcg(self.state)
        return self.state

    def uniform(self, low: float = 0.0, high: float = 1.0) -> float:
        return low + (high - low) * (self._next() >> 8) / (1 << 24)

    def normal(self) -> float:
        radius = sqrt(-2.0 * log(self.uniform() + 5.96e-8))
        return radius * cos(2.0 * pi * self.uniform())

    def normals(self, count: int) -> np.ndarray:
        return np.array([self.normal() for _ in range(count)])

    def integer(self, low: int, high: int) -> int:
        return int(low) + self._next() % int(high - low)

    def poisson(self, mean: float) -> int:
        """For means below 10, where Warp multiplies uniform numbers."""
        found, product = 0, self.uniform()
        while product > np.exp(-mean):
            found, product = found + 1, product * self.uniform()
        return found

    def sphere(self) -> np.ndarray:
        polar = acos(1.0 - 2.0 * self.uniform())
        angle = self.uniform(0.0, 2.0 * pi)
        return np.array([cos(angle) * sin(polar), sin(angle) * sin(polar), cos(polar)])

    def disk(self) -> np.ndarray:
        radius = sqrt(self.uniform())
        angle = self.uniform(0.0, 2.0 * pi)
        return radius * np.array([cos(angle), sin(angle)])

    def cube(self) -> np.ndarray:
        return np.array([self.uniform() - 0.5 for _ in range(3)])

    def square(self) -> np.ndarray:
        return np.array([self.uniform() - 0.5 for _ in range(2)])


def generators(seed: int, count: int, step: int = 0) -> list[Random]:
    """One generator for each record, at a step after which come those of the next."""
    return [Random(seed, int(step) * count + i) for i in range(count)]


def summed(start: np.ndarray, to: np.ndarray, values: np.ndarray) -> np.ndarray:
    """``start`` with ``values`` added at the records that they lead to; -1 leads nowhere."""
    total = start.copy()
    for target, value in zip(to, values, strict=True):
        if target >= 0:
            total[target] = total[target] + value
    return total


def chosen(index: np.ndarray, values: np.ndarray, otherwise: np.ndarray | float) -> np.ndarray:
    """``values`` where the relation ``index`` leads anywhere, else ``otherwise``."""
    mask = (index >= 0).reshape(-1, *[1] * (values.ndim - 1))
    return np.where(mask, values, otherwise)


def turn(axis: int, angle: np.ndarray) -> np.ndarray:
    """Rotation matrices about a coordinate axis."""
    made = np.zeros((*np.shape(angle), 3, 3))
    a, b = (axis + 1) % 3, (axis + 2) % 3
    made[..., axis, axis] = 1.0
    made[..., a, a] = made[..., b, b] = np.cos(angle)
    made[..., b, a], made[..., a, b] = np.sin(angle), -np.sin(angle)
    return made


def rotation_matrices(q: np.ndarray) -> np.ndarray:
    """Of unit quaternions with the real part last, by Rodrigues' formula."""
    axis, real = q[..., :3], q[..., 3]
    k = crosses(axis)
    return np.eye(3) + 2 * real[..., None, None] * k + 2 * k @ k


def crosses(x: np.ndarray) -> np.ndarray:
    """Matrices that take the cross product with ``x`` from the left."""
    zero = np.zeros(x.shape[:-1])
    rows = [[zero, -x[..., 2], x[..., 1]], [x[..., 2], zero, -x[..., 0]], [-x[..., 1], x[..., 0], zero]]
    return np.stack([np.stack(row, axis=-1) for row in rows], axis=-2)


def quaternion_product(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """Hamilton's product, with the real part last."""
    vector = p[..., 3:] * q[..., :3] + q[..., 3:] * p[..., :3] + np.cross(p[..., :3], q[..., :3])
    real = p[..., 3:] * q[..., 3:] - (p[..., :3] * q[..., :3]).sum(axis=-1, keepdims=True)
    return np.concatenate([vector, real], axis=-1)


def applied(matrices: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """Each matrix times its vector."""
    return np.einsum("...ij,...j->...i", matrices, vectors)
