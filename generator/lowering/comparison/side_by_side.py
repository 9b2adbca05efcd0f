"""CPU text beside CUDA text: which lines are the same, which differ, and why."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.lowering.warp_backend import Lowered


@dataclass(frozen=True)
class Reason:
    """A reason why lines differ; the first one whose pattern matches a line is the line's reason."""

    name: str
    explanation: str
    pattern: re.Pattern[str]


LAYOUT = "layout"
UNEXPLAINED = "other"
"""A difference that no entry of the table explains: tests keep the table complete."""


def _reason(name: str, pattern: str, explanation: str) -> Reason:
    return Reason(name, explanation, re.compile(pattern))


REASONS = (
    _reason(
        "block size",
        r"WP_TILE_BLOCK_DIM|tile_shape_t<",
        "Tiles are laid out for the threads of a block: 256 on the GPU; on the CPU one thread holds the whole tile.",
    ),
    _reason(
        "thread index",
        r"define builtin_tid|wp_linear_tid",
        "`wp.tid()` is one macro in both texts: it reads `_idx` of the grid, or `task_index` of the CPU loop.",
    ),
    _reason(
        "launch options",
        r"CLUSTER_DIMS|MAXNREG|SMEM_SPILLING|__debugbreak|__brkpt|__launch_bounds__|enable_smem|__CUDA|cuda-gdb|^#else",
        "Clusters, register limits, spilling to shared memory and breakpoints exist on the GPU only.",
    ),
    _reason(
        "grid-stride loop",
        r"\b_idx\b|blockDim|gridDim",
        "A CUDA thread takes every gridDim * blockDim-th index until `dim.size`, so any grid covers any launch.",
    ),
    _reason(
        "leaving a thread",
        r"^(return|continue);$",
        "`return` ends one index: `continue` in the grid-stride loop, `return` in what the CPU loop calls.",
    ),
    _reason(
        "tile memory",
        r"tile_shared_storage_t|shared_tile_storage|TILES_IN_STACK|shared memory allocator",
        "Tiles live in a block's shared memory, whose allocator starts anew for each index; on the CPU in one buffer.",
    ),
    _reason(
        "contiguous arrays",
        r"wp_linear_contiguous|wp_contiguous_",
        "The CPU function is compiled twice: where all arrays are contiguous, their strides are constants.",
    ),
    _reason(
        "loop over indices",
        r"task_index|_tasks\b",
        "On the CPU one thread runs all indices in order; on the GPU they run at once, and only atomics settle races.",
    ),
    _reason(
        "argument struct",
        r"wp_args_|_wp_args|_wp_adj_args|argument vars",
        "The CPU entry point takes one struct with the arguments, for the adjoint a second one with their gradients.",
    ),
    _reason(
        "entry point",
        r"extern \"C\"|extern C|__global__|WP_API|_dispatch|_cpu_|_cuda_|entry points",
        "CUDA launches the `__global__` function itself; the CPU calls an exported function that leads to the loop.",
    ),
    _reason(
        "parameters",
        r"\b(?:var|adj)_[A-Za-z]\w*[,)]$",
        "The CUDA kernel takes its arguments by value, for the adjoint followed by an `adj_` one for each.",
    ),
    _reason(
        "qualifiers",
        r"CUDA_CALLABLE",
        "`CUDA_CALLABLE` makes a function callable on the GPU.",
    ),
    _reason(LAYOUT, r"^[\s{}]*$", "Braces and blank lines that go with the parts around them."),
)


@dataclass(frozen=True)
class Line:
    """A line of each text side by side, None where a text has none; ``reason`` is "" where they are the same."""

    cpu: str | None
    cuda: str | None
    reason: str = ""

    @property
    def is_comment(self) -> bool:
        """Whether it is a C++ comment alone."""
        return (self.cpu or self.cuda or "").lstrip().startswith("//")

    @property
    def same(self) -> bool:
        """Whether both are there and are equal but for indentation."""
        return self.cpu is not None and self.cuda is not None and self.cpu.strip() == self.cuda.strip()


@dataclass(frozen=True)
class Section:
    """Two texts that belong together, aligned."""

    title: str
    lines: tuple[Line, ...]


def reasons_in(found: Iterable[Section]) -> list[Reason]:
    """The reasons that occur, in the order of ``REASONS``."""
    names = {line.reason for section in found for line in section.lines}
    return [reason for reason in REASONS if reason.name in names]


def sections(code: Lowered) -> list[Section]:
    """Header, forward and, where there is one, adjoint of a kernel that was lowered for both targets."""
    # Warp takes 0.4 s to import: a process that only shows texts which a child has aligned does without.
    from generator.lowering.warp_backend import module_header

    texts = [
        ("module header", module_header("cpu", code.cpp_forward), module_header("cuda", code.cuda_forward)),
        ("forward", code.cpp_forward, code.cuda_forward),
        ("adjoint", code.cpp_backward, code.cuda_backward),
    ]
    return [Section(title, tuple(align(cpu, cuda))) for title, cpu, cuda in texts if cpu or cuda]


def align(cpu: str, cuda: str) -> list[Line]:
    """All lines of two texts in order, paired where they match but for indentation and ``_COUNTERPARTS``."""
    left, right = cpu.splitlines(), cuda.splitlines()
    # Blank lines and braces are frequent: they may extend a match but never start one.
    matcher = SequenceMatcher(
        lambda line: not line.strip("{}"), [_key(line) for line in left], [_key(line) for line in right], autojunk=False
    )
    found: list[Line] = []
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            found += (_line(one, other) for one, other in zip(left[a:b], right[c:d], strict=True))
        else:
            found += _explained([_line(line, None) for line in left[a:b]] + [_line(None, line) for line in right[c:d]])
    return found


def changed_words(line: Line) -> tuple[list[tuple[str, bool]], list[tuple[str, bool]]]:
    """Both sides cut into pieces (text, whether it differs); indentation never counts as a difference."""
    cpu, cuda = line.cpu or "", line.cuda or ""
    if line.same or line.cpu is None or line.cuda is None:
        return [(cpu, not line.same)], [(cuda, not line.same)]
    left, right = (re.findall(r"\w+|\s+|.", text.lstrip()) for text in (cpu, cuda))
    sides = tuple([(text[: len(text) - len(text.lstrip())], False)] for text in (cpu, cuda))
    for kind, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        for side, part in zip(sides, ("".join(left[a:b]), "".join(right[c:d])), strict=True):
            if part:
                side.append((part, kind != "equal"))
    return sides[0], sides[1]


def folded(lines: Sequence[Line], context: int = 2) -> Iterator[list[Line] | int]:
    """Runs of lines to show, and between them the number of equal lines left out."""
    near = [
        any(not other.same for other in lines[max(0, place - context) : place + context + 1])
        for place in range(len(lines))
    ]
    for shown, run in groupby(zip(lines, near, strict=True), key=lambda pair: pair[1]):
        chosen = [line for line, _ in run]
        yield chosen if shown else len(chosen)


_COUNTERPARTS = (
    ("wp::linear_tid<wp_linear_tid>(task_index", "wp::tid(_idx"),
    ("task_index", "_idx"),
    ("continue;", "return;"),
    ("CUDA_CALLABLE ", ""),
    ("WP_TILE_BLOCK_DIM 256", "WP_TILE_BLOCK_DIM 1"),
)
"""Equivalent words of the two texts: lines that differ in these alone are paired."""


_TILE_SHAPE = re.compile(r"tile_shape_t<[\d,]+>")


def _key(line: str) -> str:
    line = line.strip()
    for one, other in _COUNTERPARTS:
        line = line.replace(one, other)
    return _TILE_SHAPE.sub("tile_shape_t<>", line)


def _line(cpu: str | None, cuda: str | None) -> Line:
    if cpu is not None and cuda is not None and cpu.strip() == cuda.strip():
        return Line(cpu, cuda)
    sides = [line.strip() for line in (cpu, cuda) if line is not None]
    reasons = (reason.name for reason in REASONS if any(reason.pattern.search(side) for side in sides))
    return Line(cpu, cuda, next(reasons, UNEXPLAINED))


def _explained(block: list[Line]) -> list[Line]:
    """Give unexplained lines a reason: a comment that of the line after it, any other that of the line before it."""
    for _ in range(2):
        for place in range(len(block) - 2, -1, -1):
            if block[place].reason == UNEXPLAINED and block[place].is_comment:
                block[place] = replace(block[place], reason=block[place + 1].reason)
        for place in range(1, len(block)):
            if block[place].reason == UNEXPLAINED and block[place - 1].reason != LAYOUT:
                block[place] = replace(block[place], reason=block[place - 1].reason)
    return block
