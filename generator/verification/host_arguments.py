"""A kernel's arguments as compiled code reads them, with NumPy views of every number and of its adjoint."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import warp as wp

from generator.launch import INPUT, Launch
from generator.lowering.warp_backend import array_descriptor, launch_bounds

MARGIN = 4096
"""Bytes on each side of an array, all ones: NaN for whoever reads there, and a trace of whoever writes."""


class UnsupportedArgument(Exception):
    """An argument of a type that cannot be filled from a description (textures, volumes, indexed arrays)."""


@dataclass
class Leaf:
    """Numbers of one type inside one argument: ``values`` and ``adjoints`` are views of the memory that code works on.

    ``name`` is the argument's, with ``.field`` for structs; ``initial`` holds what ``Arguments.reset`` writes back.
    """

    name: str
    argument: str
    role: str
    values: np.ndarray
    adjoints: np.ndarray
    initial: np.ndarray
    in_array: bool

    @property
    def is_float(self) -> bool:
        """Whether a derivative to these numbers has meaning."""
        return self.values.dtype.kind == "f"


@dataclass
class Arguments:
    """Memory of one launch: fill, run any number of times, read."""

    kernel: wp.Kernel
    bounds: ctypes.Structure
    memory: ctypes.Structure
    adjoint_memory: ctypes.Structure
    leaves: list[Leaf] = field(default_factory=list)
    buffers: list[tuple[str, np.ndarray, np.ndarray]] = field(default_factory=list)

    def reset(self) -> None:
        """Arrays and numbers back to what they were at the start, adjoints to zero."""
        for leaf in self.leaves:
            leaf.values[...] = leaf.initial
            leaf.adjoints[...] = 0

    def outputs(self) -> list[Leaf]:
        """What the kernel may write: arrays that are not plain inputs."""
        return [leaf for leaf in self.leaves if leaf.in_array and leaf.role != INPUT]

    def overrun(self) -> str:
        """Name of an argument beyond whose ends something was written, or nothing."""
        for name, raw, inner in self.buffers:
            end = MARGIN + inner.nbytes
            if not ((raw[:MARGIN] == 0xFF).all() and (raw[end:] == 0xFF).all()):
                return name
        return ""


def arguments_of(kernel: wp.Kernel, launch: Launch, values: Mapping[str, Any]) -> Arguments:
    """Arguments of ``kernel`` filled with ``values``: arrays, numbers and, for structs, mappings, by argument name.

    Numbers are converted to the kernel's own precision, so values made for a float32 kernel fill its float64 twin.
    """
    fields = [(argument.label, _ctype(argument.type, argument.label)) for argument in kernel.adj.args]
    block = type("ArgumentBlock", (ctypes.Structure,), {"_fields_": fields or [("nothing", ctypes.c_byte)]})
    filled = Arguments(kernel, launch_bounds(launch.dim, kernel), block(), block())
    roles = {argument.name: argument.role for argument in launch.arguments}
    for argument in kernel.adj.args:
        name = argument.label
        place = _Place(filled, getattr(block, name).offset, name, name, roles.get(name, INPUT))
        _fill(place, argument.type, values[name])
    return filled


@dataclass(frozen=True)
class _Place:
    """Where in the argument block a value goes, and what it is called."""

    filled: Arguments
    offset: int
    argument: str
    name: str
    role: str

    def inside(self, offset: int, member: str) -> _Place:
        return _Place(self.filled, self.offset + offset, self.argument, f"{self.name}.{member}", self.role)

    def view(self, memory: ctypes.Structure, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
        count = int(np.prod(shape, dtype=int))
        return np.frombuffer(memory, dtype, count, self.offset).reshape(shape)  # type: ignore[call-overload]

    def leaf(self, values: np.ndarray, adjoints: np.ndarray, in_array: bool, name: str = "") -> None:
        found = Leaf(name or self.name, self.argument, self.role, values, adjoints, values.copy(), in_array)
        self.filled.leaves.append(found)


def _fill(place: _Place, kind: Any, value: Any) -> None:
    if wp.types.type_is_struct(kind):
        for name, variable in kind.vars.items():
            _fill(place.inside(getattr(kind.ctype, name).offset, name), variable.type, value[name])
    elif wp.types.is_array(kind):
        _fill_array(place, kind, value)
    else:
        dtype, shape = _numbers(kind, place.name)
        view = place.view(place.filled.memory, dtype, shape)
        view[...] = np.asarray(value).reshape(shape)
        place.leaf(view, place.view(place.filled.adjoint_memory, dtype, shape), in_array=False)


def _fill_array(place: _Place, kind: Any, value: Any) -> None:
    is_struct = wp.types.type_is_struct(kind.dtype)
    dtype, shape = (np.dtype(kind.dtype.numpy_dtype()), ()) if is_struct else _numbers(kind.dtype, place.name)
    given = np.asarray(value)
    extents = given.shape[: kind.ndim]
    values, adjoints = _guarded(place, dtype, extents + shape), np.zeros(extents + shape, dtype)
    values[...] = given.astype(dtype)
    step = dtype.itemsize * int(np.prod(shape, dtype=int))
    strides = tuple(step * int(np.prod(extents[axis + 1 :], dtype=int)) for axis in range(kind.ndim))
    differentiable = [name for name, part in _parts(place.name, values) if part.dtype.kind == "f"]
    gradient = adjoints.ctypes.data if differentiable else 0
    _write(place, place.filled.memory, array_descriptor(values.ctypes.data, gradient, extents, strides))
    _write(place, place.filled.adjoint_memory, array_descriptor(gradient, 0, extents, strides))
    for (name, part), (_, adjoint) in zip(_parts(place.name, values), _parts(place.name, adjoints), strict=True):
        place.leaf(part, adjoint, in_array=True, name=name)


def _parts(name: str, values: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """The array itself, or the arrays of its struct's fields."""
    if values.dtype.names is None:
        yield name, values
        return
    for member in values.dtype.names:
        yield from _parts(f"{name}.{member}", values[member])


def _guarded(place: _Place, dtype: np.dtype, shape: tuple[int, ...]) -> np.ndarray:
    size = dtype.itemsize * int(np.prod(shape, dtype=int))
    raw = np.full(size + 2 * MARGIN, 0xFF, np.uint8)
    inner = raw[MARGIN : MARGIN + size].view(dtype).reshape(shape)
    place.filled.buffers.append((place.name, raw, inner))
    return inner


def _write(place: _Place, memory: ctypes.Structure, descriptor: ctypes.Structure) -> None:
    ctypes.memmove(ctypes.addressof(memory) + place.offset, ctypes.addressof(descriptor), ctypes.sizeof(descriptor))


def _ctype(kind: Any, name: str) -> Any:
    if wp.types.type_is_struct(kind):
        return kind.ctype
    if wp.types.is_array(kind):
        return type(array_descriptor(0, 0, (), ()))
    dtype, shape = _numbers(kind, name)
    return np.ctypeslib.as_ctypes_type(dtype if dtype.kind != "f" or dtype.itemsize > 2 else np.dtype(np.uint16)) * int(
        np.prod(shape, dtype=int)
    )


def _numbers(kind: Any, name: str) -> tuple[np.dtype, tuple[int, ...]]:
    """NumPy type and shape of a scalar, vector, matrix, quaternion or transform."""
    shape = getattr(kind, "_shape_", ())
    scalar = getattr(kind, "_wp_scalar_type_", kind)
    try:
        return np.dtype(wp.dtype_to_numpy(scalar)), tuple(shape)
    except (TypeError, KeyError, RuntimeError) as error:
        raise UnsupportedArgument(f"argument {name} has type {getattr(kind, '__name__', kind)}") from error
