"""Warp's value types, described without its classes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import warp as wp

from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import types as warp_types

_COMPOSITE_KINDS = {"vec_t": "vector", "mat_t": "matrix", "quat_t": "quaternion", "transform_t": "transformation"}


@dataclass(frozen=True)
class WarpType:
    """A type of Warp, without Warp's classes.

    ``kind``: scalar, vector, matrix, quaternion, transformation, array, struct, tuple, or "other" (see ``name``).
    ``scalar`` is the component's name ("float32"), ``shape`` the vector's or matrix's, ``element`` an array's,
    ``fields`` a struct's or tuple's members. ``reference`` marks an address of such a value.
    """

    kind: str
    name: str = ""
    scalar: str = ""
    shape: tuple[int, ...] = ()
    ndim: int = 0
    element: WarpType | None = None
    fields: tuple[tuple[str, WarpType], ...] = ()
    reference: bool = False


def describe_type(warp_type: Any) -> WarpType:
    """Describe a Warp value type."""
    if warp_types.is_reference(warp_type):
        return replace(describe_type(warp_type.value_type), reference=True)
    composite = _COMPOSITE_KINDS.get(getattr(warp_type, "_wp_generic_type_str_", ""))
    if composite:
        return WarpType(composite, scalar=warp_type._wp_scalar_type_.__name__, shape=tuple(warp_type._shape_))
    if getattr(warp_type, "_concrete_cls", type(warp_type)) is wp.array:  # `wp.array[T]` makes an annotation object
        return WarpType("array", ndim=warp_type.ndim, element=describe_type(warp_type.dtype))
    if isinstance(warp_type, warp_codegen.Struct):
        fields = tuple((name, describe_type(variable.type)) for name, variable in warp_type.vars.items())
        return WarpType("struct", name=warp_type.key.rsplit(".", 1)[-1], fields=fields)
    if isinstance(warp_type, warp_types.tuple_t):
        return WarpType("tuple", fields=tuple((str(i), describe_type(t)) for i, t in enumerate(warp_type.types)))
    scalar = {bool: "bool", int: "int32", float: "float32"}.get(warp_type, getattr(warp_type, "__name__", ""))
    if warp_type in (bool, int, float, wp.bool) or warp_type in warp_types.scalar_types:
        return WarpType("scalar", scalar=scalar)
    return WarpType("other", name=scalar or type(warp_type).__name__)


def is_generic(annotation: Any) -> bool:
    """Whether an argument's type has a part that only an overload makes concrete (``Any``, ``wp.Float``, ...)."""
    return bool(warp_types.type_is_generic(annotation))


def accepts(template: Any, concrete: Any) -> bool:
    """Whether an overload may put ``concrete`` in place of the annotation ``template``."""
    return bool(warp_types.type_matches_template(concrete, template))


def is_struct(value: Any) -> bool:
    """Whether a value is a struct that ``@wp.struct`` made."""
    return isinstance(value, warp_codegen.Struct)
