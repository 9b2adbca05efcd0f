"""Imports run one way, as the design draws them."""

from __future__ import annotations

import ast
from pathlib import Path

import generator

LEAVES = {"launch", "versions", "cores"}
ARROWS = {
    "synthesis": set(),
    "lowering": set(),
    "verification": {"lowering"},
    "dataset": {"lowering", "synthesis", "verification"},
    "production": {"dataset", "lowering", "synthesis", "verification"},
    "commands": {"dataset", "lowering", "production", "verification"},
}  # fmt: skip
"""Room -> rooms that it may import; leaves any may."""


def rooms_imported(path: Path) -> set[str]:
    """Rooms and leaves of ``generator`` that a file imports, at its top or inside a function."""
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    return {name.split(".")[1] for name in names if name.startswith("generator.")}


def test_imports_follow_the_arrows() -> None:
    root = Path(generator.__file__).parent
    for room, allowed in ARROWS.items():
        for path in sorted((root / room).rglob("*.py")):
            strange = rooms_imported(path) - allowed - LEAVES - {room}
            assert not strange, f"{path.relative_to(root)} imports {sorted(strange)}"


def test_only_one_file_knows_the_private_api_of_warp() -> None:
    root = Path(generator.__file__).parent
    knowing = [path.name for path in sorted(root.rglob("*.py")) if "warp._src" in imported(path)]
    assert knowing == ["private_warp.py"]


def imported(path: Path) -> str:
    """All that a file imports, as text."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return "\n".join(ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def test_the_leaf_of_launches_needs_numpy_alone() -> None:
    root = Path(generator.__file__).parent
    for path in sorted((root / "launch").rglob("*.py")):
        assert rooms_imported(path) <= {"launch"}, path
        assert "warp" not in imported(path), path
