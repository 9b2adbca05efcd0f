"""Warp's random streams, a 32-bit PCG hash chain, and what is drawn from it: one line a built-in.

A draw gives its value and the state after it.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Numbers

Drawn = tuple[Numbers, Numbers]
TWO_PI = np.float32(2.0 * math.pi)
ONE, HALF = np.float32(1.0), np.float32(0.5)


def hashed(state: Numbers) -> Numbers:
    """One step of PCG: a linear congruence, then an xorshift-multiply of its result."""
    state = state * np.uint32(747796405) + np.uint32(2891336453)
    word = ((state >> ((state >> np.uint32(28)) + np.uint32(4))) ^ state) * np.uint32(277803737)
    return (word >> np.uint32(22)) ^ word


def rand_init(seed: Numbers, offset: Numbers | None = None) -> Numbers:
    state = seed.astype(np.uint32)
    return hashed(state if offset is None else state + hashed(offset.astype(np.uint32)))


def unit(state: Numbers) -> Drawn:
    """Uniform in [0, 1) with 24 bits."""
    state = hashed(state)
    return ((state >> np.uint32(8)) * 2.0**-24).astype(np.float32), state


def randf(state: Numbers, low: Numbers | None = None, high: Numbers | None = None) -> Drawn:
    value, state = unit(state)
    return (value if low is None or high is None else (high - low) * value + low), state


def whole(kind: type, state: Numbers, low: Numbers | None = None, high: Numbers | None = None) -> Drawn:
    """Whole numbers of a type, in [low, high) where these are given."""
    state = hashed(state)
    if low is None or high is None:
        return state.astype(kind), state
    first, span = low.astype(np.uint32), (high - low).astype(np.uint32)
    return (state % np.maximum(span, 1) + first).astype(kind), state


def randn(state: Numbers) -> Drawn:
    """Box and Muller's transform."""
    first, state = unit(state)
    second, state = unit(state)
    return np.sqrt(np.float32(-2.0) * np.log(first + np.float32(5.96e-8))) * np.cos(TWO_PI * second), state


def sample_triangle(state: Numbers) -> Drawn:
    first, state = unit(state)
    second, state = unit(state)
    return np.stack([ONE - np.sqrt(first), second * np.sqrt(first)], axis=1), state


def ring(filled: bool, state: Numbers) -> Drawn:
    """Points on the unit circle, or in it."""
    radius: Any = ONE
    if filled:
        radius, state = unit(state)
        radius = np.sqrt(radius)
    share, state = unit(state)
    return np.stack([radius * np.cos(TWO_PI * share), radius * np.sin(TWO_PI * share)], axis=1), state


def direction(share: float, filled: bool, state: Numbers) -> Drawn:
    """Directions of a sphere (share 2) or hemisphere (share 1), on the surface or filling the ball."""
    first, state = unit(state)
    phi = np.arccos(np.clip(ONE - np.float32(share) * first, -ONE, ONE))
    second, state = unit(state)
    theta = TWO_PI * second
    radius: Any = ONE
    if filled:
        radius, state = unit(state)
        radius = np.cbrt(radius)
    parts = [radius * np.cos(theta) * np.sin(phi), radius * np.sin(theta) * np.sin(phi), radius * np.cos(phi)]
    return np.stack(parts, axis=1), state


def box(sides: int, state: Numbers) -> Drawn:
    """The cube of side one around the origin."""
    found = []
    for _ in range(sides):
        value, state = unit(state)
        found.append(value - HALF)
    return np.stack(found, axis=1), state


def poisson(state: Numbers, lam: Numbers) -> Drawn:
    """Counts of mean ``lam``: Knuth's product of uniforms, which Warp forms below 10."""
    if (lam >= 10).any():
        raise NotScreened("wp.poisson of a large mean")
    state, lam = (np.array(part) for part in np.broadcast_arrays(state, lam))
    count = np.zeros(len(lam), np.uint32)
    product, bound = np.ones(len(lam), np.float32), np.exp(-lam)
    few = lam > 0
    while few.any():
        value, after = unit(state)
        state = np.where(few, after, state)
        product = np.where(few, product * value, product)
        few = few & (product > bound)
        count += few
    return count, state


DRAWS: dict[str, Callable[..., Drawn]] = {
    "randi": partial(whole, np.int32),
    "randu": partial(whole, np.uint32),
    "randf": randf,
    "randn": randn,
    "poisson": poisson,
    "sample_triangle": sample_triangle,
    "sample_unit_ring": partial(ring, False),
    "sample_unit_disk": partial(ring, True),
    "sample_unit_sphere_surface": partial(direction, 2.0, False),
    "sample_unit_sphere": partial(direction, 2.0, True),
    "sample_unit_hemisphere_surface": partial(direction, 1.0, False),
    "sample_unit_hemisphere": partial(direction, 1.0, True),
    "sample_unit_square": partial(box, 2),
    "sample_unit_cube": partial(box, 3),
}
"""Built-ins that change the state that they are given."""
