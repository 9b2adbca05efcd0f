"""Perlin's gradient noise in two and three dimensions: one line a built-in."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.synthesis.screening.builtins.random_streams import box
from generator.synthesis.screening.builtins.vector import normalize
from generator.synthesis.screening.lanes.arithmetic import dot
from generator.synthesis.screening.lanes.values import Numbers

PRIMES = (73856093, 19349663, 53471161, 10000019)


def lattice_gradient(state: Numbers, corner: Numbers) -> Numbers:
    """Gradients at lattice points (lanes, axes): random unit vectors."""
    axes = corner.shape[1]
    parts = [corner[:, k].astype(np.uint32) * np.uint32(PRIMES[k]) for k in range(axes)]
    key = parts[-1] + state.astype(np.uint32)
    for part in parts[:-1]:
        key = part ^ key
    return normalize(box(axes, key)[0])


def field(state: Numbers, low: Numbers, high: Numbers, inside: Numbers) -> Numbers:
    """The noise at the offset ``inside`` in cells between lattice points ``low`` and ``high``."""
    levels = []
    for corner in itertools.product((0, 1), repeat=low.shape[1]):
        point = np.where(np.array(corner, bool), high, low)
        levels.append(dot(lattice_gradient(state, point), inside - np.array(corner, np.float32)))
    for t in inside.T:
        middle = len(levels) // 2
        weight = t * t * t * (t * (t * np.float32(6.0) - np.float32(15.0)) + np.float32(10.0))
        levels = [(b - a) * weight + a for a, b in zip(levels[:middle], levels[middle:], strict=True)]
    return levels[0]


def noise(state: Numbers, position: Numbers) -> Numbers:
    floor = np.floor(position)
    low = floor.astype(np.int32)
    return field(state, low, low + 1, position - floor)


def periodic_noise(state: Numbers, position: Numbers, *periods: Numbers) -> Numbers:
    floor = np.floor(position)
    period = np.stack(np.broadcast_arrays(*periods), axis=1)
    low = np.fmod(floor.astype(np.int32), period)
    return field(state, low, np.fmod(low + 1, period), position - floor)


TABLE: dict[str, Callable[..., Any]] = {"noise": noise, "pnoise": periodic_noise}
