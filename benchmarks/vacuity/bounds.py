"""Which side of each ``clamp``, ``min`` and ``max`` binds."""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.vacuity.tallying import Tallying, over
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, last_word
from generator.synthesis.screening.builtins.table import BUILTINS
from generator.synthesis.screening.lanes.values import numbers
from generator.synthesis.screening.safety import TINY, number_of

SIDES = {"clamp": ("lower", "upper"), "min": ("first", "second"), "max": ("second", "first")}
"""Built-in -> the side that binds if the first argument is less than the second, and if it exceeds the last."""

ROOTS = ("sqrt", "acos", "asin", "log")
"""Functions with a limited domain: a bound of 0 or 1 on their argument guards against rounding."""


class Bounds(Tallying):
    """Tallies the bounds that it evaluates."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.rooted: set[int] = set()

    def call(self, value: Value, wanted: bool = True) -> Any:
        called, *given = value.operands
        word = last_word(called)
        if word in ROOTS:
            self.rooted.add(id(given[0]))
        if word not in SIDES or len(given) < 2:
            return super().call(value, wanted)
        values = [self.value(part) for part in given]
        first, *others = np.broadcast_arrays(*map(numbers, values))
        sides = dict(zip(SIDES[word], (first < others[0], first > others[-1]), strict=True))
        shape = np.broadcast_to(first, (self.lanes.count, *first.shape[1:]))
        self.note(
            value_text(value),
            over(self.mask, shape),
            sides,
            frozenset(sides) if self._is_safety(value) else frozenset(),
        )
        return BUILTINS[word](*values)

    def _is_safety(self, value: Value) -> bool:
        """Whether it guards against division by zero (a tiny bound) or rounding below ``ROOTS``."""
        bounds = [abs(number_of(part, self.constants)) for part in value.operands[1:]]
        return any(0.0 < bound <= TINY or (id(value) in self.rooted and bound in (0.0, 1.0)) for bound in bounds)
