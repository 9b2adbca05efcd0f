"""Rewrite a kernel's syntax tree so that plain Python, run on typed NumPy scalars, has Warp's semantics.

Literals and module constants get Warp's types; integer division and remainder become C's; a store into a component
becomes a new value with that component (values have value semantics); and a built-in that changes an argument (a random
state, an out parameter) assigns the changed argument back.
"""

from __future__ import annotations

import ast

from generator.verification.reference.interpretation.rewrite_names import Names, assigned_names, statements
from generator.verification.reference.interpretation.rewrite_statements import FunctionRewriter

DECORATORS = {"kernel", "func", "func_grad", "func_replay"}


def rewrite(source: str, changed: dict[str, tuple[int, ...]]) -> tuple[ast.Module, Names]:
    """The module's tree with its kernels and functions rewritten; ``changed``: built-in -> arguments that it writes."""
    tree = ast.parse(source)
    names = Names()
    body: list[ast.stmt] = []
    for statement in tree.body:
        if isinstance(statement, ast.Import):
            statement.names = [a for a in statement.names if not _is_warp(a, names)]
            if not statement.names:
                continue
        body.append(statement)
    tree.body = body
    every = [s for s in statements(tree.body) if isinstance(s, ast.FunctionDef)]
    functions = [n for n in every if _is_device_function(n, names)]
    names.functions = {f.name for f in functions}
    flat = sum(isinstance(statement, ast.FunctionDef) for statement in tree.body) == len(every)
    closures = {} if flat else _closures(every)
    for function in functions:
        FunctionRewriter(names, changed, closures.get(function, set())).rewrite(function)
    return tree, names


def _closures(functions: list[ast.FunctionDef]) -> dict[ast.FunctionDef, set[str]]:
    """For each nested function, the names assigned in the function around it."""
    found: dict[ast.FunctionDef, set[str]] = {}
    for outer in functions:
        inner = [n for n in ast.walk(outer) if isinstance(n, ast.FunctionDef) and n is not outer]
        found |= dict.fromkeys(inner, assigned_names(outer) if inner else set())
    return found


def _is_warp(alias: ast.alias, names: Names) -> bool:
    if alias.name == "warp":
        names.warp.add(alias.asname or "warp")
        return True
    return False


def _is_device_function(node: ast.FunctionDef, names: Names) -> bool:
    for decorator in node.decorator_list:
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        known = isinstance(target, ast.Attribute) and target.attr in DECORATORS
        if known and isinstance(target.value, ast.Name) and target.value.id in names.warp:  # type: ignore[attr-defined]
            return True
    return False
