"""How far the stream's kernels are from those that people wrote: by construct, by project, and to an n-gram model.

Usage: python -m benchmarks.realism DIR [--config cuda_backward] [--rows 2000] [--seed 0] [--order 5]

DIR is a folder that `collect` wrote. A kernel that was read with several types counts once. Shares are per cent of the
kernels; `real` is the mean over projects, which weigh alike. Bits a token are those of a project's kernels under a
model of our rows, beside a model of all other projects.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.likeness.comparison import SIZES, Profile, bits_by_project, gap, means
from benchmarks.likeness.constructs import CONSTRUCTS
from benchmarks.likeness.kernel_sets import by_package, first_sources, real_kernels
from benchmarks.likeness.kernel_source import kernel_in
from generator.production.folder.errors import BuildError


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--config", default="cuda_backward", help="the config whose stream is measured")
    parser.add_argument("--rows", type=int, default=2000, help="rows of it")
    parser.add_argument("--seed", type=int, default=0, help="its seed")
    parser.add_argument("--order", type=int, default=5, help="tokens of an n-gram")
    options = parser.parse_args()
    try:
        projects = real_profiles(options.folder)
        ours = stream_profile(options.config, options.seed, options.rows)
    except (BuildError, ValueError) as error:
        sys.exit(f"realism: {error}")
    console = Console()
    if not console.is_terminal:
        console = Console(width=60 + 15 * len(projects))
    print_comparison(console, ours, projects, options.order)


def real_profiles(folder: Path) -> dict[str, Profile]:
    """Project -> profile of its kernels."""
    found = {}
    for package, kernels in by_package(real_kernels(folder)).items():
        trees = [kernel_in(kernel.source, kernel.name) for kernel in kernels]
        found[package] = Profile([tree for tree in trees if tree is not None])
    return {package: profile for package, profile in found.items() if profile.kernels}


def stream_profile(config: str, seed: int, rows: int) -> Profile:
    """The profile of the first rows of a stream."""
    trees = [kernel_in(source, "") for source in first_sources(config, seed, rows)]
    return Profile([tree for tree in trees if tree is not None])


def print_comparison(console: Console, ours: Profile, projects: Mapping[str, Profile], order: int) -> None:
    """Print the table of constructs, greatest distance first, and the other measures."""
    real = means(projects)
    console.print(_constructs(ours, real, projects))
    console.print(_sizes(ours, projects))
    console.print(f"mean gap: {gap(ours.shares, real):.2f} points over {len(CONSTRUCTS)} constructs")
    bits = bits_by_project(ours, projects, order)
    table = Table(title=f"Bits a token, {order}-gram", title_justify="left")
    for column in ("project", "kernels", "gap, points", "model of ours", "of other projects"):
        table.add_column(column, justify="left" if column == "project" else "right")
    for project, (under_ours, under_others) in bits.items():
        distance = gap(ours.shares, projects[project].shares)
        beside = "-" if under_others is None else f"{under_others:.3f}"
        kernels = f"{len(projects[project].kernels):,}"
        table.add_row(project, kernels, f"{distance:.2f}", f"{under_ours:.3f}", beside)
    console.print(table)


def _constructs(ours: Profile, real: Mapping[str, float], projects: Mapping[str, Profile]) -> Table:
    table = Table("construct, % of kernels", title="Constructs", title_justify="left")
    for column in ("gap", "ours", "real", *projects):
        table.add_column(column, justify="right")
    for name in sorted(CONSTRUCTS, key=lambda name: -abs(ours.shares[name] - real[name])):
        values = (ours.shares[name], real[name], *(each.shares[name] for each in projects.values()))
        table.add_row(name, f"{values[0] - values[1]:+.1f}", *(f"{value:.1f}" for value in values))
    return table


def _sizes(ours: Profile, projects: Mapping[str, Profile]) -> Table:
    table = Table("p10/50/90/99", title="Sizes and names", title_justify="left")
    profiles = {"ours": ours, **projects}
    for column in profiles:
        table.add_column(column, justify="right")
    for size in SIZES:
        table.add_row(size, *("/".join(map(str, each.quantiles(size))) for each in profiles.values()))
    table.add_row("names of locals, arguments", *("{}, {}".format(*each.vocabulary) for each in profiles.values()))
    table.add_row("kernels", *(str(len(each.kernels)) for each in profiles.values()))
    return table


if __name__ == "__main__":
    main()
