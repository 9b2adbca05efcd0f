"""Guesses a launch for a kernel without one: arguments from its annotations, roles from its code."""

from __future__ import annotations

import re

import warp as wp

from generator.launch import INOUT, INPUT, OUTPUT, Argument, Launch
from generator.lowering.user_kernels.self_contained.type_names import short_name
from generator.lowering.warp_backend import BLOCK_DIM, WarpType, array_accesses, describe_type, lower

MOST_THREADS = 1024
"""Most threads of a block of any kernel."""

SIZES = {1: (64,), 2: (8, 8), 3: (4, 4, 4), 4: (2, 2, 2, 2)}
"""Number of dimensions -> size of the launch, or of an array: a guess, as a kernel does not name its sizes."""


def guess_launch(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"], cuda_forward: str = "") -> Launch:
    """Launch of a concrete kernel; roles follow from the reads and writes of its code and of the functions it calls.

    ``cuda_forward`` is its code, where the caller has it already.
    """
    text = cuda_forward or lower(kernel, backward=False, comments=False, block_dim=block_dim).cuda_forward
    written, addressed = _written_through_tiles(text), set(re.findall(r"wp::address\((var_\w+),", text))
    arguments = []
    for argument, (reads, writes) in zip(kernel.adj.args, array_accesses(kernel, block_dim).values(), strict=True):
        variable = f"var_{argument.label}"
        role = (INOUT if reads or variable in addressed else OUTPUT) if writes or variable in written else INPUT
        arguments.append(_described(argument.label, describe_type(argument.type), role))
    return Launch(tuple(arguments), SIZES[kernel.adj.kernel_dim or 1], block_dim=min(block_dim, _most_threads(kernel)))


def _most_threads(kernel: wp.Kernel) -> int:
    """Threads of the largest block that the kernel's ``launch_bounds`` allow."""
    bounds = kernel.options.get("launch_bounds", MOST_THREADS)
    return int(bounds[0] if isinstance(bounds, tuple | list) else bounds)


def _written_through_tiles(text: str) -> set[str]:
    """C++ variables that tile stores write to, which Warp's own record of accesses leaves out."""
    origin = dict(re.findall(r"(var_\w+) = wp::view\((var_\w+),", text))
    written = re.findall(r"wp::tile_(?:store|atomic_\w+)(?:<[^(]*>)?\((var_\w+),", text)
    return {origin.get(name, name) for name in written}


def _described(name: str, found: WarpType, role: str) -> Argument:
    if found.kind == "array" and found.element is not None:
        filled = "zeros" if role == OUTPUT else "index" if _is_integer(found.element) else "uniform"
        low, high = _range(filled)
        fields = tuple(_described(field, kind, role) for field, kind in found.element.fields)
        kind, shape = short_name(found.element), SIZES[found.ndim]
        return Argument(name, "array", kind, found.ndim, role, shape, filled, low, high, fields=fields)
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
