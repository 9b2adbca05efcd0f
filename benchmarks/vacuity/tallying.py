"""A machine that tallies, by the text of a bound or a condition, in how many lanes each of its sides acts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from generator.syntax.values import Value
from generator.synthesis.screening.lanes.values import Numbers, numbers
from generator.synthesis.screening.statements import Machine

FEWEST_LANES = 1000  # with fewer, a side may be idle by chance

Key = tuple[str, str]
"""What is said of a call or a condition, and its text."""


@dataclass
class Tally:
    """Lanes in which it ran, and those in which each side acts: with inputs from their domains, and with zeros."""

    safe: frozenset[str]
    """Sides that guard against rounding or division by zero."""
    lanes: int = 0
    acting: dict[str, int] = field(default_factory=dict)
    at_zeros: dict[str, int] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        """Add the lanes of another kernel."""
        self.lanes += other.lanes
        for mine, more in ((self.acting, other.acting), (self.at_zeros, other.at_zeros)):
            mine |= {side: lanes + mine.get(side, 0) for side, lanes in more.items()}

    @property
    def idle(self) -> list[str]:
        """The sides that never act on inputs from their domains, and are not of safety."""
        few = self.lanes < FEWEST_LANES
        return [] if few else [side for side, lanes in self.acting.items() if not lanes and side not in self.safe]


class Tallying(Machine):
    """A machine with tallies, which can also try what it would do, and go back."""

    tallies: dict[str, Tally]
    constants: Mapping[str, Value]
    trying: bool = False

    def note(self, text: str, ran: Numbers, sides: Mapping[str, Numbers], safe: frozenset[str]) -> None:
        """Add the lanes in which it ran, and of these those in which each side acts."""
        if self.trying:
            return
        tally = self.tallies.setdefault(text, Tally(safe))
        checked = ran & over(self.lanes.checked, ran)
        zeros = ran & over(~(self.lanes.checked | self.lanes.strayed), ran)
        tally.lanes += int(np.count_nonzero(checked))
        for side, acts in sides.items():
            tally.acting[side] = tally.acting.get(side, 0) + int(np.count_nonzero(acts & checked))
            tally.at_zeros[side] = tally.at_zeros.get(side, 0) + int(np.count_nonzero(acts & zeros))

    @contextmanager
    def attempt(self) -> Iterator[None]:
        """What runs inside leaves nothing behind but ``lanes.strayed``: the lanes in which it is undefined.

        It has to write to no array.
        """
        lanes, before = self.lanes, dict(vars(self))
        known = lanes.checked, lanes.strayed
        lanes.checked, lanes.strayed = self.nobody, np.zeros_like(self.nobody)
        self.names, self.arms, self.seen, self.trying = dict(self.names), {}, set(), True
        try:
            yield
        finally:
            vars(self).clear()
            vars(self).update(before)
            lanes.checked, lanes.strayed = known

    def operated(self, sign: str, left: Any, right: Any) -> Any:
        return self._sound(super().operated(sign, left, right))

    def call(self, value: Value, wanted: bool = True) -> Any:
        return self._sound(super().call(value, wanted))

    def _sound(self, found: Any) -> Any:
        """The same; in an attempt, lanes in which it is not finite are undefined."""
        if self.trying and hasattr(found, "__len__") and (given := numbers(found)).dtype.kind == "f":
            self.lanes.report(self.mask & ~np.isfinite(given.reshape(len(given), -1)).all(axis=1), "", "")
        return found


def over(lanes: Numbers, shape: Numbers) -> Numbers:
    """A mask of lanes, over the components that ``shape`` has too."""
    return np.broadcast_to(lanes.reshape(-1, *[1] * (shape.ndim - 1)), shape.shape)
