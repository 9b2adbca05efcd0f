"""``python -m benchmarks.production_cost``: what a row of `produce` costs, stage by stage and tier by tier.

Counts processor time, so other work on the machine disturbs it little.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
import warp as wp
from rich.console import Console
from rich.table import Table

from generator.dataset.configs import get_config
from generator.dataset.identity import KernelKey
from generator.production import kernels
from generator.production.assembly import write_rows
from generator.production.checks import check_rows
from generator.production.recipe import Recipe
from generator.production.stats_neighbours import signature
from generator.production.stats_tokens import renamed, shingles, tokens

MILLION = 1_000_000
TIERS = ("compile", "execute", "gradient")
CONFIGS = ("cuda_forward", "cuda_backward")


def main(
    rows: Annotated[int, typer.Option(help="Rows to measure on, equally many a category.")] = 110,
    seed: Annotated[int, typer.Option(help="Seed of their stream.")] = 0,
) -> None:
    """Measure and print."""
    wp.config.log_level = wp.LOG_ERROR
    recipe = Recipe(CONFIGS, max(rows * 10, 1_100), seed, get_config("cuda_backward").categories)
    costs: dict[str, float] = {}
    keys = measured(costs, "draw (with the draws of validation and test)", rows, lambda: draw(recipe, rows))
    # The first kernels of a process pay for Warp's compilers and tables: not counted.
    check_rows(kernels.make(recipe, keys[:2], isolated=False), "gradient", isolated=False)  # type: ignore[arg-type]
    made: list[Any] = measured(costs, "codegen", rows, lambda: kernels.make(recipe, keys, isolated=False))
    so_far = 0.0
    for tier in TIERS:
        begun = time.process_time()
        check_rows([dict(row) for row in made], tier, isolated=False)
        up_to_here = (time.process_time() - begun) / rows
        costs[tier], so_far = up_to_here - so_far, up_to_here
    with tempfile.TemporaryDirectory() as folder:
        for config in CONFIGS:
            write = lambda config=config: write_rows(recipe, Path(folder), config, config, made)  # noqa: E731
            measured(costs, f"write {config}", rows, write)
    measured(costs, "statistics", rows, lambda: [statistics(row["python_source"]) for row in made])
    show(costs, rows)


def draw(recipe: Recipe, rows: int) -> list[KernelKey]:
    """Keys of so many rows, in the shares of the splits."""
    found: list[KernelKey] = []
    for split, wanted in (("train", rows * 9 // 10), ("validation", rows // 20), ("test", rows // 20)):
        drawn: list[KernelKey] = []
        for shard in range(100):
            if len(drawn) >= wanted:
                break
            candidates = kernels.draw(recipe, split, shard).candidates
            drawn += [KernelKey(recipe.seed, c.category, split, shard, c.attempt) for c in candidates]
        found += drawn[:wanted]
    return found


def statistics(source: str) -> None:
    """What `stats` does for each row."""
    words = tokens(source)
    renamed(words)
    signature(shingles(words))


def measured(costs: dict[str, float], name: str, rows: int, work: Callable[[], Any]) -> Any:
    """Do the work and note its processor time a row."""
    begun = time.process_time()
    result = work()
    costs[name] = (time.process_time() - begun) / rows
    return result


def show(costs: dict[str, float], rows: int) -> None:
    """A line for each stage, and the sums up to each tier."""
    table = Table("stage", "core-ms a row", "rows/s a core", "core-hours for 10 million")
    shared = sum(cost for name, cost in costs.items() if name not in TIERS)
    sums = {"all without verification": shared}
    for tier in TIERS:
        sums[f"all, verified up to {tier}"] = list(sums.values())[-1] + costs[tier]
    for name, cost in (costs | sums).items():
        hours = cost * 10 * MILLION / 3600
        table.add_row(name, f"{cost * 1e3:.2f}", f"{1 / cost:,.1f}", f"{hours:,.1f}")
    console = Console(width=120)
    console.print(table)
    console.print(f"{rows} rows, processor time of one process")


if __name__ == "__main__":
    typer.run(main)
