"""The decorators of a kernel or function, rebuilt from the options that Warp keeps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.literals import literal
from generator.lowering.user_kernels.self_contained.nodes import Pieces

OPTIONS_OF_THE_TEXT = ("max_unroll", "default_grid_stride", "deterministic", "deterministic_max_records")
"""Options of a Warp module that affect its generated code, besides those that lowering sets itself."""

_KERNEL_OPTIONS = (
    "enable_backward",
    "launch_bounds",
    "cuda_max_registers",
    "enable_cuda_smem_spilling",
    "cluster_dim",
    "entry_point_abi",
    "grid_stride",
)

MARKS = (wp.kernel, wp.func, wp.func_native, wp.struct)
"""Decorators that a text may keep unchanged."""


def module_options(kernel: wp.Kernel) -> dict[str, Any]:
    """Options of the kernel's module that change its code and differ from those of a new module."""
    usual = type(kernel.module)("usual", None).options
    own = kernel.module.options
    return {name: own[name] for name in OPTIONS_OF_THE_TEXT if own[name] != usual[name]}


def options_statements(kernel: wp.Kernel) -> list[str]:
    """Statements that set module options, to be tried in order: "" where none may be needed, then all that differ."""
    options = module_options(kernel)
    whole = f"wp.set_module_options({_text(options)})" if options else ""
    # Without a loop near the limit, a kernel has the same code with any limit.
    return ["", whole] if options.keys() == {"max_unroll"} else [whole]


def kernel_mark(kernel: wp.Kernel) -> Pieces:
    """``@wp.kernel`` with the kernel's own options."""
    options = (kernel.generic_parent or kernel).options
    arguments = ", ".join(f"{name}={_text(value)}" for name, value in options.items())
    return [f"@wp.kernel({arguments})\n" if arguments else "@wp.kernel\n"]


def function_mark(function: wp.Function) -> Pieces:
    """``@wp.func``, or ``@wp.func_native`` with its snippets."""
    if function.native_snippet is not None:
        return [f"@wp.func_native({', '.join(_native_texts(function))})\n"]
    hint = getattr(function, "inline_hint", None)
    return [f"@wp.func(inline={hint == 'forceinline'})\n" if hint else "@wp.func\n"]


def says_options(given: Mapping[str, Any], kernel: wp.Kernel) -> bool:
    """Whether a decorator with these arguments gives the kernel's own options."""
    own = (kernel.generic_parent or kernel).options
    return {name for name in _KERNEL_OPTIONS if given.get(name) is not None} == own.keys() and all(
        given[name] == value or name == "launch_bounds" for name, value in own.items()
    )


def says_native(given: Mapping[str, Any], function: wp.Function) -> bool:
    """Whether a ``@wp.func_native`` with these arguments gives the function's snippets."""
    return all(given.get(name) == value for name, value in _native_arguments(function).items())


def _native_arguments(function: wp.Function) -> dict[str, str | None]:
    """Arguments that ``@wp.func_native`` was given, by name."""
    return {
        "snippet": function.native_snippet,
        "adj_snippet": function.adj_native_snippet,
        "replay_snippet": function.replay_snippet,
    }


def _native_texts(function: wp.Function) -> list[str]:
    given = {name: _text(value) for name, value in _native_arguments(function).items() if value is not None}
    return [text if name == "snippet" else f"{name}={text}" for name, text in given.items()]


def _text(value: Any) -> str:
    return "".join(piece for piece in literal(value, lambda _: None) if isinstance(piece, str))
