"""Which arrays a kernel writes in full, whatever the values are: every path of a thread stores all that is its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from generator.syntax.modules import Constant
from generator.syntax.statements import (
    Assign,
    Augment,
    Block,
    Call,
    For,
    If,
    Jump,
    Return,
    Statement,
    Store,
    While,
    walk,
)
from generator.syntax.values import Value, dotted_name, literal
from generator.synthesis.composition.finishing import DrawnKernel
from generator.synthesis.storage.memory import WORLD
from generator.synthesis.storage.signature import Size, symbol
from generator.synthesis.telling.known_numbers import Numbers, unwrapped

EVERY = "*"
"""An index that runs over the whole of its axis."""

Place = tuple[str | int, ...]
"""Indices beyond the thread's: a number, a loop's variable, or ``EVERY``."""

Written = frozenset[tuple[str, Place]]
"""Symbols of arrays, each with a place that is surely stored."""


def whole_outputs(drawn: DrawnKernel) -> set[str]:
    """Names of the arrays of which no element keeps what it held."""
    constants = {part.name: unwrapped(part.value) for part in drawn.module.parts if isinstance(part, Constant)}
    coverage = _Coverage(drawn, drawn.layout.index, Numbers(constants))
    end = coverage.after(drawn.steps, frozenset())
    surely = _common([*coverage.returns, end]) or frozenset()
    arrays = {array for array, _ in surely}
    return {drawn.names[array] for array in arrays if array in drawn.names and coverage.is_whole(array, surely)}


@dataclass
class _Coverage:
    """Follows the paths of one kernel; where one ends by a return, what it stored by then is kept in ``returns``."""

    drawn: DrawnKernel
    index: Sequence[str]
    numbers: Numbers
    returns: list[Written] = field(default_factory=list)
    jumps: list[Written] = field(default_factory=list)
    """What is surely stored where ``continue`` ends a turn of the current loop; nothing where ``break`` does."""

    def after(self, block: Block, written: Written) -> Written | None:
        """What is surely stored after a block; None where no path reaches its end."""
        for statement in block:
            if (found := self._step(statement, written)) is None:
                return None
            written = found
        return written

    def _step(self, statement: Statement, written: Written) -> Written | None:
        match statement:
            case Assign(_, value):
                if value.callee == "wp.hash_grid_point_id":
                    self.numbers.known[statement.local] = value.operands[2]  # each row has one thread
                elif statement.local and statement.local not in self.index:
                    self.numbers.set(statement.local, value)
            case Augment(Value("name", (name,)) as target, sign, value):
                self.numbers.set(name, Value(sign, (target, value)))
            case Store(target) | Augment(target):
                return written | set(self._places(target))
            case Call(Value("call", (function, target, _))) if dotted_name(function) == "wp.tile_store":
                return written | {(array, place or self._row(array)) for array, place in self._places(target)}
            case Return():
                self.returns.append(written)
                return None
            case Jump("continue" | "break" as word):
                self.jumps.append(written if word == "continue" else frozenset())
                return None
            case If(condition, body, otherwise):
                if (arm := self._taken(condition)) is not None:
                    return self.after((body, otherwise)[arm], written)
                before = dict(self.numbers.known)
                ends = [self.after(body, written)]
                self.numbers.known, between = before, self.numbers.known
                ends.append(self.after(otherwise, written))
                self.numbers.known = dict(self.numbers.known.items() & between.items())
                return _common(ends)
            case For(target, iterable, body):
                return self._loop(statement, str(target.operands[0]), iterable, body, written)
            case While(_, body):
                self.numbers.forget(statement)
                self._turns("", None, body, written)
        return written

    def _loop(self, loop: Statement, name: str, iterable: Value, body: Block, written: Written) -> Written:
        """What is surely stored after a loop: one turn after another where their numbers are known."""
        turns = self.numbers.turns(iterable) if any(isinstance(each, Store) for each in loop.inner) else None
        if turns is None:
            self.numbers.forget(loop)
            return written | self._turns(name, self._length(iterable), body, written)
        jumps = any(isinstance(each, Jump) for each in loop.inner)
        for turn in turns:
            self.numbers.known[name] = literal(turn)
            found = self._turn(body, written)
            if jumps:  # what counts may have stopped at any of them
                self.numbers.forget(loop)
            if not written <= found:  # the last turn, maybe
                break
            written = found
        self.numbers.known.pop(name, None)
        return written

    def _turn(self, body: Block, before: Written) -> Written:
        """What is surely stored after one turn of a loop; nothing where that may be the last one."""
        outer, self.jumps = self.jumps, []
        end = self.after(body, before)
        surely = _common([*self.jumps, end])
        self.jumps = outer
        return before if surely is None else surely

    def _turns(self, name: str, length: int | str | None, body: Block, before: Written) -> Written:
        """What all turns of a loop store together: whole axes of that length, indexed by its variable."""
        whole: set[tuple[str, Place]] = set()
        for array, place in self._turn(body, before) - before:
            axes = self._axes(array)
            if name in place and len(axes) == len(place) and axes[place.index(name)] == length:
                whole.add((array, tuple(EVERY if each == name else each for each in place)))
        return frozenset(whole)

    def is_whole(self, array: str, surely: Written) -> bool:
        """Whether all places beyond the thread's are stored, in an array that has a row for each thread."""
        ranges: list[Iterable[int | str]] = [range(n) if isinstance(n, int) else (EVERY,) for n in self._axes(array)]
        stored = [place for of, place in surely if of == array]
        return self._has_rows(array) and all(any(_holds(place, one) for place in stored) for one in product(*ranges))

    def _has_rows(self, array: str) -> bool:
        own = ("", WORLD, self.drawn.draft.record.name)
        sizes = self.drawn.signature.slots[array].shape[: len(self.drawn.layout.index)]
        return all(size.entity.partition(":")[0] in own and not (size.entity and size.more) for size in sizes)

    def _axes(self, array: str) -> list[int | str]:
        """Lengths of the axes beyond the thread's own: numbers, or symbols of arguments."""
        shape = self.drawn.signature.slots[array].shape
        return [self._width(size) for size in shape if not size.entity or size.number or size.times > 1]

    def _width(self, size: Size) -> int | str:
        """A number is what it is in the launch, unless it is an argument."""
        if size.number:
            word = symbol(size.number)
            return word if word in self.drawn.names else self.drawn.sizes.number(size.number)
        return size.times if size.entity else size.more

    def _places(self, target: Value) -> Iterator[tuple[str, Place]]:
        """The place of a store to the thread's own rows; nothing for other rows."""
        match target:
            case Value("subscript", (Value("name", (array,)), *indices)):
                beyond = _beyond([*map(self._known, indices)], self.index)
                if beyond is not None and all(each.operation in ("name", "literal") for each in beyond):
                    yield array, tuple(each.operands[0] for each in beyond)

    def _row(self, array: str) -> Place:
        """A whole row, which is as wide as a tile that is stored to it without an offset."""
        return (EVERY,) * len(self._axes(array))

    def _known(self, index: Value) -> Value:
        folded = self.numbers.folded(index)
        return self.numbers.known.get(folded.operands[0], folded) if folded.operation == "name" else folded

    def _length(self, iterable: Value) -> int | str | None:
        """The end of a loop from 0: a number, or the symbol of one; None where that is not said.

        A loop that begins at a count pads a list: it goes on where stores at that count ended.
        """
        match iterable:
            case Value("call", (Value("name", ("range",)), *begin, Value("literal" | "name", (end, *_)) as last)):
                if not begin or (len(begin) == 1 and begin[0].operands[0] in self._counts):
                    number = self.numbers.of(last)
                    return end if number is None else number
        return None

    @cached_property
    def _counts(self) -> set[str]:
        """Names in the indices of stores."""
        return {name for each in walk(self.drawn.steps) if isinstance(each, Store) for name in each.target.names}

    def _taken(self, condition: Value) -> int | None:
        """The arm that all threads with a record take, or one of each block; None where that depends."""
        match condition, self.drawn.layout:
            case Value("==", (Value("name", (name,)), Value("literal"))), layout if name == layout.lane:
                return 0
            case Value(">=" | "<" as sign, (Value("name", (name,)), bound)), layout if name in layout.index:
                sure = not self.drawn.guards.counts_on_device(self.drawn.draft.record)
                return int(sign == ">=") if sure and self.drawn.is_number_of_records(bound) else None
        return None


def _common(ends: list[Written | None]) -> Written | None:
    """What is stored at every end that some path reaches; None where none does."""
    reached = [end for end in ends if end is not None]
    return frozenset.intersection(*reached) if reached else None


def _beyond(indices: list[Value], thread: Sequence[str]) -> list[Value] | None:
    """The indices after the thread's own, those in a flat index too; None where the first are not the thread's."""
    digits = [digit for index in indices for digit in _digits(index, thread)]
    own = tuple([each.operands[0] for each in digits[: len(thread)]])
    return digits[len(thread) :] if own == thread else None


def _digits(index: Value, thread: Sequence[str]) -> list[Value]:
    """``i``, ``j`` and ``1`` of ``(i * n + j) * 5 + 1``, where the first are the thread's."""
    row, place = index.operands if index.operation == "+" else (index, literal(0))
    factors = row.operands if row.operation == "*" else ()
    cell = next((each for each in factors if any(word in thread for word in each.names)), None) if factors else None
    return [index] if cell is None else [*_digits(cell, thread), place]


def _holds(place: Place, one: Place) -> bool:
    """Whether a stored place is this one, or covers it with ``EVERY``."""
    return len(place) == len(one) and all(each in (EVERY, own) for each, own in zip(place, one, strict=True))
