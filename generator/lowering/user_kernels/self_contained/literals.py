"""Values as Python expressions."""

from __future__ import annotations

import enum
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import warp as wp

from generator.lowering.user_kernels.self_contained.nodes import Node, NotExtractable, Pieces
from generator.lowering.user_kernels.self_contained.type_names import annotation
from generator.lowering.warp_backend import describe_type

Named = Callable[[Any], Node | None]
"""Gives the node of a value that has a definition; None for one that is written as a literal."""

_TILE: Any = wp.tile

_MULTILINE = 2
"""Number of line breaks from which on a string is written with triple quotes."""


def literal(value: Any, named: Named) -> Pieces:
    """The expression of a value; ``NotExtractable`` where it has none."""
    if (node := named(value)) is not None:
        return [node]
    if isinstance(value, np.number | np.bool_):  # some of them are Python's numbers too
        return [_scalar(value)]
    if isinstance(value, enum.Enum):
        public = getattr(wp, type(value).__name__, None) is type(value)
        return [f"wp.{type(value).__name__}.{value.name}"] if public else literal(value.value, named)
    if isinstance(value, str) and value.count("\n") >= _MULTILINE and (quoted := _three_quotes(value)):
        return [quoted]
    if isinstance(value, bool | int | float | str | None):
        return [_scalar(value)]
    if isinstance(value, dict):
        pairs = [[*literal(key, named), ": ", *literal(item, named)] for key, item in value.items()]
        return ["{", *_joined(pairs), "}"]
    if isinstance(value, tuple | list):
        items = [literal(item, named) for item in value]
        opening, closing = "[]" if isinstance(value, list) else ("(", ",)" if len(value) == 1 else ")")
        return [opening, *_joined(items), closing]
    if _is_type(value):
        return type_pieces(value, named)
    described = describe_type(type(value))
    if described.kind == "scalar":
        return [f"{annotation(type(value))}({_number(value)})"]
    if described.kind in ("vector", "quaternion", "transformation"):
        return [f"{annotation(type(value))}({', '.join(_number(item) for item in value)})"]
    if described.kind == "matrix":
        return [f"{annotation(type(value))}({', '.join(_number(item) for row in value for item in row)})"]
    raise NotExtractable(f"a {type(value).__name__} is no constant of a kernel")


def type_pieces(warp_type: Any, named: Named) -> Pieces:
    """A type of Warp as an annotation writes it."""
    if (node := named(warp_type)) is not None:
        return [node]
    if _is_array(warp_type):
        family = getattr(warp_type, "_concrete_cls", type(warp_type)).__name__
        dimensions = f", ndim={warp_type.ndim}" if warp_type.ndim != 1 else ""
        return [f"wp.{family}(dtype=", *type_pieces(warp_type.dtype, named), f"{dimensions})"]
    if isinstance(warp_type, _TILE):
        if not isinstance(warp_type.shape, tuple | list):
            return ["wp.tile[", *type_pieces(warp_type.dtype, named), "]"]
        return ["wp.tile[", *type_pieces(warp_type.dtype, named), *(f", {extent}" for extent in warp_type.shape), "]"]
    text = annotation(warp_type)
    if not text.startswith("wp."):
        raise NotExtractable(f"the type {text}")
    return [text]


def _is_type(value: Any) -> bool:
    if isinstance(value, type):
        return hasattr(value, "_wp_scalar_type_") or value.__name__ in dir(wp)
    return _is_array(value)


def _is_array(value: Any) -> bool:
    """Whether a value is an array annotation, not an array with data."""
    annotated = isinstance(getattr(value, "_concrete_cls", None), type)
    return annotated or (isinstance(value, wp.array | wp.indexedarray) and not value.ptr)


def _scalar(value: bool | int | float | str | np.number[Any] | np.bool_ | None) -> str:
    if isinstance(value, float | np.floating) and not math.isfinite(value):
        return f'float("{value}")'
    if isinstance(value, np.number | np.bool_):
        return str(value)  # as Warp writes it: as many digits as its precision needs
    if isinstance(value, str) and value.isprintable() and not set(value) & set("'\\\""):
        return f'"{value}"'
    return repr(value)


def _number(item: Any) -> str:
    return _scalar(getattr(item, "value", item))


def _three_quotes(value: str) -> str:
    """A string of several lines in triple quotes; "" where that would not give the same string."""
    if value.isprintable() or '"""' in value or value.endswith('"') or "\r" in value:
        return ""
    return '"""' + value.replace("\\", "\\\\") + '"""'


def _joined(parts: list[Pieces]) -> Pieces:
    return [piece for place, part in enumerate(parts) for piece in ([", ", *part] if place else part)]
