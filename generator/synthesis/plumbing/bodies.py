"""Bodies of plumbing, in the language of computations, over attributes that are chosen later.

``record`` stands for the entity, ``owner`` for the relation by which records are grouped. A statement with
``record.each`` or ``record.saved_each`` stands for one for each attribute, one with ``component`` for one for each
component of it.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import cache, partial
from typing import Any

from generator.syntax.reading import read_tree
from generator.syntax.statements import Block, Statement
from generator.syntax.types import Vector
from generator.syntax.values import Value, attribute, literal
from generator.syntax.walks.rewriting import change_block, change_statements, rename
from generator.synthesis.schemas.entities import Attribute
from generator.synthesis.schemas.zeros import zero as zero_of

zero: Any = None
"""``zero(record.each)``: what an attribute is cleared to."""

component: Any = None
"""The place of a component in a vector or quaternion."""

components: Any = None
"""How many components an attribute has."""


def body_of(function: Callable[..., None], record: str, relation: str, chosen: Sequence[Attribute]) -> Block:
    """The body of a kind of plumbing for an entity, a relation and attributes."""

    def repeated(statement: Statement) -> Block:
        forms = [partial(_filled, of=of, place=place) for of in chosen for place in range(length_of(of))]
        return tuple(dict.fromkeys([change_block((statement,), form)[0] for form in forms])) or (statement,)

    def related(value: Value) -> Value:
        leads = value.operation == "attribute" and value.operands[1] == "owner"
        return attribute(value.operands[0], relation) if leads else value

    body = rename(change_block(_read(function), related), {"record": record, "owner": relation})
    return change_statements(body, repeated)


@cache
def _read(function: Callable[..., None]) -> Block:
    text = inspect.getsource(function)
    text = text[text.index("\ndef ") + 1 :]  # without its decorator
    return read_tree(ast.parse(text), text).functions[0].body


def _filled(value: Value, of: Attribute, place: int) -> Value:
    """A value of one attribute, and of one of its components."""
    match value:
        case Value("attribute", (owner, word)) if word.rpartition("_")[2] == "each":
            return attribute(owner, word.removesuffix("each") + of.name)
        case Value("name", ("component",)):
            return literal(place)
        case Value("name", ("components",)):
            return literal(length_of(of))
        case Value("call", (Value("name", ("zero",)), _)):
            return zero_of(of.type)
    return value


def length_of(of: Attribute) -> int:
    """How many components a vector or quaternion has."""
    return of.type.length if isinstance(of.type, Vector) else 4
