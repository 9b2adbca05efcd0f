"""What Warp computes on the CPU for a program's inputs: the values that the program is checked against."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import Argument, Launch
from generator.lowering.native_output import start_warp
from generator.lowering.standalone.cuda_text.cuda_types import FLOATS
from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.standalone.whole_program.input_recipes import (
    Leaf,
    Recipe,
    components,
    gradient_recipe,
    leaves,
    recipe,
    zeros,
)
from generator.lowering.warp_backend import WarpType, describe_type

Flat = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Expected:
    """Arrays after the forward and after the adjoint launch, flat, by argument name."""

    forward: dict[str, Flat] = field(default_factory=dict)
    adjoint: dict[str, Flat] = field(default_factory=dict)


@dataclass
class Inputs:
    """Arrays of numbers, recipes of their gradients by leaf name, values of the scalars (dicts for structs)."""

    arrays: dict[str, list[Leaf]] = field(default_factory=dict)
    gradients: dict[str, Recipe] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)
    kinds: dict[str, WarpType] = field(default_factory=dict)


def make_inputs(kernel: wp.Kernel, launch: Launch, written: set[str]) -> Inputs:
    """Inputs for a launch; ``written`` names the arrays whose gradient starts the adjoint."""
    inputs = Inputs()
    for position, (variable, argument) in enumerate(zip(kernel.adj.args, launch.arguments, strict=True), 1):
        kind = describe_type(variable.type)
        inputs.kinds[argument.name] = kind
        if kind.kind != "array":
            inputs.scalars[argument.name] = scalar_value(argument, kind, position)
            continue
        element = kind.element
        assert element is not None
        if element.kind not in ("scalar", "vector", "matrix", "quaternion", "transformation", "struct"):
            raise Unsupported(f"array of {element.kind}")
        inputs.arrays[argument.name] = leaves(argument, element, position)
        for number, leaf in enumerate(inputs.arrays[argument.name]):
            if leaf.kind.scalar in FLOATS:
                total = leaf.count * components(leaf.kind)
                seed = 100 + position + 1000 * number
                starts = argument.name in written
                inputs.gradients[leaf.name] = gradient_recipe(total, seed) if starts else zeros(total)
    return inputs


def scalar_value(argument: Argument, kind: WarpType, seed: int) -> Any:
    """The value of an argument that is no array: a number, a flat array of components, or a dict of fields."""
    if kind.kind == "struct":
        kinds = dict(kind.fields)
        if any(k.kind == "array" for k in kinds.values()):
            raise Unsupported("array inside a struct")
        return {f.name: scalar_value(f, kinds[f.name], seed * 31 + k) for k, f in enumerate(argument.fields, 1)}
    values = recipe(argument, kind, 1, seed).values.astype(kind.scalar if kind.scalar != "bool" else np.bool_)
    return values[0] if kind.kind == "scalar" else values


def run_on_warp(kernel: wp.Kernel, launch: Launch, inputs: Inputs, *, adjoint: bool) -> Expected:
    """Launch a kernel and its adjoint on the CPU with gradients attached to the arrays, as a tape does."""
    with _leaving_no_trace():
        return _run(kernel, launch, inputs, adjoint)


@contextmanager
def _leaving_no_trace() -> Iterator[None]:
    """Nobody launches these kernels again: Warp is to say nothing of them and to keep nothing on disk."""
    level = wp.config.log_level
    wp.config.log_level = wp.LOG_ERROR
    start_warp()
    kept = wp.config.kernel_cache_dir
    try:
        with tempfile.TemporaryDirectory(prefix="warp-kernels-") as folder:
            wp.config.kernel_cache_dir = folder
            yield
    finally:
        wp.config.kernel_cache_dir = kept
        wp.config.log_level = level


def _run(kernel: wp.Kernel, launch: Launch, inputs: Inputs, adjoint: bool) -> Expected:
    arrays: list[Any] = []
    for variable, argument in zip(kernel.adj.args, launch.arguments, strict=True):
        if argument.name in inputs.scalars:
            arrays.append(_warp_scalar(variable.type, inputs.kinds[argument.name], inputs.scalars[argument.name]))
        else:
            arrays.append(_warp_array(variable.type, inputs, argument))
    wp.launch(kernel, dim=launch.dim, inputs=arrays, device="cpu", block_dim=launch.block_dim)
    named = {a.name: array for a, array in zip(launch.arguments, arrays, strict=True) if a.name in inputs.arrays}
    forward = _flat(named, inputs)
    if not adjoint:
        return Expected(forward)
    gradients = [getattr(a, "grad", None) if isinstance(a, wp.array) else a for a in arrays]
    wp.launch(
        kernel,
        dim=launch.dim,
        inputs=arrays,
        adj_inputs=gradients,
        adj_outputs=[],
        device="cpu",
        adjoint=True,
        block_dim=launch.block_dim,
    )
    return Expected(forward, _flat({n: a.grad for n, a in named.items() if a.requires_grad}, inputs))


def _warp_array(annotation: Any, inputs: Inputs, argument: Argument) -> Any:
    parts = inputs.arrays[argument.name]
    with_gradient = any(leaf.name in inputs.gradients for leaf in parts)
    host = _host_array(annotation, parts, argument.shape, {leaf.name: leaf.recipe for leaf in parts})
    array = wp.array(host, dtype=annotation.dtype, device="cpu", requires_grad=with_gradient)
    if with_gradient:
        gradient = _host_array(annotation, parts, argument.shape, inputs.gradients)
        array.grad.assign(wp.array(gradient, dtype=annotation.dtype, device="cpu"))
    return array


def _host_array(annotation: Any, parts: list[Leaf], shape: tuple[int, ...], recipes: dict[str, Recipe]) -> Flat:
    """A NumPy array of an argument's elements; a member without a recipe stays zero."""
    if not parts[0].member:
        return recipes[parts[0].name].values.astype(_numpy_type(parts[0].kind)).reshape((*shape, *parts[0].kind.shape))
    made = np.zeros(shape, dtype=annotation.dtype.numpy_dtype())
    for leaf in parts:
        if leaf.name in recipes:
            values = recipes[leaf.name].values.astype(_numpy_type(leaf.kind))
            made[leaf.member] = values.reshape(made[leaf.member].shape)
    return made


def _numpy_type(kind: WarpType) -> Any:
    return np.bool_ if kind.scalar == "bool" else np.dtype(kind.scalar)


def _warp_scalar(annotation: Any, kind: WarpType, value: Any) -> Any:
    if kind.kind == "struct":
        made = annotation()
        for name, inner in kind.fields:
            setattr(made, name, _warp_scalar(annotation.vars[name].type, inner, value[name]))
        return made
    if kind.kind == "scalar":
        return value.item()
    if kind.kind == "matrix":
        return annotation(*value.tolist())
    return annotation(*value.tolist())


def _flat(arrays: dict[str, Any], inputs: Inputs) -> dict[str, Flat]:
    """Every leaf's numbers by its name."""
    found = {}
    for name, array in arrays.items():
        host = array.numpy()
        for leaf in inputs.arrays[name]:
            found[leaf.name] = np.asarray(host[leaf.member] if leaf.member else host).reshape(-1)
    return found
