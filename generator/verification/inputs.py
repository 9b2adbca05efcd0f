"""Inputs of a kernel from its launch recipe and a seed, as NumPy values and as Warp arguments.

A seed and an argument's name are hashed to the key of that argument's own random stream, so that adding an argument
leaves the others' values alone and nothing depends on the order of calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import warp as wp
from numpy.random.bit_generator import ISeedSequence

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.lowering.warp_backend import Program
from generator.verification.geometry import GEOMETRY_FILLS, Geometry, make_geometry
from generator.verification.reference.types import SCALARS, CompositeType, named_type
from generator.verification.reference.values import Quat

Inputs = dict[str, Any]


class WarpArguments(list[Any]):
    """Arguments of ``wp.launch`` in order; ``keep`` holds what they only refer to (meshes, grids)."""

    def __init__(self) -> None:
        super().__init__()
        self.keep: list[Any] = []


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
    return Argument(**{**vars(field), "kind": "array", "shape": parent.shape, "ndim": parent.ndim})


def _structured(parts: dict[str, np.ndarray], shape: tuple[int, ...]) -> np.ndarray:
    layout = [(name, part.dtype, part.shape[len(shape) :]) for name, part in parts.items()]
    made = np.zeros(shape, dtype=layout)
    for name, part in parts.items():
        made[name] = part
    return made


def _mapped(scalar: type, dtype_map: Mapping[str, str]) -> type:
    name = np.dtype(scalar).name
    return SCALARS[dtype_map.get(name, name)]


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


def to_warp(
    inputs: Inputs, kernel: wp.Kernel | Program, launch: Launch, device: str = "cpu", requires_grad: bool = False
) -> WarpArguments:
    """Fresh Warp arguments of ``kernel`` that hold ``inputs``; changing one does not change the other.

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


def from_warp(arguments: WarpArguments, launch: Launch) -> dict[str, np.ndarray]:
    """The arrays that the kernel may have written, by name; fields of struct arguments as ``argument.field``."""
    found: dict[str, np.ndarray] = {}
    for argument, value in zip(launch.arguments, arguments, strict=True):
        if argument.kind == "array" and argument.role != INPUT:
            found[argument.name] = _numpy(value)
        if argument.kind == "struct":
            for field in argument.fields:
                if field.kind == "array" and field.role != INPUT:
                    found[f"{argument.name}.{field.name}"] = _numpy(getattr(value, field.name))
    return found


def _numpy(array: wp.array) -> np.ndarray:
    """A copy: on the CPU ``numpy()`` is a view of memory that the array frees."""
    return np.array(array.numpy())


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
