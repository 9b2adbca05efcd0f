"""In which order people write the operands of sums and products of floats, by the forms of both.

Usage: python -m benchmarks.operand_orders DIR [--least 12]

DIR is a folder that `collect` wrote; only its train projects are looked at. A project counts where it has at least
``--least`` places of a pair; projects weigh alike. `generator/synthesis/chance/operand_orders.py` holds such shares.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.likeness.kernel_sets import by_package, first_sources, real_kernels
from generator.syntax.modules import Function
from generator.syntax.reading import NotReadable, read
from generator.syntax.statements import parts_of
from generator.syntax.types import Matrix, Quaternion, Scalar, Type, Vector
from generator.syntax.walks.inference import type_of_value, types_of_locals
from generator.synthesis.chance.operand_orders import ORDERS
from generator.synthesis.shaping.operands import CHAINS, form_of

ROWS = 1000
"""Drawn rows that are looked at."""

Pair = tuple[str, str, str]
"""Form of the left operand, sign, form of the right one."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--least", type=int, default=12)
    options = parser.parse_args()
    train = [kernel for kernel in real_kernels(options.folder) if kernel.split == "train"]
    real = [Counter(_pairs(each.source for each in kernels)) for kernels in by_package(train).values()]
    drawn = Counter(_pairs(first_sources("cuda_backward", 0, ROWS)))
    held = {(sign, *sorted((first, second))): share for first, sign, second, share in ORDERS}
    table = Table("pair", "projects", "people, %", "drawn, %", "held, %", box=box.SIMPLE)
    for first, sign, second in sorted({pair for counts in real for pair in counts if pair[0] < pair[2]}):
        shares = [s for c in real if (s := _share(c, (first, sign, second), options.least)) is not None]
        if shares:
            ours = _share(drawn, (first, sign, second), 1)
            chance = held.get((sign, first, second))
            people = f"{100 * sum(shares) / len(shares):.0f}"
            cells = ["" if each is None else f"{100 * each:.0f}" for each in (ours, chance)]
            table.add_row(f"{first} {sign} {second}", str(len(shares)), people, *cells)
    Console().print(table)


def _share(counts: Counter[Pair], pair: Pair, least: int) -> float | None:
    """How often the operands stand in this order; None where there are fewer places than ``least``."""
    total = counts[pair] + counts[pair[2], pair[1], pair[0]]
    return counts[pair] / total if total >= least else None


def _pairs(sources: Iterable[str]) -> Iterator[Pair]:
    """The sums and products of floats in sources that can be read, whose operands have known types."""
    for source in sources:
        try:
            module = read(source)
        except NotReadable:
            continue
        for part in module.parts:
            if isinstance(part, Function):
                yield from _of_function(part)


def _of_function(function: Function) -> Iterator[Pair]:
    names = types_of_locals(function.body, {each.name: each.type for each in function.parameters}, {})
    for value in parts_of(function.body):
        if value.operation in CHAINS and len(value.operands) == 2 and _is_float(type_of_value(value, names, {})):
            kinds = [type_of_value(operand, names, {}) for operand in value.operands]
            if None not in kinds:
                first, second = map(form_of, value.operands, kinds)
                yield first, value.operation, second


def _is_float(kind: Type | None) -> bool:
    return kind.is_float if isinstance(kind, Scalar) else isinstance(kind, Vector | Matrix | Quaternion)


if __name__ == "__main__":
    main()
