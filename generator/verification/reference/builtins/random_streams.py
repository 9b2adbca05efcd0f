"""Warp's random streams: a 32-bit PCG hash chain and the distributions drawn from it.

A draw returns ``(value, next state)``: the rewriter assigns the state back to the kernel's variable. Distributions are
evaluated in float32, operation by operation: a state determines every bit of a draw.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.scalar import TABLE as SCALAR
from generator.verification.reference.values.values import Vec

MASK = 0xFFFFFFFF
TWO_PI = np.float32(2.0) * np.float32(math.pi)
HALF = np.float32(0.5)
ONE = np.float32(1.0)
sin, cos, acos, sqrt, log = (SCALAR[name] for name in ("sin", "cos", "acos", "sqrt", "log"))


def hashed(state: int) -> int:
    """One step of PCG: a linear congruential step, then an xorshift-multiply permutation."""
    word = (state * 747796405 + 2891336453) & MASK
    word = (((word >> ((word >> 28) + 4)) ^ word) * 277803737) & MASK
    return (word >> 22) ^ word


def rand_init(seed: Any, offset: Any = None) -> Any:
    shift = 0 if offset is None else hashed(int(offset) & MASK)
    return np.uint32(hashed((int(seed) + shift) & MASK))


def step(state: Any) -> Any:
    return np.uint32(hashed(int(state)))


def unit(state: Any) -> tuple[Any, Any]:
    """Uniform in [0, 1) with 24 bits."""
    state = step(state)
    return np.float32((int(state) >> 8) * 2.0**-24), state


def randf(state: Any, low: Any = None, high: Any = None) -> tuple[Any, Any]:
    value, state = unit(state)
    return (value if low is None else (high - low) * value + low), state


def randi(state: Any, low: Any = None, high: Any = None) -> tuple[Any, Any]:
    state = step(state)
    if low is None:
        return state.astype(np.int32), state
    span = (int(high) - int(low)) & MASK
    return np.uint32((int(state) % span + int(low)) & MASK).astype(np.int32), state


def randu(state: Any, low: Any = None, high: Any = None) -> tuple[Any, Any]:
    state = step(state)
    if low is None:
        return state, state
    span = (int(high) - int(low)) & MASK
    return np.uint32((int(state) % span + int(low)) & MASK), state


def randn(state: Any) -> tuple[Any, Any]:
    """Box and Muller's transform."""
    first, state = unit(state)
    second, state = unit(state)
    return sqrt(np.float32(-2.0) * log(first + np.float32(5.96e-8))) * cos(TWO_PI * second), state


def angle(state: Any) -> tuple[Any, Any]:
    return randf(state, np.float32(0.0), TWO_PI)


def vec(*components: Any) -> Vec:
    return Vec(np.array(components, dtype=np.float32))


def sample_triangle(state: Any) -> tuple[Any, Any]:
    first, state = unit(state)
    second, state = unit(state)
    return vec(ONE - sqrt(first), second * sqrt(first)), state


def sample_unit_ring(state: Any) -> tuple[Any, Any]:
    theta, state = angle(state)
    return vec(cos(theta), sin(theta)), state


def sample_unit_disk(state: Any) -> tuple[Any, Any]:
    first, state = unit(state)
    theta, state = angle(state)
    return vec(sqrt(first) * cos(theta), sqrt(first) * sin(theta)), state


def direction(share: float, filled: bool) -> Callable[[Any], tuple[Any, Any]]:
    """Samples of a sphere (share 2) or hemisphere (share 1), on its surface or, ``filled``, in its volume."""

    def sample(state: Any) -> tuple[Any, Any]:
        first, state = unit(state)
        phi = acos(ONE - np.float32(share) * first)
        theta, state = angle(state)
        radius = ONE
        if filled:
            third, state = unit(state)
            radius = SCALAR["pow"](third, ONE / np.float32(3.0))
        return vec(radius * cos(theta) * sin(phi), radius * sin(theta) * sin(phi), radius * cos(phi)), state

    return sample


def box(sides: int) -> Callable[[Any], tuple[Any, Any]]:
    """Samples of the square or cube of side 1 around the origin."""

    def sample(state: Any) -> tuple[Any, Any]:
        found = []
        for _ in range(sides):
            value, state = unit(state)
            found.append(value - HALF)
        return vec(*found), state

    return sample


def first_not_below(array: Any, begin: int, end: int, value: Any) -> Any:
    """Index of the first element of [begin, end) not below ``value``; the last index where there is none.

    A binary search like Warp's, so that arrays that are not sorted give the same index too.
    """
    last = end - 1
    while begin < last:
        middle = begin + (last - begin) // 2
        if array[middle] < value:
            begin = middle + 1
        else:
            last = middle
    return np.int32(begin)


def sample_cdf(state: Any, cdf: Any) -> tuple[Any, Any]:
    value, state = unit(state)
    return first_not_below(cdf, 0, len(cdf), value), state


def log_gamma(x: Any) -> Any:
    return np.float32(math.lgamma(float(x)))


def poisson(state: Any, lam: Any) -> tuple[Any, Any]:
    if lam == 0:
        return np.uint32(0), state
    return rejected(state, lam) if lam >= 10 else multiplied(state, lam)


def multiplied(state: Any, lam: Any) -> tuple[Any, Any]:
    """Knuth's method: count uniforms until their product falls below exp(-lam)."""
    count, product, bound = 0, ONE, SCALAR["exp"](-lam)
    while True:
        value, state = unit(state)
        product = product * value
        if product <= bound:
            return np.uint32(count), state
        count += 1


def rejected(state: Any, lam: Any) -> tuple[Any, Any]:
    """Hoermann's transformed rejection (PTRS)."""
    f = np.float32
    b = f(0.931) + f(2.53) * sqrt(lam)
    a = f(-0.059) + f(0.02483) * b
    inverse_alpha = f(1.1239) + f(1.1328) / (b - f(3.4))
    squeeze = f(0.9277) - f(3.6224) / (b - f(2.0))
    while True:
        u, state = unit(state)
        u = u - HALF
        v, state = unit(state)
        us = HALF - abs(u)
        k = np.floor((f(2.0) * a / us + b) * u + lam + f(0.43))
        if us >= f(0.07) and v <= squeeze:
            return np.uint32(k), state
        if k < 0 or (us < f(0.013) and v > us):
            continue
        drawn = log(v) + log(inverse_alpha) - log(a / (us * us) + b)
        if drawn <= -lam + k * log(lam) - log_gamma(k + ONE):
            return np.uint32(k), state


TABLE: dict[str, Callable[..., Any]] = {
    "rand_init": rand_init,
    "randi": randi,
    "randu": randu,
    "randf": randf,
    "randn": randn,
    "sample_cdf": sample_cdf,
    "sample_triangle": sample_triangle,
    "sample_unit_ring": sample_unit_ring,
    "sample_unit_disk": sample_unit_disk,
    "sample_unit_sphere_surface": direction(2.0, False),
    "sample_unit_sphere": direction(2.0, True),
    "sample_unit_hemisphere_surface": direction(1.0, False),
    "sample_unit_hemisphere": direction(1.0, True),
    "sample_unit_square": box(2),
    "sample_unit_cube": box(3),
    "poisson": poisson,
}
DRAWS = {name: (0,) for name in TABLE if name != "rand_init"}
