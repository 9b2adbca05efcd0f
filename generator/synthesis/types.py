"""Types of values: a symbol that is independent of the kernel's float precision, and how each precision spells it.

``F`` float, ``I`` int32, ``U`` uint32, ``L`` int64, ``B`` bool; ``V2 V3 V4`` float vectors, ``V3I`` an int vector;
``M22 M33 M44`` square matrices; ``Q`` quaternion, ``X`` transform, ``S`` spatial vector, ``SM`` spatial matrix.
"""

from __future__ import annotations

PRECISIONS = ("float32", "float64", "float16")

_SUFFIX = {"float32": "", "float64": "d", "float16": "h"}
_SHAPES = {
    "V2": "vec2",
    "V3": "vec3",
    "V4": "vec4",
    "M22": "mat22",
    "M33": "mat33",
    "M44": "mat44",
    "Q": "quat",
    "X": "transform",
    "S": "spatial_vector",
    "SM": "spatial_matrix",
}
INTEGER_TYPES = {
    "I": "int32",
    "U": "uint32",
    "L": "int64",
    "UL": "uint64",
    "I16": "int16",
    "U16": "uint16",
    "I8": "int8",
    "U8": "uint8",
    "B": "bool",
    "V2I": "vec2i",
    "V3I": "vec3i",
    "V4I": "vec4i",
}

COMPONENTS = {
    "V2": 2,
    "V3": 3,
    "V4": 4,
    "Q": 4,
    "S": 6,
    "X": 7,
    "M22": 4,
    "M33": 9,
    "M44": 16,
    "V2I": 2,
    "V3I": 3,
    "V4I": 4,
}
VECTORS = ("V2", "V3", "V4")
MATRICES = ("M22", "M33", "M44")
ORDER = {"M22": 2, "M33": 3, "M44": 4, "V2": 2, "V3": 3, "V4": 4}
VECTOR_OF = {2: "V2", 3: "V3", 4: "V4"}
MATRIX_OF = {2: "M22", 3: "M33", 4: "M44"}


def _dtype(symbol: str, precision: str) -> str:
    if symbol == "F":
        return precision
    if symbol in INTEGER_TYPES:
        return INTEGER_TYPES[symbol]
    return _SHAPES[symbol] + _SUFFIX[precision]


SYMBOLS = ("F", *_SHAPES, *INTEGER_TYPES)
DTYPES = {precision: {symbol: _dtype(symbol, precision) for symbol in SYMBOLS} for precision in PRECISIONS}
"""``DTYPES["float64"]["V3"] == "vec3d"``: the dtype as ``generator.launch.Argument`` names it."""

_SHORT = {"int32": "int", "float32": "float", "bool": "bool"}
SPELLINGS = {
    precision: {symbol: _SHORT.get(dtype, f"wp.{dtype}") for symbol, dtype in table.items()}
    for precision, table in DTYPES.items()
}
"""How source code writes the type: ``float``, ``wp.vec3d``."""

LARGEST = {"float32": 2.0e4, "float64": 1.0e6, "float16": 12.0}
"""Magnitude no expression may reach, so that sums and gradients keep their digits."""
