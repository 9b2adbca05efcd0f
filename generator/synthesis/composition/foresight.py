"""What is known of a kernel before it is drafted, so that a draft that would be refused need not be made."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.syntax.modules import Function
from generator.syntax.statements import Assert, Augment, Block, Statement, Store, walk
from generator.syntax.values import Value
from generator.syntax.walks.adjoint_limits import limits_of
from generator.syntax.walks.dead_code import without_dead_code
from generator.syntax.walks.rewriting import change_statements
from generator.synthesis.composition.drawing import KEPT, Choice


@lru_cache(maxsize=KEPT)
def surely_has_issue(choice: Choice) -> bool:
    """Whether every kernel of a computation that has a derivative has one of Warp's adjoint limits.

    Told from its loops, calls and locals, which are the same in every layout; False where only a draft can tell.
    """
    body = change_statements(choice.function.body, _as_written)
    return _has_trait(choice, body) and _has_trait(choice, without_dead_code(body))


def size_of(choices: Sequence[Choice]) -> int:
    """Statements of computations, those inside others too, and the one that asks for the thread's index."""
    return 1 + sum([len(walk(choice.function.body)) for choice in choices])


def _has_trait(choice: Choice, body: Block) -> bool:
    return any(limits_of(Function("", choice.function.parameters, body), choice.stencil.values))


def _as_written(statement: Statement) -> Block:
    """A statement of a computation; of one that stores or adds to an array, the value."""
    match statement:
        case Store(target, value) | Augment(target, _, value) if _is_attribute(target):
            return (Assert(value),)
    return (statement,)


def _is_attribute(target: Value) -> bool:
    """Whether a target is an attribute of a record, or one of its values."""
    return target.operation == "attribute" or (target.operation == "subscript" and _is_attribute(target.operands[0]))
