"""What validation looked at and what it found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.production.validating.sampling import Sample

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how many rows are done, and of how many."""


@dataclass(frozen=True)
class Finding:
    """Something wrong: which check, which row (or file), why, and in which file the row is."""

    check: str
    row: str
    reason: str
    file: str = ""

    @property
    def place(self) -> str:
        """File and row."""
        return f"{self.file}: {self.row}" if self.file and self.file != self.row else self.row


@dataclass
class Validation:
    """What was looked at, how often, and what was found.

    ``remade`` counts rows of the sample that were made again from their keys, ``not_remade`` those that could not be
    and ``not_compared`` columns of remade rows that this installation cannot judge, both by reason. ``not_checked`` has
    what else is said and nobody looked at. ``proved`` are the ids of kernels that came out the same, ``refuted`` of
    those that did not, ``unreadable`` are asked nothing more.
    """

    checked: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    tiers: tuple[str, ...] = ()
    thorough: bool = False
    sample: Sample = field(default_factory=lambda: Sample(None, 0))
    unreadable: set[str] = field(default_factory=set)
    remade: int = 0
    not_remade: Counter[str] = field(default_factory=Counter)
    not_compared: Counter[str] = field(default_factory=Counter)
    not_checked: list[str] = field(default_factory=list)
    proved: set[str] = field(default_factory=set)
    refuted: set[str] = field(default_factory=set)

    @property
    def sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def all_remade(self) -> bool:
        """Whether every row of the sample was made again and compared whole."""
        return not self.not_remade and not self.not_compared

    def found(self, check: str, row: str, reason: str, file: str = "") -> None:
        """Note something wrong."""
        self.findings.append(Finding(check, row, reason, file))
