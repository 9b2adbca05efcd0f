"""The inputs on which the old synthesizer's screening runs a kernel: today's, so that the same candidates survive.

Nothing else draws from here, and nothing here changes: it goes with the old synthesizer. What fills the arguments of a
row stands in ``generator.launch``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from generator.launch import OUTPUT, Argument, Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.verification.launching.geometry import make_geometry
from generator.verification.launching.inputs import Inputs, first_points, structured
from generator.verification.launching.random_streams import random_stream
from generator.verification.reference.values.types import CompositeType, named_type
from generator.verification.reference.values.values import Quat


def frozen_inputs(launch: Launch, seed: str) -> Inputs:
    """Values of all arguments by name, as ``generator.verification.launching.inputs.make_inputs`` shapes them."""
    found: Inputs = {}
    for argument in launch.arguments:
        found[argument.name] = _fill(argument, seed, argument.name)
    for argument in launch.arguments:
        if argument.fill in GEOMETRY_FILLS:
            found[argument.name] = make_geometry(argument, first_points(launch, found))
    return found


def _fill(argument: Argument, seed: str, path: str) -> Any:
    if argument.fill in GEOMETRY_FILLS:
        return None
    if argument.fields:
        parts = {f.name: _fill(_inherit(f, argument), seed, f"{path}.{f.name}") for f in argument.fields}
        return parts if argument.kind == "struct" else structured(parts, argument.shape)
    kind = named_type(argument.dtype)
    shape = argument.shape if argument.kind == "array" else ()
    drawn = _FILLERS[_filler_name(argument)](random_stream(seed, path), argument, shape, kind)
    held: np.ndarray = np.asarray(drawn).astype(kind.scalar)
    return held if held.shape else held[()]


def _filler_name(argument: Argument) -> str:
    return "zeros" if argument.role == OUTPUT and argument.fill == "uniform" else argument.fill


def _inherit(field: Argument, parent: Argument) -> Argument:
    if parent.kind != "array":
        return field
    return replace(field, kind="array", shape=parent.shape, ndim=parent.ndim)


def _uniform(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    size = shape + kind.numpy_shape
    if kind.scalar is np.bool_:
        return rng.random(size) < 0.5
    if issubclass(kind.scalar, np.integer):
        return _integers(rng, argument, size)
    return argument.low + rng.random(size) * (argument.high - argument.low)


def _sorted(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    return np.sort(_uniform(rng, argument, shape, kind), axis=0)


def _integers(rng: np.random.Generator, argument: Argument, size: tuple[int, ...]) -> np.ndarray:
    low, high = int(np.ceil(argument.low)), int(np.ceil(argument.high))
    return low + np.floor(rng.random(size) * max(high - low, 1)).astype(np.int64)


def _index(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    return _integers(rng, argument, shape + kind.numpy_shape)


def _constant(value: float | None) -> Callable[..., np.ndarray]:
    def fill(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
        number = argument.value if value is None else value
        if number is None:
            raise ValueError(f"argument {argument.name}: fill {argument.fill!r} needs a value")
        return np.full(shape + kind.numpy_shape, number)

    return fill


def _permutation(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    return np.argsort(rng.random(shape), axis=0, kind="stable")


def _arange(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    size = shape + kind.numpy_shape
    return np.arange(int(np.prod(size))).reshape(size)


def _unit(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    if kind.numpy_shape == ():
        return np.where(rng.random(shape) < 0.5, -1.0, 1.0)
    directions = rng.standard_normal(shape + kind.numpy_shape)
    return directions / np.linalg.norm(directions, axis=-1, keepdims=True)


def _transform(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    position = argument.low + rng.random((*shape, 3)) * (argument.high - argument.low)
    return np.concatenate([position, _unit(rng, argument, shape, CompositeType(Quat, (4,), np.float64))], axis=-1)


def _spd(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    """Eigenvalues between 1 and 4 in the frame of a random rotation."""
    frame = _rotation(rng, argument, shape, kind)
    eigenvalues = 1.0 + 3.0 * rng.random((*shape, 1, kind.numpy_shape[0]))
    return (frame * eigenvalues) @ np.swapaxes(frame, -1, -2)


def _rotation(rng: np.random.Generator, argument: Argument, shape: tuple[int, ...], kind: Any) -> np.ndarray:
    q, r = np.linalg.qr(rng.standard_normal(shape + kind.numpy_shape))
    q = q * np.sign(np.diagonal(r, axis1=-2, axis2=-1))[..., None, :]
    q[..., 0] *= np.sign(np.linalg.det(q))[..., None]
    return q


_FILLERS: dict[str, Callable[..., np.ndarray]] = {
    "uniform": _uniform,
    "sorted": _sorted,
    "zeros": _constant(0.0),
    "full": _constant(None),
    "value": _constant(None),
    "index": _index,
    "permutation": _permutation,
    "arange": _arange,
    "unit": _unit,
    "transform": _transform,
    "spd": _spd,
    "rotation": _rotation,
}
