"""What the registry cannot say of a built-in: where it is defined, what interval it gives, how often people write it.

One line a built-in. ``domain`` bounds each argument (None: anything); ``interval`` maps argument intervals to the
result's; ``weight`` scales how often growth draws it (0: only where a motif or category asks for it); ``trivial`` is
true where the call does nothing that a reader would not see at once.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

Interval = tuple[float, float]
INFINITE = math.inf
ANY: Interval = (-INFINITE, INFINITE)
POSITIVE: Interval = (0.02, INFINITE)
RISING_POWERS: tuple[Interval, ...] = ((0.0, 12.0), ANY)
"""Where powers with a number of one or more as exponent are defined, and their gradients."""
ROUNDING = ("floor", "ceil", "round", "rint", "trunc")


@dataclass(frozen=True)
class Rule:
    """Domain, result interval, weight and triviality of one built-in."""

    interval: Callable[..., Interval]
    domain: tuple[Interval, ...] = ()
    weight: float = 1.0
    trivial: Callable[..., bool] | None = None


def _magnitude(a: Interval) -> float:
    return max(-a[0], a[1])


def _symmetric(bound: float) -> Interval:
    return -bound, bound


def _monotone(function: Callable[[float], float]) -> Callable[[Interval], Interval]:
    return lambda a: (function(a[0]), function(a[1]))


def _even(function: Callable[[float], float]) -> Callable[[Interval], Interval]:
    def interval(a: Interval) -> Interval:
        low = 0.0 if a[0] <= 0.0 <= a[1] else min(abs(a[0]), abs(a[1]))
        return function(low), function(_magnitude(a))

    return interval


def _corners(function: Callable[[float, float], float]) -> Callable[[Interval, Interval], Interval]:
    def interval(a: Interval, b: Interval) -> Interval:
        values = [function(x, y) for x in a for y in b]
        return min(values), max(values)

    return interval


def _fixed(low: float, high: float) -> Callable[..., Interval]:
    return lambda *_: (low, high)


def _lerp(a: Interval, b: Interval, t: Interval) -> Interval:
    if t[0] >= 0.0 and t[1] <= 1.0:
        return min(a[0], b[0]), max(a[1], b[1])
    reach = _magnitude(t)
    return _symmetric((1.0 + reach) * _magnitude(a) + reach * _magnitude(b))


def _frac(a: Interval) -> Interval:
    return (0.0 if a[0] >= 0.0 else -1.0), (0.0 if a[1] <= 0.0 else 1.0)


def _one_sided(a: Interval) -> bool:
    return a[0] >= 0.0 or a[1] <= 0.0


def _disjoint(a: Interval, b: Interval) -> bool:
    return a[1] <= b[0] or b[1] <= a[0]


def _one_step(a: Interval) -> bool:
    return a[1] - a[0] < 2.0


SCALAR: dict[str, Rule] = {
    "abs": Rule(_even(float), trivial=_one_sided),
    "acos": Rule(_fixed(0.3, 2.83), ((-0.95, 0.95),), 0.5),
    "asin": Rule(_fixed(-1.26, 1.26), ((-0.95, 0.95),), 0.5),
    "atan": Rule(_monotone(math.atan), ((-30.0, 30.0),)),
    "atan2": Rule(_fixed(-1.58, 1.58), (ANY, (0.1, INFINITE)), 0.7),
    "cbrt": Rule(_monotone(math.cbrt), (POSITIVE,), 0.7),
    "ceil": Rule(_monotone(math.ceil), (), 0.12, _one_step),
    "copysign": Rule(lambda a, b: _symmetric(_magnitude(a)), (), 0.0, lambda a, b: _one_sided(b)),
    "cos": Rule(_fixed(-1.0, 1.0), ((-40.0, 40.0),), 1.5),
    "cosh": Rule(_even(math.cosh), ((-3.0, 3.0),), 0.5),
    "degrees": Rule(_monotone(math.degrees), ((-7.0, 7.0),), 0.0),
    "erf": Rule(_monotone(math.erf), ((-3.0, 3.0),), 0.5),
    "erfc": Rule(lambda a: (math.erfc(a[1]), math.erfc(a[0])), ((-2.5, 2.5),), 0.5),
    "erfcinv": Rule(_fixed(-1.4, 1.4), ((0.05, 1.95),), 0.25),
    "erfinv": Rule(_fixed(-1.4, 1.4), ((-0.95, 0.95),), 0.25),
    "exp": Rule(_monotone(math.exp), ((-9.0, 4.0),), 1.5),
    "floor": Rule(_monotone(math.floor), (), 0.15, _one_step),
    "frac": Rule(_frac, (), 0.0, lambda a: a[0] >= 0.0 and a[1] <= 1.0),
    "lerp": Rule(_lerp, (ANY, ANY, (0.0, 1.0)), 1.0),
    "log": Rule(_monotone(math.log), (POSITIVE,), 1.4),
    "log10": Rule(_monotone(math.log10), (POSITIVE,), 0.6),
    "log2": Rule(_monotone(math.log2), (POSITIVE,), 0.6),
    "max": Rule(lambda a, b: (max(a[0], b[0]), max(a[1], b[1])), (), 1.0, _disjoint),
    "min": Rule(lambda a, b: (min(a[0], b[0]), min(a[1], b[1])), (), 1.0, _disjoint),
    "pow": Rule(_corners(math.pow), ((0.1, 12.0), (-2.5, 2.5)), 0.7),
    "radians": Rule(_monotone(math.radians), (), 0.0),
    "rint": Rule(_monotone(round), (), 0.1, _one_step),
    "round": Rule(_monotone(round), (), 0.12, _one_step),
    "sign": Rule(_fixed(-1.0, 1.0), (), 0.0, _one_sided),
    "sin": Rule(_fixed(-1.0, 1.0), ((-40.0, 40.0),), 1.5),
    "sinh": Rule(_monotone(math.sinh), ((-3.0, 3.0),), 0.5),
    "smoothstep": Rule(_fixed(0.0, 1.0), (), 0.0),
    "sqrt": Rule(_monotone(math.sqrt), (POSITIVE,), 1.5),
    "step": Rule(_fixed(0.0, 1.0), (), 0.0, _one_sided),
    "tan": Rule(_monotone(math.tan), ((-1.2, 1.2),), 0.6),
    "tanh": Rule(_monotone(math.tanh), ((-6.0, 6.0),), 1.2),
    "trunc": Rule(_monotone(math.trunc), (), 0.1, _one_step),
    "clamp": Rule(lambda x, a, b: (max(x[0], a[0]), min(x[1], b[1])), (), 0.0),
}
"""Float scalars."""


def _dot(count: int) -> Callable[[Interval, Interval], Interval]:
    product = _corners(lambda x, y: x * y)
    return lambda a, b: (count * product(a, b)[0], count * product(a, b)[1])


def _norm(count: int, power: float) -> Callable[[Interval], Interval]:
    return lambda a: (
        0.0 if a[0] <= 0.0 <= a[1] else count**power * min(abs(a[0]), abs(a[1])),
        count**power * _magnitude(a),
    )


def _squared(norm: Callable[[Interval], Interval]) -> Callable[[Interval], Interval]:
    def interval(a: Interval) -> Interval:
        low, high = norm(a)
        return low * low, high * high

    return interval


def shaped(name: str, count: int) -> Rule | None:
    """Rule of a built-in whose first argument has ``count`` components (matrices: ``count`` rows)."""
    table: dict[str, Rule] = {
        "dot": Rule(_dot(count), (), 1.5),
        "ddot": Rule(_dot(count * count), (), 0.8),
        "cross": Rule(lambda a, b: _symmetric(2.0 * _magnitude(a) * _magnitude(b)), (), 1.2),
        "cw_mul": Rule(_corners(lambda x, y: x * y), (), 0.8),
        "determinant": Rule(lambda a: _symmetric(math.factorial(count) * _magnitude(a) ** count), ((-3.0, 3.0),), 0.6),
        "diag": Rule(lambda a: (min(0.0, a[0]), max(0.0, a[1])), (), 0.5),
        "get_diag": Rule(lambda a: a, (), 0.5),
        "length": Rule(_norm(count, 0.5), (), 1.2),
        "length_sq": Rule(_squared(_norm(count, 0.5)), (), 0.8),
        "lerp": Rule(_lerp, (ANY, ANY, (0.0, 1.0)), 0.8),
        "max": Rule(lambda a, b=None: a if b is None else (max(a[0], b[0]), max(a[1], b[1])), (), 0.5),
        "min": Rule(lambda a, b=None: a if b is None else (min(a[0], b[0]), min(a[1], b[1])), (), 0.5),
        "abs": Rule(_even(float), (), 0.4, _one_sided),
        "sign": Rule(_fixed(-1.0, 1.0), (), 0.1, _one_sided),
        "norm_huber": Rule(lambda a: (0.0, math.sqrt(count) * _magnitude(a) ** 2 + 1.0), (), 0.5),
        "norm_l1": Rule(lambda a: _norm(count, 1.0)(a), (), 0.5),
        "norm_l2": Rule(_norm(count, 0.5), (), 0.5),
        "norm_pseudo_huber": Rule(lambda a: (0.0, math.sqrt(count) * _magnitude(a) + 1.0), (), 0.5),
        "normalize": Rule(_fixed(-1.0, 1.0), (), 1.0),
        "smooth_normalize": Rule(_fixed(-1.0, 1.0), (), 0.4),
        "outer": Rule(_corners(lambda x, y: x * y), (), 0.7),
        "skew": Rule(lambda a: _symmetric(_magnitude(a)), (), 0.5),
        "trace": Rule(lambda a: (count * a[0], count * a[1]), (), 0.7),
        "transpose": Rule(lambda a: a, (), 0.7),
        "quat_rotate": Rule(lambda q, v: _symmetric(1.8 * _magnitude(v)), (), 1.0),
        "quat_rotate_inv": Rule(lambda q, v: _symmetric(1.8 * _magnitude(v)), (), 0.7),
        "quat_inverse": Rule(_fixed(-1.0, 1.0), (), 0.6),
        "quat_to_matrix": Rule(_fixed(-1.0, 1.0), (), 0.0),
        "quat_slerp": Rule(_fixed(-1.0, 1.0), (), 0.0),
        "transform_point": Rule(lambda x, v: _symmetric(_magnitude(x) + 1.8 * _magnitude(v)), (), 1.0),
        "transform_vector": Rule(lambda x, v: _symmetric(1.8 * _magnitude(v)), (), 0.8),
        "transform_get_translation": Rule(lambda x: x, (), 0.6),
        "transform_get_rotation": Rule(_fixed(-1.0, 1.0), (), 0.5),
        "transform_multiply": Rule(lambda a, b: _symmetric(_magnitude(a) + 1.8 * _magnitude(b) + 1.0), (), 0.6),
        "transform_inverse": Rule(lambda x: _symmetric(1.8 * _magnitude(x) + 1.0), (), 0.5),
        "spatial_dot": Rule(_dot(6), (), 0.8),
        "spatial_cross": Rule(lambda a, b: _symmetric(4.0 * _magnitude(a) * _magnitude(b)), (), 0.7),
        "spatial_cross_dual": Rule(lambda a, b: _symmetric(4.0 * _magnitude(a) * _magnitude(b)), (), 0.6),
        "spatial_top": Rule(lambda a: a, (), 0.6),
        "spatial_bottom": Rule(lambda a: a, (), 0.6),
    }
    return table.get(name)
