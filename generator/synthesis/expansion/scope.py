"""What names of a computation stand for while its statements are written out."""

from __future__ import annotations

from generator.syntax.nodes import node
from generator.syntax.values import Value, name
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


EXISTS = name("exists")

Meaning = Value | RecordAt | ManyAt | ValuesAt | Number | Entity
"""What a name may stand for: a number of the schema until it is read, and an entity as the table of its records."""


def is_question(value: Value) -> bool:
    """Whether a value is ``exists(record)``."""
    return value.operation == "call" and value.operands[0] == EXISTS


def relations_tested(condition: Value, denied: bool = False) -> set[str]:
    """Relations that lead somewhere where a condition holds; if ``denied``, where it does not."""
    joins = "or" if denied else "and"
    parts = condition.operands if condition.operation == joins else (condition,)
    if denied:
        parts = tuple(part.operands[0] for part in parts if part.operation == "not")
    questions = [part.operands[1] for part in parts if is_question(part)]
    return {record.operands[1] for record in questions if record.operation == "attribute"}


class NotExpanded(Exception):
    """A computation uses what the language has no meaning for; the text says what."""
