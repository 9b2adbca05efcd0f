"""Kernels in a file's text, whether or not running it makes them, and why it may not."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class WrittenKernel:
    """A function in the text with the decorator ``@wp.kernel``."""

    name: str
    line: int
    """Line of its first decorator, as in ``co_firstlineno``."""
    last_line: int
    owners: tuple[tuple[str, str], ...]
    """Classes and functions around it, the outermost first, as (kind, name) with kind "class" or "def"."""
    missing: str
    """Reason to give if importing the file made no kernel of it: completes its name to a sentence."""


def written_kernels(text: str | bytes | ast.Module) -> list[WrittenKernel]:
    """The kernels of a Python text, by line; raises what ``ast.parse`` raises."""
    tree = text if isinstance(text, ast.Module) else ast.parse(text)
    names = _names_of_warp(tree)
    called = _called_by_importing(tree)
    return sorted(_written(tree, names, called), key=lambda kernel: kernel.line)


@dataclass(frozen=True)
class _Place:
    """The surroundings of a statement."""

    owners: tuple[tuple[str, str], ...] = ()
    function: str = ""
    """The outermost function."""
    condition: str = ""

    def missing(self, called: frozenset[str]) -> str:
        if self.function:
            reached = (
                "where the file's calls do not come by" if self.function in called else "which the file does not call"
            )
            return f"made inside function {'.'.join(name for _, name in self.owners)}, {reached}"
        return self.condition or "replaced: importing the file leaves another of its name, or none"


def _written(tree: ast.Module, names: _Names, called: frozenset[str]) -> Iterator[WrittenKernel]:
    waiting: list[tuple[ast.AST, _Place]] = [(tree, _Place())]
    while waiting:  # a chain of a thousand `elif` nests a thousand deep
        node, place = waiting.pop()
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef) and any(names.mark_kernel(mark) for mark in child.decorator_list):
                line = min(mark.lineno for mark in child.decorator_list)
                last = child.end_lineno or child.lineno
                yield WrittenKernel(child.name, line, last, place.owners, place.missing(called))
            if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                waiting.append((child, _inside(child, place)))


def _inside(node: ast.AST, place: _Place) -> _Place:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return replace(place, owners=(*place.owners, ("def", node.name)), function=place.function or node.name)
    if isinstance(node, ast.ClassDef):
        return replace(place, owners=(*place.owners, ("class", node.name)))
    if _is_script_part(node):
        return replace(place, condition="made only where the file runs as a script")
    if isinstance(node, ast.If | ast.Try | ast.ExceptHandler | ast.Match | ast.For | ast.While):
        branch = f"made in a branch (line {node.lineno}) that importing the file does not take"
        return replace(place, condition=place.condition or branch)
    return place


def _is_script_part(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and any(isinstance(n, ast.Name) and n.id == "__name__" for n in ast.walk(node.test))


def _called_by_importing(tree: ast.Module) -> frozenset[str]:
    """Names that the file calls outside of functions and of its script part."""
    found = set()
    waiting: list[ast.AST] = [tree]
    while waiting:
        for node in ast.iter_child_nodes(waiting.pop()):
            if not (_is_script_part(node) or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)):
                waiting.append(node)
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
                found.add(node.func.id if isinstance(node.func, ast.Name) else node.func.attr)
    return frozenset(found)


@dataclass(frozen=True)
class _Names:
    """Names of Warp, and of ``warp.kernel``, in a file."""

    modules: frozenset[str]
    kernels: frozenset[str]

    def mark_kernel(self, mark: ast.expr) -> bool:
        """Whether a decorator is ``@wp.kernel`` or ``@wp.kernel(...)``."""
        function = mark.func if isinstance(mark, ast.Call) else mark
        if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name):
            return function.attr == "kernel" and function.value.id in self.modules
        return isinstance(function, ast.Name) and function.id in self.kernels


def _names_of_warp(tree: ast.Module) -> _Names:
    modules, kernels = {"wp", "warp"}, set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {alias.asname for alias in node.names if alias.name == "warp" and alias.asname}
        elif isinstance(node, ast.ImportFrom) and node.module == "warp":
            kernels |= {alias.asname or alias.name for alias in node.names if alias.name == "kernel"}
    return _Names(frozenset(modules), frozenset(kernels))
