"""Whether every argument reaches an output in enough of the imagined threads.

Clamps, extrema and branches each let some samples through. Two of them in a row may let none: ``wp.max(x - 1.8, 0.0)``
says nothing of what only reaches ``x`` below 1.8. Masks have a bit for each sample.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Unfit
from generator.synthesis.page import INDENT
from generator.synthesis.samples import EVERY

_WORD = re.compile(r"[A-Za-z_]\w*")
_ASSIGNED = re.compile(r"([A-Za-z_][\w., ]*?)(\[.*?\])? ([-+*/]?)= (.*)")
_UNTOLD = ("for ", "while ")
LEAST = 4
"""A third of the imagined threads: of what fewer feel, some is felt by none when real inputs are drawn."""


@dataclass(frozen=True)
class _Line:
    """A line: the threads that come to it (``mask``), try its condition (``open``), whether a loop is around it."""

    text: str
    depth: int
    mask: int
    open: int
    looped: bool


def check_effect(builder: Builder) -> None:
    """Unfit when an input or a scalar argument reaches an output in fewer than ``LEAST`` of the imagined threads."""
    if len(builder.gates) + len(builder.arms) < 2:
        return
    alive = felt(builder)
    for argument, _ in (*builder.inputs, *builder.parameters):
        if alive.get(argument.name, 0).bit_count() < LEAST:
            raise Unfit("argument that hardly any thread feels")


def felt(builder: Builder) -> dict[str, int]:
    """For each name, the threads in which a store or a returned value feels it."""
    lines = list(_placed(builder))
    alive: dict[str, int] = {}
    # What one round of a loop hands to the next is known after the lines were gone through once.
    for _ in range(2 if any(line.looped for line in lines) else 1):
        looped = [line.text.partition(" ")[0] for line in lines if line.looped]
        alive = {name: alive[name] for name in looped if name in alive}
        _spread(builder, lines, alive)
    return alive


def _spread(builder: Builder, lines: list[_Line], alive: dict[str, int]) -> None:
    """From the last line to the first: what is read is felt where what is assigned is felt."""
    chains: dict[int, int] = {}
    for line in reversed(lines):
        if line.text.endswith(":"):
            _header(builder, line, alive, chains)
        elif not (match := _ASSIGNED.match(line.text)) or match[2]:
            _read(builder, line.text, line.mask, alive)
            chains[line.depth] = chains.get(line.depth, 0) | line.mask
        else:
            reached = 0
            for target in match[1].split(", "):
                name = target.partition(".")[0]
                reached |= alive.get(name, 0)
                if not match[3] and name == target and not line.looped:
                    alive[name] = alive.get(name, 0) & ~line.mask
            chains[line.depth] = chains.get(line.depth, 0) | reached
            _read(builder, match[4], reached & line.mask, alive)


def _placed(builder: Builder) -> Iterable[_Line]:
    """The lines, with the threads that the blocks around them leave."""
    outer: list[tuple[int, int, bool]] = []
    gone = 0
    for number, line in enumerate(builder.lines):
        text = line.lstrip()
        depth = (len(line) - len(text)) // len(INDENT)
        while outer and outer[-1][0] >= depth:
            outer.pop()
        mask, looped = outer[-1][1:] if outer else (EVERY & ~gone, False)
        free, taken = builder.arms.get(number, (EVERY, EVERY))
        yield _Line(text, depth, mask, mask & free, looped)
        if text.endswith(":"):
            outer.append((depth, mask & taken, looped or text.startswith(_UNTOLD)))
        elif text.startswith("return") and mask != EVERY:
            gone |= mask


def _header(builder: Builder, line: _Line, alive: dict[str, int], chains: dict[int, int]) -> None:
    """A condition is felt where what its arms assign is."""
    inner = chains.pop(line.depth + 1, 0)
    chain = chains.pop(~line.depth, 0) | inner
    if line.text.startswith(("elif", "else")):
        chains[~line.depth] = chain
    chains[line.depth] = chains.get(line.depth, 0) | chain
    _read(builder, line.text, chain & line.open, alive)


def _read(builder: Builder, text: str, reached: int, alive: dict[str, int]) -> None:
    """What stands in ``text`` is felt in the threads that ``text`` is, less what gates around it stop."""
    if not reached:
        return
    spans = []
    if "(" in text or "if " in text:
        for whole, operands in builder.gates.items():
            place = text.find(whole)
            if place >= 0:
                spans += [(place + begin, place + end, mask) for begin, end, mask in operands]
    if not spans:
        for word in _WORD.findall(text):
            alive[word] = alive.get(word, 0) | reached
        return
    for found in _WORD.finditer(text):
        passed = reached
        for begin, end, mask in spans:
            if begin <= found.start() < end:
                passed &= mask
        alive[found[0]] = alive.get(found[0], 0) | passed
