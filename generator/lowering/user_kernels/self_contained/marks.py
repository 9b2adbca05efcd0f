"""The decorators of a kernel or function, made of what Warp keeps of them."""

from __future__ import annotations

from typing import Any

import warp as wp

from generator.lowering.user_kernels.self_contained.literals import literal
from generator.lowering.user_kernels.self_contained.nodes import Pieces

OPTIONS_OF_THE_TEXT = ("max_unroll", "default_grid_stride", "deterministic", "deterministic_max_records")
"""Options of a Warp module that its generated code depends on, beyond those that lowering sets itself."""

MARKS = (wp.kernel, wp.func, wp.func_native, wp.struct)
"""Decorators that a text may keep as it has them."""


def module_options(kernel: wp.Kernel) -> dict[str, Any]:
    """Options of the kernel's module that change its code and differ from those of a new module."""
    usual = type(kernel.module)("usual", None).options
    own = kernel.module.options
    return {name: own[name] for name in OPTIONS_OF_THE_TEXT if own[name] != usual[name]}


def options_statement(kernel: wp.Kernel) -> str:
    """The ``wp.set_module_options`` that a module with the kernel alone needs; "" for none."""
    options = module_options(kernel)
    return f"wp.set_module_options({_text(options)})" if options else ""


def kernel_mark(kernel: wp.Kernel) -> Pieces:
    """``@wp.kernel`` with the kernel's own options."""
    options = (kernel.generic_parent or kernel).options
    arguments = ", ".join(f"{name}={_text(value)}" for name, value in options.items())
    return [f"@wp.kernel({arguments})\n" if arguments else "@wp.kernel\n"]


def function_mark(function: wp.Function) -> Pieces:
    """``@wp.func``, or ``@wp.func_native`` with the texts."""
    if function.native_snippet is not None:
        return [f"@wp.func_native({', '.join(_native_texts(function))})\n"]
    hint = getattr(function, "inline_hint", None)
    return [f"@wp.func(inline={hint == 'forceinline'})\n" if hint else "@wp.func\n"]


def native_arguments(function: wp.Function) -> dict[str, str | None]:
    """Arguments that ``@wp.func_native`` was given, by name."""
    return {
        "snippet": function.native_snippet,
        "adj_snippet": function.adj_native_snippet,
        "replay_snippet": function.replay_snippet,
    }


def _native_texts(function: wp.Function) -> list[str]:
    given = {name: _text(value) for name, value in native_arguments(function).items() if value is not None}
    return [text if name == "snippet" else f"{name}={text}" for name, text in given.items()]


def _text(value: Any) -> str:
    return "".join(piece for piece in literal(value, lambda _: None) if isinstance(piece, str))
