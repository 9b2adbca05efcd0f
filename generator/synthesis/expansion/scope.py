"""What names of a computation stand for while its statements are written out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from generator.syntax.nodes import node
from generator.syntax.statements import Block, Statement
from generator.syntax.values import Value
from generator.synthesis.schemas.entities import Attribute, Entity, Number, Relation
from generator.synthesis.storage.memory import RecordAt


@node
class ManyAt:
    """What ``row.entries`` stands for before it is looped over or indexed."""

    at: RecordAt
    relation: Relation


@node
class ValuesAt:
    """What ``token.logits`` stands for before it is indexed: an attribute with an extent."""

    at: RecordAt
    attribute: Attribute


@node
class NumberOf:
    """What a number of the schema stands for before it is read."""

    number: Number


@node
class TableOf:
    """What an entity's name stands for."""

    entity: Entity


Meaning = Value | RecordAt | ManyAt | ValuesAt | NumberOf | TableOf


class NotExpanded(Exception):
    """A computation says what the language has no meaning for; the text says where."""


@dataclass
class Body:
    """Statements while they are written, with the blocks that are open."""

    open_blocks: list[list[Statement]] = field(default_factory=lambda: [[]])
    loops: int = 0

    def emit(self, statement: Statement) -> None:
        self.open_blocks[-1].append(statement)

    @contextmanager
    def block(self, loop: bool = False) -> Iterator[list[Statement]]:
        """Statements that are emitted within go into a block of their own."""
        inner: list[Statement] = []
        self.open_blocks.append(inner)
        self.loops += loop
        yield inner
        self.loops -= loop
        self.open_blocks.pop()

    @property
    def whole(self) -> Block:
        return tuple(self.open_blocks[0])
