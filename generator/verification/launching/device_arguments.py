"""How a row is launched on the device: its grid, and the argument blocks that host code reads, as PTX takes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from generator.emulation import Empty, Packed
from generator.launch import OUTPUT, Launch
from generator.verification.launching.host_arguments import Arguments, array_layout

_ADDRESS = 8
"""Bytes of an address."""


TILE_MEMORY = 48 * 1024
"""Bytes of dynamic shared memory of a block of a tiled kernel: every architecture has them."""


@dataclass(frozen=True)
class DeviceLaunch:
    """``tiled``: block size that the text is compiled for, 0 if not tiled; ``dimensions``: those of the launch.

    The threads of a tiled kernel's block share an item of the launch; else each thread has its own.
    """

    tiled: int = 0
    dimensions: int = 1

    @classmethod
    def of(cls, launch: Launch) -> Self:
        return cls(launch.block_dim if launch.tiled else 0, len(launch.dim))

    @property
    def shared(self) -> int:
        """Bytes of dynamic shared memory."""
        return TILE_MEMORY if self.tiled else 0

    def threads(self, arguments: Arguments) -> int:
        """Threads that the whole launch needs."""
        return int(arguments.bounds.size) * (self.tiled or 1)

    def arguments(self, arguments: Arguments, *, backward: bool = False) -> list[Packed]:
        """The launch bounds, the arguments by value and, for a backward kernel, their adjoints, in parameter order.

        Arrays that a forward kernel only writes are handed over as uninitialised memory.
        """
        plain = set() if backward else _plain_outputs(arguments)
        arrays = {block.memory.ctypes.data: _array(block.memory, name in plain) for name, block in arguments.arrays}
        names = arguments.blocks.dtype.names or ()
        found = [Packed(_bounds(arguments.bounds, self.tiled or 1, self.dimensions))]
        for half in range(2 if backward else 1):
            for name in names:
                found.append(_packed(arguments.blocks[half : half + 1][name], arrays))
        return found


def _bounds(bounds: Any, threads: int, dimensions: int) -> bytes:
    """Bounds of a launch whose items ``threads`` share, with a last index that tells them apart where there is one."""
    if threads == 1:
        return bytes(bounds)
    found = type(bounds).from_buffer_copy(bounds)
    found.size *= threads
    if len(found.shape) > dimensions:
        found.shape[dimensions] = threads
    else:
        found.coord_mult *= threads
    return bytes(found)


def _plain_outputs(arguments: Arguments) -> set[str]:
    """Names of the arrays whose every field is a plain output."""
    roles: dict[str, set[str]] = {name: set() for name, _ in arguments.arrays}
    for leaf in arguments.leaves:
        for name in roles:
            if leaf.name == name or leaf.name.startswith(f"{name}."):
                roles[name].add(leaf.role)
    return {name for name, found in roles.items() if found == {OUTPUT}}


def _array(memory: np.ndarray, plain: bool) -> np.ndarray | Empty:
    return Empty(memory.shape, memory.dtype, memory) if plain else memory


def _packed(value: np.ndarray, arrays: Mapping[int, np.ndarray | Empty]) -> Packed:
    data = np.ascontiguousarray(value).tobytes()
    pointers = []
    for offset in _addresses(value.dtype, 0):
        address = int.from_bytes(data[offset : offset + _ADDRESS], "little")
        if address:
            pointers.append((offset, arrays[address]))
    return Packed(data, tuple(pointers))


def _addresses(kind: np.dtype, start: int) -> Iterator[int]:
    """Byte offsets, within a value of this type, of the addresses of arrays and of their gradients."""
    if kind == array_layout():
        yield from (start, start + _ADDRESS)
        return
    for name in kind.names or ():
        member, offset = kind.fields[name][:2]  # type: ignore[index]
        yield from _addresses(member, start + offset)


def take_back(arguments: Arguments, given: list[Packed], outputs: tuple[object, ...]) -> None:
    """Copy the arrays that a run left back into the arguments' memory."""
    for packed, found in zip(given, outputs, strict=True):
        for (_, array), after in zip(packed.pointers, found or (), strict=True):  # type: ignore[call-overload]
            memory: Any = array.start if isinstance(array, Empty) else array
            memory[...] = after
