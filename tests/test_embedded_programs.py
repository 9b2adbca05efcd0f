"""Programs that tests and benchmarks hold as text import what there is: of slow ones nobody would notice for long."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OURS = ("generator", "benchmarks", "tests", "warp_cuda_ir")


def programs_in(tree: ast.Module) -> Iterator[ast.Module]:
    """The texts of a module that are Python themselves and import something."""
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and "import" in part.value:
            try:
                yield ast.parse(part.value)
            except SyntaxError:
                continue


def names_of(program: ast.Module) -> Iterator[tuple[str, str]]:
    """Module and name of what a program imports of ours; of a whole module the name is empty."""
    for part in ast.walk(program):
        if isinstance(part, ast.Import):
            pairs = [(alias.name, "") for alias in part.names]
        elif isinstance(part, ast.ImportFrom) and part.module:
            pairs = [(part.module, alias.name) for alias in part.names]
        else:
            continue
        yield from (pair for pair in pairs if pair[0].partition(".")[0] in OURS)


def is_there(module: str, name: str) -> bool:
    """Whether a module can be imported and has the name, or a module of that name in it."""
    try:
        found = importlib.import_module(module)
        return not name or hasattr(found, name) or bool(importlib.import_module(f"{module}.{name}"))
    except ModuleNotFoundError:
        return False


def test_embedded_programs_import_what_there_is() -> None:
    files = [path for folder in ("tests", "benchmarks") for path in sorted((ROOT / folder).rglob("*.py"))]
    programs = [(file, program) for file in files for program in programs_in(ast.parse(file.read_text()))]
    wanted = [(file.relative_to(ROOT).as_posix(), *pair) for file, program in programs for pair in names_of(program)]
    assert len(wanted) > 5
    assert [each for each in wanted if not is_there(*each[1:])] == []
