"""Fits the synthesizer's probabilities to what people write: each to the share of a construct in real train projects.

    python -m benchmarks.fit_policy DIR [--kernels 550] [--rounds 3] [--seed 0]

DIR is a folder that `collect` wrote; only its train projects are looked at, which weigh alike. In each round kernels
are drawn with the values so far, and each value moves by the share that is missing. Prints the policy that results; the
defaults in `generator/synthesis/chance/policy.py` are such values, rounded. Habits of projects
(`generator/synthesis/chance/habits.py`) are not fitted but set from what `python -m benchmarks.project_habits` prints;
which values stand in line (`inline`, `named_reads`, `named_stores`), from `python -m benchmarks.body_habits`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import count, cycle, islice
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.likeness.comparison import Profile
from benchmarks.likeness.kernel_sets import by_package, real_kernels
from benchmarks.likeness.kernel_source import KernelSource, kernel_in
from generator.synthesis import Rejected, synthesize
from generator.synthesis.catalogue.strata import STRATA
from generator.synthesis.chance.policy import DEFAULT_POLICY, Policy

FITTED: Mapping[str, str] = {
    "shape_counts": "attribute of a value",
    "bounds": "guard that returns at once",
    "holding": "nesting 2 or more",
    "join": "body over 25 lines",
    "factored": "calls a function",
    "factored_long": "calls 3 or more functions",
    "spelled_sums": "augmented assignment",
    "vectors": "vector",
}
"""Probability of the policy -> the construct whose share moves with it."""

FALLS = {"spelled_sums", "vectors"}
"""Probabilities whose construct becomes rarer as they grow."""

LEAST, MOST = 0.02, 0.95
"""Bounds of a fitted probability, so that no choice is certain."""

STEP = 0.7
"""Part of the missing share by which a value moves per round."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--kernels", type=int, default=550)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wanted = real_shares(options.folder)
    policy = DEFAULT_POLICY
    for number in range(options.rounds):
        found = drawn_profile(policy, options.kernels, f"fit/{options.seed}/{number}").shares
        policy = moved(policy, wanted, found)
    shown = drawn_profile(policy, options.kernels, f"fit/{options.seed}/end").shares
    table = Table("probability", "before", "fitted", "construct", "real, %", "drawn, %")
    for name, construct in FITTED.items():
        before, after = getattr(DEFAULT_POLICY, name), getattr(policy, name)
        shares = (f"{wanted[construct]:.1f}", f"{shown[construct]:.1f}")
        table.add_row(name, f"{before:.2f}", f"{after:.2f}", construct, *shares)
    Console().print(table)


def real_shares(folder: Path) -> dict[str, float]:
    """Construct -> per cent of the kernels that have it, averaged over train projects."""
    train = [kernel for kernel in real_kernels(folder) if kernel.split == "train"]
    profiles = [
        Profile([source for each in kernels if (source := kernel_in(each.source, each.name)) is not None])
        for kernels in by_package(train).values()
    ]
    return {name: sum(p.shares[name] for p in profiles) / len(profiles) for name in profiles[0].shares}


def drawn_profile(policy: Policy, kernels: int, key: str) -> Profile:
    """Kernels of the default categories in turn, drawn with a policy."""
    return Profile(list(islice(drawn_kernels(policy, key), kernels)))


def drawn_kernels(policy: Policy, key: str) -> Iterator[KernelSource]:
    for number, category in zip(count(), cycle(STRATA), strict=False):
        try:
            candidate = synthesize(category, f"{key}/{number}", policy=policy)
        except Rejected:
            continue
        found = kernel_in(candidate.source, candidate.kernel_name)
        if found is not None:
            yield found


def moved(policy: Policy, wanted: Mapping[str, float], found: Mapping[str, float]) -> Policy:
    """The policy with each fitted value moved towards the share that its construct has in real kernels."""
    changes = {}
    for name, construct in FITTED.items():
        missing = (wanted[construct] - found[construct]) / 100 * STEP
        value = getattr(policy, name) + (-missing if name in FALLS else missing)
        changes[name] = min(MOST, max(LEAST, value))
    return replace(policy, **changes)


if __name__ == "__main__":
    main()
