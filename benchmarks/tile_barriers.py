"""``python -m benchmarks.tile_barriers``: which barriers of rows with tiles the tier `device` misses once gone.

The barriers stand in Warp's header, so a line of the PTX is dropped, not one of the row's text: of each drawn row a few
of its `bar.sync`, forward and adjoint in turn. A row that passes all the same is compared with its original on
``--inputs`` sets of inputs: it is equivalent where all bits are equal and no launch has a finding.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import cycle, islice
from typing import Annotated, Any

import typer
from rich.console import Console

from generator.lowering.binaries.ptx import entry_points, ptx_of
from generator.lowering.warp_backend import lower, program
from generator.syntax.printing import module_text
from generator.synthesis.catalogue.everything import load_all
from generator.synthesis.chance.policy import DEFAULT_POLICY
from generator.synthesis.chance.randomness import Random
from generator.synthesis.composition.drawing import choose_variant, chosen, draw_kernel
from generator.verification.launching.device_arguments import DeviceLaunch
from generator.verification.launching.device_run import DeviceText
from generator.verification.launching.float64_twin import widen
from generator.verification.launching.host_build import host_batch
from generator.verification.tiers.adjoints import GradientCode
from generator.verification.tiers.device_tier import ARCHITECTURE, check_device
from generator.verification.tiers.tiers import Item
from tests.verification.mutation.equivalence import first_difference, input_sets

BARRIER = "bar.sync"


def tiled_rows(seed: str) -> Iterator[Item]:
    """Endless rows of the computations with tiles, in turn."""
    known = {name: each for name, each in load_all().items() if name.startswith("tile_")}
    for number, name in enumerate(cycle(known)):
        key = f"{seed}/{name}/{number}"
        drawn = draw_kernel(key, (chosen(known[name], choose_variant(Random(key), known[name])),), DEFAULT_POLICY)
        if drawn.launch.tiled:
            yield Item(module_text(drawn.module), drawn.launch, seed=key)


def without(ptx: str, number: int) -> str:
    """PTX without the barrier of this number; the lines around it stay."""
    lines = ptx.split("\n")
    place = [n for n, line in enumerate(lines) if line.lstrip().startswith(BARRIER)][number]
    return "\n".join([*lines[:place], *lines[place + 1 :]])


def judged(item: Item, column: str, barriers: int, inputs: int) -> Iterator[tuple[int, str]]:
    """(number, outcome) of each dropped barrier in one column of a row; nothing for a row that fails."""
    launch = item.launch
    with program(item.source) as opened:
        texts = lower(opened.kernel)
        columns: dict[str, str] = {"forward": texts.cuda_forward}
        if texts.cuda_backward and not launch.not_differentiable:
            columns["backward"] = texts.cuda_backward
        ptx = {name: (text, ptx_of(text, ARCHITECTURE)) for name, text in columns.items()}
        wide = {f"wide_{name}": widen(text) for name, text in columns.items()}
        with host_batch([*columns.values(), *wide.values()]) as built:
            parts: dict[str, Any] = dict.fromkeys(("backward", "wide_forward", "wide_backward"))
            code = GradientCode(opened.kernel, **parts | dict(zip([*columns, *wide], built, strict=True)))
            if column not in ptx or not check_device(item.source, launch, item.seed, ptx, code).passed:
                return
            text, original = ptx[column]
            count = sum(line.lstrip().startswith(BARRIER) for line in original.split("\n"))
            for number in random.Random(item.seed).sample(range(count), min(barriers, count)):
                changed = without(original, number)
                found = check_device(item.source, launch, item.seed, ptx | {column: (text, changed)}, code)
                if not found.passed:
                    yield number, f"rejected: {found.reason}"
                    continue
                host, backward = getattr(code, column), column == "backward"
                one, other = (
                    DeviceText(each, entry_points(text)[0], host, backward=backward, launch=DeviceLaunch.of(launch))
                    for each in (original, changed)
                )
                sets = islice(input_sets(item.source, launch, f"{item.seed}/equal"), inputs)
                place = first_difference(opened.kernel, sets, one, other, code.forward if backward else None)
                yield number, "equal bits" if place is None else f"missed: other bits on set {place}"


def main(
    rows: Annotated[int, typer.Option(min=1, help="Rows, forward and adjoint in turn.")] = 12,
    seed: Annotated[str, typer.Option(help="Of the rows.")] = "barriers",
    barriers: Annotated[int, typer.Option(min=1, help="Dropped of each row, one at a time.")] = 3,
    inputs: Annotated[int, typer.Option(min=1, help="Sets of inputs on which a survivor is compared.")] = 1000,
) -> None:
    """Measure and print a line a barrier; exit 1 where one was missed."""
    console = Console()
    outcomes = []
    for place, item in enumerate(islice(tiled_rows(seed), rows)):
        for number, outcome in judged(item, ("forward", "backward")[place % 2], barriers, inputs):
            outcomes.append(outcome.partition(":")[0])
            console.print(f"{item.seed}, barrier {number}: {outcome}", markup=False)
    counted = {each: outcomes.count(each) for each in ("rejected", "equal bits", "missed")}
    console.print(", ".join(f"{count} {name}" for name, count in counted.items()))
    if counted["missed"]:
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
