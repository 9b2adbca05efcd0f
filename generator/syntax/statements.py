"""Statements of a function's body, as dataclasses; a block is a tuple of them."""

from __future__ import annotations

from collections.abc import Callable

from generator.syntax.nodes import node
from generator.syntax.values import Value


@node
class Assign:
    """Names get a value: ``targets`` are names, or tuples of targets; several where one value goes to all of them."""

    targets: tuple[Value, ...]
    value: Value
    annotation: Value | None = None
    note: str = ""
    """Comment at the end of the line, as in every statement."""


@node
class Store:
    """An element of an array, a component or a field gets a value."""

    target: Value
    value: Value
    note: str = ""


@node
class Augment:
    """``target sign= value``: a name, an element, a component, a field."""

    target: Value
    sign: str
    value: Value
    note: str = ""


@node
class Call:
    """A call whose result nobody takes: an atomic, a print, a function that writes."""

    value: Value
    note: str = ""


@node
class If:
    """An ``otherwise`` that is one ``If`` is an ``elif``."""

    condition: Value
    body: Block
    otherwise: Block = ()
    note: str = ""


@node
class For:
    """``for target in iterable``; ``iterable`` is a call of ``range`` nearly always."""

    target: Value
    iterable: Value
    body: Block
    note: str = ""


@node
class While:
    """Runs while the condition holds."""

    condition: Value
    body: Block
    note: str = ""


@node
class Return:
    """Ends the function; a kernel's has no value."""

    value: Value | None = None
    note: str = ""


@node
class Assert:
    """A condition that Warp checks in debug mode."""

    condition: Value
    message: Value | None = None
    note: str = ""


@node
class Jump:
    """``break``, ``continue`` or ``pass``."""

    word: str
    note: str = ""


@node
class Comment:
    """A comment on lines of its own, without the hash; one line each."""

    text: str


@node
class Blank:
    """An empty line between statements."""

    lines: int = 1


Statement = Assign | Store | Augment | Call | If | For | While | Return | Assert | Jump | Comment | Blank
Block = tuple[Statement, ...]


def blocks_of(statement: Statement) -> tuple[Block, ...]:
    """The blocks that a statement holds, in order of the text."""
    if type(statement) is If:
        return statement.body, statement.otherwise
    return (statement.body,) if isinstance(statement, LOOPS) else ()


def values_of(statement: Statement) -> tuple[Value, ...]:
    """The values that a statement holds itself, not those of its blocks: what it reads first, then what it sets."""
    found = _VALUES.get(type(statement))
    return () if found is None else found(statement)


def walk(block: Block) -> list[Statement]:
    """Every statement of a block and of the blocks in it, in order of the text."""
    found: list[Statement] = []
    _gather(block, found)
    return found


LOOPS = (For, While)
"""Statements that repeat their block. A tuple: a union of classes is made anew at each question."""

_HOLDING = frozenset({If, For, While})
"""Statements that hold blocks."""


def _gather(block: Block, found: list[Statement]) -> None:
    for statement in block:
        found.append(statement)
        if type(statement) in _HOLDING:
            for inner in blocks_of(statement):
                _gather(inner, found)


def parts_of(block: Block) -> list[Value]:
    """Every value of every statement in a block, and all that they are made of."""
    found: list[Value] = []
    for statement in walk(block):
        for value in values_of(statement):
            found.append(value)
            found += value.below
    return found


_VALUES: dict[type, Callable[..., tuple[Value, ...]]] = {
    Assign: lambda statement: (statement.value, *statement.targets),
    Store: lambda statement: (statement.value, statement.target),
    Augment: lambda statement: (statement.value, statement.target),
    For: lambda statement: (statement.iterable, statement.target),
    Call: lambda statement: (statement.value,),
    If: lambda statement: (statement.condition,),
    While: lambda statement: (statement.condition,),
    Return: lambda statement: () if statement.value is None else (statement.value,),
    Assert: lambda s: (s.condition,) if s.message is None else (s.condition, s.message),
}
"""Kind of a statement -> its own values."""
