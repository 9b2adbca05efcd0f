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

    def cube(self) -> np.ndarray:
        return np.array([self.uniform() - 0.5 for _ in range(3)])

    def square(self) -> np.ndarray:
        return np.array([self.uniform() - 0.5 for _ in range(2)])


def generators(seed: int, count: int) -> list[Random]:
    """One generator for each record."""
    return [Random(seed, i) for i in range(count)]


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
