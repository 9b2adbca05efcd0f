"""Opens source texts as programs of Warp kernels, and frees their memory."""

from __future__ import annotations

import itertools
import linecache
import sys
import types
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import warp as wp

from generator.lowering import fast_codegen
from generator.lowering.private_warp import codegen as warp_codegen
from generator.lowering.private_warp import context as warp_context

_serial = itertools.count()


@dataclass
class Program:
    """A Python source with the Warp kernels it defines, in order of definition."""

    source: str
    filename: str
    namespace: dict[str, Any]
    module: Any
    kernels: dict[str, wp.Kernel] = field(default_factory=dict)

    @property
    def kernel(self) -> wp.Kernel:
        """The only kernel, or the only overload of it that the source makes; ValueError for none or several kernels.

        A generic kernel without exactly one overload is returned itself.
        """
        if len(self.kernels) != 1:
            raise ValueError(f"expected one kernel, found {sorted(self.kernels) or 'none'}")
        (kernel,) = self.kernels.values()
        return next(iter(kernel.overloads.values())) if len(kernel.overloads) == 1 else kernel


def open_program(source: str, *, printed_only: bool = False) -> Program:
    """Execute a source text with Warp kernels; ``close_program`` frees its memory.

    ``printed_only``: the program is only lowered, so that Warp's record of each function's source need not be right.
    """
    module_name = f"warp_cuda_ir_program_{next(_serial)}"
    filename = f"<{module_name}>"
    linecache.cache[filename] = (len(source), None, source.splitlines(keepends=True), filename)
    python_module = types.ModuleType(module_name)
    sys.modules[module_name] = python_module
    namespace = python_module.__dict__
    if fast_codegen.enabled():
        warp_context.user_modules[module_name] = fast_codegen.ProgramModule(module_name)
    try:
        with own_numbering(), _other_modules_aside():
            code = fast_codegen.headers_code(source, filename) if printed_only and _prints_fast(module_name) else None
            exec(code or compile(source, filename, "exec", dont_inherit=True), namespace)
    except BaseException:
        _forget(module_name, filename)
        raise
    module = warp_context.user_modules.get(module_name)
    kernels = dict(module.kernels) if module is not None else {}
    # A kernel with module="unique" or module="some_name" is in another Warp module.
    kernels |= {value.key: value for value in namespace.values() if isinstance(value, wp.Kernel)}
    return Program(source, filename, namespace, module, kernels)


def close_program(program: Program) -> None:
    """Drop the Warp module and the source lines: without it 1,000 kernels hold 35 MB."""
    for module in [kernel.module for kernel in program.kernels.values()]:
        # The name may also be that of another Warp module, or of an imported Python module.
        if warp_context.user_modules.get(module.name) is module and module.name not in sys.modules:
            forget_module(module.name)
    _forget(program.filename[1:-1], program.filename)
    program.namespace.clear()
    program.kernels.clear()


@contextmanager
def program(source: str, *, printed_only: bool = False) -> Iterator[Program]:
    """``open_program`` and ``close_program`` around a block."""
    opened = open_program(source, printed_only=printed_only)
    try:
        yield opened
    finally:
        close_program(opened)


def _prints_fast(module_name: str) -> bool:
    """Whether the fast path can print with the options of a new program's module: those of ``wp.config``."""
    module = warp_context.user_modules.get(module_name)
    return module is not None and fast_codegen.usable(module.options | {"mode": wp.config.mode})


@contextmanager
def own_numbering() -> Iterator[None]:
    """Number functions from 0 in each program: Warp counts for the life of the process, so that rows would differ.

    Functions with the name of one of Warp's own library are numbered after it, as a text may have both.
    """
    with warp_codegen._codegen_lock:
        counts = warp_context.function_key_counts
        warp_context.function_key_counts = dict(_numbered_by_warp())
        try:
            yield
        finally:
            warp_context.function_key_counts = counts


@contextmanager
def _other_modules_aside() -> Iterator[None]:
    """Hide the Warp modules that kernels name for themselves (``module="unique"``, ``module="fft"``).

    Else Warp would return an equal kernel of another file, with its lines, or put the program's kernel into another
    program's module, over the kernel of that name there; closing the program would then remove the whole module.
    """
    loaded = warp_context.user_modules
    aside = {name: module for name, module in loaded.items() if name not in sys.modules}
    for name in aside:
        del loaded[name]
    try:
        yield
    finally:
        loaded.update(aside)


@cache
def _numbered_by_warp() -> dict[str, int]:
    """Name -> number of functions of that name that Warp itself writes in Python."""
    written = (value for value in vars(wp).values() if isinstance(value, wp.Function) and not value.is_builtin())
    return {one.key: max(1, len(one.user_overloads) + len(one.user_templates)) for one in written}


def forget_module(name: str) -> None:
    """Drop the Warp module of a Python module, and unload its compiled code."""
    module = warp_context.user_modules.pop(name, None)
    if module is not None:
        module.unload()
        if isinstance(module, fast_codegen.ProgramModule):
            module.release()
    sys.modules.pop(name, None)


def _forget(module_name: str, filename: str) -> None:
    forget_module(module_name)
    linecache.cache.pop(filename, None)
