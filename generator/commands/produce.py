"""``produce``: make a dataset folder, or continue one."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from generator.commands.refusal import refuse
from generator.cores import cores
from generator.dataset.configs import DEFAULT_CONFIG
from generator.dataset.kernel_filter import filter_of
from generator.dataset.stream import Exhausted
from generator.lowering.native_output import silence_warp
from generator.production.folder.errors import BuildError
from generator.production.making.assembly import parts_of
from generator.production.making.exclusion import Structures, keep_exclusion, structures_of
from generator.production.making.manifest import check_folder, open_folder
from generator.production.making.recipe import Recipe
from generator.production.making.recipe_request import recipe_for
from generator.production.making.tasks import WORK
from generator.production.producer import produce as make
from generator.production.progress import on_console
from generator.production.running.executors import executor_for
from generator.production.running.slurm import jobs, submit

FAILURES_SHOWN = 5


class ExecutorName(StrEnum):
    """What runs the tasks."""

    LOCAL = "local"
    SLURM = "slurm"
    RAY = "ray"


ARRAY = 64
"""Default number of tasks of a Slurm array."""


class Format(StrEnum):
    """Format of the files of rows."""

    PARQUET = "parquet"
    JSON = "json"


def produce(
    out: Annotated[Path, typer.Option(help="Folder of the build; run again over it to go on.", metavar="DIR")],
    config: Annotated[str, typer.Option("--config", "-c", help="Configs, separated by commas.")] = DEFAULT_CONFIG,
    rows: Annotated[int | None, typer.Option(min=1, help="Rows over all splits; default: the config's.")] = None,
    target_size: Annotated[
        str | None, typer.Option(help="Instead of --rows: as many as fill this size on disk, such as 200MB.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the stream.")] = 0,
    categories: Annotated[str | None, typer.Option(help="Categories or groups, separated by commas.")] = None,
    comments: Annotated[bool, typer.Option(help="Keep the Python line above each statement of the code.")] = True,
    verify: Annotated[
        str | None, typer.Option(help="Highest tier to check; default: what the config promises.")
    ] = None,
    verify_sample: Annotated[float, typer.Option(min=0.0, max=1.0, help="Share of rows to check.")] = 1.0,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="The tier `device` makes 12 launches instead of 3.")
    ] = False,
    output_format: Annotated[
        Format, typer.Option("--format", help="Parquet, or one JSON file a row.")
    ] = Format.PARQUET,
    exclude: Annotated[
        Path | None,
        typer.Option(help="No row may have the structure of a row in this folder or file.", metavar="DIR"),
    ] = None,
    difficulty: Annotated[
        str | None, typer.Option(help="Only kernels of this difficulty: 1 to 10, or a range such as 3-6.")
    ] = None,
    features: Annotated[
        str | None, typer.Option(help="Only kernels with these features, separated by commas; '!loop': without.")
    ] = None,
    curriculum: Annotated[bool, typer.Option("--curriculum", help="Each file from easy to difficult.")] = False,
    distinct: Annotated[
        bool, typer.Option(help="No near-duplicates: of kernels that are much alike the first is taken.")
    ] = True,
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes (Slurm: of the last job); default: one a core of this machine.")
    ] = None,
    executor: Annotated[ExecutorName, typer.Option(help="Where the work runs.")] = ExecutorName.LOCAL,
    array: Annotated[int | None, typer.Option(min=1, help="Slurm: tasks of an array; 64 if left out.")] = None,
    sbatch: Annotated[list[str] | None, typer.Option(help="Slurm: an option for sbatch; may be repeated.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show what would be done.")] = False,
) -> None:
    """Make every config asked for in one pass: unique, balanced, checked. Run again to go on where it stopped."""
    silence_warp()
    console = Console(stderr=True)
    workers = workers or cores()
    if executor is not ExecutorName.SLURM and (array is not None or sbatch):
        refuse("produce", "--array and --sbatch are for --executor slurm")
    try:
        excluded = None if exclude is None else structures_of(exclude)
        recipe = recipe_for(
            _listed(config),
            rows=rows,
            target_size=target_size,
            seed=seed,
            categories=None if categories is None else _listed(categories),
            comments=comments,
            verify=verify,
            verify_sample=verify_sample,
            thorough=thorough,
            output_format=output_format.value,
            excluded=excluded,
            folder=out,
            difficulty=difficulty,
            features=None if features is None else _listed(features),
            curriculum=curriculum,
            distinct=distinct,
        )
    except (ValueError, BuildError) as error:
        refuse("produce", error)
    try:
        if dry_run:
            check_folder(out, recipe)
        if executor is ExecutorName.SLURM:
            _slurm(recipe, out, array or ARRAY, workers, sbatch or [], dry_run, excluded)
        elif dry_run:
            _show(recipe, out)
        else:
            with on_console(console) as reporter, executor_for(executor.value, workers) as running:
                manifest = make(recipe, out, running, reporter, excluded)
            _summary(manifest, out)
    except (BuildError, Exhausted) as error:
        refuse("produce", error)


def _listed(text: str) -> list[str]:
    """The parts of a text between commas."""
    return [name.strip() for name in text.split(",")]


def _slurm(
    recipe: Recipe, out: Path, array: int, workers: int, options: list[str], dry_run: bool, excluded: Structures | None
) -> None:
    chain = jobs(out, array, workers, options)
    if dry_run:
        for job in chain:
            typer.echo(f"# {job.name}.sh\n{job.script}")
        return
    open_folder(out, recipe)
    keep_exclusion(recipe, out / WORK, excluded)
    for job, number in zip(chain, submit(out, chain), strict=True):
        typer.echo(f"{job.name}: job {number}")


def _show(recipe: Recipe, out: Path) -> None:
    for cell in recipe.cells():
        typer.echo(f"{cell.split:<12} {cell.category:<14} {cell.rows:>9,} rows")
    for part in parts_of(recipe):
        name = f"{part.name}.parquet" if recipe.format == "parquet" else f"{part.config}/{part.split}/"
        typer.echo(f"{out / name}: {part.stop - part.start:,} rows")
    typer.echo(
        f"verify: {recipe.verify}, {recipe.verify_sample:.0%} of the rows{', thorough' if recipe.thorough else ''}"
    )
    if conditions := filter_of(recipe.difficulty, recipe.features).conditions:
        typer.echo(f"only kernels with: {', '.join(conditions)}")
    if recipe.curriculum:
        typer.echo("order: each file from easy to difficult")
    typer.echo(f"near-duplicates: {'none' if recipe.distinct else 'kept'}")


def _summary(manifest: dict[str, Any], out: Path) -> None:
    rows: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for entry in manifest["files"]:
        where = entry.get("config", "")
        rows[where] += entry["rows"]
        sizes[where] += entry["bytes"]
    for config in manifest["recipe"]["configs"]:
        typer.echo(f"{out / config}: {rows[config]:,} rows, {sizes[config]:,} bytes")
    if manifest["rejected"]:
        refused = ", ".join(f"{reason} {count:,}" for reason, count in manifest["rejected"].items())
        typer.echo(f"rejected: {refused}")
    failed = manifest["failed"]
    for row in failed[:FAILURES_SHOWN]:
        typer.echo(f"{row['id']} failed {row['tier']}: {(row['why'].splitlines() or ['?'])[0][:120]}")
    if len(failed) > FAILURES_SHOWN:
        typer.echo(f"and {len(failed) - FAILURES_SHOWN:,} more rows that failed a tier: see {out / 'manifest.json'}")
