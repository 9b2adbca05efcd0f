"""``python -m benchmarks``: one table, and ``benchmarks/results.json``."""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer
import warp as wp
from rich.console import Console
from rich.table import Table

from benchmarks import categories, lowering, reading, reference_pipeline, scaling, streaming
from benchmarks.figures import Figure, Scale
from generator.choices import choose
from generator.cores import cores
from generator.lowering.fast_codegen import SWITCH

RESULTS = Path(__file__).with_name("results.json")
GROUPS: dict[str, Callable[[Scale], Iterator[Figure]]] = {
    "lowering": lowering.measure,
    "categories": categories.measure,
    "pipeline": reference_pipeline.measure,
    "scaling": scaling.measure,
    "streaming": streaming.measure,
    "reading": reading.measure,
}
QUICK = Scale(kernels=4, rounds=3, checked=1, memory_rows=(200, 1_000), shards=2)


def main(
    only: Annotated[str, typer.Option(help=f"Groups, separated by commas: {', '.join(GROUPS)}.")] = "",
    quick: Annotated[bool, typer.Option(help="A look in half a minute; too short to quote.")] = False,
    long: Annotated[bool, typer.Option("--long", help="Memory up to 100,000 streamed rows: minutes more.")] = False,
) -> None:
    """Measure, print a table, and write the results file (not with --quick or --only)."""
    os.environ.pop(SWITCH, None)
    wp.config.log_level = wp.LOG_ERROR
    scale = QUICK if quick else Scale()
    if long:
        scale = replace(scale, memory_rows=(1_000, 10_000, 100_000))
    try:
        wanted = [choose("group", name.strip(), GROUPS) for name in only.split(",") if name.strip()] or list(GROUPS)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--only") from None
    console = Console()
    if not console.is_terminal:
        console = Console(width=150)
    figures: list[Figure] = []
    for name in wanted:
        figures += _measured(name, scale, console)
    console.print(table(figures))
    if not quick and not only:
        found = {"machine": machine(), "figures": [_record(figure) for figure in figures]}
        RESULTS.write_text(json.dumps(found, indent=1) + "\n")
    missed = [figure.name for figure in figures if figure.met is False]
    if missed:
        console.print(f"[red]over the limit: {', '.join(missed)}")
    sys.exit(1 if missed and not quick else 0)


def _measured(name: str, scale: Scale, console: Console) -> Iterator[Figure]:
    """The figures of a group; each is printed once measured, since a group takes minutes."""
    with console.status(name) as status:
        for figure in GROUPS[name](scale):
            status.update(found := f"{name}: {figure.name} {figure.value:,.2f} {figure.unit}")
            if not console.is_terminal:
                print(found, file=sys.stderr, flush=True)
            yield figure


def table(figures: list[Figure]) -> Table:
    """The figures, a section for each group."""
    shown = Table(title="What it costs", title_justify="left")
    for column in ("", "figure", "value", "ratio", "to", "limit"):
        shown.add_column(column, justify="right" if column in ("value", "ratio") else "left")
    group = ""
    for figure in figures:
        if group and figure.group != group:
            shown.add_section()
        mark = {True: "[green]", False: "[red]", None: ""}[figure.met]
        value = f"{figure.value:,.{0 if figure.value >= 100 else 2}f} {figure.unit}"
        first = figure.group if figure.group != group else ""
        shown.add_row(first, figure.name, value, f"{figure.ratio:.2f}", figure.reference, mark + figure.limit)
        group = figure.group
    return shown


def machine() -> dict[str, str | int]:
    """The machine's description."""
    return {
        "cores": cores(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "warp": wp.__version__,
    }


def _record(figure: Figure) -> dict[str, object]:
    rounded = {"value": float(f"{figure.value:.4g}"), "ratio": float(f"{figure.ratio:.4g}"), "met": figure.met}
    return asdict(figure) | rounded


if __name__ == "__main__":
    typer.run(main)
