"""Inputs of a kernel from its launch recipe and a seed, as NumPy values.

A seed and an argument's name are hashed to the key of that argument's own random stream, so that adding an argument
leaves the others' values alone and nothing depends on the order of calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random.bit_generator import ISeedSequence

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.launching.argument_fills import FILLERS
from generator.verification.launching.geometry import GEOMETRY_FILLS, make_geometry
from generator.verification.reference.values.types import SCALARS, named_type

Inputs = dict[str, Any]


def random_stream(seed: str, name: str) -> np.random.Generator:
    """The generator of one argument."""
    digest = hashlib.sha256(f"{seed}/{name}".encode()).digest()
    return np.random.Generator(np.random.Philox(_Key(digest)))  # type: ignore[arg-type]  # the stubs forget ISeedSequence


@dataclass(frozen=True)
class _Key(ISeedSequence):
    """Gives ``Philox`` its key; with the argument ``key`` it would ask the system for a seed that it does not use."""

    digest: bytes

    def generate_state(self, n_words: int, dtype: Any = np.uint32) -> np.ndarray:
        """The first words of the digest."""
        size = n_words * np.dtype(dtype).itemsize
        return np.frombuffer(self.digest[:size], np.dtype(dtype).newbyteorder("<")).astype(dtype)


def make_inputs(launch: Launch, seed: str, dtype_map: Mapping[str, str] | None = None) -> Inputs:
    """Values of all arguments by name: arrays (shape + components), scalars, dicts for structs, ``Geometry`` for ids.

    ``dtype_map`` ({"float32": "float64"}) changes the type that holds the values, not the values.
    Arrays of structs are structured NumPy arrays.
    """
    found: Inputs = {}
    for argument in launch.arguments:
        found[argument.name] = _fill(argument, seed, argument.name, dtype_map or {})
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            found[argument.name] = make_geometry(argument, _first_points(launch, found))
    return found


def _first_points(launch: Launch, values: Inputs) -> np.ndarray | None:
    """A hash grid is built over the launch's first array of input points."""
    for argument in launch.arguments:
        if argument.kind == "array" and argument.role == INPUT and argument.dtype in ("vec3", "vec3f"):
            return np.asarray(values[argument.name])
    return None


def _fill(argument: Argument, seed: str, path: str, dtype_map: Mapping[str, str]) -> Any:
    if argument.fill in GEOMETRY_FILLS:
        return None
    if argument.fields:
        parts = {f.name: _fill(_inherit(f, argument), seed, f"{path}.{f.name}", dtype_map) for f in argument.fields}
        return parts if argument.kind == "struct" else _structured(parts, argument.shape)
    kind = named_type(argument.dtype)
    shape = argument.shape if argument.kind == "array" else ()
    drawn = FILLERS[_filler_name(argument)](random_stream(seed, path), argument, shape, kind)
    held: np.ndarray = np.asarray(drawn).astype(kind.scalar).astype(_mapped(kind.scalar, dtype_map))
    return held if held.shape else held[()]


def _filler_name(argument: Argument) -> str:
    """An array that is only written starts from zeros unless its recipe says otherwise."""
    return "zeros" if argument.role == OUTPUT and argument.fill == "uniform" else argument.fill


def _inherit(field: Argument, parent: Argument) -> Argument:
    """A field of an array of structs has the array's shape."""
    if parent.kind != "array":
        return field
    return replace(field, kind="array", shape=parent.shape, ndim=parent.ndim)


def _structured(parts: dict[str, np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    layout = [(name, part.dtype, part.shape[len(shape) :]) for name, part in parts.items()]
    made = np.zeros(shape, dtype=layout)
    for name, part in parts.items():
        made[name] = part
    return made


def _mapped(scalar: type, dtype_map: Mapping[str, str]) -> type:
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
