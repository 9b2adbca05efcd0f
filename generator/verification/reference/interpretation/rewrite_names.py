"""Names of a rewritten module: aliases that the rewriter adds, and names that nodes read or assign."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Names:
    """Names that the rewritten module needs besides its own."""

    constants: dict[str, Any] = field(default_factory=dict)
    """Alias -> literal, to be given Warp's type."""
    outer: dict[str, ast.expr] = field(default_factory=dict)
    """Alias -> expression over the module's own names, evaluated once the module has run."""
    builtins: dict[str, str] = field(default_factory=dict)
    """Alias -> name of a built-in."""
    warp: set[str] = field(default_factory=set)
    """Names under which the source imports warp."""
    functions: set[str] = field(default_factory=set)
    """Names of the module's own kernels and ``wp.func`` functions."""

    def constant(self, value: Any) -> ast.Name:
        """The alias of a literal; equal literals of one type share it."""
        text = repr(value).replace(".", "p").replace("-", "m").replace("+", "")
        alias = f"_{type(value).__name__}_{text}"
        self.constants[alias] = value
        return load(alias)

    def builtin(self, name: str) -> ast.Name:
        self.builtins[f"_wp_{name}"] = name
        return load(f"_wp_{name}")

    def from_outside(self, node: ast.expr) -> ast.Name:
        """The alias of an expression; it keeps the dots, or ``Mode.A`` and ``Mode_A`` would share one."""
        alias = f"_outer_{ast.unparse(node)}"
        self.outer[alias] = node
        return load(alias)


def load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def words(node: ast.AST) -> Iterator[str]:
    """The names, attributes and strings in a node."""
    for part in ast.walk(node):
        match part:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                yield word


def call(function: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(load(function), list(arguments), [])


def statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body and those nested in them, in a tenth of the time of a walk over all nodes."""
    for statement in body:
        yield statement
        for part in ("body", "orelse"):
            yield from statements(getattr(statement, part, ()))


def assigned_names(function: ast.FunctionDef) -> set[str]:
    """A function's parameters and the names that it assigns."""
    parameters = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return {p.arg for p in parameters} | set(stored_names(function))


def stored_names(function: ast.FunctionDef) -> list[str]:
    """The names that a function assigns, once for each assignment."""
    found: list[str] = []
    for statement in statements(function.body):
        targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
        for target in filter(None, targets):
            found += [n.id for n in ast.walk(target) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    return found
