"""What Warp computes on the CPU for a program's inputs: the values that the program is checked against."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import Argument, Launch
from generator.lowering.standalone.cuda_types import FLOATS
from generator.lowering.standalone.inputs import Recipe, components, gradient_recipe, recipe, zeros
from generator.lowering.standalone.ir import Unsupported
from generator.lowering.warp_backend import WarpType, describe_type

Flat = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Expected:
    """Arrays after the forward and after the adjoint launch, flat, by argument name."""

    forward: dict[str, Flat] = field(default_factory=dict)
    adjoint: dict[str, Flat] = field(default_factory=dict)


@dataclass
class Inputs:
    """Recipes of the arrays and of their gradients, values of the scalars (dicts for structs)."""

    arrays: dict[str, Recipe] = field(default_factory=dict)
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
        if element.kind not in ("scalar", "vector", "matrix", "quaternion", "transformation"):
            raise Unsupported(f"array of {element.kind}")
        count = int(np.prod(argument.shape))
        inputs.arrays[argument.name] = recipe(argument, element, count, position)
        if element.scalar in FLOATS:
            total = count * components(element)
            inputs.gradients[argument.name] = (
                gradient_recipe(total, 100 + position) if argument.name in written else zeros(total)
            )
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
    arrays: list[Any] = []
    for variable, argument in zip(kernel.adj.args, launch.arguments, strict=True):
        if argument.name in inputs.scalars:
            arrays.append(_warp_scalar(variable.type, inputs.kinds[argument.name], inputs.scalars[argument.name]))
        else:
            arrays.append(_warp_array(variable.type, inputs, argument))
    wp.launch(kernel, dim=launch.dim, inputs=arrays, device="cpu", block_dim=launch.block_dim)
    named = {a.name: array for a, array in zip(launch.arguments, arrays, strict=True) if a.name in inputs.arrays}
    forward = {name: _flat(array) for name, array in named.items()}
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
    return Expected(forward, {name: _flat(array.grad) for name, array in named.items() if name in inputs.gradients})


def _warp_array(annotation: Any, inputs: Inputs, argument: Argument) -> Any:
    kind = inputs.kinds[argument.name].element
    assert kind is not None
    shape = (*argument.shape, *kind.shape)
    dtype = np.bool_ if kind.scalar == "bool" else np.dtype(kind.scalar)
    host = inputs.arrays[argument.name].values.astype(dtype).reshape(shape)
    array = wp.array(host, dtype=annotation.dtype, device="cpu", requires_grad=argument.name in inputs.gradients)
    if argument.name in inputs.gradients:
        gradient = inputs.gradients[argument.name].values.astype(dtype).reshape(shape)
        array.grad.assign(wp.array(gradient, dtype=annotation.dtype, device="cpu"))
    return array


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


def _flat(array: Any) -> Flat:
    return np.asarray(array.numpy()).reshape(-1)
