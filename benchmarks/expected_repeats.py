"""How many rows of a long stream would repeat a skeleton, told from few draws: pairs within computations are compared.

Usage: python -m benchmarks.expected_repeats [--rows 100000] [--computations 500] [--draws 8] [--seed 0]

Rows are alike where they are of one computation. Computations are drawn as often as the default categories draw them,
and several kernels are drawn of each. The share of their pairs that are alike, times how often the computation comes,
gives the pairs among all rows; no more rows than that repeat another. Screening is left out.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from rich.console import Console
from rich.table import Table

from generator.dataset.fingerprint import fingerprint
from generator.dataset.shingles import Shingles, shingles, tokens
from generator.syntax.printing import module_text
from generator.syntax.statements import walk
from generator.synthesis.catalogue.index import Entry, computation_of
from generator.synthesis.catalogue.pools import TRAIN, variants_of
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.choosing import choices_of
from generator.synthesis.composition.draft import size_of
from generator.synthesis.composition.drawing import chosen, draft_kernel, kernels_of
from generator.synthesis.making import table_of, taken_of

LONG = 17
"""Drafts of this many statements or more are one group."""

MOST_SHOWN = 12
"""Number of groups that are printed: those with the most pairs."""

NEAR = 0.85
"""Jaccard index from which on kernels are near-duplicates."""


@dataclass(frozen=True)
class Kernel:
    """The compared parts of a kernel, the statements of its draft, and the chance that the draft is accepted."""

    size: int
    chance: float
    skeleton: str
    shingles: Shingles


@dataclass
class Pairs:
    """Shares of the rows, and of the pairs of rows, by number of statements; near pairs also by group."""

    rows: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    alike: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    near: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    by_group: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))

    def add(self, group: str, share: float, stands_for: float, drawn: list[Kernel]) -> None:
        """Count the kernels of a group: ``share`` is its part of the rows, ``stands_for`` the part it represents."""
        for kernel in drawn:
            self.rows[kernel.size] += stands_for * kernel.chance / len(drawn)
        pairs = list(combinations(drawn, 2))
        for one, other in pairs:
            weight = stands_for * share * one.chance * other.chance / len(pairs)
            if one.skeleton == other.skeleton:
                self.alike[one.size] += weight
            if jaccard(one.shingles, other.shingles) >= NEAR:
                self.near[one.size] += weight
                self.by_group[group] += weight

    def show(self, rows: int) -> None:
        """Print the expected repeats among ``rows`` rows."""
        taken = sum(self.rows.values())
        pairs = (rows / taken) ** 2 / 2
        table = Table("statements", "rows", "pairs alike", f"pairs near ({NEAR})")
        for size, share in sorted(self.rows.items()):
            shown = f"{size}{' and more' if size == LONG else ''}"
            counts = (rows * share / taken, self.alike[size] * pairs, self.near[size] * pairs)
            table.add_row(shown, *(f"{count:,.0f}" for count in counts))
        totals = (rows, sum(self.alike.values()) * pairs, sum(self.near.values()) * pairs)
        table.add_row("all", *(f"{count:,.0f}" for count in totals))
        console = Console()
        console.print(table)
        most = sorted(self.by_group.items(), key=lambda each: -each[1])[:MOST_SHOWN]
        console.print("most pairs near:", ", ".join(f"{name} {share * pairs:,.0f}" for name, share in most))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000)
    parser.add_argument("--computations", type=int, default=500, help="how many computations are drawn")
    parser.add_argument("--draws", type=int, default=8, help="kernels of each of them")
    parser.add_argument("--seed", default="0")
    options = parser.parse_args()
    members = shares_by_computation()
    shares = [(name, sum(own.values())) for name, own in members.items()]
    random = Random(f"repeats/{options.seed}")
    each = sum(share for _, share in shares) / options.computations  # share that each sampled computation represents
    found = Pairs()
    for number in range(options.computations):
        name = random.weighted(shares)
        own = kernels(members[name], f"{options.seed}/{number}", options.draws)
        found.add(name, dict(shares)[name], each, own)
    found.show(options.rows)


Members = Mapping[tuple[Entry, str], float]
"""(computation, category) -> its share of the rows."""


def shares_by_computation() -> dict[str, Members]:
    """Computation -> its shares of the rows of the default categories."""
    found: dict[str, dict[tuple[Entry, str], float]] = defaultdict(dict)
    for category in STRATA:
        taken = [
            (entry, weight * taken_of(entry, category, DEFAULT_POLICY))
            for entry, weight in table_of(category, "", DEFAULT_POLICY)
        ]
        total = sum(weight for _, weight in taken)
        for entry, weight in taken:
            found[entry.name][entry, category] = weight / total / len(STRATA)
    return dict(found)


def kernels(members: Members, key: str, count: int) -> list[Kernel]:
    """Kernels of a group, as the stream writes them; fewer where train has no variant of a computation."""
    found = []
    for number in range(count):
        random = Random(f"{key}/{number}")
        entry, category = random.weighted(tuple(members.items()))
        if variants := variants_of(computation_of(entry), TRAIN, entry.owner):
            first = chosen(computation_of(entry), random.pick(variants))
            choices = choices_of(random, first, TRAIN, DEFAULT_POLICY)
            draft = draft_kernel(f"{entry.name}/{key}/{number}", choices, DEFAULT_POLICY)
            source = module_text(next(kernels_of(draft)).module)
            taken = DEFAULT_POLICY.of_size(size_of(choices), category)
            size = len(walk(draft.body)) + 1  # what asks for the thread's index
            found.append(Kernel(min(size, LONG), taken, fingerprint(source), shingles(tokens(source))))
    return found


def jaccard(one: Shingles, other: Shingles) -> float:
    """Jaccard index of two sets."""
    both = len(np.intersect1d(one, other, assume_unique=True))
    return both / (len(one) + len(other) - both)


if __name__ == "__main__":
    main()
