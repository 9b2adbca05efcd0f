"""``python -m benchmarks.emulation``: milliseconds that the emulator takes to decode and to launch.

For each program of the tests, and over rows of the stream, forward and adjoint, at 256 threads a block. Processor time.
"""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated

import numpy as np
import typer
import warp as wp
from rich.console import Console
from rich.table import Table

from benchmarks.verification import kernels
from generator.emulation import emulate
from generator.emulation.kernel import prepare
from generator.lowering.binaries.ptx import entry_points, ptx_batch
from generator.lowering.warp_backend import CompileError, program
from generator.verification.launching.device_arguments import DeviceLaunch
from generator.verification.launching.host_arguments import UnsupportedArgument, arguments_of
from generator.verification.launching.inputs import make_inputs
from generator.verification.tiers.device_tier import ARCHITECTURE
from generator.verification.tiers.tiers import Item
from tests.emulation.device_code import ptx_of
from tests.emulation.programs.catalogue import PROGRAMS
from tests.emulation.programs.program import source

BLOCK = 256
"""Threads per block with which rows are launched."""


def main(
    rounds: Annotated[int, typer.Option(help="Times that each is launched; the median counts.")] = 5,
    rows: Annotated[int, typer.Option(help="Rows of the stream, in equal parts of each category.")] = 44,
    seed: Annotated[int, typer.Option(help="Of the stream.")] = 0,
    programs: Annotated[bool, typer.Option(help="Whether the programs of the tests are measured too.")] = True,
) -> None:
    """A line a program with the medians of all, and the medians of rows."""
    console = Console()
    if programs:
        console.print(_programs(rounds))
    wp.config.log_level = wp.LOG_ERROR
    table = Table("rows", "kernels", "decode ms", "launch ms, median", "launch ms, mean", "launch ms, most")
    items = [item for item in kernels(rows, seed) if not item.launch.tiled]
    for direction in ("forward", "backward"):
        decodes, launches = _rows(items, direction, rounds)
        figures = [statistics.median(decodes), statistics.median(launches), statistics.mean(launches), max(launches)]
        table.add_row(direction, str(len(launches)), *(f"{each:.2f}" for each in figures))
    console.print(table)


def _programs(rounds: int) -> Table:
    table = Table("program", "threads", "decode ms", "launch ms", "instructions")
    decodes, launches = [], []
    for name, tested in PROGRAMS.items():
        text, launch = source(name), tested.launches[0]
        ptx = ptx_of(text)
        decodes.append(_median(rounds, partial(prepare.__wrapped__, ptx, "k")))
        run = tested.run(text, launch)
        launches.append(_median(rounds, partial(tested.run, text, launch)))
        executed = sum(run.counts.instructions.values())
        table.add_row(
            name,
            str(math.prod(np.ravel(launch[0])) * math.prod(np.ravel(launch[1]))),
            f"{decodes[-1]:.2f}",
            f"{launches[-1]:.2f}",
            f"{executed:,}",
        )
    table.add_row("median", "", f"{statistics.median(decodes):.2f}", f"{statistics.median(launches):.2f}", "")
    table.add_row("most", "", f"{max(decodes):.2f}", f"{max(launches):.2f}", "")
    return table


def _rows(items: Sequence[Item], direction: str, rounds: int) -> tuple[list[float], list[float]]:
    """Milliseconds to decode and to launch each kernel that the emulator supports."""
    texts = {
        n: text for n, item in enumerate(items) if item.texts and (text := getattr(item.texts, f"cuda_{direction}"))
    }
    made = ptx_batch(list(texts.values()), ARCHITECTURE)
    decodes, launches = [], []
    for (number, text), ptx in zip(texts.items(), made, strict=True):
        item, name = items[number], entry_points(text)[0]
        if isinstance(ptx, CompileError):
            raise ptx
        with program(item.source) as opened:
            try:
                arguments = arguments_of(opened.kernel, item.launch, make_inputs(item.launch, item.seed))
            except UnsupportedArgument:
                continue
            for leaf in arguments.outputs():
                leaf.adjoints[...] = 1
            device = DeviceLaunch.of(item.launch)
            given = device.arguments(arguments, backward=direction == "backward")
            block = device.tiled or BLOCK
            blocks = max(-(-device.threads(arguments) // block), 1)
            decodes.append(_median(rounds, partial(prepare.__wrapped__, ptx, name)))
            launches.append(_median(rounds, partial(emulate, ptx, name, given, blocks, block, shared=device.shared)))
    return decodes, launches


def _median(rounds: int, work: Callable[[], object]) -> float:
    """Median processor time of ``rounds`` runs, in milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append((time.process_time() - start) * 1e3)
    return statistics.median(times)


if __name__ == "__main__":
    typer.run(main)
