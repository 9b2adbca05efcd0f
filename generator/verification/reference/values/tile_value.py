"""A tile of a block of one thread, and its operators."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.verification.reference.values.component_arithmetic import divide
from generator.verification.reference.values.types import CompositeType, ScalarType, Type
from generator.verification.reference.values.values import Composite, numbers


class Tile:
    """A tile: ``data`` has the tile's axes, then those of an element's components. Views share it."""

    __slots__ = ("data", "dtype")
    __array_ufunc__ = None

    def __init__(self, data: np.ndarray, dtype: Type):
        self.data = data
        self.dtype = dtype

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape[: self.data.ndim - len(self.dtype.numpy_shape)]

    def element(self, index: Any) -> Any:
        """The value at a full index."""
        found = self.data[index]
        return self.dtype.wrap(found.copy()) if isinstance(found, np.ndarray) else found

    def elements(self) -> list[Any]:
        """All values, the last axis fastest."""
        return [self.element(index) for index in np.ndindex(self.shape)]

    def __getitem__(self, index: Any) -> Any:
        axes = index if isinstance(index, tuple) else (index,)
        if any(isinstance(axis, Tile) for axis in axes):
            picked = tuple(axis.data if isinstance(axis, Tile) else axis for axis in axes)
            return Tile(self.data[picked].copy(), self.dtype)
        if len(axes) == len(self.shape) and not any(isinstance(axis, slice) for axis in axes):
            return self.element(axes)
        if len(axes) > len(self.shape):
            return self.element(axes[: len(self.shape)])[axes[len(self.shape) :]]
        return Tile(self.data[axes], self.dtype)

    def with_item(self, index: Any, value: Any) -> Tile:
        """Store in place: all threads of a block share the tile."""
        self.data[index] = value.data if isinstance(value, Tile) else numbers(value)
        return self

    __setitem__ = with_item

    def __len__(self) -> int:
        return self.shape[0]

    def __add__(self, other: Any) -> Tile:
        return Tile(self.data + other.data, self.dtype)

    def __sub__(self, other: Any) -> Tile:
        return Tile(self.data - other.data, self.dtype)

    def __mul__(self, other: Any) -> Tile:
        return elementwise(lambda a, b: a * b, self, other)

    def __rmul__(self, other: Any) -> Tile:
        return elementwise(lambda a, b: b * a, self, other)

    def __truediv__(self, other: Any) -> Tile:
        return elementwise(_quotient, self, other)

    def __rtruediv__(self, other: Any) -> Tile:
        return elementwise(lambda a, b: _quotient(b, a), self, other)

    def __neg__(self) -> Tile:
        return Tile(-self.data, self.dtype)

    def __pos__(self) -> Tile:
        return self

    def __and__(self, other: Any) -> Tile:
        return Tile(self.data & other.data, self.dtype)

    def __or__(self, other: Any) -> Tile:
        return Tile(self.data | other.data, self.dtype)

    def __xor__(self, other: Any) -> Tile:
        return Tile(self.data ^ other.data, self.dtype)


def _quotient(a: Any, b: Any) -> Any:
    return a / b if isinstance(a, Composite) else divide(a, b)


def elementwise(function: Any, tile: Tile, other: Any) -> Tile:
    """``function`` of each element and ``other``, or the element at the same place where ``other`` is a tile."""
    others = other.elements() if isinstance(other, Tile) else None
    found = [function(a, other if others is None else others[k]) for k, a in enumerate(tile.elements())]
    return tile_of(found, tile.shape)


def type_of(value: Any) -> Type:
    """The reference type of a value."""
    if isinstance(value, Composite):
        return CompositeType(type(value), value.a.shape, value.a.dtype.type)
    return ScalarType(type(value))


def tile_of(values: list[Any], shape: tuple[int, ...]) -> Tile:
    """A tile of ``shape`` from its values in order."""
    kind = type_of(values[0])
    data: np.ndarray = np.array([numbers(v) for v in values], dtype=kind.scalar)
    return Tile(data.reshape(shape + kind.numpy_shape), kind)
