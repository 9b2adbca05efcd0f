"""Makes the code of a kernel, one target (emit) at a time: a refused one does not affect the others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import warp as wp

from generator.lowering.binaries import ptx_sass_columns as machine_code
from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing
from generator.lowering.standalone import Unsupported
from generator.lowering.standalone.whole_program.translation import translate_device_code
from generator.lowering.user_kernels.errors import UserError
from generator.lowering.warp_backend import CodeTooLong, CompileError, Lowered
from generator.lowering.warp_backend import lower as lower_with_warp

_WARP_COLUMNS = {
    "forward": ("cuda_forward",),
    "backward": ("cuda_backward",),
    "cpu": ("cpp_forward", "cpp_backward"),
}
_MACHINE_CODE = {"ptx": machine_code.ptx_rows, "sass": machine_code.sass_rows}


@dataclass(frozen=True)
class Order:
    """What to make of each kernel."""

    emit: tuple[str, ...]
    archs: tuple[str, ...]
    comments: bool
    as_rows: bool
    block_dim: int
    both_precisions: bool
    refused: Callable[[UserError], None] | None

    def refuse(self, error: Exception) -> None:
        """Call ``refused`` with an error; raise the error where there is no ``refused``."""
        if self.refused is None:
            raise error
        self.refused(error if isinstance(error, UserError) else UserError(str(error)))


@dataclass
class KernelCode:
    """Columns of one kernel, "" for one that was refused."""

    name: str
    cuda: dict[str, str]
    """``cuda_forward`` and ``cuda_backward``, from which PTX and SASS are made."""
    columns: dict[str, Any] = field(default_factory=dict)
    made: set[str] = field(default_factory=set)
    """Emits that were not refused."""


def warp_code(kernel: wp.Kernel, order: Order) -> KernelCode | None:
    """Columns that need no device compiler; None where Warp cannot lower the kernel to CUDA. Raises ``CodeTooLong``."""
    name = kernel.func.__name__
    refusals: list[Exception] = []
    for cpu in (True, False) if "cpu" in order.emit else (False,):
        try:
            text = _lower(kernel, order, cpu=cpu)
            break
        except CodeTooLong:
            raise
        except Exception as error:  # Warp may raise anything for a construct that it refuses
            refusals.append(error)
    else:
        order.refuse(UserError(f"{name}: Warp cannot lower it: {_one_line(refusals[-1])}"))
        return None
    for refusal in refusals:
        order.refuse(UserError(f"{name}: Warp cannot lower it for the CPU: {_one_line(refusal)}"))
    code = KernelCode(name, {"cuda_forward": text.cuda_forward, "cuda_backward": text.cuda_backward})
    for emit, columns in _WARP_COLUMNS.items():
        if emit in order.emit:
            code.columns |= {column: getattr(text, column) for column in columns}
            code.made |= {emit} - ({"cpu"} if refusals else set())
    if "standalone" in order.emit:
        code.columns["cuda_standalone"] = ""
        try:
            # Without a known launch there is nothing to run: the device code alone, without main.
            adjoint = bool(text.cuda_backward)
            device = translate_device_code(kernel, kernel.adj.kernel_dim or 1, adjoint=adjoint)
        except Unsupported as error:
            order.refuse(UserError(f"{name}: no stand-alone CUDA for {error}"))
        else:
            code.columns["cuda_standalone"] = device
            code.made.add("standalone")
    return code


def add_machine_code(codes: Sequence[KernelCode], order: Order) -> None:
    """Add the columns of PTX and SASS, all kernels in one run of each compiler where none is refused."""
    for emit, make in _MACHINE_CODE.items():
        if emit not in order.emit or not codes:
            continue
        made: Sequence[dict[str, Any] | None]
        try:
            made = make([code.cuda for code in codes], order.archs, order.block_dim)
        except ToolMissing as error:
            order.refuse(error)
            made = [None] * len(codes)
        except (CompileError, ToolFailed):
            made = [_machine_code_alone(emit, code, order) for code in codes]
        for code, row in zip(codes, made, strict=True):
            code.columns |= row or _no_machine_code(emit, order)
            if row is not None:
                code.made.add(emit)


def _machine_code_alone(emit: str, code: KernelCode, order: Order) -> dict[str, Any] | None:
    try:
        (row,) = _MACHINE_CODE[emit]([code.cuda], order.archs, order.block_dim)
    except (CompileError, ToolFailed) as error:
        order.refuse(UserError(f"{code.name}: no {emit.upper()}: {_one_line(error)}"))
        return None
    return row


def _no_machine_code(emit: str, order: Order) -> dict[str, Any]:
    none: dict[str, Any] = dict.fromkeys(machine_code.columns(emit, order.archs), "")
    return none | (dict.fromkeys(machine_code.columns("usage", order.archs)) if emit == "sass" else {})


def _lower(kernel: wp.Kernel, order: Order, *, cpu: bool) -> Lowered:
    return lower_with_warp(kernel, cuda=True, cpu=cpu, comments=order.comments, block_dim=order.block_dim)


def _one_line(error: Exception) -> str:
    # The text of a KeyError, which Warp raises for an unknown name, is a literal of its message.
    reason = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return " ".join(line.strip() for line in reason.splitlines() if line.strip()) or type(error).__name__
