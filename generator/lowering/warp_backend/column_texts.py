"""The text of a built kernel, cut into code columns."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

import warp as wp

from generator.lowering.fast_codegen import FastModuleBuilder
from generator.lowering.private_warp import codegen as warp_codegen

_FILE = re.compile(r"^// (.+\.py):(?=\d+$)", re.MULTILINE)
_PYTHON_LINE = re.compile(r"^[ \t]*//.*<L \d+>[ \t]*\n", re.MULTILINE)


def print_columns(
    builder: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    """Forward and adjoint text of a built kernel, in the order of ``ModuleBuilder.codegen``."""
    structs = _structs(builder)
    plain = [f for f in builder.functions if not f.adj.uses_grad_call]
    with_grad = [f for f in builder.functions if f.adj.uses_grad_call]
    custom = {f.custom_grad_func for f in plain if f.custom_grad_func is not None}
    ordered = [f for f in plain if f in custom] + [f for f in plain if f not in custom]

    primal = builder._codegen_functions(plain, target, forward_only=True)
    adjoints = builder._codegen_functions(ordered, target, reverse_only=True) if backward or with_grad else ""
    last = builder._codegen_functions(with_grad, target, forward_only=True)

    forward_kernel, reverse_kernel = _print_kernel(builder, kernel, target, options, backward)
    forward_entry, reverse_entry = _print_both(warp_codegen.codegen_module, kernel, target, options, backward)
    forward = structs + primal + (adjoints if with_grad else "") + last + forward_kernel + forward_entry
    if not backward:
        return forward, ""
    arguments_struct = forward_kernel[: forward_kernel.index("};\n") + 3] if target == "cpu" else ""
    return forward, structs + primal + adjoints + last + arguments_struct + reverse_kernel + reverse_entry


def _print_kernel(
    builder: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    if isinstance(builder, FastModuleBuilder):
        return builder.print_kernel(kernel, target, options, backward)
    return _print_both(warp_codegen.codegen_kernel, kernel, target, options, backward)


def _print_both(
    printer: Any, kernel: wp.Kernel, target: str, options: dict[str, Any], backward: bool
) -> tuple[str, str]:
    """Forward text of one of Warp's printers, and the text that the adjoint adds after it."""
    # Warp evaluates `options | kernel.options`, so a kernel's own switch has to be overridden there.
    own = kernel.options
    try:
        kernel.options = own | {"enable_backward": False}
        forward = printer(kernel, target, options)
    finally:
        kernel.options = own
    return forward, printer(kernel, target, options)[len(forward) :] if backward else ""


def _structs(builder: Any) -> str:
    if not builder.structs:
        return ""
    with_tiles = builder._get_tile_helper_struct_hashes()
    unique = {struct.hash: struct for struct in reversed(list(builder.structs))}
    ordered = [s for s in builder.structs if unique[s.hash] is s]
    return "".join(warp_codegen.codegen_struct(s, include_tile_helpers=s.hash in with_tiles) for s in ordered)


def tidy(text: str, builder: Any, kernel: wp.Kernel, comments: bool) -> str:
    # A function's comment names its file, whose folder must not be in a row.
    for file in {function.adj.filename for function in builder.functions}:
        text = text.replace(f"// {file}:", f"// {'kernel.py' if file == kernel.adj.filename else _portable(file)}:")
    text = text.strip("\n")
    if text and not comments:
        text = _PYTHON_LINE.sub("", text)
    return text + "\n" if text else ""


def without_source(text: str) -> str:
    """A code column without the comments that quote the Python source or name a line of it."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not (_FILE.match(line) or _PYTHON_LINE.match(line)))


@lru_cache(maxsize=256)
def _portable(filename: str) -> str:
    path, packages = Path(filename), Path(wp.__file__).parent.parent
    return path.relative_to(packages).as_posix() if path.is_relative_to(packages) else path.name
