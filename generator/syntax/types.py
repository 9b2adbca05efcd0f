"""Types of values: scalars, vectors, matrices, quaternions, transforms, arrays, records. Plain data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

FLOATS = ("float16", "float32", "float64")
SIGNED = ("int8", "int16", "int32", "int64")
UNSIGNED = ("uint8", "uint16", "uint32", "uint64")


@dataclass(frozen=True)
class Scalar:
    """A number or truth value; ``name`` is Warp's full one: ``float32``, ``int32``, ``bool``."""

    name: str

    @property
    def is_float(self) -> bool:
        return self.name in FLOATS

    @property
    def is_integer(self) -> bool:
        return self.name in SIGNED or self.name in UNSIGNED


@dataclass(frozen=True)
class Vector:
    """``length`` components of one scalar type."""

    length: int
    scalar: Scalar


@dataclass(frozen=True)
class Matrix:
    """``rows`` by ``columns`` components of one scalar type."""

    rows: int
    columns: int
    scalar: Scalar


@dataclass(frozen=True)
class Quaternion:
    """Four components: x, y, z, w."""

    scalar: Scalar


@dataclass(frozen=True)
class Transform:
    """A translation (three components) and a quaternion (four)."""

    scalar: Scalar


@dataclass(frozen=True)
class Record:
    """A ``@wp.struct``, by its name; its fields stand in the module."""

    name: str


@dataclass(frozen=True)
class Array:
    """An array of ``dimensions`` dimensions; ``element`` is None where the kernel is generic in it."""

    element: Type | None
    dimensions: int


@dataclass(frozen=True)
class Several:
    """The types of a function's several results."""

    parts: tuple[Type | None, ...]


Type = Scalar | Vector | Matrix | Quaternion | Transform | Record | Array | Several

FLOAT, INT, BOOL = Scalar("float32"), Scalar("int32"), Scalar("bool")

SCALARS: dict[str, Scalar] = {
    **{name: Scalar(name) for name in (*FLOATS, *SIGNED, *UNSIGNED, "bool")},
    "float": FLOAT,
    "int": INT,
    "half": Scalar("float16"),
}
"""Names of scalar types, Python's included -> the type."""

_SUFFIXES = {
    **{"": "float32", "f": "float32", "d": "float64", "h": "float16", "i": "int32", "l": "int64", "s": "int16"},
    **{"b": "int8", "ub": "uint8", "us": "uint16", "ui": "uint32", "ul": "uint64"},
}
"""Suffixes of Warp's names of vectors -> name of the scalar type."""


def _compounds() -> Iterator[tuple[str, Type]]:
    for suffix, word in _SUFFIXES.items():
        scalar = Scalar(word)
        yield from ((f"vec{length}{suffix}", Vector(length, scalar)) for length in (2, 3, 4))
        if scalar.is_float:
            yield from ((f"mat{size}{size}{suffix}", Matrix(size, size, scalar)) for size in (2, 3, 4))
            yield f"quat{suffix}", Quaternion(scalar)
            yield f"transform{suffix}", Transform(scalar)
            yield f"spatial_vector{suffix}", Vector(6, scalar)
            yield f"spatial_matrix{suffix}", Matrix(6, 6, scalar)


COMPOUNDS: dict[str, Type] = dict(_compounds())
"""Warp's names of vectors, matrices, quaternions and transforms -> the type."""

NAMED: dict[str, Type] = {**SCALARS, **COMPOUNDS}
"""Every type that Warp has a name for."""

_WORDS = {kind: word for word, kind in reversed(COMPOUNDS.items()) if not word.endswith("f")}


def type_word(kind: Type | None) -> str:
    """Warp's name for a type, without the suffix ``f``: ``float32``, ``vec3``; TypeError where it has none."""
    if isinstance(kind, Scalar):
        return kind.name
    if kind not in _WORDS:
        raise TypeError(f"Warp has no name for the type {kind!r}")
    return _WORDS[kind]


def scalar_of(kind: Type | None) -> Scalar | None:
    """The scalar type of a number or of the components of a vector, matrix, quaternion, transform; else None."""
    return kind if isinstance(kind, Scalar) else getattr(kind, "scalar", None)


def element_of(kind: Type | None) -> Type | None:
    """The element type of an array; any other type itself."""
    return kind.element if isinstance(kind, Array) else kind


def is_float(kind: Type | None) -> bool:
    """Whether a number, or the components of an array's elements, are floats."""
    scalar = scalar_of(element_of(kind))
    return scalar is not None and scalar.is_float
