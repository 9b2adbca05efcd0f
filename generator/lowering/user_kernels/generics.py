"""Concrete kernels of a generic one: the overloads that its program names, or one of plausible types."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

import warp as wp

from generator.lowering.user_kernels.type_choices import in_double_precision, type_choices
from generator.lowering.user_kernels.type_search import search_types
from generator.lowering.warp_backend import (
    BLOCK_DIM,
    CodeTooLong,
    compile_cuda,
    lower,
    module_header,
)

ATTEMPTS = 1_000
"""Most choices of types that are tried for a kernel; Warp refuses most of them in milliseconds."""

SINGLE, DOUBLE = "float32", "float64"
"""The two readings of a generic kernel."""

_LINE = re.compile(r"Error while parsing function .*:(\d+):$", re.MULTILINE)


class NoInstance(TypeError):
    """No choice of types that was tried makes the generic kernel concrete; ``args[0]`` gives the last reason."""


def instances(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> list[wp.Kernel]:
    """The kernel itself, or the overloads its program made, or one instance of plausible types (``NoInstance``)."""
    if not kernel.is_generic:
        return [kernel]
    made = [kernel.overloads[signature] for signature in sorted(kernel.overloads)]
    return made or [plausible_instance(kernel, block_dim)]


@dataclass(frozen=True)
class Reading:
    """A concrete kernel, and its precision where the types were guessed, ``SINGLE`` or ``DOUBLE``; else ""."""

    kernel: wp.Kernel
    precision: str


def readings(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> list[Reading]:
    """Like ``instances``, but a generic kernel whose types must be guessed is instantiated in float32 and in float64.

    Only Warp judges the types: some that it accepts may not compile later.
    """
    if not kernel.is_generic or kernel.overloads:
        return [Reading(instance, "") for instance in instances(kernel, block_dim)]
    single = _searched(kernel, block_dim)
    templates = [argument.type for argument in kernel.adj.args]
    types = [argument.type for argument in single.adj.args]
    wide = [in_double_precision(template, found) for template, found in zip(templates, types, strict=True)]
    double = _tried(kernel, wide, block_dim).instance
    return [Reading(single, SINGLE)] + ([] if double in (None, single) else [Reading(double, DOUBLE)])


def plausible_instance(kernel: wp.Kernel, block_dim: int = BLOCK_DIM["cuda"]) -> wp.Kernel:
    """The first instance whose code compiles: one element type for all, then one that is odd, then any mixture."""
    reason = "no types fit its annotations"
    for types in islice(type_choices([argument.type for argument in kernel.adj.args]), ATTEMPTS):
        tried = _tried(kernel, types, block_dim, compiled=True)
        if tried.instance is not None:
            return tried.instance
        reason = tried.reason
    raise NoInstance(f"generic kernel {kernel.key}: no types found ({reason}); name them with wp.overload")


def _searched(kernel: wp.Kernel, block_dim: int) -> wp.Kernel:
    furthest = _Tried(None, "no types fit its annotations", ())

    def attempt(types: list[Any]) -> tuple[wp.Kernel | None, tuple[int, ...]]:
        nonlocal furthest
        tried = _tried(kernel, types, block_dim)
        furthest = max(furthest, tried, key=lambda one: one.reached)
        return tried.instance, tried.reached

    found = search_types(kernel, attempt)
    if found is None:
        raise NoInstance(f"generic kernel {kernel.key}: no types found ({furthest.reason})")
    return found


@dataclass(frozen=True)
class _Tried:
    """The outcome of a choice of types: an instance, or why there is none."""

    instance: wp.Kernel | None
    reason: str
    reached: tuple[int, ...]
    """Lines that Warp's message names, from the kernel's to the innermost function's: a measure of how far Warp got."""


def _tried(kernel: wp.Kernel, types: list[Any], block_dim: int, *, compiled: bool = False) -> _Tried:
    """Try a choice of types; where it gives no instance, the kernel is unchanged."""
    before = set(kernel.overloads)
    try:
        instance = wp.overload(kernel, types)
        text = lower(instance, backward=False, comments=False, block_dim=block_dim).cuda_forward
        if compiled:  # Warp accepts some wrong choices that the compiler refuses
            compile_cuda(module_header("cuda", text, block_dim) + text, 80, debug=True)
    except Exception as error:  # Warp's built-ins may raise anything for a wrong choice of types
        for signature in set(kernel.overloads) - before:
            del kernel.overloads[signature]
        if isinstance(error, CodeTooLong):  # the types are right: with others Warp would write as much
            raise
        reason = (str(error).strip().splitlines() or [type(error).__name__])[-1]
        return _Tried(None, reason, tuple(int(line) for line in _LINE.findall(str(error))))
    return _Tried(instance, "", ())
