"""Warp's types in the reference: each has a NumPy form, a zero and a constructor."""

from __future__ import annotations

import math
import re
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from generator.verification.reference.values.values import Composite, Mat, Quat, StructValue, Transform, Vec, numbers

SCALARS: dict[str, type] = {
    "bool": np.bool_,
    "int8": np.int8,
    "uint8": np.uint8,
    "int16": np.int16,
    "uint16": np.uint16,
    "int32": np.int32,
    "uint32": np.uint32,
    "int64": np.int64,
    "uint64": np.uint64,
    "float16": np.float16,
    "float32": np.float32,
    "float64": np.float64,
}
SUFFIXES = {
    "b": "int8",
    "ub": "uint8",
    "s": "int16",
    "us": "uint16",
    "i": "int32",
    "ui": "uint32",
    "l": "int64",
    "ul": "uint64",
    "h": "float16",
    "f": "float32",
    "d": "float64",
    "": "float32",
}
PYTHON_SCALARS = {bool: np.bool_, int: np.int32, float: np.float32}
_LONG_NAME = re.compile(r"types\.(?:vector\(length=|matrix\(shape=\()(\d+)(?:, (\d+)\))?, dtype=wp\.(\w+)\)")
_NAME = re.compile(r"(vec|mat|quat|transform|spatial_vector|spatial_matrix)(\d*)(b|ub|s|us|i|ui|l|ul|h|f|d|)")


def convert(value: Any, kind: type) -> Any:
    """``value`` cast to a NumPy scalar as in C: truncating, wrapping. OverflowError as for ``converted``."""
    if isinstance(value, np.generic):
        return converted(value, kind)
    if isinstance(value, int) and kind is not np.bool_:
        if issubclass(kind, np.floating):
            return kind(value)
        return np.uint64(value & 0xFFFFFFFFFFFFFFFF).astype(kind)
    return converted(np.asarray(value), kind)[()]


def converted(given: Any, kind: type) -> Any:
    """A NumPy scalar or array cast to another type. OverflowError for a float outside the range of an integer type.

    The result is undefined in C: processors saturate, wrap or give a number of their own.
    """
    if given.dtype.kind == "f" and issubclass(kind, np.integer):
        limits = np.iinfo(kind)
        for number in given.ravel().tolist():  # Python compares a float with an integer exactly
            if not limits.min - 1 < number < limits.max + 1:
                raise OverflowError(f"{number} is cast to {kind.__name__}")
    return given.astype(kind)


class Type(ABC):
    """A type whose values are made of one scalar type; call it to construct a value, as in a kernel."""

    numpy_shape: tuple[int, ...]
    scalar: type

    def zero(self) -> Any:
        """The value that Warp's default constructor gives."""
        return self.wrap(np.zeros(self.numpy_shape, self.scalar))

    @abstractmethod
    def wrap(self, a: Any) -> Any:
        """A value from the numbers of ``numpy_shape``."""

    @abstractmethod
    def accepts(self, value: Any) -> bool:
        """Whether a function parameter of this type takes ``value``."""


@dataclass(frozen=True)
class ScalarType(Type):
    scalar: type
    numpy_shape: tuple[int, ...] = ()

    def __call__(self, value: Any = 0) -> Any:
        return convert(value, self.scalar)

    def wrap(self, a: Any) -> Any:
        return self.scalar(a)

    def accepts(self, value: Any) -> bool:
        return type(value) is self.scalar


@dataclass(frozen=True)
class CompositeType(Type):
    """Vectors, matrices, quaternions and transforms."""

    cls: type[Composite]
    numpy_shape: tuple[int, ...]
    scalar: type

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        if not named and len(arguments) == math.prod(self.numpy_shape) and {*map(type, arguments)} == {self.scalar}:
            # Fast path of nearly all calls: a number for each component.
            return self.wrap(np.array(arguments, self.scalar).reshape(self.numpy_shape))
        if scalar_type(named.get("dtype", self.scalar)) is not self.scalar:
            return replace(self, scalar=scalar_type(named["dtype"]))(*arguments, **named)
        arguments = (*arguments, *(v for k, v in named.items() if k not in ("length", "shape", "dtype")))
        if not arguments:
            return self.zero()
        if len(arguments) == 1 and not isinstance(arguments[0], Composite):
            return self.wrap(np.full(self.numpy_shape, convert(arguments[0], self.scalar), self.scalar))
        if self.cls is Mat and isinstance(arguments[0], Vec):
            return self.wrap(np.stack([v.a for v in arguments], axis=1))
        flat = [np.ravel(numbers(v)) for v in arguments]
        given: np.ndarray = converted(np.concatenate(flat), self.scalar)
        missing = int(np.prod(self.numpy_shape)) - len(given)
        return self.wrap(np.concatenate([given, np.zeros(missing, self.scalar)]).reshape(self.numpy_shape))

    def wrap(self, a: Any) -> Any:
        return self.cls(a)

    def accepts(self, value: Any) -> bool:
        return type(value) is self.cls and value.a.shape == self.numpy_shape and value.a.dtype.type is self.scalar


@dataclass(frozen=True)
class StructType:
    """The type of a ``wp.struct``; the field types come from the class."""

    cls: type[StructValue]

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        value = self.zero()
        value.__dict__.update(zip(self.cls.fields, arguments, strict=False))
        value.__dict__.update(named)
        return value

    def zero(self) -> Any:
        value = object.__new__(self.cls)
        for name, kind in self.cls.fields.items():
            value.__dict__[name] = kind.zero()
        return value

    def accepts(self, value: Any) -> bool:
        return type(value) is self.cls


@dataclass(frozen=True)
class ArrayType:
    """An array annotation; an array has no value before the launch."""

    dtype: Any = None
    ndim: int = 1

    def __call__(self, dtype: Any = None, ndim: int | None = None, **_: Any) -> ArrayType:
        return ArrayType(dtype, self.ndim if ndim is None else ndim)

    def __getitem__(self, dtype: Any) -> ArrayType:
        return ArrayType(dtype, self.ndim)

    def zero(self) -> None:
        return None

    def accepts(self, value: Any) -> bool:
        data = getattr(value, "data", None)
        return isinstance(data, np.ndarray) and getattr(value, "ndim", None) == self.ndim


def vector(length: int, dtype: Any = float) -> CompositeType:
    """``wp.types.vector``."""
    return CompositeType(Vec, (int(length),), scalar_type(dtype))


def matrix(shape: tuple[int, int], dtype: Any = float) -> CompositeType:
    """``wp.types.matrix``."""
    return CompositeType(Mat, (int(shape[0]), int(shape[1])), scalar_type(dtype))


def quaternion(dtype: Any = float) -> CompositeType:
    """``wp.types.quaternion``."""
    return CompositeType(Quat, (4,), scalar_type(dtype))


def transformation(dtype: Any = float) -> CompositeType:
    """``wp.types.transformation``."""
    return CompositeType(Transform, (7,), scalar_type(dtype))


def scalar_type(dtype: Any) -> type:
    """The NumPy scalar type behind a Python, NumPy or reference type."""
    if isinstance(dtype, Type):
        return dtype.scalar
    return PYTHON_SCALARS.get(dtype, dtype)


@cache
def named_type(name: str) -> Type:
    """The type that Warp calls ``name``; ValueError if there is none.

    "float32", "vec3", "mat23d", "quat", or the long form "types.matrix(shape=(3, 12), dtype=wp.float32)".
    """
    name = {"int": "int32", "float": "float32"}.get(name, name)
    if name in SCALARS:
        return ScalarType(SCALARS[name])
    if long := _LONG_NAME.fullmatch(name):
        rows, columns, scalar_name = long.groups()
        component = SCALARS[scalar_name]
        return matrix((int(rows), int(columns)), component) if columns else vector(int(rows), component)
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"no Warp value type is called {name!r}")
    family, digits, suffix = match.groups()
    scalar = SCALARS[SUFFIXES[suffix]]
    if family == "vec" and digits:
        return vector(int(digits), scalar)
    if family == "mat" and len(digits) == 2:
        return matrix((int(digits[0]), int(digits[1])), scalar)
    if not digits and family in _UNSIZED:
        return _UNSIZED[family](scalar)
    raise ValueError(f"no Warp value type is called {name!r}")


_UNSIZED: dict[str, Any] = {
    "quat": quaternion,
    "transform": transformation,
    "spatial_vector": lambda scalar: vector(6, scalar),
    "spatial_matrix": lambda scalar: matrix((6, 6), scalar),
}


def as_type(annotation: Any) -> Any:
    """A reference type for an annotation or ``dtype`` argument: Python's ``float`` means float32."""
    if annotation in PYTHON_SCALARS:
        return ScalarType(PYTHON_SCALARS[annotation])
    return annotation
