"""``python -m benchmarks.cost.production_cost``: what a row of `produce` costs, stage by stage and tier by tier.

Counts processor time, so other work on the machine disturbs it little.
"""

from __future__ import annotations

import gc
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Annotated, Any

import typer
import warp as wp
from rich.console import Console
from rich.table import Table

from generator.dataset.configs import get_config
from generator.dataset.identity import KernelKey
from generator.dataset.shingles import renamed, shingles, signature, tokens
from generator.dataset.splits import SPLITS
from generator.production import kernels
from generator.production.making.assembly import write_rows
from generator.production.making.recipe import Recipe
from generator.production.making.row_verification import item_of
from generator.verification.tiers.batch import BATCH
from generator.verification.tiers.tiers import Item, verify

ROWS = 10_000_000
"""Rows of the dataset whose core-hours the last column gives."""

CONFIGS = ("cuda_forward", "cuda_backward")
CHECKS = {"compile": ("codegen", "compile"), "execute": ("codegen", "execute"), "gradient": ("codegen", "gradient")}
"""Tiers measured one by one; execute and gradient share a compilation when run together: the sum is an upper bound."""


def main(
    rows: Annotated[int, typer.Option(help="Rows to measure on, equally many a category.")] = 110,
    seed: Annotated[int, typer.Option(help="Seed of their stream.")] = 0,
) -> None:
    """Measure and print."""
    wp.config.log_level = wp.LOG_ERROR
    recipe = Recipe(CONFIGS, 1_100, seed, get_config("cuda_backward").categories)
    run_all(recipe, rows=22)  # what a process pays once: imports, tables, Warp's compilers
    gc.freeze()  # processes that draw have no objects of the compilers for the collector to scan
    show(run_all(recipe, rows), rows)


def run_all(recipe: Recipe, rows: int) -> dict[str, float]:
    """Core-seconds a row of each stage."""
    costs: dict[str, float] = {}
    keys, costs["draw"] = draw(recipe, rows)
    made, costs["codegen"] = timed(rows, lambda: kernels.make(recipe, keys, isolated=False))
    items = [item_of(row) for row in made]
    for name, tiers in CHECKS.items():
        costs[name] = timed(rows, lambda tiers=tiers: batches(items, tiers))[1]
    schemas = {config: kernels.schema(recipe, config) for config in CONFIGS}
    with tempfile.TemporaryDirectory() as folder:
        costs["write"] = timed(
            rows, lambda: [write_rows(recipe, Path(folder), c, c, made, schema) for c, schema in schemas.items()]
        )[1]
    costs["statistics"] = timed(rows, lambda: [statistics(row["python_source"]) for row in made])[1]
    return costs


def draw(recipe: Recipe, rows: int) -> tuple[list[KernelKey], float]:
    """Keys of train, and core-seconds a row, splits weighted by their shares: small ones refuse most candidates."""
    keys: list[KernelKey] = []
    cost = 0.0
    for split, percent in SPLITS.items():
        drawn: list[KernelKey] = []
        begun = time.process_time()
        for shard in count():
            drawn += [
                KernelKey(recipe.seed, c.category, split, shard, c.attempt)
                for c in kernels.draw(recipe, split, shard).candidates
            ]
            if len(drawn) >= rows:
                break
        cost += (time.process_time() - begun) / len(drawn) * percent / 100
        keys = keys or drawn[:rows]
    return keys, cost


def batches(items: Sequence[Item], tiers: Sequence[str]) -> None:
    """Verify as `produce` does."""
    for start in range(0, len(items), BATCH):
        verify(items[start : start + BATCH], tiers)


def statistics(source: str) -> None:
    """What `stats` does for each row."""
    words = tokens(source)
    renamed(words)
    signature(shingles(words))


def timed(rows: int, work: Callable[[], Any]) -> tuple[Any, float]:
    """Result of ``work``, and its processor time per row."""
    begun = time.process_time()
    result = work()
    return result, (time.process_time() - begun) / rows


def show(costs: dict[str, float], rows: int) -> None:
    """A line for each stage, and the sums up to each tier."""
    table = Table("stage", "core-ms a row", "rows/s a core", f"core-hours for {ROWS:,} rows")
    total = sum(cost for name, cost in costs.items() if name not in CHECKS)
    sums = {"all, not verified": total}
    for tier in CHECKS:
        total += costs[tier]
        sums[f"all, verified up to {tier}"] = total
    for name, cost in (costs | sums).items():
        table.add_row(name, f"{cost * 1e3:.2f}", f"{1 / cost:,.1f}", f"{cost * ROWS / 3600:,.1f}")
    console = Console(width=120)
    console.print(table)
    console.print(f"{rows} rows, processor time of one process")


if __name__ == "__main__":
    typer.run(main)
