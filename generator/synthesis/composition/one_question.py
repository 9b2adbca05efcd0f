"""No thread asks one question twice: the arms of a second branch follow those of the first, or are known."""

from __future__ import annotations

from generator.syntax.statements import Assign, Block, If, Return, Statement, Store, walk
from generator.syntax.values import Value
from generator.syntax.walks.effects import changed_by, is_pure
from generator.syntax.walks.names import definitions
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_value

MOST_TWICE = 2
"""Most statements between the two branches that may be copied into both arms."""


def with_one_question(block: Block) -> Block:
    """The block with branches on the same condition merged, where few statements have to be copied into both arms."""
    for place, one in enumerate(block):
        if type(one) is not If:
            continue
        for other in range(place + 1, len(block)):
            second, between = block[other], block[place + 1 : other]
            if isinstance(second, If) and _is_answered(second.condition, one, between):
                branch = _one_branch(one, between, second, block[other + 1 :])
                return with_one_question((*block[:place], *branch)) if branch else block
            if not isinstance(second, Assign | Store):
                break
    return block


def without_answered(block: Block) -> Block:
    """The block without branches for threads that an earlier branch made leave."""
    if [type(each) for each in block].count(If) < 2:
        return block
    once = definitions(block)
    held = {each.sets[0]: each.value for each in block if type(each) is Assign and each.value.operation == "subscript"}
    held = {word: value for word, value in held.items() if once[word] == 1}
    found: list[Statement] = []
    gone: set[Value] = set()
    for statement in block:
        if type(statement) is If and not statement.otherwise:
            test = change_value(
                statement.condition, lambda part: held.get(part.operands[0], part) if part.operation == "name" else part
            )
            if test in gone:
                continue
            if statement.body and type(statement.body[-1]) is Return and is_pure(test):
                gone.update(test.operands if test.operation == "or" else (test,))
        found.append(statement)
        if gone:
            changed = changed_by((statement,))
            gone = {each for each in gone if changed.isdisjoint(each.names)}
    return tuple(found) if len(found) < len(block) else block


def _is_answered(test: Value, one: If, between: Block) -> bool:
    """Whether a condition is the first branch's or its opposite, and nothing that it reads was changed."""
    steps = (*one.body, *one.otherwise, *between)
    same = test in (one.condition, negated(one.condition)) and is_pure(test)
    return same and changed_by(steps).isdisjoint(test.names)


def _one_branch(one: If, between: Block, second: If, after: Block) -> Block:
    """Two branches on one condition as one, with what stands between in both arms; nothing where that cannot be."""
    arms = (one.body, one.otherwise)
    if len(between) > MOST_TWICE or any(isinstance(each, Return) for each in walk((*arms[0], *arms[1]))):
        return ()
    then = (second.body, second.otherwise) if second.condition == one.condition else (second.otherwise, second.body)
    yes, no = ((*arm, *between, *more) for arm, more in zip(arms, then, strict=True))
    if yes and isinstance(yes[-1], Return):
        return (If(one.condition, yes), *no, *after)
    if (no and isinstance(no[-1], Return)) or not yes:
        return (If(negated(one.condition), no), *yes, *after)
    return (If(one.condition, yes, no), *after)
