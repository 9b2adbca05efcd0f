"""Forms of guards, an early exit or a block around the rest, and of sums."""

from __future__ import annotations

from generator.syntax.statements import LOOPS, Assign, Augment, Block, If, Jump, Return, Statement
from generator.syntax.values import Value
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_inner, change_statements
from generator.synthesis.chance.randomness import Random

AUGMENTED = ("+", "-", "*")
"""Operations that people write as ``x += y``."""


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
