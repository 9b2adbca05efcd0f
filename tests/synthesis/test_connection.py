"""Outputs of a kernel belong together: a line leads from each to each."""

from __future__ import annotations

import ast
from collections.abc import Iterator

import pytest

from generator.launch import INPUT
from generator.synthesis import Candidate
from tests.synthesis.kernels import draw


def names(node: ast.AST) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def lines(body: list[ast.stmt], around: set[str]) -> Iterator[set[str]]:
    """The names of each assignment, with those of the conditions and loops around it."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.While)):
            if not any(isinstance(inner, ast.Return) for inner in statement.body):
                yield from lines([*statement.body, *statement.orelse], around | names(statement.test))
        elif isinstance(statement, ast.For):
            yield from lines(statement.body, around | names(statement.iter))
        else:
            yield names(statement) | around


def groups(candidate: Candidate) -> list[set[str]]:
    """Quantities that lines join, by the syntax tree."""
    kernel = [node for node in ast.parse(candidate.source).body if isinstance(node, ast.FunctionDef)][-1]
    thread = next(n for n in ast.walk(kernel) if isinstance(n, ast.Assign) and "wp.tid()" in ast.unparse(n))
    whole = {a.name for a in candidate.launch.arguments if "int" in a.dtype}
    found: list[set[str]] = []
    for line in lines(kernel.body, set()):
        joined = line - whole - names(thread) - {"wp", "range", "int", "float"}
        apart = [group for group in found if group.isdisjoint(joined)]
        found = [*apart, joined.union(*(group for group in found if not group.isdisjoint(joined)))]
    return found


@pytest.mark.parametrize("fresh", (False, True))
@pytest.mark.parametrize("category", ("vector", "quaternion", "spatial", "grid", "function", "noise"))
def test_no_kernel_is_two(category, fresh, fresh_seed):
    several = 0
    for candidate in draw(category, 80 if fresh else 320, f"connection/{fresh_seed if fresh else 1}"):
        outputs = {a.name for a in candidate.launch.arguments if a.role != INPUT}
        several += len(outputs) > 1 or fresh
        assert any(outputs <= group for group in groups(candidate)), candidate.source
    assert several
