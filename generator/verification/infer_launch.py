"""A launch recipe for a kernel that comes without one: the user's own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.lowering.warp_backend import WarpType, describe_type
from generator.verification.inputs import make_inputs
from generator.verification.reference import OutOfBounds, Unsupported, compile_reference
from generator.verification.reference.types import SUFFIXES

THREADS = {1: (32,), 2: (8, 8), 3: (4, 4, 4), 4: (3, 3, 3, 3)}
MARGINS = (1, 2, 4)
"""Arrays are tried at these multiples of the grid's size until the reference stays inside them."""

LOW, HIGH = 0.25, 1.75
"""Floats are positive: logarithms, roots and divisions are defined."""

ACCUMULATING = {"atomic_add", "atomic_sub"}
STORING = {"tile_store": 0, "tile_store_indexed": 0, "tile_atomic_add": 0}
ID_USERS = {"mesh": "mesh", "bvh": "bvh", "hash": "hash_grid"}
_SUFFIX_OF = {name: suffix for suffix, name in SUFFIXES.items() if suffix} | {"float32": ""}


@dataclass
class Uses:
    """What a kernel's body does with its parameters; names are parameters or ``parameter.field``."""

    read: set[str] = field(default_factory=set)
    written: set[str] = field(default_factory=set)
    ids: dict[str, str] = field(default_factory=dict)
    grid: int = 1


def infer_launch(kernel: wp.Kernel, source: str) -> Launch:
    """Roles from what the body reads and writes, sizes at which the reference stays inside the arrays.

    ValueError for an argument type that has no recipe (textures, volumes), and when no size is large enough.
    """
    function = _definition(source, kernel.key)
    uses = _uses(function)
    parameters = [(a.label, describe_type(a.type)) for a in kernel.adj.args]
    if uses.grid not in THREADS:
        raise ValueError(f"a grid of {uses.grid} dimensions")
    problem = ""
    for margin in MARGINS:
        launch = _recipe(parameters, uses, margin)
        try:
            compile_reference(source, kernel.key).run(launch, make_inputs(launch, "infer"))
        except OutOfBounds as reason:
            problem = str(reason)
        except (Unsupported, ArithmeticError, NameError, TypeError, ValueError):
            return launch  # the check itself will say what is wrong
        else:
            return launch
    raise ValueError(f"no inputs keep {kernel.key} inside its arrays: {problem}")


def _definition(source: str, name: str) -> ast.FunctionDef:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
    raise ValueError(f"the source defines no kernel {name}")


def _uses(function: ast.FunctionDef) -> Uses:
    uses = Uses()
    stored: set[int] = set()
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple) and _called(node.value) == "tid":
            uses.grid = len(node.targets[0].elts)
        elif isinstance(node, (ast.Subscript, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            uses.written.add(_path(node))
            stored.update(id(part) for part in _chain(node))
        elif isinstance(node, ast.Call) and node.args:
            name = _called(node)
            if name.startswith("atomic_") or name in STORING:
                uses.written.add(_path(node.args[0]))
                if name in ACCUMULATING or name in STORING:
                    stored.update(id(part) for part in _chain(node.args[0]))
            for prefix, fill in ID_USERS.items():
                if name.startswith(f"{prefix}_"):
                    uses.ids[_path(node.args[0])] = fill
    for node in ast.walk(function):
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Load) and id(node) not in stored:
            uses.read.add(_path(node))
    return uses


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _chain(node: ast.AST) -> Iterator[ast.AST]:
    """A target and what it is a part of, not what stands in its brackets."""
    while isinstance(node, (ast.Subscript, ast.Attribute)):
        yield node
        node = node.value
    yield node


def _path(node: ast.AST) -> str:
    """``parameter`` or ``parameter.field``, brackets left out."""
    names = [part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "") for part in _chain(node)]
    return ".".join([name for name in reversed(names) if name][:2])


def _recipe(parameters: list[tuple[str, WarpType]], uses: Uses, margin: int) -> Launch:
    grid = THREADS[uses.grid]
    arguments = tuple(_argument(name, name, kind, uses, grid, margin) for name, kind in parameters)
    return Launch(arguments, grid)


def _argument(name: str, path: str, kind: WarpType, uses: Uses, grid: tuple[int, ...], margin: int) -> Argument:
    if kind.kind == "struct":
        return Argument(name, "struct", kind.name, fields=_members(path, kind, uses, grid, margin))
    if kind.kind == "array":
        assert kind.element is not None
        side = grid[0] * margin
        shape = (int(np.prod(grid)) * margin,) if kind.ndim == 1 else (side,) * kind.ndim
        role = _role(path, uses)
        if kind.element.kind == "struct":
            fields = _members(path, kind.element, uses, grid, margin)
            return Argument(name, "array", kind.element.name, kind.ndim, role, shape, fields=fields)
        fill = _fill(path, kind.element, uses, grid)
        if role == OUTPUT:
            fill = {"fill": "zeros"}
        return Argument(name, "array", _type_name(kind.element), kind.ndim, role, shape, **fill)
    return Argument(name, "scalar", _type_name(kind), **_fill(path, kind, uses, grid, scalar=True))


def _members(path: str, kind: WarpType, uses: Uses, grid: tuple[int, ...], margin: int) -> tuple[Argument, ...]:
    return tuple(_argument(n, f"{path}.{n}", k, uses, grid, margin) for n, k in kind.fields)


def _role(path: str, uses: Uses) -> str:
    written = any(name == path or name.startswith(f"{path}.") for name in uses.written)
    if not written:
        return INPUT
    return INOUT if path in uses.read else OUTPUT


def _fill(path: str, kind: WarpType, uses: Uses, grid: tuple[int, ...], scalar: bool = False) -> dict[str, Any]:
    if path in uses.ids:
        return {"fill": uses.ids[path]}
    if kind.kind in ("quaternion", "transformation"):
        return {"fill": {"quaternion": "unit", "transformation": "transform"}[kind.kind]}
    if "int" in kind.scalar:
        # Whole numbers are mostly sizes and indices: the smallest extent of an array is safe for both.
        return {"fill": "value", "value": float(grid[0])} if scalar else {"fill": "index", "low": 0.0, "high": grid[0]}
    return {"low": LOW, "high": HIGH}


def _type_name(kind: WarpType) -> str:
    if kind.kind == "scalar":
        return kind.scalar
    suffix = _SUFFIX_OF.get(kind.scalar, "")
    if kind.kind == "vector":
        return f"vec{kind.shape[0]}{suffix}"
    if kind.kind == "matrix":
        return f"mat{kind.shape[0]}{kind.shape[1]}{suffix}"
    if kind.kind in ("quaternion", "transformation"):
        return {"quaternion": "quat", "transformation": "transform"}[kind.kind] + suffix
    raise ValueError(f"no recipe for an argument of type {kind.name or kind.kind}")
