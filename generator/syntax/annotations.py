"""What an annotation means: the type that ``wp.array(dtype=wp.vec3)`` spells."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.types import NAMED, Array, Matrix, Quaternion, Record, Scalar, Transform, Type, Vector
from generator.syntax.values import Value, dotted_name, last_word

ARRAYS = {"array": 1, "array1d": 1, "array2d": 2, "array3d": 3, "array4d": 4, "indexedarray": 1, "fabricarray": 1}
"""Warp's names of array annotations -> dimensions, where the annotation does not say them."""


def type_of(annotation: Value | None, records: Collection[str] = ()) -> Type | None:
    """The type that an annotation spells; None for a generic one, and for a name that is not known here.

    ``records`` are the names of the module's structs.
    """
    if annotation is None:
        return None
    if annotation.operation == "literal" and isinstance(annotation.operands[0], str):
        return _named(annotation.operands[0], records)
    if annotation.operation == "call":
        return _called(annotation, records)
    if annotation.operation == "subscript":
        base, *inside = annotation.operands
        if (word := last_word(base)) in ARRAYS:
            return Array(type_of(inside[0], records), ARRAYS[word])
        return None
    return _named(dotted_name(annotation), records)


def _named(text: str, records: Collection[str]) -> Type | None:
    word = text.rpartition(".")[2]
    if word in NAMED:
        return NAMED[word]
    if word in ARRAYS:
        return Array(None, ARRAYS[word])
    return Record(text) if text in records else None


def _called(annotation: Value, records: Collection[str]) -> Type | None:
    function, *arguments = annotation.operands
    word = last_word(function)
    named = {a.operands[0]: a.operands[1] for a in arguments if a.operation == "keyword"}
    plain = [a for a in arguments if a.operation != "keyword"]
    kind = type_of(named.get("dtype", plain[0] if plain else None), records)
    if word in ARRAYS:
        return Array(kind, _whole(named.get("ndim")) or ARRAYS[word])
    return _made(word, named, kind)


def _made(word: str, named: dict[str, Value], scalar: Type | None) -> Type | None:
    """A vector, matrix, quaternion or transform that is made where it is written."""
    if not isinstance(scalar, Scalar):
        return None
    length = _whole(named.get("length"))
    shape = named.get("shape")
    sizes = [_whole(part) for part in shape.operands] if shape is not None and shape.operation == "tuple" else []
    if word == "vector" and length:
        return Vector(length, scalar)
    if word == "matrix" and len(sizes) == 2 and all(sizes):
        return Matrix(sizes[0], sizes[1], scalar)
    named_alone: dict[str, Type] = {"quaternion": Quaternion(scalar), "transformation": Transform(scalar)}
    return named_alone.get(word)


def _whole(value: Value | None) -> int:
    """A whole number that is written out; 0 where it is not."""
    constant = value.operands[0] if value is not None and value.operation == "literal" else 0
    return constant if isinstance(constant, int) else 0
