"""Concrete kernels of a generic one: the overloads that its program names, or one of plausible types."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any, TypeVar

import warp as wp

from generator.lowering.user_kernels.self_contained.type_names import annotation
from generator.lowering.warp_backend import (
    BLOCK_DIM,
    accepts,
    compile_cuda,
    is_generic,
    lower,
    module_header,
)

VALUES = (wp.float32, wp.vec3, wp.vec2, wp.mat33, wp.mat22, wp.quat, wp.int32, wp.float64)
"""What may stand for an element type, the likeliest first."""

ARRAYS = tuple(wp.array(dtype=wp.float32, ndim=ndim) for ndim in (1, 2, 3, 4))
"""What may stand for a whole argument, after the values."""

ATTEMPTS = 1_000


class NoInstance(TypeError):
    """None of the types that were tried makes the generic kernel concrete; ``args[0]`` gives the last reason."""


def instances(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> list[wp.Kernel]:
    """The kernel itself, or the overloads its program made, or one instance of plausible types (``NoInstance``)."""
    if not kernel.is_generic:
        return [kernel]
    made = [kernel.overloads[signature] for signature in sorted(kernel.overloads)]
    return made or [plausible_instance(kernel, block_dim)]


def plausible_instance(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> wp.Kernel:
    """The first instance whose code compiles: one element type for all, then one that is odd, then any mixture."""
    reason = "no types fit its annotations"
    for types, _ in zip(_choices([argument.type for argument in kernel.adj.args]), range(ATTEMPTS), strict=False):
        before = set(kernel.overloads)
        try:
            instance = wp.overload(kernel, types)
            text = lower(instance, backward=False, comments=False, block_dim=block_dim).cuda_forward
            # Warp lets some wrong choices through that the compiler refuses.
            compile_cuda(module_header("cuda", text, block_dim) + text, 80, debug=True)
        except Exception as error:  # Warp refuses a wrong choice of types with whatever its built-ins raise
            reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
            for signature in set(kernel.overloads) - before:
                del kernel.overloads[signature]
        else:
            return instance
    raise NoInstance(f"generic kernel {kernel.key}: no types found ({reason}); name them with wp.overload")


def overload_statement(kernel: wp.Kernel) -> str:
    """The ``wp.overload(name, [types])`` that makes this instance in a source; "" for a kernel that is not generic."""
    if kernel.generic_parent is None:
        return ""
    types = ", ".join(annotation(argument.type) for argument in kernel.adj.args)
    return f"wp.overload({kernel.func.__name__}, [{types}])"


def _choices(templates: list[Any]) -> Iterator[list[Any]]:
    """Types for all arguments: one element type throughout, then one argument unlike the others, then any mixture."""
    generic = [place for place, template in enumerate(templates) if is_generic(template)]
    for value in VALUES:
        for bare in (_scalar_of(value), value, *ARRAYS):
            yield from _fitting(templates, dict.fromkeys(generic, (value, bare)))
    for common, other, odd in product(VALUES, VALUES, generic):
        if other is not common:
            choice = {place: (common, _scalar_of(common)) for place in generic}
            yield from _fitting(templates, choice | {odd: (other, other)})
    for mixture in product(*(list(_fillings(templates[place])) for place in generic)):
        yield [mixture[generic.index(place)] if place in generic else found for place, found in enumerate(templates)]


def _fitting(templates: list[Any], choice: dict[int, tuple[Any, Any]]) -> Iterator[list[Any]]:
    types = [
        _filled(template, *choice[place]) if place in choice else template for place, template in enumerate(templates)
    ]
    if all(accepts(template, found) for template, found in zip(templates, types, strict=True)):
        yield types


def _fillings(template: Any) -> Iterator[Any]:
    candidates = VALUES if _is_array(template) or isinstance(template, TypeVar) else (*VALUES, *ARRAYS)
    for value in candidates:
        found = _filled(template, value, value)
        if accepts(template, found):
            yield found


def _filled(template: Any, value: Any, bare: Any) -> Any:
    if not _is_array(template):
        return bare
    family = getattr(template, "_concrete_cls", type(template))
    return family(dtype=value, ndim=template.ndim)


def _is_array(template: Any) -> bool:
    return hasattr(template, "dtype") and hasattr(template, "ndim")


def _scalar_of(value: Any) -> Any:
    return getattr(value, "_wp_scalar_type_", value)
