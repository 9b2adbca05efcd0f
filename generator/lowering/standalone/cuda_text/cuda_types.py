"""CUDA C++ names of Warp's types, and literals of them."""

from __future__ import annotations

import enum
import math
from typing import Any

import numpy as np

from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.warp_backend import WarpType

SCALARS = {
    "bool": "bool",
    "int8": "signed char",
    "uint8": "unsigned char",
    "int16": "short",
    "uint16": "unsigned short",
    "int32": "int",
    "uint32": "unsigned int",
    "int64": "long long",
    "uint64": "unsigned long long",
    "float16": "__half",
    "float32": "float",
    "float64": "double",
}
FLOATS = ("float16", "float32", "float64")
_SUFFIX = {
    "float32": "",
    "float64": "d",
    "float16": "h",
    "int8": "b",
    "uint8": "ub",
    "int16": "s",
    "uint16": "us",
    "int32": "i",
    "uint32": "ui",
    "int64": "l",
    "uint64": "ul",
    "bool": "bool",
}
_INTEGER_SUFFIX = {"uint32": "u", "int64": "LL", "uint64": "ULL"}


def is_float(kind: WarpType) -> bool:
    """Whether a value of this type holds floating-point components of its own."""
    if kind.kind == "struct":
        return any(is_float(f) for _, f in kind.fields)
    return kind.scalar in FLOATS


def scalar_of(kind: WarpType) -> WarpType:
    return WarpType("scalar", scalar=kind.scalar)


def cuda_name(kind: WarpType) -> str:
    """The type's name in the program: ``float``, ``vec3``, ``mat33d``, ``quat``, a struct's own."""
    if kind.kind == "scalar" and kind.scalar in SCALARS:
        return SCALARS[kind.scalar]
    if kind.kind == "struct":
        return kind.name
    suffix = _SUFFIX.get(kind.scalar)
    if suffix is not None:
        if kind.kind == "vector":
            return f"vec{kind.shape[0]}{suffix}"
        if kind.kind == "matrix":
            rows, columns = kind.shape
            return f"mat{rows}{columns}{suffix}" if rows < 10 and columns < 10 else f"mat{rows}x{columns}{suffix}"
        if kind.kind == "quaternion":
            return f"quat{suffix}"
        if kind.kind == "transformation":
            return f"transform{suffix}"
    raise Unsupported(f"type {kind.name or kind.scalar or kind.kind}")


def alias(kind: WarpType) -> str:
    """The ``using`` line that names a vector, matrix, quaternion or transform type."""
    scalar = SCALARS[kind.scalar]
    template = {
        "vector": f"Vec<{kind.shape[0] if kind.shape else 0}, {scalar}>",
        "matrix": f"Mat<{', '.join(map(str, kind.shape))}, {scalar}>",
        "quaternion": f"Quat<{scalar}>",
        "transformation": f"Transform<{scalar}>",
    }[kind.kind]
    return f"using {cuda_name(kind)} = {template};"


def cast(kind: WarpType, text: str) -> str:
    name = SCALARS[kind.scalar]
    return f"static_cast<{name}>({text})" if " " in name else f"{name}({text})"


def literal(constant: Any, kind: WarpType) -> str:
    """A compile-time constant of a type; ``Unsupported`` for one that has no literal."""
    if isinstance(constant, enum.Enum):
        constant = constant.value
    if kind.kind == "scalar":
        return _scalar_literal(getattr(constant, "value", constant), kind.scalar)
    scalar = scalar_of(kind)
    if kind.kind == "vector":
        return f"{cuda_name(kind)}{{{', '.join(literal(c, scalar) for c in constant)}}}"
    if kind.kind == "quaternion":
        return f"{cuda_name(kind)}{{{', '.join(literal(constant[i], scalar) for i in range(4))}}}"
    if kind.kind == "transformation":
        parts = [literal(constant[i], scalar) for i in range(7)]
        return f"{cuda_name(kind)}{{{{{', '.join(parts[:3])}}}, {{{', '.join(parts[3:])}}}}}"
    if kind.kind == "matrix":
        rows, columns = kind.shape
        parts = [literal(constant[i, j], scalar) for i in range(rows) for j in range(columns)]
        return f"{cuda_name(kind)}{{{', '.join(parts)}}}"
    raise Unsupported(f"constant of type {kind.name or kind.kind}")


def _scalar_literal(value: Any, scalar: str) -> str:
    if scalar == "bool":
        return "true" if value else "false"
    if scalar in FLOATS:
        return _float_literal(float(value), scalar)
    if isinstance(value, str) or scalar not in SCALARS:
        raise Unsupported(f"constant {value!r}")
    value = int(value)
    if scalar == "int32":
        value = (value + 2**31) % 2**32 - 2**31  # as Warp's own initialisation wraps it
    text = f"{value}{_INTEGER_SUFFIX.get(scalar, '')}"
    if value == -(2**31) and scalar == "int32":
        text = "(-2147483647 - 1)"
    return cast(WarpType("scalar", scalar=scalar), text) if scalar in ("int8", "uint8", "int16", "uint16") else text


def _float_literal(value: float, scalar: str) -> str:
    if math.isnan(value):
        text = "NAN"
    elif math.isinf(value):
        text = "INFINITY" if value > 0 else "-INFINITY"
    elif scalar == "float64":
        return repr(value)
    else:
        with np.errstate(over="ignore"):
            text = str(np.float32(value))
        text = "INFINITY" if text == "inf" else "-INFINITY" if text == "-inf" else text + "f"
        text = text if "." in text or "e" in text or "I" in text else text[:-1] + ".0f"
    return f"__half({text})" if scalar == "float16" else text


def zero(kind: WarpType) -> str:
    if kind.kind == "scalar":
        return {"bool": "false", "float32": "0.0f", "float64": "0.0", "float16": "__half(0.0f)"}.get(kind.scalar, "0")
    return "{}"
