"""Scalar math: one line a built-in."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.synthesis.screening.lanes.arithmetic import divide, remainder
from generator.synthesis.screening.lanes.values import Numbers, like, numbers, spread


def by_number(function: Callable[[float], float]) -> Callable[[Numbers], Numbers]:
    """A function that NumPy has not, of each number."""
    return lambda x: np.array([function(float(n)) for n in x.ravel()], x.dtype).reshape(x.shape)


def in_double(function: Callable[..., Numbers]) -> Callable[..., Numbers]:
    """A function evaluated in double precision and rounded once: no processor's float32 decides what is struck."""
    return lambda *values: function(*(v.astype(np.float64) for v in values)).astype(values[0].dtype)


def clipped(function: Callable[[Numbers], Numbers]) -> Callable[[Numbers], Numbers]:
    """``asin`` and ``acos``: Warp brings the argument into [-1, 1] first."""
    return lambda x: function(np.clip(x, x.dtype.type(-1), x.dtype.type(1)))


def extreme(pairs: np.ufunc) -> Callable[..., Any]:
    """``min`` and ``max``: of two values, by component, or of the components of one."""
    return lambda a, b=None: pairs.reduce(a, axis=1) if b is None else pairs(a, b)


def clamp(x: Numbers, low: Numbers, high: Numbers) -> Numbers:
    return np.fmin(np.fmax(low, x), high)


def sign(x: Numbers) -> Numbers:
    """-1 below zero, else 1 (also at zero)."""
    return np.where(x < 0, -1, 1).astype(x.dtype)


def round_half_away(x: Numbers) -> Numbers:
    return np.copysign(np.floor(np.abs(x) + x.dtype.type(0.5)), x)


def any_component(test: Callable[[Numbers], Numbers]) -> Callable[[Any], Numbers]:
    def apply(x: Any) -> Numbers:
        found = test(numbers(x))
        return np.asarray(found.reshape(len(found), -1).any(axis=1))

    return apply


def lerp(a: Any, b: Any, t: Numbers) -> Any:
    one, other = numbers(a), numbers(b)
    share = spread(t, one.ndim)
    return like(a, one * (t.dtype.type(1) - share) + other * share)


def smoothstep(low: Numbers, high: Numbers, x: Numbers) -> Numbers:
    kind = x.dtype.type
    share = clamp((x - low) / (high - low), kind(0), kind(1))
    return share * share * (kind(3) - kind(2) * share)


def bit_count(x: Numbers) -> Numbers:
    return np.bitwise_count(x.view(f"u{x.itemsize}")).astype(np.int32)


isinf, isnan = any_component(np.isinf), any_component(np.isnan)
erf, erfc = by_number(math.erf), by_number(math.erfc)

TABLE: dict[str, Callable[..., Any]] = {
    "min": extreme(np.fmin),
    "max": extreme(np.fmax),
    "clamp": clamp,
    "abs": lambda x: like(x, np.abs(numbers(x))),
    "sign": sign,
    "copysign": np.copysign,
    "step": lambda x: np.where(x < 0, 1, 0).astype(x.dtype),
    "nonzero": lambda x: np.where(x == 0, 0, 1).astype(x.dtype),
    "bit_count": bit_count,
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
    "erf": erf,
    "erfc": erfc,
    "round": round_half_away,
    "rint": np.rint,
    "trunc": np.trunc,
    "floor": np.floor,
    "ceil": np.ceil,
    "frac": lambda x: x - np.trunc(x),
    "isfinite": lambda x: ~(isinf(x) | isnan(x)),
    "isnan": isnan,
    "isinf": isinf,
    "div": divide,
    "mod": remainder,
    "lerp": lerp,
    "smoothstep": smoothstep,
    "bit_and": lambda a, b: a & b,
    "bit_or": lambda a, b: a | b,
    "bit_xor": lambda a, b: a ^ b,
    "lshift": lambda a, b: a << b,
    "rshift": lambda a, b: a >> b,
    "invert": lambda a: ~a,
}
