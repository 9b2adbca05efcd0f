"""How an argument's numbers are drawn: one function for each fill of the launch recipe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.launch import Argument
from generator.verification.reference.values.types import CompositeType
from generator.verification.reference.values.values import Quat


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


FILLERS: dict[str, Callable[..., np.ndarray]] = {
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
