"""Numbers as people choose them."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from functools import lru_cache

CHOSEN = (
    0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1.1, 1.2,
    1.25, 1.4, 1.5, 1.6, 1.75, 1.8, 2.0, 2.25, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 8.0, 10.0, 12.0, 16.0, 20.0, 32.0,
    50.0, 64.0, 100.0,
)  # fmt: skip


@lru_cache(4096)
def chosen_between(low: float, high: float) -> tuple[float, ...]:
    """The positive numbers of the table in the closed interval; may be empty."""
    return CHOSEN[bisect_left(CHOSEN, low) : bisect_right(CHOSEN, high)]


def rounded(value: float, width: float) -> float:
    """``value`` with as few digits as an interval of this width lets one see."""
    digits = max(0, 1 - math.floor(math.log10(width))) if width > 0.0 else 2
    return round(value, digits) + 0.0  # no minus before a zero


@lru_cache(4096)
def literal_text(value: float, precision: str) -> str:
    """A float literal: bare in float32, cast in the other precisions, as Warp's typing demands."""
    text = repr(float(value))
    return text if precision == "float32" else f"wp.{precision}({text})"
