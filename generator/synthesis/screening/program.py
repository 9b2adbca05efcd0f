"""What the names of a module mean to its kernel: functions, records, constants, enums, and Warp's own."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from generator.launch.numbers import Element
from generator.syntax.modules import Class, Constant, Module
from generator.syntax.types import NAMED, Matrix, Quaternion, Scalar, Transform, Vector
from generator.synthesis.screening.lanes.values import Numbers, Pose, Quat

PYTHON_KINDS: dict[type, type] = {bool: np.bool_, int: np.int32, float: np.float32}
WARP_NUMBERS = {"pi": math.pi, "PI": math.pi}
"""Warp's named constants."""

SHAPES: dict[type, Callable[[Any], tuple[int, ...]]] = {
    Scalar: lambda kind: (),
    Vector: lambda kind: (kind.length,),
    Matrix: lambda kind: (kind.rows, kind.columns),
    Quaternion: lambda kind: (4,),
    Transform: lambda kind: (7,),
}
"""Kind of a type -> the shape of its components."""

WRAPS: dict[type, type] = {Quaternion: Quat, Transform: Pose}
"""Kinds of types -> what wraps their numbers."""


class Layout(NamedTuple):
    """How values of a type are held: dtype of their components, element, what they are wrapped in."""

    scalar: np.dtype[Any]
    element: Element
    wrap: Callable[[Numbers], Any]


@lru_cache(maxsize=4096, typed=True)
def constant(number: bool | int | float) -> Numbers:
    """A number that all lanes share, in the type that Warp gives it; int64 if int32 cannot hold it, as for a cast."""
    wide = type(number) is int and not -(2**31) <= number < 2**31
    return np.array([number], np.int64 if wide else PYTHON_KINDS[type(number)])


class Program:
    """A module as its kernel sees it."""

    def __init__(self, module: Module) -> None:
        self.functions = {function.name: function for function in module.functions}
        self.outer = {part.name: part.value for part in module.parts if isinstance(part, Constant)}
        """Constants, and members of enums and namespaces as ``Class.MEMBER``, -> their values as trees."""
        for part in module.parts:
            if isinstance(part, Class) and not part.is_record:
                members = {f"{part.name}.{field.name}": field.value for field in part.fields}
                self.outer |= {name: value for name, value in members.items() if value is not None}


@lru_cache(maxsize=256)
def layout(word: str) -> Layout:
    """The layout of the type of that name."""
    kind: Any = NAMED[word]
    scalar = kind if isinstance(kind, Scalar) else kind.scalar
    element = Element(scalar.name, SHAPES[type(kind)](kind))
    return Layout(np.dtype(scalar.name), element, WRAPS.get(type(kind), np.asarray))
