"""A number that a family has a name for does not stand beside it in figures: results of laws, ends of loops."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import generator.synthesis.computations as families

FILES = sorted(path for folder in families.__path__ for path in Path(folder).glob("*.py"))
PLAIN = (0, 1, 2)
"""Numbers that need no name."""


def number(node: ast.AST | None) -> object:
    """The number that is written there, with its type; None for anything else."""
    try:
        found = ast.literal_eval(node) if isinstance(node, ast.expr) else None
    except ValueError:
        return None
    return (type(found), found) if type(found) in (int, float) and found not in PLAIN else None


def places(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    """What functions return, and where loops end."""
    for node in ast.walk(tree):
        match node:
            case ast.Return(value=ast.expr() as value):
                yield "return", value
            case ast.Call(func=ast.Name(id="range"), args=[*_, end]):
                yield "range", end


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_a_named_number_stands_by_its_name(path: Path) -> None:
    """``return -1.0`` stood beside ``NO_HIT = -1.0``, ``range(27)`` beside ``range(STENCIL)``."""
    tree = ast.parse(path.read_text())
    named = {
        target.id: number(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    known = {
        ("range", named[end.id]) for kind, end in places(tree) if kind == "range" and getattr(end, "id", "") in named
    }
    known |= {("return", each) for each in named.values() if each and each[0] is float}  # type: ignore[index]
    assert not [ast.unparse(value) for kind, value in places(tree) if number(value) and (kind, number(value)) in known]
