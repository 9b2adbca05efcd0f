"""The arms of a branch: early returns as arms, and two arms that set one name as a ternary."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from generator.syntax.operations import TESTS
from generator.syntax.statements import Assign, Block, If, Return, Statement, Store, walk
from generator.syntax.values import Value, call, dotted
from generator.syntax.walks.names import definitions
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_block, change_statements
from generator.synthesis.chance.randomness import Random


def without_returns(block: Block, but: Collection[int] = ()) -> Block | None:
    """The block with what follows an early return moved into the other arm; None where a return stands deeper.

    Branches whose ``id`` is in ``but`` still return.
    """
    for place, statement in enumerate(block):
        if id(statement) in but or not any(isinstance(each, Return) for each in walk((statement,))):
            continue
        rest = without_returns(block[place + 1 :], but)
        if rest is None or not isinstance(statement, If) or statement.otherwise:
            return None
        *body, last = statement.body
        if not isinstance(last, Return) or any(isinstance(each, Return) for each in walk(tuple(body))):
            return None
        if not rest:
            return (*block[:place], replace(statement, body=tuple(body))) if body else block[:place]
        held = replace(statement, body=tuple(body), otherwise=rest)
        return (*block[:place], held if body else If(negated(statement.condition), rest))
    return block


def with_arms(block: Block, random: Random, chance: float) -> Block:
    """The block with a store and its early return, and the rest, as two arms of an if, with a chance."""
    last = [place for place, s in enumerate(block) if stores_and_leaves(s)]
    if not last or not random.chance(chance):
        return block
    rest = without_returns(block[last[-1] :])
    return block if rest is None else (*block[: last[-1]], *rest)


def with_one_store(block: Block, random: Random, chance: float) -> Block:
    """``if c: y[i] = x; return`` and a last ``y[i] = f(x)`` as ``if not c: x = f(x)`` and one store, with a chance."""
    place = next((p for p, s in enumerate(block) if stores_and_leaves(s)), len(block))
    match block[place:]:
        case (If(test, (Store(target, Value("name", (word,)) as local), Return())), *inner, Store(last, value)) if (
            target == last
            and value.operation != "name"
            and definitions(block).get(word) == 1
            and not any(isinstance(each, Return) for each in walk(tuple(inner)))
            and random.chance(chance)
        ):
            return (*block[:place], If(negated(test), (*inner, Assign((local,), value))), Store(target, local))
    return block


def with_exits_alike(block: Block) -> Block:
    """``if a or b:`` for two branches in a row that store the same and leave, as people write it."""
    found: list[Statement] = []
    for statement in block:
        match found[-1:], statement:
            case [If(first, body, ())], If(second, same, ()) if body == same and stores_and_leaves(statement):
                tests = [each.operands if each.operation == "or" else (each,) for each in (first, second)]
                found[-1] = If(Value("or", (*tests[0], *tests[1])), body)
            case _:
                found.append(statement)
    return tuple(found)


def stores_and_leaves(statement: Statement) -> bool:
    """Whether a branch does something and then leaves."""
    match statement:
        case If(_, [_, *_, Return()], ()):
            return True
    return False


def ternaries(block: Block, random: Random, chance: float) -> Block:
    """``x = a if c else b`` instead of two arms that set ``x``, with a chance."""

    def chosen(statement: If) -> Block:
        match statement.body, statement.otherwise:
            case (Assign((one,), first),), (Assign((two,), second),) if one.operation == "name" and one == two:
                if _are_short(first, second) and random.chance(chance):
                    return (Assign((one,), Value("ternary", (first, statement.condition, second), first.type)),)
            case (Store(one, first),), (Store(two, second),) if one == two:
                if _are_short(first, second) and random.chance(chance):
                    return (Store(one, Value("ternary", (first, statement.condition, second), first.type)),)
        return (statement,)

    return change_statements(block, chosen, If)


def spelled_choices(block: Block) -> Block:
    """``wp.where(c, a, b)`` instead of ``a if c else b`` where the condition is a boolean."""

    def change(value: Value) -> Value:
        if value.operation != "ternary":
            return value
        first, test, second = value.operands
        if test.operation not in TESTS or not _are_short(first, second) or any(map(_divides, (first, second))):
            return value
        return call(dotted("wp.where"), test, first, second, type=value.type)

    return change_block(block, change, frozenset(("ternary",)))


def _divides(value: Value) -> bool:
    """Whether a value has a quotient: a call computes both sides, and the adjoint of the other may not be finite."""
    return any(part.operation in QUOTIENTS and part.operands[1].operation != "literal" for part in value.walk())


QUOTIENTS = frozenset(("/", "//", "%"))
"""Operations that are not defined where their second operand is zero."""


def _are_short(*values: Value) -> bool:
    """Whether values are short, without elements, calls and ternaries: both sides of a ternary may be computed."""
    few = sum([1 + len(value.below) for value in values]) <= MOST_PARTS
    return few and all(map(LONG.isdisjoint, [value.kinds for value in values]))


LONG = frozenset(("subscript", "call", "ternary"))
"""Operations of values that are long."""

MOST_PARTS = 6
"""Most subexpressions of the two values of a ternary, together."""
