"""How a kernel's own body uses its arguments; functions that it passes them to are not followed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

import warp as wp

ARRAY_ATTRIBUTES = frozenset({"shape", "strides", "dtype", "ptr", "size", "ndim", "grad"})
"""Attributes of arrays: reading one does not show that an argument is a struct."""


@dataclass
class Use:
    """How one argument is used."""

    indices: int = 0
    """Most indices after its name; 0 for none."""
    fields: set[str] = field(default_factory=set)
    """Attributes read of it, except ``ARRAY_ATTRIBUTES``."""
    components: int = 0
    """Least number of components of its element that constant indices show; 0 where none is read."""
    is_matrix: bool = False
    """Whether an element of it is indexed by row and column."""


def argument_uses(kernel: wp.Kernel) -> dict[str, Use]:
    """Argument -> use."""
    uses = {argument.label: Use() for argument in kernel.adj.args}
    holders = {name: name for name in uses}
    nodes = list(ast.walk(kernel.adj.tree))
    for node in nodes:
        for name, value in _assignments(node):
            if isinstance(value, ast.Subscript) and isinstance(value.value, ast.Name) and value.value.id in uses:
                holders[name] = value.value.id
    for node in nodes:
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in uses:
            uses[node.value.id].fields |= {node.attr} - ARRAY_ATTRIBUTES
        elif isinstance(node, ast.Subscript):
            _note(node, uses, holders)
    return uses


def _note(node: ast.Subscript, uses: dict[str, Use], holders: dict[str, str]) -> None:
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    inner = node.value
    if isinstance(inner, ast.Name) and inner.id in uses:
        uses[inner.id].indices = max(len(indices), uses[inner.id].indices)
        return
    if isinstance(inner, ast.Subscript):
        inner = inner.value
    if isinstance(inner, ast.Name) and inner.id in holders:
        use = uses[holders[inner.id]]
        use.is_matrix |= len(indices) == 2
        numbers = [index.value for index in indices if isinstance(index, ast.Constant) and isinstance(index.value, int)]
        use.components = max([use.components, 1, *(number + 1 for number in numbers)])


def _assignments(node: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    if isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                yield target.id, node.value
