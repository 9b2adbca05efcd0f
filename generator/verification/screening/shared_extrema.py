"""Atomic maxima and minima that several threads reach: which of them the gradient goes to is left to rounding."""

from __future__ import annotations

import numpy as np

from generator.verification.launching.tolerances import ROUNDING
from generator.verification.screening.value_trace import Traced

_EXTREMES = {"atomic_max": np.max, "atomic_min": np.min}


def shared_extreme(traced: Traced) -> str:
    """The first value, put into an atomic maximum or minimum, whose extreme two threads of the first run give."""
    start, stop = (*traced.runs, len(traced.around))[:2]
    for expression in traced.expressions:
        extreme = _EXTREMES.get(expression.operation)
        if not extreme or not expression.operands:
            continue
        kept = traced.values[expression.operands[-1]]
        given = np.array([value for entry, value in kept.items() if start <= entry < stop])
        if given.dtype.kind == "f" and given.ndim == 1 and len(given):
            near = np.abs(given - extreme(given)) <= ROUNDING[given.dtype.name] * np.abs(extreme(given))
            if np.count_nonzero(near) > 1:
                return traced.expressions[expression.operands[-1]].text
    return ""
