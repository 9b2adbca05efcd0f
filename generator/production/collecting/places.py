"""Where kernels stand in a package's files: told from the text, without importing anything."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from generator.isolation.parsing import parse

LEFT_OUT = frozenset(
    {"test", "tests", "testing", "conftest", "example", "examples", "benchmark", "benchmarks", "__main__"}
)
"""Folders and modules of a package that are left out: they are no part of what it does."""


@dataclass(frozen=True)
class SourceModule:
    """A Python file of a package and the name that it is imported under."""

    path: Path
    name: str


@dataclass(frozen=True)
class KernelPlace:
    """A ``@wp.kernel`` in a file: its first line (that of the first decorator), its last, and what it stands in.

    ``owners`` are the classes and functions around it, outermost first, as (kind, name) with kind "class" or "def".
    """

    first_line: int
    last_line: int
    name: str
    owners: tuple[tuple[str, str], ...]

    @property
    def is_made_by_a_function(self) -> bool:
        """Whether importing the file alone makes no such kernel."""
        return any(kind == "def" for kind, _ in self.owners)


def source_modules(root: Path) -> list[SourceModule]:
    """The modules below a folder, sorted by path, without tests, examples and benchmarks."""
    found = []
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if any(part in LEFT_OUT or part.startswith("test_") or part.endswith("_test") for part in parts):
            continue
        if any(part.startswith(".") or not part.isidentifier() for part in parts):
            continue
        found.append(SourceModule(path, ".".join(parts[:-1] if parts[-1] == "__init__" else parts)))
    return found


def kernel_places(text: str) -> list[KernelPlace]:
    """Every kernel of a module's text, in order. Raises ``NotParsed``."""
    return list(_places(parse(text), ()))


def _places(node: ast.AST, owners: tuple[tuple[str, str], ...]) -> Iterator[KernelPlace]:
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield from _places(child, owners)
            continue
        if isinstance(child, ast.FunctionDef) and any(is_kernel_mark(mark) for mark in child.decorator_list):
            first = min(mark.lineno for mark in child.decorator_list)
            yield KernelPlace(first, child.end_lineno or child.lineno, child.name, owners)
        kind = "class" if isinstance(child, ast.ClassDef) else "def"
        yield from _places(child, (*owners, (kind, child.name)))


def is_kernel_mark(mark: ast.expr) -> bool:
    """Whether a decorator is ``@wp.kernel`` or ``@kernel``, called or not."""
    function = mark.func if isinstance(mark, ast.Call) else mark
    return (function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")) == "kernel"
