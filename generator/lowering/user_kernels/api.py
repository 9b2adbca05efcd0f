"""Lowers user-written kernels, given as a kernel object, a file, or a source text, to any target."""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import warp as wp

from generator.launch import Launch
from generator.lowering.binaries.architectures import DEFAULT_ARCHITECTURE
from generator.lowering.user_kernels.emits import KernelCode, Order, add_machine_code, warp_code
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.user_kernels.generics import NoInstance, Reading, instances, readings
from generator.lowering.user_kernels.launch_guess import guess_launch
from generator.lowering.user_kernels.self_contained import Extracted, extracted
from generator.lowering.user_kernels.targets import DEFAULT_EMITS, require_targets, several
from generator.lowering.user_kernels.user_file import (
    FileKernels,
    choose_kernels,
    file_kernels,
    import_file,
    kernels_in,
    variable_of,
)
from generator.lowering.user_kernels.written_kernels import written_kernels
from generator.lowering.warp_backend import BLOCK_DIM, CodeTooLong, close_program, open_program


@dataclass(frozen=True)
class LoweredKernel:
    """One concrete kernel and the code made of it.

    ``code`` has the requested columns by name (``cuda_forward``, ``ptx_forward_sm90``, ...), for SASS
    with ``usage_...`` dicts. ``signature`` distinguishes the overloads of a generic kernel, ``held_by`` (a variable or
    a number) the kernels that one function made. ``self_contained``: ``python_source`` alone gives the same code; else
    it is the kernel's function alone, and ``needs`` says in one line what that lacks. ``launch`` is a guess.
    """

    name: str
    qualified_name: str
    signature: str
    python_source: str
    self_contained: bool
    file: str
    line: int
    description: str
    launch: Launch
    code: dict[str, Any]
    package: str = ""
    license: str = ""
    held_by: str = ""
    needs: str = ""
    reading: str = ""
    """Precision in which a generic kernel was instantiated whose program names no types; "" for all others."""

    @property
    def label(self) -> str:
        """Name with the class or function around it, ``held_by`` and overload: unique within a file."""
        return ".".join(filter(None, (self.qualified_name, self.held_by, self.signature)))


def lower(
    kernel_or_source: wp.Kernel | str | Path,
    *,
    kernel: str | Sequence[str] = (),
    emit: str | Sequence[str] = DEFAULT_EMITS,
    arch: str | Sequence[str] = DEFAULT_ARCHITECTURE,
    comments: bool = True,
    as_rows: bool = False,
    block_dim: int = BLOCK_DIM["cuda"],
    both_precisions: bool = False,
    refused: Callable[[UserError], None] | None = None,
) -> list[LoweredKernel]:
    """Code of a ``wp.Kernel``, of the kernels of a Python file (``Path``), or of those of a source text (``str``).

    ``kernel`` picks some by name; ``emit`` is any of ``EMITS``; ``arch`` matters for PTX and SASS. A generic kernel
    gives one result for each ``wp.overload`` of it, or one of plausible types (``both_precisions``: in float32 and in
    float64, judged by Warp alone). ``as_rows`` makes the code from ``python_source`` where that is self-contained, so
    that line numbers and names are those of a row's source. No GPU is needed. ``block_dim`` is the threads of a CUDA
    block, for which tiles are laid out. Raises ``UserError`` with one line that says what is wrong, and ``ToolMissing``
    where SASS needs a tool.
    It also raises for a kernel that cannot be lowered to every requested target, and for one in a file's text that
    importing the file does not make. With ``refused`` it calls that with the reason instead, and gives all other
    columns and kernels, with "" for a column that could not be made.
    """
    emits, archs = several(emit), several(arch)
    require_targets(emits, archs, block_dim)
    order = Order(emits, archs, comments, as_rows, block_dim, both_precisions, refused)
    with _kernels_of(kernel_or_source) as found:
        chosen = choose_kernels(found, several(kernel))
        place = f"{kernel_or_source.name}:" if isinstance(kernel_or_source, Path) else "line "
        for written in chosen.missing:
            order.refuse(UserError(f"{place}{written.line} {written.name}: {written.missing}"))
        return _lower_all(chosen.made, order)


@contextmanager
def _kernels_of(origin: wp.Kernel | str | Path) -> Iterator[FileKernels]:
    if isinstance(origin, wp.Kernel):
        yield FileKernels([origin], [])
    elif isinstance(origin, Path):
        yield kernels_in(import_file(origin))
    else:
        try:
            opened = open_program(origin)
        except Exception as error:
            raise UserError(f"the source does not run: {type(error).__name__}: {error}") from error
        try:
            made = list(opened.kernels.values())
            yield file_kernels(made, written_kernels(origin), "no @wp.kernel in the source")
        finally:
            close_program(opened)


def _lower_all(kernels: Sequence[wp.Kernel], order: Order) -> list[LoweredKernel]:
    concrete: list[Reading] = []
    sources: list[Extracted] = []
    codes: list[KernelCode] = []
    for reading in (instance for one in kernels for instance in _instances(one, order)):
        try:
            with extracted(reading.kernel, order.block_dim) as (source, alone):
                code = warp_code(alone if order.as_rows else reading.kernel, order)
        except CodeTooLong as error:
            order.refuse(UserError(f"{_overload_name(reading.kernel)}: {error.reason}"))
            continue
        if code is not None:
            concrete.append(reading)
            sources.append(source)
            codes.append(code)
    add_machine_code(codes, order)
    whole = [found for found in zip(concrete, sources, codes, strict=True) if found[-1].made]
    return _apart([_described(*found, order) for found in whole], [reading.kernel for reading, _, _ in whole])


def _apart(described: Sequence[LoweredKernel], kernels: Sequence[wp.Kernel]) -> list[LoweredKernel]:
    """The kernels with a ``held_by`` each where several have the same label, as one function made them."""
    named = Counter(kernel.label for kernel in described)
    seen: Counter[str] = Counter()
    found = []
    for one, kernel in zip(described, kernels, strict=True):
        seen[one.label] += 1
        holder = variable_of(kernel.generic_parent or kernel) or str(seen[one.label])
        found.append(replace(one, held_by=holder) if named[one.label] > 1 else one)
    return found


def _instances(kernel: wp.Kernel, order: Order) -> list[Reading]:
    try:
        if order.both_precisions:
            return readings(kernel, order.block_dim)
        return [Reading(instance, "") for instance in instances(kernel, order.block_dim)]
    except NoInstance as error:
        order.refuse(UserError(str(error)))
    except CodeTooLong as error:
        order.refuse(UserError(f"{_overload_name(kernel)}: {error.reason}"))
    return []


def _qualified_name(kernel: wp.Kernel) -> str:
    return str(kernel.func.__qualname__).replace(".<locals>", "")


def _signature(kernel: wp.Kernel) -> str:
    return str(kernel.sig) if kernel.generic_parent is not None else ""


def _overload_name(kernel: wp.Kernel) -> str:
    return ".".join(filter(None, (_qualified_name(kernel), _signature(kernel))))


def _described(reading: Reading, source: Extracted, code: KernelCode, order: Order) -> LoweredKernel:
    kernel = reading.kernel
    function = kernel.func
    documented = inspect.getdoc(function) or ""
    return LoweredKernel(
        name=function.__name__,
        qualified_name=_qualified_name(kernel),
        signature=_signature(kernel),
        python_source=source.source,
        self_contained=source.complete,
        file=Path(function.__code__.co_filename).name,
        line=function.__code__.co_firstlineno,
        description=" ".join(documented.split("\n\n")[0].split()) or f"The Warp kernel `{function.__name__}`.",
        launch=guess_launch(kernel, order.block_dim, code.cuda["cuda_forward"]),
        code=code.columns,
        needs=source.needs,
        reading=reading.precision,
    )
