"""A kernel's arguments as compiled code reads them, with NumPy views of every number and of its adjoint."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
import warp as wp

from generator.launch import INPUT, Launch
from generator.lowering.warp_backend import array_descriptor, launch_bounds
from generator.verification.launching.guarded_memory import Block, blank_of, guarded

_ARRAY = np.dtype(type(array_descriptor(0, 0, (), ())))


def array_layout() -> np.dtype:
    """The type of an array argument in memory; its address and that of its gradient come first."""
    return _ARRAY


class UnsupportedArgument(Exception):
    """An argument of a type that cannot be filled from a description (textures, volumes, indexed arrays)."""


@dataclass
class Leaf:
    """Numbers of one type in one argument: ``values`` and ``adjoints`` are views of the memory that the kernel uses.

    ``name`` is the argument's, with ``.field`` for structs; ``initial`` is what ``Arguments.reset`` restores.
    """

    name: str
    role: str
    values: np.ndarray
    adjoints: np.ndarray
    initial: np.ndarray
    in_array: bool

    @property
    def is_float(self) -> bool:
        """Whether there are derivatives by these numbers."""
        return self.values.dtype.kind == "f"


class HostLaunch(ctypes.Structure):
    """The C struct that the loop over the threads reads, see ``generator.verification.launching.host_build``."""

    _fields_ = (
        ("blocks", ctypes.c_size_t),
        ("dim", ctypes.c_void_p),
        ("arguments", ctypes.c_void_p),
        ("fresh", ctypes.c_void_p),
        ("original", ctypes.c_void_p),
        ("bytes", ctypes.c_size_t),
    )


@dataclass
class Arguments:
    """Memory of one launch, for any number of runs. ``inputs`` is what it was filled from.

    ``blocks`` holds the arguments and their adjoints, then a copy of both that is made anew for each thread, as if they
    were passed by value. Only adjoints of numbers are shared by all threads.
    """

    bounds: ctypes.Structure
    blocks: np.ndarray
    addresses: np.ndarray
    inputs: Mapping[str, Any]
    leaves: list[Leaf] = field(default_factory=list)
    arrays: list[tuple[str, Block]] = field(default_factory=list)

    def __post_init__(self) -> None:
        half = 2 * self.blocks.itemsize
        start, table = self.blocks.ctypes.data, self.addresses.ctypes.data
        launch = HostLaunch(self.bounds.size, ctypes.addressof(self.bounds), table, start + half, start, half)
        self._launch = launch
        self.launch = ctypes.addressof(launch)

    def reset(self) -> None:
        """Restore the initial values and set the adjoints to zero."""
        for leaf in self.leaves:
            leaf.values[...] = leaf.initial
            leaf.adjoints[...] = 0

    def outputs(self) -> list[Leaf]:
        """The arrays that the kernel may write: those that are not plain inputs."""
        return [leaf for leaf in self.leaves if leaf.in_array and leaf.role != INPUT]

    def changed_inputs(self) -> list[Leaf]:
        """Arrays that the kernel should only read and has changed."""
        inputs = [leaf for leaf in self.leaves if leaf.in_array and leaf.role == INPUT]
        return [leaf for leaf in inputs if leaf.values.tobytes() != leaf.initial.tobytes()]

    def overrun(self) -> str:
        """Name of an array written beyond its ends, or those of its adjoint; empty if there is none."""
        return next((name for name, memory in self.arrays if memory.overrun()), "")


class Code(Protocol):
    """One compiled column, whatever runs it."""

    def run(self, arguments: Arguments) -> None:
        """Launch with these arguments; an adjoint column adds into ``Leaf.adjoints``."""


def arguments_of(kernel: wp.Kernel, launch: Launch, inputs: Mapping[str, Any], *, wide: bool = False) -> Arguments:
    """Arguments of ``kernel`` filled with ``inputs`` (see ``generator.verification.launching.inputs.make_inputs``).

    ``wide``: in the layout of the float64 twin, with every float as float64. Raises ``UnsupportedArgument``.
    """
    types = {argument.label: argument.type for argument in kernel.adj.args}
    block = np.dtype([(name, *_layout(kind, name, wide)) for name, kind in types.items()], align=True)
    bounds = launch_bounds(launch.dim, kernel)
    blocks = np.zeros(4, block)
    filled = Arguments(bounds, blocks, _addresses(types, blocks), inputs)
    sizes = [size for name, kind in types.items() for size in _array_sizes(name, kind, inputs[name], wide)]
    filler = _Filler(filled, wide, _roles(launch), iter(guarded(sizes)))
    for name, kind in types.items():
        filler.fill(name, kind, blocks[:1][name], blocks[1:2][name], inputs[name])
    return filled


def _addresses(types: Mapping[str, Any], blocks: np.ndarray) -> np.ndarray:
    """Addresses of the arguments that a thread gets and, after these, of their adjoints."""
    _, adjoints, fresh, fresh_adjoints = (blocks.ctypes.data + number * blocks.itemsize for number in range(4))
    offsets = {name: blocks.dtype.fields[name][1] for name in types}  # type: ignore[index]
    own = [fresh + offset for offset in offsets.values()]
    # Adjoints of numbers are summed over the threads, so they are not copied; those of arrays are only addresses.
    back = [(fresh_adjoints if wp.types.is_array(types[name]) else adjoints) + offsets[name] for name in types]
    return np.array(own + back, np.uintp)


def _roles(launch: Launch) -> dict[str, str]:
    """Role by name: fields of a struct have roles of their own, those of an array of structs have the array's."""
    found = {}
    for argument in launch.arguments:
        found[argument.name] = argument.role
        for member in argument.fields:
            found[f"{argument.name}.{member.name}"] = member.role if argument.kind == "struct" else argument.role
    return found


@dataclass(frozen=True)
class _Filler:
    """Fills the arguments of a launch."""

    filled: Arguments
    wide: bool
    roles: Mapping[str, str]
    blocks: Iterator[Block]

    def fill(self, name: str, kind: Any, memory: np.ndarray, adjoint: np.ndarray, value: Any) -> None:
        """Write ``value`` into ``memory``, a view of length 1 of the argument block."""
        if wp.types.type_is_struct(kind):
            for member, variable in kind.vars.items():
                self.fill(f"{name}.{member}", variable.type, memory[member], adjoint[member], value[member])
        elif wp.types.is_array(kind):
            self._array(name, kind, memory, adjoint, np.asarray(value))
        else:
            shape = memory.shape[1:]
            memory.reshape(shape)[...] = np.asarray(value).reshape(shape)
            self._leaf(name, memory.reshape(shape), adjoint.reshape(shape), in_array=False)

    def _array(self, name: str, kind: Any, memory: np.ndarray, adjoint: np.ndarray, given: np.ndarray) -> None:
        dtype, shape = _layout(kind.dtype, name, self.wide)
        extents = given.shape[: kind.ndim]
        values, adjoints = (self._take(name).view(dtype).reshape(extents + shape) for _ in range(2))
        for (_, part), (_, source) in zip(_parts(name, values), _parts(name, given), strict=True):
            part[...] = source
        step = dtype.itemsize * math.prod(shape)
        strides = tuple(step * math.prod(extents[axis + 1 :]) for axis in range(kind.ndim))
        differentiable = any(part.dtype.kind == "f" for _, part in _parts(name, values))
        gradient = adjoints.ctypes.data if differentiable else 0
        memory[...] = _described(array_descriptor(values.ctypes.data, gradient, extents, strides))
        adjoint[...] = _described(array_descriptor(gradient, 0, extents, strides))
        for (part_name, part), (_, part_adjoints) in zip(_parts(name, values), _parts(name, adjoints), strict=True):
            self._leaf(part_name, part, part_adjoints, in_array=True)

    def _take(self, name: str) -> np.ndarray:
        block = next(self.blocks)
        self.filled.arrays.append((name, block))
        return block.memory

    def _leaf(self, name: str, values: np.ndarray, adjoints: np.ndarray, in_array: bool) -> None:
        role = self.roles.get(name, INPUT)
        self.filled.leaves.append(Leaf(name, role, values, adjoints, values.copy(), in_array))


def _array_sizes(name: str, kind: Any, value: Any, wide: bool) -> Iterator[tuple[int, np.unsignedinteger]]:
    """Bytes and margin fill of each array and of its adjoint, in the order of filling."""
    if wp.types.type_is_struct(kind):
        for member, variable in kind.vars.items():
            yield from _array_sizes(f"{name}.{member}", variable.type, value[member], wide)
    elif wp.types.is_array(kind):
        dtype, shape = _layout(kind.dtype, name, wide)
        extents = np.shape(value)[: kind.ndim]
        yield from [(dtype.itemsize * math.prod(extents + shape), blank_of(dtype))] * 2


def _described(descriptor: ctypes.Structure) -> np.ndarray:
    return np.frombuffer(bytes(descriptor), _ARRAY)


def _parts(name: str, values: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    """The array itself, or the arrays of its struct's fields."""
    if values.dtype.names is None:
        yield name, values
        return
    for member in values.dtype.names:
        yield from _parts(f"{name}.{member}", values[member])


def _layout(kind: Any, name: str, wide: bool) -> tuple[np.dtype, tuple[int, ...]]:
    """NumPy type of a value's components in the C++ layout, and their shape, () for a single one."""
    if wp.types.is_array(kind):
        return _ARRAY, ()
    if wp.types.type_is_struct(kind):
        members = [(member, *_layout(v.type, f"{name}.{member}", wide)) for member, v in kind.vars.items()]
        return np.dtype(members, align=True), ()
    scalar = getattr(kind, "_wp_scalar_type_", kind)
    if wide and wp.types.type_is_float(scalar):
        return np.dtype(np.float64), tuple(getattr(kind, "_shape_", ()))
    try:
        return np.dtype(wp.dtype_to_numpy(scalar)), tuple(getattr(kind, "_shape_", ()))
    except (TypeError, KeyError, RuntimeError) as error:
        raise UnsupportedArgument(f"argument {name} has type {getattr(kind, '__name__', kind)}") from error
