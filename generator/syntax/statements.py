"""Statements of a function's body, as dataclasses; a block is a tuple of them."""

from __future__ import annotations

from itertools import chain
from operator import attrgetter

from generator.syntax.nodes import node, remembered
from generator.syntax.values import Value, interned


class Line:
    """Base class of statements: caches facts about their own values, and about all that they hold, their blocks too."""

    values: tuple[Value, ...] = ()
    """Its own values, without those of its blocks: what it reads first, then its targets."""

    @remembered
    def parts(self) -> tuple[Value, ...]:
        """Its own values and all their subexpressions."""
        return tuple([part for value in self.values for part in (value, *value.below)])

    @remembered
    def calls(self) -> tuple[Value, ...]:
        """The calls in its own values."""
        return tuple([part for part in self.parts if part.operation == "call"])

    @remembered
    def reads(self) -> tuple[str, ...]:
        """The names that it reads, once for each place: ``x`` in ``x += 1`` and in ``x[i] = 1``, not in ``x = 1``."""
        if type(self) is not Assign and type(self) is not For:
            return tuple([part.operands[0] for part in self.parts if part.operation == "name"])
        first, *targets = self.values
        if len(targets) == 1 and targets[0].operation == "name":
            return first.names
        places = [part for each in targets for part in each.walk() if part.operation in ("subscript", "attribute")]
        return (*first.names, *[name for part in places for name in part.names])

    @remembered
    def sets(self) -> tuple[str, ...]:
        """The names that it sets."""
        one = (self.target,) if type(self) is For or type(self) is Augment else ()
        targets = self.targets if type(self) is Assign else one
        if not targets:
            return ()
        if len(targets) == 1 and targets[0].operation == "name":
            return targets[0].operands
        parts = [part for each in targets for part in (each.operands if each.operation == "tuple" else (each,))]
        return tuple([part.operands[0] for part in parts if part.operation == "name"])

    @remembered
    def inner(self) -> tuple[Statement, ...]:
        """Every statement of the blocks that it holds, in order of the text."""
        return tuple(chain.from_iterable(map(walk, blocks_of(self)))) if type(self) in HOLDING else ()

    @remembered
    def parts_within(self) -> tuple[Value, ...]:
        """Its ``parts`` and those of its blocks; so are the next two."""
        return (*self.parts, *chain.from_iterable(map(_PARTS, self.inner))) if type(self) in HOLDING else self.parts

    @remembered
    def reads_within(self) -> tuple[str, ...]:
        return (*self.reads, *chain.from_iterable(map(_READS, self.inner))) if type(self) in HOLDING else self.reads

    @remembered
    def sets_within(self) -> tuple[str, ...]:
        return (*self.sets, *chain.from_iterable(map(_SETS, self.inner))) if type(self) in HOLDING else self.sets

    @remembered
    def kinds(self) -> frozenset[str]:
        """The operations of the values in it and in its blocks."""
        inner = map(_KINDS, self.inner) if type(self) in HOLDING else ()
        return interned(frozenset([part.operation for part in self.parts]).union(*inner))


_KINDS, _PARTS, _READS, _SETS = map(attrgetter, ("kinds", "parts", "reads", "sets"))


@node
class Assign(Line):
    """Assigns a value to each of ``targets``, which are names or tuples of targets."""

    targets: tuple[Value, ...]
    value: Value
    annotation: Value | None = None

    values = remembered(lambda line: (line.value, *line.targets))

    @remembered
    def local(self) -> str:
        """The name that is assigned; empty for several targets and for a tuple."""
        (target, *others) = self.targets
        return "" if others or target.operation != "name" else str(target.operands[0])


@node
class Store(Line):
    """An element of an array, a component or a field gets a value."""

    target: Value
    value: Value

    values = remembered(lambda line: (line.value, line.target))


@node
class Augment(Line):
    """``target sign= value``: a name, an element, a component, a field."""

    target: Value
    sign: str
    value: Value

    values = remembered(lambda line: (line.value, line.target))


@node
class Call(Line):
    """A call whose result is dropped: an atomic, a print, a function that writes."""

    value: Value

    values = remembered(lambda line: (line.value,))


@node
class If(Line):
    """An ``otherwise`` that is one ``If`` is an ``elif``."""

    condition: Value
    body: Block
    otherwise: Block = ()

    values = remembered(lambda line: (line.condition,))

    @property
    def has_elif(self) -> bool:
        return len(self.otherwise) == 1 and isinstance(self.otherwise[0], If)


@node
class For(Line):
    """``for target in iterable``; ``iterable`` is a call of ``range`` nearly always."""

    target: Value
    iterable: Value
    body: Block

    values = remembered(lambda line: (line.iterable, line.target))


@node
class While(Line):
    """Runs while the condition holds."""

    condition: Value
    body: Block

    values = remembered(lambda line: (line.condition,))


@node
class Return(Line):
    """Ends the function; a kernel's has no value."""

    value: Value | None = None

    values = remembered(lambda line: () if line.value is None else (line.value,))


@node
class Assert(Line):
    """A condition that Warp checks in debug mode."""

    condition: Value
    message: Value | None = None

    values = remembered(lambda line: (line.condition,) if line.message is None else (line.condition, line.message))


@node
class Jump(Line):
    """``break``, ``continue`` or ``pass``."""

    word: str


@node
class Comment(Line):
    """A comment on lines of its own, without the hash; one line each."""

    text: str


@node
class Blank(Line):
    """Empty lines between statements."""

    lines: int = 1


Statement = Assign | Store | Augment | Call | If | For | While | Return | Assert | Jump | Comment | Blank
Block = tuple[Statement, ...]


def blocks_of(statement: Line) -> tuple[Block, ...]:
    """The blocks that a statement holds, in order of the text."""
    if type(statement) is If:
        return statement.body, statement.otherwise
    return (statement.body,) if type(statement) is For or type(statement) is While else ()


def walk(block: Block) -> list[Statement]:
    """Every statement of a block and of the blocks in it, in order of the text."""
    if HOLDING.isdisjoint(map(type, block)):
        return list(block)
    found: list[Statement] = []
    for statement in block:
        found.append(statement)
        if type(statement) in HOLDING:
            found += statement.inner
    return found


LOOPS = (For, While)
"""Loops. A tuple, since a union of classes would be made anew at each ``isinstance``."""

HOLDING = frozenset({If, For, While})
"""Statements that hold blocks."""


def parts_of(block: Block) -> list[Value]:
    """Every value and subexpression in a block, inner blocks included."""
    return list(chain.from_iterable([statement.parts_within for statement in block]))
