"""The arrays of numbers behind a launch's arguments, and the hash that draws them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from generator.launch.recipe import OUTPUT, Argument
from generator.syntax.nodes import node

Values = np.ndarray[Any, np.dtype[np.float64]]
FLOATS = ("float16", "float32", "float64", "bfloat16")


@node
class Element:
    """One element of an argument: its components' type ("float32") and their shape, () for a number."""

    scalar: str
    shape: tuple[int, ...] = ()


@node
class Numbers:
    """The numbers of one argument, or of one field of structs, flat, components last.

    ``path`` is ``argument``, or ``argument.field`` inside structs; ``shape`` the array's, () for a single element.
    """

    path: str
    argument: Argument
    element: Element
    shape: tuple[int, ...]
    seed: int
    near: int = 0
    """Seed of the array near whose numbers these are; 0 for none."""

    @property
    def size(self) -> int:
        """Numbers in one element."""
        return math.prod(self.element.shape)

    @property
    def total(self) -> int:
        """Numbers of the whole array."""
        return math.prod(self.shape) * self.size

    @property
    def length(self) -> int:
        """Elements along the last axis."""
        return max(self.shape[-1], 1) if self.shape else 1

    @property
    def fill(self) -> str:
        """Name of the fill: an array that is only written starts from zeros unless its recipe says otherwise."""
        uniform = self.argument.fill == "uniform"
        if self.argument.role == OUTPUT and uniform:
            return "zeros"
        return "index" if uniform and not self.is_float else self.argument.fill

    @property
    def is_float(self) -> bool:
        return self.element.scalar in FLOATS

    @property
    def bounds(self) -> tuple[float, float]:
        """``low`` and ``high`` of the domain [low, high); of integers, whole numbers with at least one between."""
        low, high = self.argument.low, self.argument.high
        if self.is_float:
            return low, high
        if self.element.scalar == "bool":
            return 0.0, 2.0
        return float(math.ceil(low)), float(max(math.ceil(high), math.ceil(low) + 1))


def seed_of(seed: str, path: str) -> int:
    """The 32-bit seed of an argument's numbers: the first four bytes, little-endian, of SHA-256 of ``seed/path``."""
    return int(seeds_of([seed], path)[0])


def seeds_of(seeds: Iterable[str], path: str) -> np.ndarray[Any, np.dtype[np.uint32]]:
    """The same for each seed."""
    digests = b"".join([hashlib.sha256(f"{seed}/{path}".encode()).digest() for seed in seeds])
    return np.frombuffer(digests, "<u4")[::8]


Seed = int | np.ndarray[Any, np.dtype[np.uint32]]
_FACTOR, _SECOND, _THIRD = np.uint32(0x9E3779B1), np.uint32(0x2C1B3C6D), np.uint32(0x297A2D39)
_TWELVE, _FIFTEEN = np.uint32(12), np.uint32(15)


def uniform(seed: Seed, positions: np.ndarray[Any, Any]) -> Values:
    """A number in [0, 1) for each position, by a 32-bit hash; stand-alone programs have it under the same name.

    ``seed`` is one for all positions, or an array with one for each.
    """
    h = positions.astype(np.uint32, copy=False) * _FACTOR ^ np.asarray(seed * 0x85EBCA77 & 0xFFFFFFFF, np.uint32)
    h ^= h >> _FIFTEEN
    h *= _SECOND
    h ^= h >> _TWELVE
    h *= _THIRD
    h ^= h >> _FIFTEEN
    return h / 4294967296.0


def near_of(seed: str, argument: Argument) -> int:
    """The seed of the numbers near whose draws an argument's own lie; 0 for none."""
    return seed_of(seed, argument.over) if argument.over else 0


def shares_of(seed: int, near: int, positions: np.ndarray[Any, Any]) -> Values:
    """The draw of each position in [0, 1): its own, or one beside that which it lies near."""
    own = uniform(seed, positions)
    return beside(own, uniform(near, positions)) if near else own


def beside(own: Values, near: Values) -> Values:
    """Draws near others: nine tenths of those and a tenth of their own."""
    return 0.9 * near + 0.1 * own


def numbers_of(argument: Argument, seed: str, element_of: Callable[[Argument], Element]) -> Iterator[Numbers]:
    """The arrays of numbers of one argument; ``element_of`` gives the element type of an argument or field."""
    for path, leaf in leaves_of(argument, argument.name):
        yield Numbers(path, leaf, element_of(leaf), shape_of(leaf), seed_of(seed, path), near_of(seed, leaf))


def leaves_of(argument: Argument, path: str) -> Iterator[tuple[str, Argument]]:
    """An argument that is no struct, or all that its fields come down to, by path."""
    if not argument.fields:
        yield path, argument
    for field in argument.fields:
        yield from leaves_of(inherit(field, argument), f"{path}.{field.name}")


def shape_of(argument: Argument) -> tuple[int, ...]:
    """The shape of an array; () for a single element."""
    return argument.shape if argument.kind == "array" else ()


def inherit(field: Argument, parent: Argument) -> Argument:
    """A field of a struct; in an array of structs it gets the array's shape and role."""
    if parent.kind != "array":
        return field
    return replace(field, kind="array", shape=parent.shape, ndim=parent.ndim, role=parent.role)
