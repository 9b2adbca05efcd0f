"""Candidate types for a generic kernel's arguments: all that its annotations allow, the simplest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

import warp as wp

from generator.lowering.user_kernels.self_contained.type_names import is_array
from generator.lowering.warp_backend import accepts, describe_type, is_generic

VALUES = (wp.float32, wp.vec3, wp.vec2, wp.mat33, wp.mat22, wp.quat, wp.int32, wp.float64)
"""Candidates for an element type, the likeliest first."""

ARRAYS = tuple(wp.array(dtype=wp.float32, ndim=ndim) for ndim in (1, 2, 3, 4))
"""Candidates for a whole argument, after ``VALUES``."""

DOUBLE = {
    wp.float32: wp.float64,
    float: wp.float64,
    **{getattr(wp, name): getattr(wp, f"{name}d") for name in ("vec2", "vec3", "vec4", "quat", "transform")},
    **{getattr(wp, name): getattr(wp, f"{name}d") for name in ("mat22", "mat33", "mat44")},
}
"""Type -> its type in double precision, where that has a name of its own."""


def type_choices(templates: Sequence[Any]) -> Iterator[list[Any]]:
    """Types for all arguments: one element type throughout, then one argument unlike the others, then any mixture."""
    generic = [place for place, template in enumerate(templates) if is_generic(template)]
    for choice in _choices(templates, generic):
        types = [choice.get(place, template) for place, template in enumerate(templates)]
        if all(accepts(template, found) for template, found in zip(templates, types, strict=True)):
            yield types


def in_double_precision(template: Any, found: Any) -> Any:
    """The type in float64, where a generic annotation was filled with float32; else the same type."""
    if not is_generic(template):
        return found
    if is_array(found):
        family = getattr(found, "_concrete_cls", type(found))
        return family(dtype=_double(found.dtype), ndim=found.ndim)
    return _double(found)


def _choices(templates: Sequence[Any], generic: Sequence[int]) -> Iterator[dict[int, Any]]:
    for value in VALUES:
        for bare in (scalar_of(value), value, *ARRAYS):
            yield {place: filled(templates[place], value, bare) for place in generic}
    for common, other, odd in product(VALUES, VALUES, generic):
        if other is not common:
            choice = {place: filled(templates[place], common, scalar_of(common)) for place in generic}
            yield choice | {odd: filled(templates[odd], other, other)}
    for mixture in product(*(list(_fillings(templates[place])) for place in generic)):
        yield dict(zip(generic, mixture, strict=True))


def _fillings(template: Any) -> Iterator[Any]:
    candidates = VALUES if is_array(template) or isinstance(template, TypeVar) else (*VALUES, *ARRAYS)
    for value in candidates:
        found = filled(template, value, value)
        if accepts(template, found):
            yield found


def filled(template: Any, value: Any, bare: Any) -> Any:
    """The annotation with ``value`` for an array's elements, or ``bare`` in its place where it is no array."""
    if not is_array(template):
        return bare
    family = getattr(template, "_concrete_cls", type(template))
    return family(dtype=value, ndim=template.ndim)


def scalar_of(value: Any) -> Any:
    """Component type of a vector or matrix, the type itself for a scalar."""
    return getattr(value, "_wp_scalar_type_", value)


def _double(value: Any) -> Any:
    if value in DOUBLE:
        return DOUBLE[value]
    described = describe_type(value)
    if described.scalar != "float32":
        return value
    if described.kind == "vector":
        return wp.types.vector(length=described.shape[0], dtype=wp.float64)
    if described.kind == "matrix":
        return wp.types.matrix(shape=described.shape, dtype=wp.float64)
    return value
