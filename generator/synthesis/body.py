"""A kernel's lines, with what is asked of them again and again: how deep they stand, and what they assign."""

from __future__ import annotations

import re
from collections.abc import Sequence

from generator.synthesis.page import INDENT

_ASSIGNED = re.compile(r"\s*([A-Za-z_][\w., ]*?)(?:\[.*?\])? [-+*/]?= ")
_COUNTER = re.compile(r"\s*for (\w+) in ")


class Body:
    """Lines, with what is known of them as soon as it is asked for."""

    __slots__ = ("_assigned", "_depths", "lines", "text", "written")

    def __init__(self, lines: list[str], written: frozenset[str]) -> None:
        self.lines = lines
        self.written = written
        self.text = "\n".join(lines)
        self._depths: list[int] = []
        self._assigned: dict[str, list[int]] | None = None

    @property
    def depths(self) -> list[int]:
        """How far each line is indented."""
        if not self._depths:
            self._depths = [(len(line) - len(line.lstrip())) // len(INDENT) for line in self.lines]
        return self._depths

    @property
    def assigned(self) -> dict[str, list[int]]:
        """The lines that assign each name."""
        if self._assigned is None:
            self._assigned = {}
            for number, line in enumerate(self.lines):
                for name in _targets(line):
                    self._assigned.setdefault(name, []).append(number)
        return self._assigned

    def changed(self) -> list[set[str] | None]:
        """For each line the names that the innermost loop around it changes."""
        found: list[set[str] | None] = []
        around: list[tuple[int, set[str]]] = []
        for line, depth in zip(self.lines, self.depths, strict=True):
            while around and depth <= around[-1][0]:
                around.pop()
            found.append(around[-1][1] if around else None)
            for name in _targets(line) if around else ():
                for _, names in around:
                    names.add(name)
            if line.startswith("for ", depth * len(INDENT)):
                around.append((depth, set(_targets(line))))
        return found

    def end(self, number: int) -> int:
        """The line after the block that a line opens; after the line, if it opens none."""
        depths = self.depths
        end = number + 1
        while end < len(depths) and depths[end] > depths[number]:
            end += 1
        return end

    def start(self, number: int) -> int:
        """The line, or the ``if`` of the chain that it goes on with."""
        depths = self.depths
        depth = depths[number]
        while self.lines[number].lstrip().startswith(("elif ", "else:")):
            number -= 1
            while depths[number] > depth:
                number -= 1
        return number

    def chain(self, number: int, words: set[str]) -> list[int]:
        """Headers of blocks around a line, outermost first, down to the first loop that changes none of the words."""
        headers: list[int] = []
        depths, assigned = self.depths, self.assigned
        depth = depths[number]
        for place in range(number - 1, -1, -1):
            if depth == 1:
                break
            if depths[place] < depth:
                depth = depths[place]
                headers.insert(0, place)
        for k, header in enumerate(headers):
            if not self.lines[header].lstrip().startswith("for "):
                continue
            end = self.end(header)
            if not any(header <= place < end for word in words for place in assigned.get(word, ())):
                return [*headers[:k], header]
        return [*headers, number]


def _targets(line: str) -> Sequence[str]:
    """The names that a line assigns."""
    head, assigned, _ = line.partition(" = ")
    if assigned and (name := head.lstrip()).isidentifier():
        return (name,)
    match = _COUNTER.match(line) or (_ASSIGNED.match(line) if "= " in line else None)
    return [target.partition(".")[0] for target in match[1].split(", ")] if match else ()
