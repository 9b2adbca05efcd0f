"""No thread asks one question twice: the arms of a second branch follow those of the first, or are known."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from generator.syntax.operations import BOOLEANS
from generator.syntax.statements import Assign, Block, If, Return, Statement, Store, walk
from generator.syntax.values import Value
from generator.syntax.walks.dead_code import without_hollow
from generator.syntax.walks.effects import changed_by, is_pure
from generator.syntax.walks.names import definitions
from generator.syntax.walks.negation import negated
from generator.syntax.walks.rewriting import change_value

MOST_TWICE = 2
"""Most statements between the two branches that may be copied into both arms."""


def with_one_question(block: Block) -> Block:
    """The block with branches on the same condition merged, where few statements have to be copied into both arms."""
    for place, one in enumerate(block):
        for other in range(place + 1, len(block)):
            second, between = block[other], block[place + 1 : other]
            if isinstance(one, If) and isinstance(second, If) and _is_answered(second.condition, one, between):
                branch = _one_branch(one, between, second, block[other + 1 :])
                return with_one_question((*block[:place], *branch)) if branch else block
            if not isinstance(second, Assign | Store):
                break
    return block


def without_answered(block: Block) -> Block:
    """The block without questions of branches that those around and before them answer."""
    once = definitions(block)
    held = {
        each.sets[0]: each.value for each in block if isinstance(each, Assign) and each.value.operation == "subscript"
    }
    return _Answers({word: value for word, value in held.items() if once[word] == 1}).through(block, frozenset())


@dataclass(frozen=True)
class _Answers:
    """What branches ask and tell; ``held``: local -> the element that it is."""

    held: Mapping[str, Value]

    def through(self, block: Block, known: frozenset[Value]) -> Block:
        """The block without what is ``known`` to hold before it, or answered in it."""
        found: list[Statement] = []
        for statement in block:
            steps: Block = (statement,)
            if isinstance(statement, If):
                condition = self._open(statement.condition, known)
                if isinstance(condition, bool):
                    steps = self.through(statement.body if condition else statement.otherwise, known)
                else:
                    yes, no = known | self._facts(condition), known | self._facts(negated(condition))
                    body, otherwise = self.through(statement.body, yes), self.through(statement.otherwise, no)
                    steps = without_hollow(If(condition, body, otherwise)) or steps
                    for arm, holds in ((body, no), (otherwise, yes)):
                        known = holds if arm and isinstance(arm[-1], Return) else known
            found.extend(steps)
            if steps and isinstance(steps[-1], Return):
                break
            if known:
                changed = changed_by(steps)
                known = frozenset(each for each in known if changed.isdisjoint(each.names))
        return tuple(found)

    def _open(self, condition: Value, known: Collection[Value]) -> Value | bool:
        """What is still asked where some of it is known; a truth value where nothing is."""
        if not known:
            return condition
        test = self._meant(condition)
        if test in known or negated(test) in known:
            return test in known
        if condition.operation not in BOOLEANS:
            return condition
        parts = [self._open(part, known) for part in condition.operands]
        decides = condition.operation == "or"
        left = tuple(part for part in parts if isinstance(part, Value))
        if not left or decides in parts:
            return decides if decides in parts else not decides
        return replace(condition, operands=left) if len(left) > 1 else left[0]

    def _facts(self, condition: Value) -> frozenset[Value]:
        """What holds where a condition does."""
        parts = condition.operands if condition.operation == "and" else (condition,)
        return frozenset(self._meant(part) for part in parts if is_pure(part))

    def _meant(self, value: Value) -> Value:
        """A value with elements in place of the locals that hold them."""
        return change_value(value, lambda part: self.held.get(part.operands[0], part) if part.is_name else part)


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
