"""Turns of a loop side by side, as more lanes: where a turn leaves the next nothing but sums, which follow in order."""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from generator.syntax.modules import Function
from generator.syntax.statements import Augment, Block, For, Jump, Return, While, walk
from generator.syntax.types import Array
from generator.syntax.values import Value
from generator.syntax.walks.dead_code import left_by_turns
from generator.syntax.walks.effects import changed_by, written_arrays
from generator.syntax.walks.names import definitions, uses
from generator.synthesis.screening.calls import Calls
from generator.synthesis.screening.lanes.values import Numbers, Struct, Turned
from generator.synthesis.screening.memory import Lanes, Rows
from generator.synthesis.screening.program import Program

FEWEST = 4
"""Fewest turns that are run side by side."""

LEAST_WORK = 256
"""Fewest values in all turns of a loop for which it is worth it."""

WIDEST = 8192
"""Most lanes of turns side by side: more are no faster, and take memory."""

MOST_TURNS = 2048
"""Turns of a loop after which it is endless: a kernel of a few dozen records needs no more."""


def sums_of(loop: For, function: Function, functions: Collection[Function]) -> frozenset[str] | None:
    """The locals to which turns of a loop add and which they do not read.

    None where a turn leaves anything else, writes to an array that it names a second time, or may end the loop. Arrays
    that a loop within a turn writes to would get the values of all turns in another order.
    """
    statements = walk(loop.body)
    if any(type(each) in (While, Return) or each == Jump("break") for each in statements):
        return None
    read, times = uses(loop.body), definitions((loop,))
    targets = [each.target for each in statements if type(each) is Augment]
    added = Counter([target.operands[0] for target in targets if target.operation == "name"])
    arrays = {parameter.name for parameter in function.parameters if type(parameter.type) is Array}
    quiet = {each.name for each in functions if each.name in read and not written_arrays(each)}
    changed = changed_by(loop.body, quiet) - times.keys()
    inner = any(type(each) is For for each in statements)
    if not changed <= arrays or any(inner or read[word] > 1 for word in changed):
        return None
    sums = left_by_turns(function.body)[id(loop)] & times.keys()
    return frozenset(sums) if all(added[word] == times[word] == read[word] for word in sums) else None


class Widening:
    """Makes values of some lanes those of as many lanes a turn."""

    def __init__(self, lanes: Lanes, turns: int) -> None:
        self.count, self.turns = lanes.count, turns
        self.lanes = Lanes(np.tile(lanes.checked, turns))
        self.known: dict[int, tuple[Any, Any]] = {}
        """Id of an array -> the array, kept alive, and the wide one: few, so that rows are found again."""

    def wide(self, value: Any) -> Any:
        """A value, the same in every turn."""
        if value.__class__ is np.ndarray:
            if len(value) == 1:
                return value
            if id(value) not in self.known:
                self.known[id(value)] = value, np.concatenate([value] * self.turns)
            return self.known[id(value)][1]
        if isinstance(value, Rows):
            data = self.wide(value.data) if isinstance(value.data, Struct) else value.data
            return Rows(data, value.extents, value.path, self.lanes, self.wide(value.row), value.wrap)
        if isinstance(value, Struct):
            return Struct({word: self.wide(part) for word, part in value.fields.items()})
        if isinstance(value, tuple):
            return tuple(map(self.wide, value))
        return type(value)(self.wide(value.a)) if isinstance(value, Turned) else value

    def part(self, value: Any, turn: int) -> Any:
        """Of wide numbers, those of one turn."""
        if isinstance(value, Turned):
            return type(value)(self.part(value.a, turn))
        return value if len(value) == 1 else value[turn * self.count : (turn + 1) * self.count]


class Turns(Calls):
    """Expressions and calls, with turns side by side."""

    function: Function
    """The function that runs."""

    broken: Numbers
    continued: Numbers
    """Lanes that have left the running loop, or its turn."""

    def __init__(self, program: Program, lanes: Lanes, coordinates: Sequence[Numbers]) -> None:
        super().__init__(program, lanes, coordinates)
        self.broken = self.continued = self.nobody
        self.sums = frozenset[str]()
        """Locals to which the turns add that run side by side."""
        self.added: list[tuple[Value, str, Any, Numbers]] = []
        """What turns side by side add: targets, signs, values, masks."""
        self.known: dict[int, frozenset[str] | None] = {}
        """Id of a loop -> its sums."""

    @abstractmethod
    def block(self, block: Block) -> None:
        """Run statements."""

    def add(self, target: Value, sign: str, value: Any) -> None:
        """``target sign= value``, or a note of it where turns run side by side."""
        if target.operation == "name" and target.operands[0] in self.sums:
            self.added.append((target, sign, value, self.mask))
        else:
            self.set(target, self.operated(sign, self.value(target), value))

    def side_by_side(self, loop: For, place: Numbers, stop: Numbers) -> bool:
        """Run a loop in steps of one with its turns side by side, if that is worth it and gives the same."""
        count = self.lanes.count
        turns = int(np.where(self.mask, stop - place, 0).max())
        width = min(turns, WIDEST // count)
        if width < FEWEST or turns * len(loop.parts_within) < LEAST_WORK or count == 1:
            return False
        if turns >= MOST_TURNS or not place.dtype == stop.dtype == np.int32:
            return False
        if id(loop) not in self.known:
            self.known[id(loop)] = sums_of(loop, self.function, self.program.functions.values())
        sums = self.known[id(loop)]
        if sums is None:
            return False
        for first in range(0, turns, width):
            self._together(loop, place + first, stop, min(width, turns - first), sums)
        return True

    def _together(self, loop: For, place: Numbers, stop: Numbers, turns: int, sums: frozenset[str]) -> None:
        """Run some turns side by side, then add up."""
        lanes, names, live = self.lanes, self.names, self.mask
        outer = self.everyone, self.nobody, self.coordinates, self.broken, self.continued, self.sums, self.added
        widening = Widening(lanes, turns)
        wide, own = widening.wide, definitions((loop,))
        numbers = wide(place) + np.arange(turns, dtype=np.int32).repeat(lanes.count)
        self.lanes, self.sums, self.added = widening.lanes, sums, []
        self.everyone = self.lanes.everyone
        self.nobody = self.broken = self.continued = ~self.everyone
        self.coordinates = [*map(wide, self.coordinates)]
        self.names = {word: wide(names[word]) for word in uses(loop.body) if word in names and word not in own}
        self.names[loop.target.operands[0]] = numbers
        self.mask = self.all_of(wide(live) & (numbers < wide(stop)))
        if self.arm(loop, "loop", loop.iterable, self.mask):
            self.block(loop.body)
        added = self.added
        self.everyone, self.nobody, self.coordinates, self.broken, self.continued, self.sums, self.added = outer
        self.lanes, self.names = lanes, names
        lanes.strayed |= widening.lanes.strayed.reshape(turns, lanes.count).any(axis=0)
        for turn in range(turns):
            for target, sign, value, mask in added:
                self.mask = self.all_of(widening.part(mask, turn))
                if self.mask is not self.nobody:
                    self.add(target, sign, widening.part(value, turn))
        self.mask = live

    def all_of(self, mask: Numbers) -> Numbers:
        """The mask; the object ``everyone`` or ``nobody`` where it is of all lanes or none, for a test of identity."""
        count = np.count_nonzero(mask)
        return self.everyone if count == len(mask) else mask if count else self.nobody
