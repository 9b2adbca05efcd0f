"""How the bodies of each train project's kernels are written: shares that the policy and its projects are set from.

Usage: python -m benchmarks.body_habits DIR [--rows 500] [--seed 0]

DIR is a folder that `collect` wrote. Each line is a share of places, in per cent; the last column is of drawn rows.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.fit_policy import drawn_kernels
from benchmarks.likeness.kernel_sets import by_package, real_kernels
from benchmarks.likeness.kernel_source import KernelSource, kernel_in
from generator.production.folder.errors import BuildError
from generator.synthesis.chance.policy import DEFAULT_POLICY

Places = Iterator[bool]
"""For each place where an author has a choice, whether they made it."""

PLAIN = (ast.Name, ast.Subscript, ast.Attribute)
"""Expressions that compute nothing."""


def _locals(kernel: KernelSource) -> Iterator[tuple[ast.expr, int]]:
    """(value, number of reads) of the locals that are assigned only once."""
    names = [node for node in kernel.nodes if isinstance(node, ast.Name)]
    read = Counter(node.id for node in names if isinstance(node.ctx, ast.Load))
    sets = Counter(node.id for node in names if isinstance(node.ctx, ast.Store))
    for each in kernel.assignments:
        target = each.targets[0]
        if (
            isinstance(target, ast.Name)
            and sets[target.id] == 1
            and not isinstance(each.value, ast.Constant | ast.Name)
        ):
            yield each.value, read[target.id]


def elements_read_once(kernel: KernelSource) -> Places:
    return (read == 1 for value, read in _locals(kernel) if _is_element(value, kernel))


def others_read_once(kernel: KernelSource) -> Places:
    return (read == 1 for value, read in _locals(kernel) if not _is_element(value, kernel))


def _is_element(value: ast.expr, kernel: KernelSource) -> bool:
    array = value.value if isinstance(value, ast.Subscript) else None
    return isinstance(array, ast.Name) and array.id in kernel.arguments


def partly_named(kernel: KernelSource) -> Places:
    """For statements that read several elements: whether some are read in place and others through a local."""
    once = Counter(node.id for node in kernel.nodes if isinstance(node, ast.Name))
    named = {word for word, value in kernel.named_values if once[word] == 2 and _is_element(value, kernel)}
    for each in kernel.assignments:
        inside = list(_outside_indices(each.value))
        names = sum(isinstance(node, ast.Name) and node.id in named for node in inside)
        elements = sum(isinstance(node, ast.Subscript) and _is_element(node, kernel) for node in inside)
        if names + elements > 1:
            yield bool(names and elements)


def _outside_indices(value: ast.AST) -> Iterator[ast.AST]:
    """The nodes of an expression, except those within an index."""
    yield value
    for part in [value.value] if isinstance(value, ast.Subscript) else ast.iter_child_nodes(value):
        yield from _outside_indices(part)


def stored_from_a_name(kernel: KernelSource) -> Places:
    """For each store: whether its value is a local that the line before assigns."""
    blocks = [block for node in kernel.nodes for block in (getattr(node, "body", None), getattr(node, "orelse", None))]
    for block in [kernel.body, *(block for block in blocks if isinstance(block, list))]:
        for before, store in pairwise(block):
            if isinstance(store, ast.Assign) and isinstance(store.targets[0], ast.Subscript):
                name = before.targets[0] if isinstance(before, ast.Assign) else None
                yield isinstance(name, ast.Name) and isinstance(store.value, ast.Name) and name.id == store.value.id


def sums_in_full(kernel: KernelSource) -> Places:
    """For each sum: whether it is ``x = x + y`` and not ``x += y``."""
    for node in kernel.nodes:
        if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            yield False
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.BinOp):
            target, first = node.targets[0], node.value.left
            if isinstance(target, ast.Name) and isinstance(first, ast.Name) and target.id == first.id:
                yield True


def products_first(kernel: KernelSource) -> Places:
    """For each sum outside indices: whether it is ``a * b + c`` and not ``c + a * b``."""
    indices = {id(part) for node in kernel.nodes if isinstance(node, ast.Subscript) for part in ast.walk(node.slice)}
    for node in kernel.nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add) and id(node) not in indices:
            products = [
                isinstance(side, ast.BinOp) and isinstance(side.op, ast.Mult) for side in (node.left, node.right)
            ]
            other = node.right if products[0] else node.left
            if sum(products) == 1 and isinstance(other, PLAIN):
                yield products[0]


def fields_of_elements(kernel: KernelSource) -> Places:
    """Whether the kernel reads a field of an array element in place, not through a local."""
    fields = (node.value for node in kernel.nodes if isinstance(node, ast.Attribute) and node.attr not in "xyzw")
    yield any(_is_element(value, kernel) for value in fields)


HABITS: Mapping[str, Callable[[KernelSource], Places]] = {
    "elements with a name that are read once": elements_read_once,
    "other locals that are read once": others_read_once,
    "stored from a name of the line before": stored_from_a_name,
    "of several elements, some by a name": partly_named,
    "x = x + y": sums_in_full,
    "a * b + c": products_first,
    "kernels that read a field where the element stands": fields_of_elements,
}
"""Habit -> function that yields, for each place where a kernel may show it, whether it does."""


def share(habit: Callable[[KernelSource], Places], kernels: Sequence[KernelSource]) -> str:
    """Per cent of the places that show a habit; empty if there is no place."""
    places = [place for kernel in kernels for place in habit(kernel)]
    return f"{100 * sum(places) / len(places):.0f}" if places else ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--rows", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    try:
        train = [row for row in real_kernels(options.folder) if row.split == "train"]
    except BuildError as error:
        sys.exit(f"body_habits: {error}")
    sets = {
        project: [tree for row in rows if (tree := kernel_in(row.source, row.name)) is not None]
        for project, rows in by_package(train).items()
    }
    sets["drawn"] = list(islice(drawn_kernels(DEFAULT_POLICY, f"habits/{options.seed}"), options.rows))
    table = Table("places, %", box=box.MARKDOWN, pad_edge=False)
    for project, kernels in sets.items():
        table.add_column(f"{project} ({len(kernels):,})", justify="right")
    for name, habit in HABITS.items():
        table.add_row(name, *(share(habit, kernels) for kernels in sets.values()))
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
