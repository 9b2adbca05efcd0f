"""Scalar math: one line a built-in."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.values import Numbers, like, numbers, spread


def by_number(function: Callable[[float], float]) -> Callable[[Numbers], Numbers]:
    """A function that NumPy lacks, applied to each number."""
    return lambda x: np.array([function(float(n)) for n in x.ravel()], x.dtype).reshape(x.shape)


def in_double(function: Callable[..., Numbers]) -> Callable[..., Numbers]:
    """A function evaluated in double precision and rounded once: no processor's float32 decides what is struck."""
    return lambda *values: function(*(v.astype(np.float64) for v in values)).astype(values[0].dtype)


def clipped(function: Callable[[Numbers], Numbers]) -> Callable[[Numbers], Numbers]:
    """``asin`` and ``acos``: Warp first clamps the argument to [-1, 1], and NaN to -1."""
    return lambda x: function(clamp(x, x.dtype.type(-1), x.dtype.type(1)))


def extreme(pairs: np.ufunc, a: Any, b: Any = None) -> Any:
    """``min`` and ``max``: of two values, by component, or of the components of one."""
    return pairs.reduce(a, axis=1) if b is None else pairs(a, b)


def round_half_away(x: Numbers) -> Numbers:
    """C's ``round``. ``x - trunc(x)`` is exact, where ``x + 0.5`` would be rounded."""
    whole = np.trunc(x)
    return np.where(np.abs(x - whole) >= 0.5, whole + np.copysign(x.dtype.type(1), x), whole)


def clamp(x: Numbers, low: Numbers, high: Numbers) -> Numbers:
    return np.fmin(np.fmax(low, x), high)


def any_component(test: Callable[[Numbers], Numbers], x: Any) -> Numbers:
    found = test(numbers(x))
    return np.asarray(found.reshape(len(found), -1).any(axis=1))


def lerp(a: Any, b: Any, t: Numbers) -> Any:
    one, other = numbers(a), numbers(b)
    share = spread(t, one.ndim)
    return like(a, one * (t.dtype.type(1) - share) + other * share)


def smoothstep(low: Numbers, high: Numbers, x: Numbers) -> Numbers:
    kind = x.dtype.type
    share = clamp((x - low) / (high - low), kind(0), kind(1))
    return share * share * (kind(3) - kind(2) * share)


TABLE: dict[str, Callable[..., Any]] = {
    "min": partial(extreme, np.fmin),
    "max": partial(extreme, np.fmax),
    "clamp": clamp,
    "abs": lambda x: like(x, np.abs(numbers(x))),
    "sign": lambda x: np.where(x < 0, -1, 1).astype(x.dtype),
    "copysign": np.copysign,
    "step": lambda x: np.where(x < 0, 1, 0).astype(x.dtype),
    "nonzero": lambda x: np.where(x == 0, 0, 1).astype(x.dtype),
    "bit_count": lambda x: np.bitwise_count(x.view(f"u{x.itemsize}")).astype(np.int32),
    "sin": in_double(np.sin),
    "cos": in_double(np.cos),
    "tan": in_double(np.tan),
    "asin": clipped(in_double(np.arcsin)),
    "acos": clipped(in_double(np.arccos)),
    "atan": in_double(np.arctan),
    "atan2": in_double(np.arctan2),
    "sinh": in_double(np.sinh),
    "cosh": in_double(np.cosh),
    "tanh": in_double(np.tanh),
    "sqrt": np.sqrt,
    "cbrt": in_double(np.cbrt),
    "degrees": lambda x: x * x.dtype.type(180.0 / math.pi),
    "radians": lambda x: x * x.dtype.type(math.pi / 180.0),
    "log": in_double(np.log),
    "log2": in_double(np.log2),
    "log10": in_double(np.log10),
    "exp": in_double(np.exp),
    "pow": in_double(np.power),
    "erf": by_number(math.erf),
    "erfc": by_number(math.erfc),
    "round": round_half_away,
    "rint": np.rint,
    "trunc": np.trunc,
    "floor": np.floor,
    "ceil": np.ceil,
    "frac": lambda x: x - np.trunc(x),
    "isfinite": lambda x: ~any_component(lambda each: ~np.isfinite(each), x),
    "isnan": partial(any_component, np.isnan),
    "isinf": partial(any_component, np.isinf),
    "lerp": lerp,
    "smoothstep": smoothstep,
}
