"""Warp arrays for the reference: bounds are checked, elements are values, partial indices are views."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np

from generator.verification.reference.values.types import ArrayType, StructType, Type, as_type
from generator.verification.reference.values.values import Composite, StructValue


class OutOfBounds(IndexError):
    """A kernel indexed an array outside its shape.

    This is undefined in Warp, except that a negative index counts from the end as in Python. The reference refuses that
    too: -1 stands for no record in most kernels, and stand-alone programs do not count from the end.

    ``path`` names the argument (``argument.field`` inside structs), "" for a thread's own array; ``axis`` is an axis of
    the argument, ``index`` the index used.
    """

    def __init__(self, message: str, path: str = "", axis: int = 0, index: int = 0):
        super().__init__(message)
        self.path = path
        self.axis = axis
        self.index = index


class Array(ABC):
    """``ndim`` array axes over ``data``, whose further axes are an element's components.

    ``path`` names the argument that this is, or of which it is a view from axis ``first_axis`` on.
    """

    __slots__ = ("_shape", "data", "dtype", "first_axis", "ndim", "path")

    def __init__(self, data: np.ndarray, dtype: Any, ndim: int, path: str = "", first_axis: int = 0):
        self.data = data
        self.dtype = dtype
        self.ndim = ndim
        self.path = path
        self.first_axis = first_axis
        self._shape: tuple[np.int32, ...] | None = None

    @property
    def shape(self) -> tuple[np.int32, ...]:
        if self._shape is None:
            self._shape = tuple(np.int32(n) for n in self.data.shape[: self.ndim])
        return self._shape

    @property
    def size(self) -> np.int32:
        return np.int32(np.prod(self.data.shape[: self.ndim]))

    def __len__(self) -> int:
        return self.data.shape[0]

    def check(self, index: Any) -> int:
        """The number of axes that ``index`` removes (a slice removes none); OutOfBounds where it leaves the array."""
        used = 0
        for i, size in zip(index if index.__class__ is tuple else (index,), self.data.shape, strict=False):
            if i.__class__ is not slice:
                if not 0 <= int(i) < size:  # NumPy compares its own numbers slowly
                    raise self._outside(index)
                used += 1
        return used

    def _outside(self, index: Any) -> OutOfBounds:
        indices = enumerate(zip(index if isinstance(index, tuple) else (index,), self.data.shape, strict=False))
        axis, i = next((a, int(i)) for a, (i, size) in indices if not isinstance(i, slice) and not 0 <= int(i) < size)
        message = f"index {index} of an array of shape {self.data.shape[: self.ndim]}"
        if -self.data.shape[axis] <= i < 0:
            message += " counts from the end"
        return OutOfBounds(message, self.path, self.first_axis + axis, i)

    def __getitem__(self, index: Any) -> Any:
        used = self.check(index)
        if used == self.ndim:
            return self.load(index)
        return type(self)(self.data[index], self.dtype, self.ndim - used, self.path, self.first_axis + used)

    def __setitem__(self, index: Any, value: Any) -> None:
        used = self.check(index)
        if used != self.ndim:
            raise OutOfBounds(f"{used} indices store into an array of {self.ndim} dimensions")
        self.store(index, value)

    def with_item(self, index: Any, value: Any) -> Array:
        """Store in place: arrays are references."""
        self[index] = value
        return self

    @abstractmethod
    def load(self, index: Any) -> Any:
        """The element at a full index that was checked."""

    @abstractmethod
    def store(self, index: Any, value: Any) -> None:
        """Set the element at a full index that was checked."""


class ScalarArray(Array):
    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        # Fast path of nearly all loads; anything else, such as an index outside, takes the general one.
        if self.ndim == 1 and index.__class__ is np.int32 and 0 <= (place := int(index)) < len(self.data):
            return self.data[place]
        return Array.__getitem__(self, index)

    def load(self, index: Any) -> Any:
        return self.data[index]

    def store(self, index: Any, value: Any) -> None:
        self.data[index] = value


class CompositeArray(Array):
    __slots__ = ()

    def load(self, index: Any) -> Any:
        return self.dtype.cls(self.data[index].copy())

    def store(self, index: Any, value: Composite) -> None:
        self.data[index] = value.a


class StructArray(Array):
    """An array of structs: ``data`` holds the struct values themselves (NumPy dtype object)."""

    __slots__ = ()

    def load(self, index: Any) -> Any:
        return self.data[index]

    def store(self, index: Any, value: StructValue) -> None:
        self.data[index] = value


def make_array(data: np.ndarray, dtype: Type | StructType, ndim: int | None = None, path: str = "") -> Array:
    """An array over ``data``, not copied; ``ndim`` is by default all axes without the components'."""
    if isinstance(dtype, StructType):
        return StructArray(data, dtype, data.ndim if ndim is None else ndim, path)
    components = len(dtype.numpy_shape)
    axes = data.ndim - components if ndim is None else ndim
    return (CompositeArray if components else ScalarArray)(data, dtype, axes, path)


def zeros(shape: Any, dtype: Any = float, **_: Any) -> Array:
    """``wp.zeros`` in a kernel: a small array private to the thread."""
    kind = as_type(dtype)
    sizes = tuple(int(n) for n in shape) if isinstance(shape, (tuple, list)) else (int(shape),)
    return make_array(np.zeros(sizes + kind.numpy_shape, kind.scalar), kind, len(sizes))


ANNOTATIONS = {f"array{n}d": ArrayType(None, n) for n in (1, 2, 3, 4)} | {"array": ArrayType(None, 1)}
