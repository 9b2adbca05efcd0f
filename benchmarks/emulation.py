"""``python -m benchmarks.emulation``: milliseconds that the emulator takes to decode and to launch each program."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated

import numpy as np
import typer
from rich.console import Console
from rich.table import Table

from generator.emulation.kernel import prepare
from tests.emulation.device_code import ptx_of
from tests.emulation.programs.catalogue import PROGRAMS
from tests.emulation.programs.program import source


def main(
    rounds: Annotated[int, typer.Option(help="Times that each program is launched; the median counts.")] = 5,
) -> None:
    """A line a program, and the medians of all."""
    table = Table("program", "threads", "decode ms", "launch ms", "instructions")
    decodes, launches = [], []
    for name, program in PROGRAMS.items():
        text, launch = source(name), program.launches[0]
        ptx = ptx_of(text)
        decodes.append(_median(rounds, partial(prepare.__wrapped__, ptx, "k")))
        run = program.run(text, launch)
        launches.append(_median(rounds, partial(program.run, text, launch)))
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
    Console().print(table)


def _median(rounds: int, work: Callable[[], object]) -> float:
    """Milliseconds of the median of ``rounds`` runs."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


if __name__ == "__main__":
    typer.run(main)
