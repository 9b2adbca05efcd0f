"""How code columns are made: tables with a line for each target; `generator.dataset.schema` has their columns."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

import warp as wp

from generator.lowering.binaries import ptx_sass_columns as machine_code
from generator.lowering.binaries.sass import check_tools
from generator.lowering.standalone import Unsupported, translate
from generator.lowering.user_kernels.generics import instances
from generator.lowering.warp_backend import lower, program
from generator.synthesis import Candidate

Row = dict[str, Any]
BATCH = 8
"""Rows that a text target gets at once: enough to share what a compiler does once, few enough to stream."""


class NoTranslation(Exception):
    """A target cannot express this kernel: an expected rejection, its reason fit to be counted."""


@dataclass(frozen=True)
class KernelTarget:
    """Columns made from a kernel that Warp has open; ``make(kernel, candidate, wanted, comments, seed of inputs)``.

    ``make`` raises ``NoTranslation`` for a kernel that the target cannot express.
    """

    columns: tuple[str, ...]
    make: Callable[[wp.Kernel, Candidate, Collection[str], bool, str], Row]


@dataclass(frozen=True)
class TextTarget:
    """Columns made from other columns, ``needs``; ``make(rows)`` gives the new columns of each row.

    ``check_tools`` raises ``ToolMissing`` where a tool that they are made with is not installed, or is too old.
    """

    columns: tuple[str, ...]
    needs: tuple[str, ...]
    make: Callable[[Sequence[Row]], Sequence[Row]]
    check_tools: Callable[[], None] | None = None


def _warp(kernel: wp.Kernel, candidate: Candidate, wanted: Collection[str], comments: bool, seed: str) -> Row:
    lowered = lower(
        kernel,
        cuda=any(name.startswith("cuda_") for name in wanted),
        cpu=any(name.startswith("cpp_") for name in wanted),
        backward=any(name.endswith("_backward") for name in wanted),
        comments=comments,
    )
    return {name: getattr(lowered, name) for name in wanted}


def _standalone(kernel: wp.Kernel, candidate: Candidate, wanted: Collection[str], comments: bool, seed: str) -> Row:
    try:
        found = translate(kernel, candidate.launch, seed)
    except Unsupported as error:
        raise NoTranslation(f"stand-alone CUDA: {error.construct}") from error
    made = {"cuda_standalone": found.cuda, "makefile": found.makefile}
    return {name: made[name] for name in wanted}


WARP_COLUMNS = ("cuda_forward", "cuda_backward", "cpp_forward", "cpp_backward")
"""Columns that Warp writes in a millisecond; others take a compiler, or values for a program to check itself by."""

STANDALONE_COLUMNS = ("cuda_standalone", "makefile")
"""Columns made by following a kernel's own text."""

KERNEL_TARGETS: tuple[KernelTarget, ...] = (
    KernelTarget(WARP_COLUMNS, _warp),
    KernelTarget(STANDALONE_COLUMNS, _standalone),
)

_CUDA = ("cuda_forward", "cuda_backward")
TEXT_TARGETS: tuple[TextTarget, ...] = (
    TextTarget(machine_code.columns("ptx"), _CUDA, machine_code.ptx_rows),
    TextTarget(
        (*machine_code.columns("sass"), *machine_code.columns("usage")), _CUDA, machine_code.sass_rows, check_tools
    ),
)


def code_of_kernel(candidate: Candidate, code: Collection[str], comments: bool, seed: str) -> Row:
    """The columns of ``code``, and what they need, that are made from the kernel itself. Raises ``NoTranslation``.

    ``seed`` is that of the inputs on which a program checks itself: the row's id, as for the tiers.
    """
    needed = set(code).union(*(target.needs for target in _text_targets(code)))
    row: Row = {}
    with program(candidate.source, printed_only=needed.isdisjoint(STANDALONE_COLUMNS)) as opened:
        (concrete,) = instances(opened.kernel)
        for target in KERNEL_TARGETS:
            wanted = [name for name in target.columns if name in needed]
            if wanted:
                row |= target.make(concrete, candidate, wanted, comments, seed)
    return row


def code_of_texts(rows: Sequence[Row], code: Collection[str]) -> list[Row]:
    """The rows with the columns of ``code`` that are made from other columns."""
    found = list(rows)
    for target in _text_targets(code):
        found = [row | new for row, new in zip(found, target.make(found), strict=True)]
    return found


def check_tools_of(code: Collection[str]) -> None:
    """Raise ``ToolMissing``, which says what to install, where a tool for columns of ``code`` is missing or too old."""
    for target in _text_targets(code):
        if target.check_tools is not None:
            target.check_tools()


def batch_size(code: Collection[str]) -> int:
    """How many rows to make at once: one, unless some column is made in batches."""
    return BATCH if _text_targets(code) else 1


def _text_targets(code: Collection[str]) -> list[TextTarget]:
    return [target for target in TEXT_TARGETS if not set(code).isdisjoint(target.columns)]
