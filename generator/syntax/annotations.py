"""Types from annotations: the array type that ``wp.array(dtype=wp.vec3)`` spells."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.types import NAMED, Array, Record, Type
from generator.syntax.values import Value, dotted_name, last_word

ARRAYS = {"array": 1, "array1d": 1, "array2d": 2, "array3d": 3, "array4d": 4, "indexedarray": 1, "fabricarray": 1}
"""Warp's array annotations -> number of dimensions where ``ndim`` is not given."""


def type_of(annotation: Value | None, records: Collection[str] = ()) -> Type | None:
    """The type that an annotation spells; None for a generic annotation or an unknown name.

    ``records`` are the names of the module's structs.
    """
    if annotation is None:
        return None
    if annotation.operation in ("call", "subscript"):
        return _array(annotation, records)
    text = str(annotation.operands[0]) if annotation.operation == "literal" else dotted_name(annotation)
    word = text.rpartition(".")[2]
    if word in ARRAYS:
        return Array(None, ARRAYS[word])
    return NAMED.get(word) or (Record(text) if text in records else None)


def _array(annotation: Value, records: Collection[str]) -> Type | None:
    function, *arguments = annotation.operands
    if (word := last_word(function)) not in ARRAYS:
        return None
    named = {a.operands[0]: a.operands[1] for a in arguments if a.operation == "keyword"}
    plain = [a for a in arguments if a.operation != "keyword"]
    kind = type_of(named.get("dtype", plain[0] if plain else None), records)
    match named.get("ndim"):
        case Value("literal", (int(dimensions),)):
            return Array(kind, dimensions)
    return Array(kind, ARRAYS[word])
