"""What the names of a module mean to its kernel: functions, records, constants, enums, and Warp's own."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from generator.syntax.modules import Class, Constant, Function, Module
from generator.syntax.types import NAMED, Matrix, Quaternion, Scalar, Transform, Type, Vector
from generator.syntax.values import Value, last_word
from generator.synthesis.screening.lanes.outcome import NotScreened
from generator.synthesis.screening.lanes.values import Numbers, Pose, Quat

PYTHON_KINDS: dict[type, type] = {bool: np.bool_, int: np.int32, float: np.float32}
WARP_NUMBERS = {"pi": math.pi, "PI": math.pi, "tau": math.tau, "TAU": math.tau, "inf": math.inf, "INF": math.inf}
WARP_NUMBERS |= {"half_pi": math.pi / 2, "HALF_PI": math.pi / 2, "e": math.e, "E": math.e, "nan": math.nan}
"""Warp's named constants."""


@lru_cache(maxsize=4096, typed=True)
def constant(number: bool | int | float) -> Numbers:
    """A number that all lanes share, of the type that Warp gives it."""
    kind = PYTHON_KINDS[type(number)]
    if kind is np.int32 and not -(2**31) <= number < 2**31:
        raise NotScreened("a whole number of more than 32 bits")
    return np.array([number], kind)


@dataclass(frozen=True)
class Program:
    """A module as its kernel sees it."""

    functions: Mapping[str, Function]
    outer: Mapping[str, Value]
    """Constants, and members of enums and namespaces as ``Class.MEMBER``, -> what they are written as."""


def program_of(module: Module) -> Program:
    """The names of a module."""
    outer: dict[str, Value] = {}
    functions: dict[str, Function] = {}
    for part in module.parts:
        if isinstance(part, Constant):
            outer[part.name] = part.value
        elif isinstance(part, Function):
            functions[part.name] = part
        elif isinstance(part, Class) and not part.is_record:
            outer |= {f"{part.name}.{field.name}": field.value for field in part.fields if field.value is not None}
    return Program(functions, outer)


def layout(kind: Type | None) -> tuple[np.dtype[Any], tuple[int, ...]]:
    """The NumPy type of a value's components, and their shape."""
    match kind:
        case Scalar(name):
            return np.dtype(name), ()
        case Vector(length, scalar):
            return np.dtype(scalar.name), (length,)
        case Matrix(rows, columns, scalar):
            return np.dtype(scalar.name), (rows, columns)
        case Quaternion(scalar):
            return np.dtype(scalar.name), (4,)
        case Transform(scalar):
            return np.dtype(scalar.name), (7,)
    raise NotScreened(f"a value of type {kind}")


def wrapped(kind: Type | None, a: Numbers) -> Any:
    """Components as a value of a type."""
    if isinstance(kind, Quaternion):
        return Quat(a)
    return Pose(a) if isinstance(kind, Transform) else a


def type_named(word: str) -> Type | None:
    """The type that a dotted name or a recipe's ``dtype`` spells; None where it is no value type."""
    return NAMED.get(word.rpartition(".")[2])


def warp_number(value: Value) -> Numbers | None:
    """``wp.pi`` and its like."""
    number = WARP_NUMBERS.get(last_word(value))
    return None if number is None else constant(number)
