"""A launch for a kernel that came without one: its arguments as declared, what they are for as its code says."""

from __future__ import annotations

from typing import Any

import warp as wp

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.lowering.generics import short_name
from generator.lowering.warp_backend import WarpType, describe_type

SIZES = {1: (64,), 2: (8, 8), 3: (4, 4, 4), 4: (2, 2, 2, 2)}
"""Threads, and elements of an array, for each number of dimensions: a guess, a kernel does not name its sizes."""


def guess_launch(kernel: wp.Kernel) -> Launch:
    """Launch of a concrete kernel that was lowered before: only then are its reads and writes known."""
    arguments = tuple(_argument(argument) for argument in kernel.adj.args)
    dimensions = getattr(kernel.adj, "kernel_dim", None) or 1
    return Launch(arguments, SIZES[dimensions])


def _argument(argument: Any) -> Argument:
    found = describe_type(argument.type)
    role = (INOUT if argument.is_read else OUTPUT) if argument.is_write else INPUT
    return _described(argument.label, found, role)


def _described(name: str, found: WarpType, role: str) -> Argument:
    if found.kind == "array" and found.element is not None:
        filled = "zeros" if role == OUTPUT else "index" if _is_integer(found.element) else "uniform"
        low, high = _range(filled)
        return Argument(
            name, "array", short_name(found.element), found.ndim, role, SIZES[found.ndim], filled, low, high
        )
    if found.kind == "struct":
        fields = tuple(_described(field, kind, role) for field, kind in found.fields)
        return Argument(name, "struct", found.name, role=role, fields=fields)
    filled = "index" if _is_integer(found) else "uniform"
    low, high = _range(filled)
    return Argument(name, "scalar", short_name(found), role=role, fill=filled, low=low, high=high)


def _is_integer(found: WarpType) -> bool:
    return found.scalar.startswith(("int", "uint"))


def _range(fill: str) -> tuple[float, float]:
    return (0.0, 2.0) if fill == "index" else (-1.0, 1.0)
