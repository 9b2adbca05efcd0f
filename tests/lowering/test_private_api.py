"""Private Warp API is used in two packages, so that a new Warp release is a change there and nowhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALLOWED = (Path("generator/lowering/warp_backend"), Path("generator/lowering/fast_codegen"))


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


def test_private_api_stays_in_two_packages() -> None:
    files = [path for folder in ("generator", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")]
    users = {path.parent.relative_to(ROOT) for path in files if any(private_uses(path.read_text()))}
    assert users == set(ALLOWED)


@pytest.mark.parametrize(
    "line", ["import warp._src.types", "from warp._src import codegen", "from warp import _src", "x = wp._src.types"]
)
def test_every_way_to_reach_it_is_seen(line: str) -> None:
    assert any(private_uses(line))
