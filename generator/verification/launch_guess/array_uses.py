"""How functions use the elements of their array parameters, followed through calls."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from enum import Enum


class Use(Enum):
    """A use of an array's elements."""

    LOAD = "read"
    STORE = "overwritten"
    SCALE = "multiplied in place"
    ADD = "added to"
    REPEATED = "of which one is stored to by several statements"


Uses = dict[str, set[Use]]
"""Parameter, or ``parameter.field`` -> uses of its elements."""


def uses_of_parameters(tree: ast.Module) -> dict[str, Uses]:
    """For each function of a module the uses of its parameters, also by the functions that it calls."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    found = {name: _own_uses(node) for name, node in functions.items()}
    changed = True
    while changed:
        changed = False
        for name, node in functions.items():
            for path, uses in _through_calls(node, functions, found):
                known = found[name].setdefault(path, set())
                if not uses <= known:
                    known |= uses
                    changed = True
    return found


def path_of(node: ast.expr) -> str:
    """The text ``name`` or ``name.field`` of such an expression; "" for any other."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.insert(0, node.attr)
        node = node.value
    return ".".join([node.id, *parts]) if isinstance(node, ast.Name) else ""


def _own_uses(function: ast.FunctionDef) -> Uses:
    names = {argument.arg for argument in function.args.args}
    found: Uses = {}
    for path, use in _accesses(function):
        if path.partition(".")[0] in names:
            found.setdefault(path, set()).add(use)
    targets = (target for node in ast.walk(function) if isinstance(node, ast.Assign) for target in node.targets)
    elements = Counter(ast.unparse(target) for target in targets if isinstance(target, ast.Subscript))
    for text, count in elements.items():
        path = path_of(_array_of(ast.parse(text, mode="eval").body))
        if count > 1 and path in found:
            found[path].add(Use.REPEATED)
    return found


def _accesses(function: ast.FunctionDef) -> Iterator[tuple[str, Use]]:
    places = {id(part) for node in ast.walk(function) for part in _set_by(node)}
    for node in ast.walk(function):
        if isinstance(node, ast.AugAssign) and isinstance(_element(node.target), ast.Subscript):
            added = isinstance(node.op, ast.Add | ast.Sub)
            yield path_of(_array_of(_element(node.target))), Use.ADD if added else Use.SCALE
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load) and id(node) not in places:
            yield path_of(_array_of(node)), Use.LOAD
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(_element(target), ast.Subscript):
                    yield path_of(_array_of(_element(target))), Use.STORE
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            name = node.func.attr
            if name.startswith("atomic_") or name.startswith("tile_atomic_"):
                yield path_of(node.args[0]), Use.ADD
            elif name == "tile_store":
                yield path_of(_array_of(node.args[0])), Use.STORE
            elif name == "tile_load":
                yield path_of(_array_of(node.args[0])), Use.LOAD


def _set_by(node: ast.AST) -> Iterator[ast.expr]:
    """The targets of a statement with the elements that these are fields and components of: none of them is read."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AugAssign) else ()
    for part in targets:
        yield part
        while isinstance(part, ast.Attribute | ast.Subscript):
            yield (part := part.value)


def _element(target: ast.expr) -> ast.expr:
    """The target of an assignment; for a field of an element, the element."""
    while isinstance(target, ast.Attribute):
        target = target.value
    return target


def _array_of(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _through_calls(
    function: ast.FunctionDef, functions: dict[str, ast.FunctionDef], known: dict[str, Uses]
) -> Iterator[tuple[str, set[Use]]]:
    for node in ast.walk(function):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        called = functions.get(name)
        if called is None:
            continue
        for parameter, given in zip(called.args.args, node.args, strict=False):
            path = path_of(_array_of(given))
            if not path:
                continue
            for used, uses in known[name].items():
                root, _, field = used.partition(".")
                if root == parameter.arg:
                    yield f"{path}.{field}" if field else path, set(uses)
