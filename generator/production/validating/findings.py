"""The result of a validation: what it checked and what it found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from generator.production.validating.sampling import Sample

Progress = Callable[[str, int, int], None]
"""Called with the step's name, the number of rows or files done, and their total."""


def silent(step: str, done: int, total: int) -> None:
    """Progress that nobody wants to see."""


@dataclass(frozen=True)
class Finding:
    """A fault: the check that found it, the row (or file), the reason, and the row's file."""

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
    """Counts by check in ``checked``, and the ``findings``.

    ``remade`` counts rows of the sample that were made again from their keys, ``not_remade`` those that could not be
    and ``not_compared`` columns of remade rows that this installation cannot judge, both by reason. ``not_checked``
    lists other claims that nobody checked. ``proved`` are the ids of kernels that came out the same, ``refuted`` of
    those that did not; ``unreadable`` ones go through no further check.
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
