"""Find arguments that are ids of meshes, box trees, hash grids or volumes: a kernel or its functions query them."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace

from generator.launch import Argument, Launch
from generator.launch.geometry import GEOMETRY_FILLS

QUERIES = {"mesh_": "mesh", "bvh_": "bvh", "hash_grid_": "hash_grid", "volume_": "volume"}
"""Prefix of built-ins whose first argument is an id -> fill that makes the geometry."""

EXTENT = 1.0
"""Half the width of a geometry: most floats of a guess lie within it."""


def with_geometry(launch: Launch, source: str) -> Launch:
    """The launch with a geometry's fill for each argument that is an id."""
    names = [argument.name for argument in launch.arguments]
    fitting = [found for found in _kinds_of_parameters(ast.parse(source)).values() if list(found) == names]
    kinds = fitting[-1] if fitting else {}
    return replace(launch, arguments=tuple(_as_geometry(argument, kinds) for argument in launch.arguments))


def _as_geometry(argument: Argument, kinds: Mapping[str, str]) -> Argument:
    kind = kinds.get(argument.name)
    if kind not in GEOMETRY_FILLS or argument.kind != "scalar" or argument.dtype != "uint64":
        return argument
    return replace(argument, fill=kind, high=EXTENT)


def _kinds_of_parameters(tree: ast.Module) -> dict[str, dict[str, str]]:
    """For each function its parameters, each with the geometry whose id it is, or "", also by calls of others."""
    functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
    kinds = {name: {argument.arg: "" for argument in node.args.args} for name, node in functions.items()}
    changed = True
    while changed:
        changed = False
        for name, node in functions.items():
            for call in (inner for inner in ast.walk(node) if isinstance(inner, ast.Call)):
                for place, kind in _wanted(call, kinds):
                    given = call.args[place] if place < len(call.args) else None
                    if isinstance(given, ast.Name) and kinds[name].get(given.id) == "":
                        kinds[name][given.id] = kind
                        changed = True
    return kinds


def _wanted(call: ast.Call, kinds: Mapping[str, Mapping[str, str]]) -> list[tuple[int, str]]:
    """Positions of a call's arguments that are ids, each with the kind of geometry."""
    if isinstance(call.func, ast.Attribute):
        fitting = [kind for start, kind in QUERIES.items() if call.func.attr.startswith(start)]
        return [(0, kind) for kind in fitting]
    if isinstance(call.func, ast.Name) and call.func.id in kinds:
        return [(place, kind) for place, kind in enumerate(kinds[call.func.id].values()) if kind]
    return []
