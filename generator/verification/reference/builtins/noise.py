"""Perlin's gradient noise in one to four dimensions, its periodic form and its curl."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np

from generator.verification.reference.builtins.random_streams import HALF, MASK, rand_init, randf, unit
from generator.verification.reference.builtins.vector import normalize
from generator.verification.reference.values.component_arithmetic import total
from generator.verification.reference.values.values import Vec

PRIMES = {1: (73856093,), 2: (73856093, 19349663), 3: (73856093, 19349663, 53471161)}
PRIMES[4] = (*PRIMES[3], 10000019)
CURL_SEEDS = (10019689, 13112221)
ONE, TWO = np.float32(1.0), np.float32(2.0)


@lru_cache(maxsize=1024)
def lattice_gradient(state: int, corner: tuple[int, ...]) -> np.ndarray:
    """The gradient at a lattice point: a random number in one dimension, else a random unit vector."""
    *first, last = (i * p for i, p in zip(corner, PRIMES[len(corner)], strict=True))
    key = last + state
    for part in first:
        key = (part ^ key) & MASK
    stream = np.uint32(key & MASK)
    if len(corner) == 1:
        return np.array([randf(stream, -ONE, ONE)[0]])
    components = []
    for _ in corner:
        value, stream = unit(stream)
        components.append(value - HALF)
    return normalize(Vec(np.array(components))).a


def field(state: Any, low: list[int], high: list[int], inside: np.ndarray) -> tuple[Any, np.ndarray]:
    """Value and gradient of the noise at offset ``inside`` in the cell between lattice points ``low`` and ``high``."""
    levels = []
    for corner in itertools.product((0, 1), repeat=len(low)):
        point = tuple(h if c else b for b, h, c in zip(low, high, corner, strict=True))
        direction = lattice_gradient(int(state), point)
        levels.append((total(direction * (inside - np.array(corner, np.float32))), direction))
    for axis, t in enumerate(inside):
        # The two halves of the list differ in the first remaining axis: blend them along it.
        middle = len(levels) // 2
        levels = [blended(a, b, axis, t) for a, b in zip(levels[:middle], levels[middle:], strict=True)]
    return levels[0]


def blended(a: tuple[Any, np.ndarray], b: tuple[Any, np.ndarray], axis: int, t: Any) -> tuple[Any, np.ndarray]:
    """Blend two (value, gradient) along an axis by the quintic that is flat at both ends."""
    f = np.float32
    weight = t * t * t * (t * (t * f(6.0) - f(15.0)) + f(10.0))
    slope = f(30.0) * t * t * (t * (t - TWO) + ONE)
    gradient = (b[1] - a[1]) * weight + a[1]
    gradient[axis] += (b[0] - a[0]) * slope
    return (b[0] - a[0]) * weight + a[0], gradient


def cell(position: Any) -> tuple[list[int], np.ndarray]:
    """Lattice point below a position, and the float32 offset from it."""
    a = position.a if isinstance(position, Vec) else np.array([position])
    floor = np.floor(a)
    return [int(i) for i in floor], a - floor


def noise(state: Any, position: Any) -> Any:
    low, inside = cell(position)
    return field(state, low, [i + 1 for i in low], inside)[0]


def periodic_noise(state: Any, position: Any, *periods: Any) -> Any:
    low, inside = cell(position)
    wrapped = [int(np.fmod(i, int(p))) for i, p in zip(low, periods, strict=True)]
    high = [int(np.fmod(i + 1, int(p))) for i, p in zip(wrapped, periods, strict=True)]
    return field(state, wrapped, high, inside)[0]


def curl_noise(state: Any, position: Any, octaves: Any = 1, lacunarity: Any = TWO, gain: Any = HALF) -> Vec:
    """A divergence-free field: the curl of one potential in the plane, of three in space."""
    potentials = 1 if len(position.a) == 2 else 3
    sums = np.zeros((potentials, len(position.a)), np.float32)
    frequency, amplitude = ONE, ONE
    for _ in range(int(octaves)):
        low, inside = cell(position * frequency)
        for k in range(potentials):
            sums[k] += amplitude * field(state, low, [i + 1 for i in low], inside)[1]
            if k < potentials - 1:
                state = rand_init(state, CURL_SEEDS[k])
        amplitude, frequency = amplitude * gain, frequency * lacunarity
    if potentials == 1:
        curl = [-sums[0, 1], sums[0, 0]]
    else:
        curl = [sums[2, 1] - sums[1, 2], sums[0, 2] - sums[2, 0], sums[1, 0] - sums[0, 1]]
    return Vec(np.array(curl, dtype=np.float32))


TABLE: dict[str, Callable[..., Any]] = {
    "noise": noise,
    "pnoise": periodic_noise,
    "curlnoise": curl_noise,
}
