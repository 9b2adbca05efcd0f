"""Tile built-ins for blocks of one thread, as in Warp's CPU build."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.verification.reference.values.arrays import Array
from generator.verification.reference.values.tile_value import Tile, tile_of, type_of
from generator.verification.reference.values.types import ScalarType, as_type
from generator.verification.reference.values.values import Composite, Mat, Vec, numbers


def sizes(shape: Any) -> tuple[int, ...]:
    """A shape or an offset as a tuple, given as a number or a tuple."""
    return tuple(int(n) for n in shape) if isinstance(shape, (tuple, list)) else (int(shape),)


def filled(number: int) -> Any:
    """A maker of tiles that hold ``number`` everywhere."""

    def make(shape: Any, dtype: Any = float, storage: str = "register") -> Tile:
        kind = as_type(dtype)
        return Tile(np.full(sizes(shape) + kind.numpy_shape, number, kind.scalar), kind)

    return make


def full(shape: Any, value: Any, dtype: Any = None, storage: str = "register") -> Tile:
    kind = type_of(value) if dtype is None else as_type(dtype)
    data = np.empty(sizes(shape) + kind.numpy_shape, kind.scalar)
    data[...] = numbers(value)
    return Tile(data, kind)


def from_thread(shape: Any, value: Any, thread_idx: Any, storage: str = "register") -> Tile:
    return full(shape, value)


def arange(*bounds: Any, dtype: Any = None, storage: str = "register") -> Tile:
    kind = type_of(bounds[0]) if dtype is None else as_type(dtype)
    return Tile(np.arange(*(b.item() for b in bounds)).astype(kind.scalar), kind)


class Window:
    """The part of an array under a tile at ``offset``; elements outside the array read as zero and are not written."""

    def __init__(self, array: Array, shape: tuple[int, ...], offset: Any, rows: dict[int, np.ndarray] | None = None):
        start = (0,) * len(shape) if offset is None else sizes(offset)
        within = [(rows or {}).get(axis, np.arange(n)) for axis, n in enumerate(shape)]
        places = [s + inside for s, inside in zip(start, within, strict=True)]
        extents = array.data.shape[: array.ndim]
        kept = [(p >= 0) & (p < extent) for p, extent in zip(places, extents, strict=True)]
        self.data = array.data
        self.source = np.ix_(*(p[k] for p, k in zip(places, kept, strict=True)))
        self.target = np.ix_(*(np.flatnonzero(k) for k in kept))

    def read(self, tile: np.ndarray) -> None:
        tile[self.target] = self.data[self.source]

    def write(self, tile: np.ndarray) -> None:
        self.data[self.source] = tile[self.target]

    def add(self, tile: np.ndarray) -> None:
        np.add.at(self.data, self.source, tile[self.target])


def load(
    a: Array, shape: Any, offset: Any = None, storage: str = "register", bounds_check: Any = True, aligned: Any = False
) -> Tile:
    return load_indexed(a, None, shape, offset)


def load_indexed(
    a: Array, indices: Any, shape: Any, offset: Any = None, axis: Any = 0, storage: str = "register"
) -> Tile:
    extents = sizes(shape)
    tile = Tile(np.zeros(extents + a.dtype.numpy_shape, a.data.dtype), a.dtype)
    Window(a, extents, offset, _rows(indices, axis)).read(tile.data)
    return tile


def store(a: Array, t: Tile, offset: Any = None, bounds_check: Any = True, aligned: Any = False) -> None:
    Window(a, t.shape, offset).write(t.data)


def store_indexed(a: Array, indices: Tile, t: Tile, offset: Any = None, axis: Any = 0) -> None:
    Window(a, t.shape, offset, _rows(indices, axis)).write(t.data)


def atomic_add(a: Array, t: Tile, offset: Any = None, bounds_check: Any = True) -> Tile:
    """Add a tile to the array; the tile of old values."""
    old = load(a, t.shape, offset)
    Window(a, t.shape, offset).add(t.data)
    return old


def atomic_add_indexed(a: Array, indices: Tile, t: Tile, offset: Any = None, axis: Any = 0) -> Tile:
    old = load_indexed(a, indices, t.shape, offset, axis)
    Window(a, t.shape, offset, _rows(indices, axis)).add(t.data)
    return old


def _rows(indices: Any, axis: Any) -> dict[int, np.ndarray] | None:
    return None if indices is None else {int(axis): indices.data}


def view(t: Tile, offset: Any, shape: Any = None) -> Tile:
    start = sizes(offset)
    if shape is None:
        return Tile(t.data[start], t.dtype)
    return Tile(t.data[tuple(slice(s, s + n) for s, n in zip(start, sizes(shape), strict=True))], t.dtype)


def assign(dst: Tile, src: Tile, offset: Any = None) -> None:
    start = (0,) * len(src.shape) if offset is None else sizes(offset)
    dst.data[tuple(slice(s, s + n) for s, n in zip(start, src.shape, strict=True))] = src.data


def squeeze(t: Tile, axis: Any = None) -> Tile:
    axes = tuple(k for k, n in enumerate(t.shape) if n == 1) if axis is None else sizes(axis)
    return Tile(np.squeeze(t.data, axis=axes), t.dtype)


def reshape(t: Tile, shape: Any) -> Tile:
    return Tile(t.data.reshape(_resolved(sizes(shape), t.shape) + t.dtype.numpy_shape), t.dtype)


def _resolved(shape: tuple[int, ...], old: tuple[int, ...]) -> tuple[int, ...]:
    known = int(np.prod([n for n in shape if n != -1]))
    return tuple(int(np.prod(old)) // known if n == -1 else n for n in shape)


def broadcast(a: Tile, shape: Any) -> Tile:
    target = sizes(shape)
    data = a.data.reshape((1,) * (len(target) - len(a.shape)) + a.data.shape)
    return Tile(np.broadcast_to(data, target + a.dtype.numpy_shape), a.dtype)


def from_value(x: Any, preserve_type: Any = False) -> Tile:
    """``wp.tile``: each thread of the block gives one column, and the block has one thread."""
    if isinstance(x, Composite) and not preserve_type:
        kind = ScalarType(x.a.dtype.type)
        return Tile(x.a.reshape((*x.a.shape, 1)).copy(), kind)
    return tile_of([x], (1,))


def to_value(a: Tile) -> Any:
    """``wp.untile``: the thread's column."""
    if len(a.shape) == 1:
        return a.element(0)
    column = a.data[..., 0].copy()
    return Vec(column) if column.ndim == 1 else Mat(column)


def extract(a: Tile, *index: Any) -> Any:
    return a[tuple(index)]


def scatter_add(a: Tile, *rest: Any, atomic: Any = True) -> None:
    *index, value, has_value = rest
    if has_value:
        a.data[tuple(index)] += numbers(value)


def scatter_masked(a: Tile, *rest: Any) -> None:
    *index, value, has_value = rest
    if has_value:
        a.data[tuple(index)] = numbers(value)
