"""A source text becomes a program of Warp kernels, and gives its memory back."""

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
from generator.lowering.warp_backend.headers import BLOCK_DIM

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
        """The only kernel, in the only overload that the source makes of a generic one; ValueError for none or several.

        A generic kernel without an overload is given as it is.
        """
        if len(self.kernels) != 1:
            raise ValueError(f"expected one kernel, found {sorted(self.kernels) or 'none'}")
        (kernel,) = self.kernels.values()
        return next(iter(kernel.overloads.values())) if len(kernel.overloads) == 1 else kernel


def open_program(source: str, *, printed_only: bool = False) -> Program:
    """Execute a source text that holds Warp kernels; ``close_program`` gives its memory back.

    A program that is ``printed_only`` is lowered and nothing else: what a function says of its own text does not count.
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
    # A kernel with module="unique" or module="some_name" is in a Warp module of its own.
    kernels |= {value.key: value for value in namespace.values() if isinstance(value, wp.Kernel)}
    return Program(source, filename, namespace, module, kernels)


def close_program(program: Program) -> None:
    """Drop the Warp module and the source lines: without it 1,000 kernels hold 35 MB."""
    for module in [kernel.module for kernel in program.kernels.values()]:
        # Of that name there may be another's Warp module, or a Python module that somebody imported.
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
    """Whether the module of a program has options that the fast path prints."""
    module = warp_context.user_modules.get(module_name)
    return module is not None and fast_codegen.usable(module.resolve_options(wp.config, block_dim=BLOCK_DIM["cuda"]))


@contextmanager
def own_numbering() -> Iterator[None]:
    """Number functions from 0 in each program: Warp counts on for the life of the process, and rows would differ.

    Those of a name that Warp's own library has go on after it: a text may hold both.
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

    Warp would give back an equal kernel of another file, with its lines, or put the program's kernel into a module of
    somebody else, over the kernel of that name there; closing the program would then take the whole module away.
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
    """Functions that Warp itself writes in Python, and how many of each name."""
    written = (value for value in vars(wp).values() if isinstance(value, wp.Function) and not value.is_builtin())
    return {one.key: max(1, len(one.user_overloads) + len(one.user_templates)) for one in written}


def forget_module(name: str) -> None:
    """Drop the Warp module of a Python module and unload what was compiled of it."""
    module = warp_context.user_modules.pop(name, None)
    if module is not None:
        module.unload()
        if isinstance(module, fast_codegen.ProgramModule):
            module.release()
    sys.modules.pop(name, None)


def _forget(module_name: str, filename: str) -> None:
    forget_module(module_name)
    linecache.cache.pop(filename, None)
