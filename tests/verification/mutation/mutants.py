"""Code columns with one statement changed: what the tiers have to see."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tests.verification.mutation.changes import CHANGES
from tests.verification.mutation.statements import bodies


@dataclass(frozen=True)
class Mutant:
    """A text with one line changed; ``line`` counts from 1. Of a long text there are many: they share the original."""

    change: str
    line: int
    row: str
    original: str

    @property
    def text(self) -> str:
        """The changed text."""
        rows = self.original.split("\n")
        return "\n".join([*rows[: self.line - 1], self.row, *rows[self.line :]])

    @property
    def before(self) -> str:
        """The statement as it was."""
        return self.original.split("\n")[self.line - 1].strip()

    @property
    def after(self) -> str:
        """The statement as it is now."""
        return self.row.strip()


def mutants(text: str) -> list[Mutant]:
    """Every mutant of a CUDA column, in the order of its lines."""
    return [
        Mutant(name, statement.line + 1, row, text)
        for body in bodies(text)
        for statement in body.statements
        for name, change in CHANGES.items()
        for row in change(statement, body)
    ]


def drawn(text: str, rng: random.Random, count: int = 1) -> list[Mutant]:
    """Mutants in other lines each: first a kind of change that finds something, each alike, then one of its mutants."""
    by_change: dict[str, list[Mutant]] = {}
    for mutant in mutants(text):
        by_change.setdefault(mutant.change, []).append(mutant)
    found: list[Mutant] = []
    while by_change and len(found) < count:
        mutant = rng.choice(by_change[rng.choice(sorted(by_change))])
        found.append(mutant)
        left = {name: [each for each in several if each.line != mutant.line] for name, several in by_change.items()}
        by_change = {name: several for name, several in left.items() if several}
    return found
