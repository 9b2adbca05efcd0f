"""The arrays that a program is checked against: what Warp computes on the CPU for the program's inputs."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import TIES, Argument, Launch
from generator.launch.fills import FILLS
from generator.launch.numbers import Element, Numbers, Values, inherit, near_of, seed_of
from generator.launch.ties import draw, tie_sources
from generator.lowering.native_output import start_warp
from generator.lowering.standalone.cuda_text.cuda_types import FLOATS
from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.standalone.whole_program.input_texts import (
    Leaf,
    Recipe,
    fill_text,
    gradient_recipe,
    tied_text,
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
    """Arrays of numbers, recipes of their gradients by leaf name, values of the scalars (dicts for structs).

    ``tied``: some elements equal values that the kernel compares them with.
    """

    arrays: dict[str, list[Leaf]] = field(default_factory=dict)
    gradients: dict[str, Recipe] = field(default_factory=dict)
    scalars: dict[str, Any] = field(default_factory=dict)
    kinds: dict[str, WarpType] = field(default_factory=dict)
    tied: bool = False


@dataclass(frozen=True)
class Trial:
    """Inputs of a program, and the expected arrays."""

    inputs: Inputs
    expected: Expected


def make_inputs(kernel: wp.Kernel, launch: Launch, written: set[str], seed: str) -> Inputs:
    """Inputs for a launch; ``written`` names the arrays whose gradient starts the adjoint. Raises ``Unsupported``."""
    kinds = {a.name: describe_type(v.type) for v, a in zip(kernel.adj.args, launch.arguments, strict=True)}
    every = {n.path: n for a in launch.arguments for n in _numbers(a, kinds[a.name], a.name, seed)}
    for numbers in every.values():
        if numbers.fill not in FILLS:
            raise Unsupported(f"input of kind {numbers.fill}")
    drawn = draw(launch, list(every.values()))
    inputs = Inputs(kinds=kinds, tied=launch.variant == TIES and any(tie_sources(n, every) for n in every.values()))
    for argument in launch.arguments:
        kind = kinds[argument.name]
        if kind.kind != "array":
            inputs.scalars[argument.name] = _scalar_value(kind, argument.name, drawn)
            continue
        inputs.arrays[argument.name] = []
        for path, element in _members(kind.element, argument.name):
            numbers = every[path]
            text = tied_text(numbers, every) if launch.variant == TIES else fill_text(numbers)
            member = path.partition(".")[2]
            leaf = Leaf(argument.name, member, element, math.prod(numbers.shape), Recipe(drawn[path], text))
            inputs.arrays[argument.name].append(leaf)
            if element.scalar in FLOATS:
                starts = argument.name in written
                inputs.gradients[path] = gradient_recipe(numbers.total, seed, path) if starts else zeros(numbers.total)
    return inputs


def _members(element: WarpType | None, path: str) -> list[tuple[str, WarpType]]:
    """The arrays of numbers behind an array of elements, by path."""
    assert element is not None
    return (
        [(f"{path}.{name}", kind) for name, kind in element.fields] if element.kind == "struct" else [(path, element)]
    )


def _numbers(argument: Argument, kind: WarpType, path: str, seed: str) -> Iterator[Numbers]:
    """The arrays of numbers of an argument, or of a field; ``Unsupported`` where it holds more than numbers."""
    in_array = argument.kind == "array"
    element = kind.element if kind.kind == "array" else kind
    assert element is not None
    if element.kind == "struct":
        fields = {field.name: field for field in argument.fields}
        for name, member in element.fields:
            if member.kind in ("array", "other") or (in_array and member.kind == "struct"):
                raise Unsupported(
                    f"array of structs with a {member.kind} member" if in_array else "array inside a struct"
                )
            yield from _numbers(inherit(fields[name], argument), member, f"{path}.{name}", seed)
        return
    if element.kind not in ("scalar", "vector", "matrix", "quaternion", "transformation"):
        raise Unsupported(f"array of {element.kind}" if in_array else f"input of kind {element.kind}")
    shape = argument.shape if in_array else ()
    own, near = seed_of(seed, path), near_of(seed, argument)
    yield Numbers(path, argument, Element(element.scalar, element.shape), shape, own, near)


def _scalar_value(kind: WarpType, path: str, drawn: Mapping[str, Values]) -> Any:
    """The value of an argument that is no array: a number, a flat array of components, or a dict of fields."""
    if kind.kind == "struct":
        return {name: _scalar_value(inner, f"{path}.{name}", drawn) for name, inner in kind.fields}
    values = drawn[path].astype(_numpy_type(kind))
    return values[0] if kind.kind == "scalar" else values


def run_on_warp(kernel: wp.Kernel, launch: Launch, inputs: Inputs, *, adjoint: bool) -> Expected:
    """Launch a kernel and its adjoint on the CPU with gradients attached to the arrays, as a tape does."""
    with _leaving_no_trace():
        return _run(kernel, launch, inputs, adjoint)


@contextmanager
def _leaving_no_trace() -> Iterator[None]:
    """Keep Warp silent, and its kernel cache in a temporary folder: these kernels are launched once."""
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
    return annotation(*value.tolist())


def _flat(arrays: dict[str, Any], inputs: Inputs) -> dict[str, Flat]:
    """Every leaf's numbers by its name."""
    found = {}
    for name, array in arrays.items():
        host = array.numpy()
        for leaf in inputs.arrays[name]:
            found[leaf.name] = np.asarray(host[leaf.member] if leaf.member else host).reshape(-1)
    return found
