"""Small algebra that statements share: weights of particles, rotations, borders of grids, random numbers."""

from __future__ import annotations

from typing import Any

import numpy as np


def cubic(r: Any, h: float) -> Any:
    """The cubic spline whose support is ``h``, in three dimensions."""
    q = np.asarray(r, float) / h
    inner = 1 - 6 * q**2 + 6 * q**3
    outer = 2 * (1 - q) ** 3
    return 8 / (np.pi * h**3) * np.where(q < 0.5, inner, np.where(q < 1, outer, 0.0))


def wendland(r: Any, h: float) -> Any:
    """Wendland's C2 kernel whose support is ``h``, in three dimensions."""
    q = np.asarray(r, float) / h
    return 21 / (2 * np.pi * h**3) * np.where(q < 1, (1 - q) ** 4 * (1 + 4 * q), 0.0)


def spiky(d: Any, h: float) -> Any:
    """Gradient of the spiky kernel at ``d``, zero at the centre and outside."""
    r = np.linalg.norm(d)
    return np.zeros(3) if r < 1e-6 or r >= h else -45 / (np.pi * h**6) * (h - r) ** 2 * np.asarray(d) / r


def rotate(q: Any, x: Any) -> Any:
    """``x`` turned by the quaternion (x, y, z, w)."""
    u, w = np.asarray(q[:3]), q[3]
    t = 2 * np.cross(u, x)
    return np.asarray(x) + w * t + np.cross(u, t)


def turn_back(q: Any, x: Any) -> Any:
    """``x`` turned by the inverse of the unit quaternion."""
    return rotate(np.array([-q[0], -q[1], -q[2], q[3]]), x)


def quaternion_product(a: Any, b: Any) -> Any:
    """The turn ``b`` followed by the turn ``a``."""
    u, w = np.asarray(a[:3]), a[3]
    x, s = np.asarray(b[:3]), b[3]
    return np.append(w * x + s * u + np.cross(u, x), w * s - u @ x)


def beside(values: Any, *steps: int) -> Any:
    """What the cell some steps away holds, for each cell; the grid closes on itself."""
    return np.roll(values, [-step for step in steps], axis=tuple(range(len(steps))))


def shuffled(state: int) -> int:
    """One step of the generator of Warp's random numbers."""
    state = (state * 747796405 + 2891336453) & 0xFFFFFFFF
    word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 & 0xFFFFFFFF
    return (word >> 22) ^ word


def uniform_draws(seed: int, place: int, count: int) -> list[float]:
    """The first numbers in [0, 1) that ``wp.randf`` gives after ``wp.rand_init(seed, place)``."""
    state, found = shuffled((seed + shuffled(place)) & 0xFFFFFFFF), []
    for _ in range(count):
        state = shuffled(state)
        found.append((state >> 8) / 2**24)
    return found


def normal_draws(seed: int, place: int, count: int) -> Any:
    """The first numbers that ``wp.randn`` gives after ``wp.rand_init(seed, place)``."""
    u = np.reshape(uniform_draws(seed, place, 2 * count), (count, 2))
    return np.sqrt(-2 * np.log(u[:, 0] + 5.96e-8)) * np.cos(2 * np.pi * u[:, 1])
