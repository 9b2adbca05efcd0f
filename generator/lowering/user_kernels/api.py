"""Lower somebody's own kernels: a kernel object, a file, or a source text, to any target."""

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
from generator.lowering.binaries import columns as machine_code
from generator.lowering.binaries.ptx import DEFAULT_ARCHITECTURE, architecture_number
from generator.lowering.standalone import Unsupported
from generator.lowering.standalone.whole_program.translation import translate_device_code
from generator.lowering.user_kernels.generics import NoInstance, instances
from generator.lowering.user_kernels.launch_guess import guess_launch
from generator.lowering.user_kernels.self_contained import Extracted, extract
from generator.lowering.user_kernels.user_file import UserError, choose_kernels, import_file, kernels_in, variable_of
from generator.lowering.warp_backend import Lowered, close_program, open_program, program
from generator.lowering.warp_backend import lower as lower_with_warp

EMITS = ("forward", "backward", "cpu", "standalone", "ptx", "sass")
DEFAULT_EMITS = ("forward", "backward")


@dataclass(frozen=True)
class LoweredKernel:
    """One concrete kernel and the code made of it.

    ``code`` holds the columns that were asked for by name (``cuda_forward``, ``ptx_forward_sm90``, ...), for SASS
    with ``usage_...`` dicts. ``signature`` tells the overloads of a generic kernel apart, ``held_by`` (a variable or a
    number) the kernels that one function made. ``self_contained`` says whether ``python_source`` alone gives the same
    code; else it is the kernel's function alone. ``launch`` is a guess.
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

    @property
    def label(self) -> str:
        """Name with the class or function around it, what holds it, and its overload: different within a file."""
        return ".".join(filter(None, (self.qualified_name, self.held_by, self.signature)))


def lower(
    kernel_or_source: wp.Kernel | str | Path,
    *,
    kernel: str | Sequence[str] = (),
    emit: str | Sequence[str] = DEFAULT_EMITS,
    arch: str | Sequence[str] = DEFAULT_ARCHITECTURE,
    comments: bool = True,
    as_rows: bool = False,
    refused: Callable[[UserError], None] | None = None,
) -> list[LoweredKernel]:
    """Code of a ``wp.Kernel``, of the kernels of a Python file (``Path``), or of those of a source text (``str``).

    ``kernel`` picks some by name; ``emit`` is any of ``EMITS``; ``arch`` matters for PTX and SASS. A generic kernel
    gives one result for each ``wp.overload`` of it, or one of plausible types. ``as_rows`` makes the code from
    ``python_source`` where that is self-contained, so that line numbers and names are those of a row's source. No GPU
    is needed. Raises ``UserError`` with one line that says what is wrong, and ``ToolMissing`` where SASS needs a tool.
    A kernel that cannot be lowered to all that was asked for raises too, unless ``refused`` is there to be told why:
    then the others are given.
    """
    order = _Order(_several(emit), _several(arch), comments, as_rows, refused)
    order.check()
    with _kernels_of(kernel_or_source) as found:
        return _lower_all(choose_kernels(found, _several(kernel)), order)


@contextmanager
def _kernels_of(origin: wp.Kernel | str | Path) -> Iterator[list[wp.Kernel]]:
    if isinstance(origin, wp.Kernel):
        yield [origin]
    elif isinstance(origin, Path):
        yield kernels_in(import_file(origin))
    else:
        try:
            opened = open_program(origin)
        except Exception as error:
            raise UserError(f"the source does not run: {type(error).__name__}: {error}") from error
        try:
            if not opened.kernels:
                raise UserError("no @wp.kernel in the source")
            yield list(opened.kernels.values())
        finally:
            close_program(opened)


def _several(value: str | Sequence[str]) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    return tuple(part.strip() for part in parts if part.strip())


@dataclass(frozen=True)
class _Order:
    """What to make of each kernel."""

    emit: tuple[str, ...]
    archs: tuple[str, ...]
    comments: bool
    as_rows: bool
    refused: Callable[[UserError], None] | None

    def check(self) -> None:
        for name in self.emit:
            if name not in EMITS:
                raise UserError(f"unknown target {name!r}: choose from {', '.join(EMITS)}")
        for name in self.archs:
            try:
                architecture_number(name)
            except ValueError as error:
                raise UserError(str(error)) from None

    def refuse(self, error: UserError) -> None:
        """Tell whoever asked why a kernel cannot be lowered, or raise where nobody wants to know."""
        if self.refused is None:
            raise error
        self.refused(error)


def _lower_all(kernels: Sequence[wp.Kernel], order: _Order) -> list[LoweredKernel]:
    concrete: list[wp.Kernel] = []
    sources: list[Extracted] = []
    rows: list[dict[str, Any]] = []
    cuda: list[dict[str, str]] = []
    for kernel in (instance for one in kernels for instance in _instances(one, order)):
        source = extract(kernel)
        try:
            with _chosen(kernel, source, order) as chosen:
                text = _warp_code(chosen, order)
                row = _code(chosen, text, order)
        except UserError as error:
            order.refuse(error)
            continue
        concrete.append(kernel)
        sources.append(source)
        rows.append(row)
        cuda.append({"cuda_forward": text.cuda_forward, "cuda_backward": text.cuda_backward})
    for target, make in (("ptx", machine_code.ptx_rows), ("sass", machine_code.sass_rows)):
        if target in order.emit:
            for row, made in zip(rows, make(cuda, order.archs), strict=True):
                row |= made
    return _apart([_described(*found) for found in zip(concrete, sources, rows, strict=True)], concrete)


def _apart(described: Sequence[LoweredKernel], kernels: Sequence[wp.Kernel]) -> list[LoweredKernel]:
    """Kernels that one function made, of one name, told apart."""
    named = Counter(kernel.label for kernel in described)
    seen: Counter[str] = Counter()
    found = []
    for one, kernel in zip(described, kernels, strict=True):
        seen[one.label] += 1
        holder = variable_of(kernel.generic_parent or kernel) or str(seen[one.label])
        found.append(replace(one, held_by=holder) if named[one.label] > 1 else one)
    return found


@contextmanager
def _chosen(kernel: wp.Kernel, source: Extracted, order: _Order) -> Iterator[wp.Kernel]:
    """The kernel itself, or the one of its own source where rows are asked for."""
    if order.as_rows and source.complete:
        with program(source.source) as opened:
            (again,) = instances(opened.kernel)
            yield again
    else:
        yield kernel


def _code(kernel: wp.Kernel, text: Lowered, order: _Order) -> dict[str, Any]:
    row = {
        name: getattr(text, name) for target, names in _WARP_COLUMNS.items() if target in order.emit for name in names
    }
    if "standalone" in order.emit:
        row["cuda_standalone"] = _standalone(kernel, adjoint=bool(text.cuda_backward))
    return row


_WARP_COLUMNS = {
    "forward": ("cuda_forward",),
    "backward": ("cuda_backward",),
    "cpu": ("cpp_forward", "cpp_backward"),
}


def _instances(kernel: wp.Kernel, order: _Order) -> list[wp.Kernel]:
    try:
        return instances(kernel)
    except NoInstance as error:
        order.refuse(UserError(str(error)))
        return []


def _warp_code(kernel: wp.Kernel, order: _Order) -> Lowered:
    try:
        return lower_with_warp(kernel, cuda=True, cpu="cpu" in order.emit, comments=order.comments)
    except Exception as error:  # Warp refuses a construct with whatever the place raises
        lines = [line for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
        raise UserError(f"{kernel.func.__name__}: Warp cannot lower it: {' '.join(lines)}") from error


def _standalone(kernel: wp.Kernel, adjoint: bool) -> str:
    # Without a known launch there is nothing to run: the device code alone, without main.
    try:
        return translate_device_code(kernel, kernel.adj.kernel_dim or 1, adjoint=adjoint)
    except Unsupported as error:
        raise UserError(f"{kernel.func.__name__}: no stand-alone CUDA for {error}") from error


def _described(kernel: wp.Kernel, source: Extracted, code: dict[str, Any]) -> LoweredKernel:
    function = kernel.func
    documented = inspect.getdoc(function) or ""
    return LoweredKernel(
        name=function.__name__,
        qualified_name=function.__qualname__.replace(".<locals>", ""),
        signature=kernel.sig if kernel.generic_parent is not None else "",
        python_source=source.source,
        self_contained=source.complete,
        file=Path(function.__code__.co_filename).name,
        line=function.__code__.co_firstlineno,
        description=" ".join(documented.split("\n\n")[0].split()) or f"The Warp kernel `{function.__name__}`.",
        launch=guess_launch(kernel),
        code=code,
    )
