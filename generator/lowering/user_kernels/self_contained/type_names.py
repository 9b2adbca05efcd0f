"""Warp types as Python writes them."""

from __future__ import annotations

from typing import Any

import warp as wp

from generator.lowering.warp_backend import WarpType, describe_type

_LETTERS = {
    **{"float64": "d", "float16": "h", "int32": "i", "uint32": "ui", "int16": "s", "uint16": "us"},
    **{"int8": "b", "uint8": "ub", "int64": "l", "uint64": "ul"},
}
"""Scalar type -> suffix of a short type name: ``vec3d``."""


def annotation(warp_type: Any) -> str:
    """A concrete type as Python writes it: ``wp.array(dtype=wp.vec3, ndim=2)``."""
    if is_array(warp_type):
        family = getattr(warp_type, "_concrete_cls", type(warp_type)).__name__
        dimensions = f", ndim={warp_type.ndim}" if warp_type.ndim != 1 else ""
        return f"wp.{family}(dtype={annotation(warp_type.dtype)}{dimensions})"
    name = short_name(describe_type(warp_type))
    return f"wp.{name}" if hasattr(wp, name.split("(")[0].split(".")[0]) else name


def short_name(found: WarpType) -> str:
    """Warp's name of a value type, without the prefix: ``float32``, ``vec3``, ``mat22d``, ``types.vector(...)``."""
    letters = "" if found.scalar == "float32" else _LETTERS.get(found.scalar, "?")
    match found.kind:
        case "scalar":
            return found.scalar
        case "vector":
            (length,) = found.shape
            name = f"vec{length}{letters}"
            long = f"types.vector(length={length}, dtype=wp.{found.scalar})"
        case "matrix":
            rows, columns = found.shape
            name = f"mat{rows}{columns}{letters}"
            long = f"types.matrix(shape=({rows}, {columns}), dtype=wp.{found.scalar})"
        case "quaternion" | "transformation":
            name = long = f"{'quat' if found.kind == 'quaternion' else 'transform'}{letters}"
        case _:
            return found.name
    return name if hasattr(wp, name) else long


def is_array(annotated: Any) -> bool:
    """Whether an annotation is an array's."""
    return hasattr(annotated, "dtype") and hasattr(annotated, "ndim")
