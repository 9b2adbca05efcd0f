"""The inverses of ``erf`` and ``erfc``, in double precision."""

from __future__ import annotations

import math
from statistics import NormalDist

_NORMAL = NormalDist()


def inverse_erf(x: float) -> float:
    """The y with ``erf(y) = x``; infinite at -1 and 1, NaN outside."""
    if abs(x) >= 1.0:
        return math.copysign(math.inf, x) if abs(x) == 1.0 else math.nan
    return inverse_erfc(1.0 - x) if x >= 0.0 else -inverse_erfc(1.0 + x)


def inverse_erfc(x: float) -> float:
    """The y with ``erfc(y) = x`` for x in (0, 2), by Newton's method from the normal quantile."""
    if not 0.0 < x < 2.0:
        return {0.0: math.inf, 2.0: -math.inf}.get(x, math.nan)
    y = -_NORMAL.inv_cdf(x / 2.0) / math.sqrt(2.0)
    for _ in range(3):
        slope = -2.0 / math.sqrt(math.pi) * math.exp(-y * y)
        if slope != 0.0:
            y -= (math.erfc(y) - x) / slope
    return y
