"""Whether every kernel of a computation has a derivative, as far as its steps tell it before it is drafted."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from generator.syntax.operations import TESTS
from generator.syntax.statements import Assign, Augment, Block, For, If, Statement, Store, parts_of, walk
from generator.syntax.types import scalar_of
from generator.syntax.values import Value, last_word
from generator.synthesis.composition.completing import before_it
from generator.synthesis.composition.derivative import BREAKING, SINGLE_PRECISION, WITHOUT_ADJOINT
from generator.synthesis.composition.drawing import KEPT, Choice
from generator.synthesis.composition.filling import is_float

_UNSURE = (*SINGLE_PRECISION, "atomic_", "tile_")
"""Beginnings of built-ins that may leave a kernel without a derivative."""


@lru_cache(maxsize=KEPT)
def surely_differentiable(choice: Choice) -> bool:
    """Whether a float that a thread reads of a record reaches a float that it stores, whatever the layout.

    It has nothing that may leave it without a derivative: what it stores it never reads.
    """
    body = choice.function.body
    parts = parts_of(body)
    words = {last_word(part.operands[0]) for part in parts if part.operation == "call"}
    if not words.isdisjoint(WITHOUT_ADJOINT) or any(word.startswith(_UNSURE) for word in words):
        return False
    stored = [target.operands[1] for target in map(_stored, walk(body)) if target.operation == "attribute"]
    named = [part.operands[1] for part in parts if part.operation == "attribute" and part.operands[1] in stored]
    if len(named) > len(stored) or _becomes_another(choice, stored):
        return False
    return _is_reached(choice, _floats(choice))


def _stored(statement: Statement) -> Value:
    """What a statement stores to or adds to; a name where it does neither."""
    if not isinstance(statement, Store | Augment):
        return Value("name", ("",))
    target = statement.target
    return target.operands[0] if target.operation == "subscript" else target


def _becomes_another(choice: Choice, stored: Collection[str]) -> bool:
    """Whether a record that is left alone keeps one stored value in another one's place."""
    kept = [before_it(choice.record, of) for of in choice.record.attributes if of.name in stored]
    return any(before is not None and before.name in stored for before in kept)


def _floats(choice: Choice) -> set[str]:
    """Attributes that are floats, of whichever entity."""
    entities = choice.computation.schema.entities
    others = {of.name for entity in entities for of in entity.attributes if not is_float(of.type)}
    others |= {relation.name for entity in entities for relation in entity.relations}
    return {of.name for entity in entities for of in entity.attributes} - others


def _is_reached(choice: Choice, floats: Collection[str]) -> bool:
    owner, *numbers = choice.function.parameters
    schema, moved, records = choice.computation.schema, set[str](), {owner.name}
    for parameter in numbers:
        if (number := schema.number(parameter.name)) is not None and is_float(number.type):
            moved.add(parameter.name)

    def moves(value: Value) -> bool:
        scalar = scalar_of(value.type)
        if value.operation in TESTS or (scalar is not None and not scalar.is_float):
            return False
        match value.operation:
            case "name":
                return value.operands[0] in moved
            case "subscript":
                return moves(value.operands[0])
            case "attribute":
                of, word = value.operands
                return word in floats if of.is_name and of.operands[0] in records else moves(of)
            case "ternary":
                return moves(value.operands[0]) or moves(value.operands[2])
            case "call":
                word = last_word(value.operands[0])
                return word not in BREAKING and any(map(moves, value.children[1:]))
        return any(map(moves, value.children))

    for statement in _surely_written(choice.function.body):
        match statement:
            case For(Value("name", (word,))):
                records.add(word)
            case Assign((Value("name", (word,)),), value) | Augment(Value("name", (word,)), _, value) if moves(value):
                moved.add(word)
            case Store(_, value) | Augment(_, _, value) if moves(value):
                target = _stored(statement)
                if target.operation == "attribute" and target.operands[1] in floats:
                    return True
    return False


def _surely_written(block: Block) -> Iterator[Statement]:
    """Statements of a block and of those in it, but for what there is where a record may not be there."""
    for statement in block:
        yield statement
        asks = isinstance(statement, If) and "exists" in statement.condition.names
        yield from _surely_written(statement.body) if asks and isinstance(statement, If) else statement.inner
