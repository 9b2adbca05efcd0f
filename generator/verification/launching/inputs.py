"""Inputs of a kernel from its launch recipe and a seed, as NumPy values of the arguments' types.

The numbers come from ``generator.launch``: each argument's are drawn from a hash of seed and path, so that a new
argument leaves the others' values alone and nothing depends on the order of calls.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.numbers import Element, Values, inherit, numbers_of
from generator.launch.ties import draw
from generator.verification.launching.geometry import make_geometry
from generator.verification.reference.values.types import SCALARS, named_type

Inputs = dict[str, Any]


def make_inputs(launch: Launch, seed: str, dtype_map: Mapping[str, str] | None = None) -> Inputs:
    """Values of all arguments by name: arrays (shape + components), scalars, dicts for structs, ``Geometry`` for ids.

    ``dtype_map`` ({"float32": "float64"}) changes the type that holds the values, not the values.
    Arrays of structs are structured NumPy arrays.
    """
    filled = [argument for argument in launch.arguments if argument.fill not in GEOMETRY_FILLS]
    drawn = draw(launch, [numbers for argument in filled for numbers in numbers_of(argument, seed, element_of)])
    found: Inputs = dict.fromkeys(argument.name for argument in launch.arguments)
    for argument in filled:
        found[argument.name] = _held(argument, argument.name, drawn, dtype_map or {})
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            found[argument.name] = make_geometry(argument, _points(argument, launch, found))
    return found


def _points(argument: Argument, launch: Launch, values: Inputs) -> np.ndarray | None:
    """Points of a hash grid: the array that the grid's argument names, or the first input array of vec3."""
    if argument.over:
        return np.asarray(values[argument.over]).reshape(-1, 3)  # three floats are a point, too
    for other in launch.arguments:
        if other.kind == "array" and other.role == INPUT and other.dtype in ("vec3", "vec3f"):
            return np.asarray(values[other.name])
    return None


def element_of(argument: Argument) -> Element:
    """The element type of an argument."""
    kind = named_type(argument.dtype)
    return Element(np.dtype(kind.scalar).name, kind.numpy_shape)


def _held(argument: Argument, path: str, drawn: Mapping[str, Values], dtype_map: Mapping[str, str]) -> Any:
    """An argument's numbers in its own type and shape."""
    if argument.fields:
        parts = {f.name: _held(inherit(f, argument), f"{path}.{f.name}", drawn, dtype_map) for f in argument.fields}
        return parts if argument.kind == "struct" else structured(parts, argument.shape)
    kind = named_type(argument.dtype)
    shape = argument.shape if argument.kind == "array" else ()
    values = drawn[path].reshape(shape + kind.numpy_shape)
    held: np.ndarray = values.astype(kind.scalar).astype(mapped(kind.scalar, dtype_map))
    return held if held.shape else held[()]


def structured(parts: dict[str, np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    """An array of structs, from an array for each field."""
    layout = [(name, part.dtype, part.shape[len(shape) :]) for name, part in parts.items()]
    made = np.zeros(shape, dtype=layout)
    for name, part in parts.items():
        made[name] = part
    return made


def mapped(scalar: type, dtype_map: Mapping[str, str]) -> type:
    """The type that holds values of type ``scalar``."""
    name = np.dtype(scalar).name
    return SCALARS[dtype_map.get(name, name)]


def nudge(inputs: Inputs, rng: np.random.Generator) -> Inputs:
    """Inputs with each float moved by up to four units in the last place."""

    def move(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: move(part) for name, part in value.items()}
        array = np.asarray(value)
        if array.dtype.names is not None:
            made = array.copy()
            for name in array.dtype.names:
                made[name] = move(array[name])
            return made
        if array.dtype.kind != "f" or not isinstance(value, (np.ndarray, np.generic)):
            return value
        steps = (rng.integers(-4, 5, size=array.shape) * np.spacing(np.abs(array))).astype(array.dtype)
        return (array + steps).astype(array.dtype) if array.shape else array.dtype.type(array + steps)

    return {name: move(value) for name, value in inputs.items()}


def beside_ties(moved: Any, inputs: Any, untied: Any, sources: Collection[str], path: str = "") -> Any:
    """The ``moved`` inputs with tied elements, and what they are tied to (``sources``, by path), put back."""
    if isinstance(inputs, dict):
        return {
            name: beside_ties(moved[name], value, untied[name], sources, f"{path}.{name}" if path else name)
            for name, value in inputs.items()
        }
    if path in sources or not isinstance(inputs, np.ndarray):
        return inputs if path in sources else moved
    if inputs.dtype.names is None:
        return np.where(inputs != untied, inputs, moved)
    made = inputs.copy()
    for name in inputs.dtype.names:
        made[name] = beside_ties(moved[name], inputs[name], untied[name], sources, f"{path}.{name}")
    return made


START = 1.640625
"""Initial value of plain outputs that are compared: from zero, an addition in place of a store would not show. Every
float type can represent it."""

WHOLE_START = 113
"""``START`` for integer types, of which each can represent it; no flag, mark or count of a launch is as large."""


def started(launch: Launch, inputs: Inputs) -> Inputs:
    """The inputs with ``START`` or ``WHOLE_START`` in outputs that their recipe fills with zeros.

    Arrays that a kernel adds to have the role INOUT, or another fill, and keep their values.
    """
    return {argument.name: _started(argument, inputs[argument.name]) for argument in launch.arguments}


def _started(argument: Argument, value: Any) -> Any:
    if isinstance(value, dict):
        members = {member.name: member for member in argument.fields}
        return {name: _started(members[name], part) for name, part in value.items()}
    if argument.kind != "array" or not (argument.starts_from_zeros or _is_whole_zero(argument, value)):
        return value
    return _filled(value)


def _is_whole_zero(argument: Argument, value: np.ndarray) -> bool:
    """Whether an array is a plain output of integers, all drawn as zero; bools are left alone."""
    drawn = (argument.fill, argument.low, argument.high)
    return argument.role == OUTPUT and drawn == ("index", 0.0, 1.0) and value.dtype.kind in "iu"


def _filled(array: np.ndarray) -> np.ndarray:
    if array.dtype.names is None:
        return np.full_like(array, WHOLE_START if array.dtype.kind in "iu" else START)
    made = array.copy()
    for name in array.dtype.names:
        made[name] = _filled(array[name])
    return made
