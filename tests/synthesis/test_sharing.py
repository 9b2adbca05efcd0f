"""Nothing is written twice: a repeated call has a local, and what a loop does not change stands before it."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

import pytest

from generator.launch import Launch
from generator.synthesis import CATEGORIES
from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT
from generator.synthesis.sharing import shared
from tests.synthesis.kernels import draw

OWN_VALUE = (
    "rand", "sample_", "poisson", "atomic_", "tile_", "tid", "static", "mesh_", "bvh_", "hash_grid_", "constant",
    "identity", "vec", "adjoint", "spatial_vector", "matrix", "where", "lower_bound", "float", "int", "uint",
)  # fmt: skip
"""Calls that give another value each time, or that only put values together."""


def functions(source: str) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef))


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """Calls of Warp's that compute something from a name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            name = node.func.attr
            if not name.startswith(OWN_VALUE) and names(node):
                yield node


def names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - {"wp", "float"}


def stores(tree: ast.AST) -> Counter[str]:
    """How often each name is assigned; a target of ``+=`` counts."""
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    return Counter(node.id for node in stored)


def written(launch: Launch) -> set[str]:
    return {argument.name for argument in launch.arguments if argument.role != "input"}


@pytest.mark.parametrize("category", CATEGORIES)
def test_no_call_is_written_twice(category, fresh_seed):
    for candidate in draw(category, 40, fresh_seed):
        for function in functions(candidate.source):
            fixed = stores(function)
            found = [
                call for call in calls(ast.Module(function.body, [])) if all(fixed[name] <= 1 for name in names(call))
            ]
            texts = Counter(ast.unparse(call) for call in found if not names(call) & written(candidate.launch))
            twice = [text for text, count in texts.items() if count > 1]
            assert not twice, f"{twice} in\n{candidate.source}"


@pytest.mark.parametrize("category", ["loop", "nested", "combined", "reduction"])
def test_what_a_loop_does_not_change_stands_before_it(category, fresh_seed):
    for candidate in draw(category, 60, fresh_seed):
        for function in functions(candidate.source):
            for loop in (node for node in ast.walk(function) if isinstance(node, ast.For)):
                changed = set(stores(loop))
                for call in calls(ast.Module(loop.body, [])):
                    assert names(call) & changed, f"{ast.unparse(call)} in\n{candidate.source}"


@pytest.mark.parametrize("category", CATEGORIES)
def test_an_element_is_read_a_few_times_at_most(category, fresh_seed):
    for candidate in draw(category, 40, fresh_seed):
        kernel = next(f for f in functions(candidate.source) if f.name == candidate.kernel_name)
        inputs = {argument.name for argument in candidate.launch.arguments if argument.role == "input"}
        reads = Counter(
            ast.unparse(node)
            for node in ast.walk(kernel)
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id in inputs
            and isinstance(node.slice, ast.Name) and node.slice.id in ("i", "tid", "idx")
        )  # fmt: skip
        assert all(count < 3 for count in reads.values()), candidate.source


@pytest.mark.parametrize("category", ["loop", "nested", "combined", "reduction"])
def test_sums_that_a_loop_does_not_change_stand_before_it(category, fresh_seed):
    """Sums with a number, which are those of floats; the parentheses show that they stand within something."""
    for candidate in draw(category, 60, fresh_seed):
        for loop in (node for node in ast.walk(ast.parse(candidate.source)) if isinstance(node, ast.For)):
            changed = set(stores(loop))
            own = [statement for statement in loop.body if not isinstance(statement, ast.For)]
            for line in ast.unparse(ast.Module(own, [])).split("\n"):
                for text in re.findall(r"(?<![\w.])\(([^()]* [-+] [^()]*)\)", line):
                    fixed = names(ast.parse(text)) and changed.isdisjoint(names(ast.parse(text)))
                    assert not (fixed and re.search(r"\d\.\d", text)), f"{text} in\n{candidate.source}"


def test_two_names_for_the_same_work_are_refused():
    builder = Builder("two names")
    builder.lines = ["    first = wp.exp(x) * y", "    second = wp.exp(x)", "    third = second * y"]
    with pytest.raises(Unfit, match="computed twice"):
        shared(builder)


@pytest.mark.parametrize(
    "line",
    ["    response = a * b / (a + b)", "        response = a * b / (a + b)", "    out[i] = a * b / (a + b)"],
)
def test_what_an_assignment_above_gives_is_taken(line):
    """A choice began with ``a * b / (a + b)``, and the next value was the same (conditional, 1741510620)."""
    builder = Builder("taken")
    builder.depth = (len(line) - len(line.lstrip())) // len(INDENT)
    builder.emit(line.lstrip())
    assert builder.taken_before("a * b / (a + b)")
    assert not builder.taken_before("b / (a + b)")
