"""Forms of guards: an early exit or a block around the rest, and tests for an index that is none."""

from __future__ import annotations

from collections.abc import Collection

from generator.syntax.statements import LOOPS, Assign, Augment, Block, If, Jump, Return, Statement, walk
from generator.syntax.values import Value, literal, root_of
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_block, change_inner, change_statements
from generator.synthesis.chance.randomness import Random

AUGMENTED = ("+", "-", "*")
"""Operations that people write as ``x += y``."""

SENTINELS = (
    ((("<", 0), (">=", 0)), 204),
    ((("==", -1), (">=", 0)), 45),
    ((("==", -1), ("!=", -1)), 8),
    ((("<", 0), ("!=", -1)), 4),
    ((("<", 0), (">", -1)), 2),
)
"""Spellings of the test that an index is none, and of the test that it is not, and in how many of people's kernels that
have both they stand side by side."""

ASKING = frozenset(("<", ">="))
"""Comparisons with zero in which such tests are drafted."""


def spelled_sentinels(block: Block, random: Random, relations: Collection[str]) -> Block:
    """One spelling in the whole kernel of the test that an index is none.

    ``relations`` are the arrays of such indices: other whole numbers may be negative and not -1.
    """
    empty, found = random.weighted(SENTINELS)
    if not relations:
        return block
    indices = _locals_of(block, relations)

    def change(value: Value) -> Value:
        asks = value.operation in ASKING and value.operands[1] == literal(0)
        if not asks or not _leads(value.operands[0], relations, indices):
            return value
        sign, number = empty if value.operation == "<" else found
        return Value(sign, (value.operands[0], literal(number)))

    return change_block(block, change, ASKING)


def _leads(value: Value, relations: Collection[str], indices: Collection[str]) -> bool:
    """Whether a value is an element of an array of such indices, or a local for one."""
    if value.operation == "name":
        return value.operands[0] in indices
    return value.operation == "subscript" and root_of(value) in relations


def _locals_of(block: Block, relations: Collection[str]) -> set[str]:
    """Locals that are set to elements of arrays of indices, and to nothing else."""
    leading: set[str] = set()
    others: set[str] = set()
    for statement in walk(block):
        leads = type(statement) is Assign and _leads(statement.value, relations, ())
        (leading if leads else others).update(statement.sets)
    return leading - others


def holding(block: Block, random: Random, chance: float) -> Block:
    """The last early exit of a loop's turn or of the kernel becomes a block around the rest, with a chance."""

    def held(loop: Statement) -> Block:
        return (change_inner(loop, lambda inner: _holding(inner, Jump("continue"), random, chance)),)

    return _holding(change_statements(block, held, *LOOPS), Return(), random, chance)


def _holding(block: Block, leave: Statement, random: Random, chance: float) -> Block:
    for place in range(len(block) - 2, -1, -1):
        each = block[place]
        if type(each) is If and not each.otherwise and each.body == (leave,):
            held = (*block[:place], If(negated(each.condition), block[place + 1 :]))
            return held if random.chance(chance) else block
    return block


def spelled_sums(block: Block, random: Random, chance: float) -> Block:
    """``x = x + y`` instead of ``x += y`` for locals, with a chance for the whole kernel; else the other way round."""

    def in_full(sum_: Augment) -> Block:
        target, sign = sum_.target, sum_.sign
        return (Assign((target,), Value(sign, (target, sum_.value))),) if target.operation == "name" else (sum_,)

    def short(line: Assign) -> Block:
        if line.value.operation not in AUGMENTED:
            return (line,)
        first, second = line.value.operands
        own = first.operation == "name" and first.operands[0] == line.local
        return (Augment(line.targets[0], line.value.operation, second),) if own else (line,)

    if random.chance(chance):
        return change_statements(block, in_full, Augment)
    return change_statements(block, short, Assign)
