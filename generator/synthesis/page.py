"""The text of a kernel while it grows: names, lines and arguments, and the way back to how they were."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import compress
from keyword import kwlist
from operator import attrgetter

from generator.launch import INPUT, Argument
from generator.synthesis.expression import Unfit
from generator.synthesis.guards import Guard
from generator.synthesis.samples import EVERY, Samples, mask_of, outcomes_of
from generator.synthesis.variable import Variable

Mark = tuple[int, int, list[int]]
INDENT = "    "
LONGEST_LINE = 108
RESERVED = frozenset((*kwlist, "wp", "range", "len", "int", "float", "bool", "min", "max", "abs"))
STACKS = (
    "lines", "variables", "reads", "steps", "inputs", "parameters", "outputs", "functions", "preamble", "remarks"
)  # fmt: skip
"""Attributes that only grow while a kernel does, so that a length says how they were."""
_RESERVED: dict[str, None] = dict.fromkeys(RESERVED)
_STACKED = attrgetter(*STACKS)
_READS = STACKS.index("reads")

_GIVEN = re.compile(r"=(?=[^= ])")
_KEYWORD = re.compile(rf"\w+{_GIVEN.pattern}")
_BLANKS = "".join([chr(k) if chr(k).isalnum() or chr(k) == "_" else " " for k in range(128)])


def words(text: str) -> list[str]:
    """The names in a text, and the digits of its numbers; keywords of calls are none."""
    if "=" in text and _GIVEN.search(text):
        text = _KEYWORD.sub("", text)
    return text.translate(_BLANKS).split()


def wrapped(text: str, width: int) -> str:
    """The text in lines of at most so many letters, broken at blanks, for a docstring of several lines."""
    lines = []
    while len(text) > width and (cut := text.rfind(" ", 0, width + 1)) > 0:
        lines.append(text[:cut])
        text = text[cut + 1 :]
    return f"\n{INDENT}".join([*lines, text, ""])


class Page:
    """What has been written so far. ``lines`` is the body; ``steps`` are noun phrases that say what was computed.

    ``names`` are in the order in which they were taken; ``definitions`` holds what was assigned to each name;
    ``arms`` which threads go into the block of a line; ``written`` whatever was assigned, rolled back or not.
    """

    __slots__ = (*STACKS, "arms", "definitions", "depth", "guards", "module_names", "names", "written")

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self.variables: list[Variable] = []
        self.reads: list[Variable] = []
        self.names = _RESERVED.copy()
        self.module_names: dict[str, None] = {}
        self.inputs: list[tuple[Argument, str]] = []
        self.outputs: list[tuple[Argument, str]] = []
        self.parameters: list[tuple[Argument, str]] = []
        self.preamble: list[str] = []
        self.functions: list[str] = []
        self.steps: list[tuple[str, str]] = []
        self.remarks: list[str] = []
        self.guards: list[Guard] = []
        self.definitions: dict[str, str] = {}
        self.arms: dict[int, int] = {}
        self.written: set[str] = set()

    def name(self, *options: str) -> str:
        """A name that is not taken: the first free option, else the last one with a number."""
        for option in options:
            if option not in self.names:
                self.names[option] = None
                return option
        number = 2
        while f"{options[-1]}{number}" in self.names:
            number += 1
        self.names[f"{options[-1]}{number}"] = None
        return f"{options[-1]}{number}"

    def module_name(self, *options: str) -> str:
        """A name that helpers see too: of a function, a struct or a constant."""
        name = self.name(*options)
        self.module_names[name] = None
        return name

    def argument(self, argument: Argument, spelling: str) -> None:
        """Add an argument to the signature."""
        arrays = self.inputs if argument.role == INPUT else self.outputs
        (self.parameters if argument.kind == "scalar" else arrays).append((argument, spelling))

    def emit(self, line: str) -> None:
        """One line at the present depth; Unfit when a reader would have to scroll."""
        if len(line) > LONGEST_LINE:
            raise Unfit("long line")
        self.lines.append(INDENT * self.depth + line)
        self.written.add(line.partition(" = ")[2])

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """An indented block; what it defines goes out of scope, and has to have been read, at its end."""
        self.emit(header)
        self.depth += 1
        outer = len(self.variables)
        yield
        for variable in self.variables[outer:]:
            if variable.required and not variable.uses:
                raise Unfit("computed in a block and never read")
        del self.variables[outer:]
        self.depth -= 1

    def taken_before(self, text: str, other: str = "") -> bool:
        """Whether an assignment anywhere above gives it, or a name holds the other text."""
        if other != "" and other in self.written and other in self.definitions.values():
            return True
        return text in self.written and f" = {text}\n" in "\n".join((*self.lines, ""))

    def arm(self, taken: Iterable[bool]) -> None:
        """Note of the header that comes next which threads go into its block."""
        self.arms[len(self.lines)] = mask_of(taken)

    def let_go(self) -> None:
        """Drop what points back here, so that all of it is freed at once and no collector has to find it."""
        self.variables.clear()
        self.reads.clear()
        self.guards.clear()

    def acting(self, samples: Samples) -> Sequence[float]:
        """The samples of the threads that come to the present place."""
        mask = self._present() if self.arms else EVERY
        return samples if mask == EVERY else tuple(compress(samples, outcomes_of(mask))) or samples

    def _present(self) -> int:
        """A bit for each thread: conditions of blocks around here are met, those of blocks that returned are not."""
        mask, depth, left = EVERY, self.depth, False
        for number in range(len(self.lines) - 1, -1, -1):
            line = self.lines[number]
            text = line.lstrip()
            place = (len(line) - len(text)) // len(INDENT)
            if place > depth:
                left = left or (place == depth + 1 and text.startswith("return"))
            else:
                if place < depth:
                    depth, mask = place, mask & self.arms.get(number, EVERY)
                elif left:  # a header that nothing was noted of excludes threads beyond the data, none of the imagined
                    mask &= ~self.arms.get(number, 0)
                left = False
        return mask

    def checkpoint(self) -> Mark:
        """What ``rollback`` needs to forget everything that comes after."""
        return self.depth, len(self.names), list(map(len, _STACKED(self)))

    def unread_since(self, mark: int) -> None:
        """Forget reads: enough where nothing was written."""
        if len(self.reads) > mark:
            for variable in self.reads[mark:]:
                variable.uses -= 1
            del self.reads[mark:]

    def rollback(self, mark: Mark) -> None:
        """Back to a checkpoint."""
        self.depth, taken, lengths = mark
        self.unread_since(lengths[_READS])
        stacks = _STACKED(self)
        if list(map(len, stacks)) != lengths:
            for stack, length in zip(stacks, lengths, strict=True):
                del stack[length:]
        while len(self.names) > taken:
            self.definitions.pop(self.names.popitem()[0], None)
        for number in [number for number in self.arms if number >= len(self.lines)]:
            del self.arms[number]
