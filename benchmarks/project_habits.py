"""How each train project writes its kernels: what `generator/synthesis/chance/habits.py` is set from.

Usage: python -m benchmarks.project_habits DIR

DIR is a folder that `collect` wrote; shares are per cent of a project's kernels, a kernel that was read with several
types counted once. What a decorator switches off is not in a collected row, so `enable_backward=False` is not here.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from benchmarks.likeness.constructs import CONSTRUCTS
from benchmarks.likeness.kernel_sets import by_package, real_kernels
from benchmarks.likeness.kernel_source import KernelSource, identifiers, kernel_in
from generator.production.folder.errors import BuildError


def _spells_arrays(kind: type[ast.expr]) -> Callable[[KernelSource], bool]:
    """Whether an argument is ``wp.array[T]`` (a subscript) or ``wp.array(dtype=T)`` (a call)."""

    def spells(kernel: KernelSource) -> bool:
        return any(isinstance(each, kind) and "array" in ast.unparse(each) for each in kernel.annotations)

    return spells


def _has_argument(*endings: str) -> Callable[[KernelSource], bool]:
    return lambda kernel: any(name.endswith(endings) for name in kernel.arguments)


def _says(keyword: str) -> Callable[[KernelSource], bool]:
    """Whether the decorator has an argument of that name."""
    return lambda kernel: any(
        isinstance(mark, ast.Call) and any(each.arg == keyword for each in mark.keywords)
        for mark in kernel.definition.decorator_list
    )


def _some_function(holds: Callable[[ast.FunctionDef], bool]) -> Callable[[KernelSource], bool]:
    return lambda kernel: any(map(holds, kernel.functions.values()))


def _is_generic(function: ast.FunctionDef) -> bool:
    return "Any" in identifiers(list(ast.walk(function.args)))


HABITS: Mapping[str, Callable[[KernelSource], bool]] = {
    "array[T]": _spells_arrays(ast.Subscript),
    "array(dtype=T)": _spells_arrays(ast.Call),
    "ndim=": lambda k: any("ndim" in ast.unparse(each) for each in k.annotations if each is not None),
    "spelled scalars": CONSTRUCTS["spelled scalar type"],
    "_in, _out": _has_argument("_in", "_out"),
    "scalar first": lambda k: bool(k.annotations) and "array" not in ast.unparse(k.annotations[0] or ast.Constant("")),
    "one line": lambda k: k.definition.args.args[-1].end_lineno == k.definition.lineno if k.arguments else True,
    "comments": CONSTRUCTS["comments"],
    "docstring": CONSTRUCTS["docstring"],
    "_name": lambda k: k.definition.name.startswith("_"),
    "kernel in name": lambda k: "kernel" in k.definition.name,
    "two indices": CONSTRUCTS["launch of 2 dimensions"],
    "wp.static": CONSTRUCTS["wp.static"],
    "shown result": _some_function(lambda function: function.returns is not None),
    "Any in functions": _some_function(_is_generic),
    "Any": CONSTRUCTS["generic argument"],
    "module=": _says("module"),
    "grid_stride=": _says("grid_stride"),
    "launch_bounds=": _says("launch_bounds"),
}
"""Habit -> whether a kernel shows it."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, metavar="DIR")
    try:
        train = [row for row in real_kernels(parser.parse_args().folder) if row.split == "train"]
    except BuildError as error:
        sys.exit(f"project_habits: {error}")
    trees = {
        project: [tree for row in rows if (tree := kernel_in(row.source, row.name)) is not None]
        for project, rows in by_package(train).items()
    }
    table = Table("kernels, %", box=box.MARKDOWN, pad_edge=False)
    for project, kernels in trees.items():
        table.add_column(f"{project} ({len(kernels):,})", justify="right")
    for habit, shows in HABITS.items():
        table.add_row(habit, *(f"{100 * sum(map(shows, kernels)) / len(kernels):.0f}" for kernels in trees.values()))
    Console(width=200).print(table)


if __name__ == "__main__":
    main()
