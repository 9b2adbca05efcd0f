"""Conversion of inputs to arguments of ``wp.launch``, and of these back to outputs."""

from __future__ import annotations

from typing import Any

import numpy as np
import warp as wp

from generator.launch import INPUT, Launch
from generator.lowering.warp_backend import Program
from generator.verification.launching.geometry import Geometry
from generator.verification.launching.inputs import Inputs


class WarpArguments(list[Any]):
    """Arguments of ``wp.launch`` in order; ``keep`` keeps meshes and grids alive, to which they only refer."""

    def __init__(self) -> None:
        super().__init__()
        self.keep: list[Any] = []


def to_warp(
    inputs: Inputs, kernel: wp.Kernel | Program, launch: Launch, device: str = "cpu", requires_grad: bool = False
) -> WarpArguments:
    """New Warp arguments of ``kernel`` with copies of ``inputs``.

    ``requires_grad`` gives float arrays (also those inside structs) a gradient.
    """
    concrete = kernel.kernel if isinstance(kernel, Program) else kernel
    types = {argument.label: argument.type for argument in concrete.adj.args}
    made = WarpArguments()
    for argument in launch.arguments:
        made.append(_warp_value(types[argument.name], inputs[argument.name], device, requires_grad, made.keep))
    return made


def _warp_value(kind: Any, value: Any, device: str, requires_grad: bool, keep: list[Any]) -> Any:
    if isinstance(value, Geometry):
        keep.append(value)
        return wp.uint64(value.on(device).id)
    if wp.types.is_array(kind):
        return _warp_array(kind, value, device, requires_grad)
    if isinstance(value, dict):
        instance = kind()
        for name, part in value.items():
            field = _warp_value(kind.vars[name].type, part, device, requires_grad, keep)
            setattr(instance, name, field)
        return instance
    if isinstance(value, np.ndarray):
        return kind(*value.ravel().tolist())
    return value.item() if kind in (int, float, bool) else kind(value.item())


def _warp_array(kind: Any, value: np.ndarray, device: str, requires_grad: bool) -> wp.array:
    if value.dtype.names is None:
        differentiable = requires_grad and value.dtype.kind == "f"
        return wp.array(value, dtype=kind.dtype, ndim=kind.ndim, device=device, requires_grad=differentiable)
    layout = np.zeros(value.shape, dtype=kind.dtype.numpy_dtype())
    for name in value.dtype.names:
        layout[name] = value[name]
    return wp.array(layout, dtype=kind.dtype, device=device, requires_grad=requires_grad)


def from_warp(arguments: WarpArguments, launch: Launch, *, every: bool = False) -> dict[str, np.ndarray]:
    """The arrays that the kernel may have written, or ``every`` array, by name (``argument.field`` inside structs)."""
    found: dict[str, np.ndarray] = {}
    for argument, value in zip(launch.arguments, arguments, strict=True):
        if argument.kind == "array" and (every or argument.role != INPUT):
            found[argument.name] = _numpy(value)
        if argument.kind == "struct":
            for field in argument.fields:
                if field.kind == "array" and (every or field.role != INPUT):
                    found[f"{argument.name}.{field.name}"] = _numpy(getattr(value, field.name))
    return found


def _numpy(array: wp.array) -> np.ndarray:
    """A copy: on the CPU ``numpy()`` is a view of memory that the array frees."""
    return np.array(array.numpy())
