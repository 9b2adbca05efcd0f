"""What computations say of a kernel before it is drafted: a draft that is refused for that need not be made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.syntax.modules import Function, Parameter
from generator.syntax.statements import LOOPS, Assert, Augment, Block, For, If, Statement, Store, While, walk
from generator.syntax.values import Value, call, element, literal, name
from generator.syntax.walks.adjoint_limits import limits_of
from generator.syntax.walks.dead_code import without_dead_code
from generator.synthesis.composition.drawing import Choice
from generator.synthesis.schemas.entities import FIXED

_ARRAY = name("@")
"""Stands for each array that is stored to."""


def surely_has_issue(choice: Choice) -> bool:
    """Whether every kernel of a computation that has a derivative has a trait of Warp's wrong adjoints.

    Told from its loops, calls and locals, which are the same in every layout; False where only a draft can tell.
    """
    if _has_grid(choice):  # a cell that has a name need not be a local
        return False
    body = _body(choice)
    return _has_trait(choice, body) and _has_trait(choice, without_dead_code(body))


def size_of(choices: Sequence[Choice]) -> int:
    """Statements of computations, those inside others too, and the one that asks for the thread's index."""
    return 1 + sum([len(walk(choice.function.body)) for choice in choices])


def _has_grid(choice: Choice) -> bool:
    return any(entity.dimensions > 1 for entity in choice.computation.schema.entities)


def _has_trait(choice: Choice, body: Block) -> bool:
    constants = {word: literal(number) for word, number in choice.stencil.constants.items()}
    parameters = (*choice.function.parameters, Parameter(_ARRAY.operands[0]))
    return any(limits_of(Function("", parameters, body), constants))


def _body(choice: Choice) -> Block:
    """The statements of a computation, in which loops over a known number of records have a known length."""
    body = choice.function.body
    if not any(isinstance(statement, LOOPS) for statement in walk(body)):  # where things are stored makes no odds
        return body
    relations = [relation for _, relation in choice.computation.schema.relations if relation.kind == FIXED]
    return tuple(_written(body, {relation.name: relation.count for relation in relations}))


def _written(block: Block, counts: Mapping[str, int]) -> Iterator[Statement]:
    for statement in block:
        match statement:
            case Store(target, value) if _is_attribute(target):
                yield Store(element(_ARRAY, literal(0)), value)
            case Augment(target, _, value) if _is_attribute(target):  # an atomic, or a sum
                yield Assert(value)
            case If(condition, body, otherwise):
                yield If(condition, tuple(_written(body, counts)), tuple(_written(otherwise, counts)))
            case For(target, iterable, body):
                word = iterable.operands[1] if iterable.operation == "attribute" else ""
                head = call(name("range"), literal(counts[word])) if word in counts else iterable
                yield For(target, head, tuple(_written(body, counts)))
            case While(condition, body):
                yield While(condition, tuple(_written(body, counts)))
            case _:
                yield statement


def _is_attribute(target: Value) -> bool:
    """Whether a target is an attribute of a record, or one of its values."""
    return target.operation == "attribute" or (target.operation == "subscript" and _is_attribute(target.operands[0]))
