"""Private Warp API comes in by one file, which names all that is used of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.lowering import private_warp

ROOT = Path(__file__).parents[2]
DOOR = Path("generator/lowering/private_warp.py")


def private_uses(source: str) -> Iterator[str]:
    """Names below ``warp._src`` that a module imports or reaches through ``wp._src``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Attribute) and node.attr == "_src":
            names = [ast.unparse(node)]
        else:
            continue
        yield from (name for name in names if "_src" in name.split("."))


def names_used(source: str) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a module takes from those that the door hands out."""
    tree = ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    door = [alias for node in imports if node.module == "generator.lowering.private_warp" for alias in node.names]
    modules = {alias.asname or alias.name: alias.name for alias in door}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in modules:
            yield modules[node.value.id], node.attr


def test_private_api_comes_in_by_one_file() -> None:
    files = [path for folder in ("generator", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    assert {path.relative_to(ROOT) for path in files if any(private_uses(path.read_text()))} == {DOOR}


def test_the_door_names_all_that_is_used_and_no_more() -> None:
    used = {pair for path in (ROOT / "generator").rglob("*.py") for pair in names_used(path.read_text())}
    assert used == {(module, name) for module, names in private_warp.NAMES.items() for name in names}


def test_a_lost_name_is_told() -> None:
    assert private_warp.missing({"types": frozenset({"array", "no_such_type"})}) == ["types.no_such_type"]


@pytest.mark.parametrize(
    "line", ["import warp._src.types", "from warp._src import codegen", "from warp import _src", "x = wp._src.types"]
)
def test_every_way_to_reach_it_is_seen(line: str) -> None:
    assert any(private_uses(line))
