"""What validation looked at and what it found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.production.validating.row_checks import ROW_CHECKS
from generator.production.validating.sampling import Sample

IO_GRADIENTS = "io gradients"

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many rows are done, and of how many."""


@dataclass(frozen=True)
class Finding:
    """Something wrong: which check, which row (or file), why."""

    check: str
    row: str
    reason: str


@dataclass
class Validation:
    """What was looked at, how often, and what was found; ``unreadable`` rows are put to no tier."""

    checked: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    tiers: tuple[str, ...] = ()
    sample: Sample = field(default_factory=lambda: Sample(None, 0))
    unreadable: set[str] = field(default_factory=set)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def sampled(self) -> tuple[str, ...]:
        """The checks that were made of a sample, though nobody asked for fewer rows."""
        slow = {*self.tiers, IO_GRADIENTS, *(title for title, check in ROW_CHECKS.items() if check.slow)}
        return tuple(title for title in self.checked if title in slow) if self.sample.by_default else ()

    def found(self, check: str, row: str, reason: str) -> None:
        """Note something wrong."""
        self.findings.append(Finding(check, row, reason))
