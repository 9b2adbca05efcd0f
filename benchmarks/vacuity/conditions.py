"""Which conditions are ever true and ever false, and which operands and guards ever decide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from benchmarks.vacuity.tallying import Tallying
from generator.syntax.printing import block_text
from generator.syntax.statements import Assign, Blank, Block, Comment, If, Jump, Line, Return
from generator.syntax.value_text import value_text
from generator.syntax.values import Value, last_word, literal
from generator.synthesis.screening.builtins.table import CHANGING
from generator.synthesis.screening.lanes.outcome import NotScreened, Struck
from generator.synthesis.screening.lanes.values import Numbers
from generator.synthesis.screening.safety import TINY, is_safety, number_of

SIDES = ("true", "false", "decides")

ARMS = {True: ("if", "yes"), False: ("else", "no")}
"""What a condition is -> the arms that then run."""

FINITE = ("isfinite", "isnan", "isinf")
SILENT = (Comment, Blank)


class Conditions(Tallying):
    """Tallies the conditions that it evaluates, and their operands.

    An operand of ``and`` and ``or``, and a guard before others that do the same, decides where the whole is different
    without it.
    """

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.followers: dict[int, tuple[bool, list[Line]]] = {}
        """If statement -> what it leads to where it does not decide, and the statements up to there."""
        self.blocks: dict[int, Block] = {}

    def truth(self, value: Value) -> Numbers:
        found = super().truth(value)
        if value.operation != "literal":
            safe = frozenset(f"{side}".lower() for side in (True, False) if self._guards(value, side))
            self.note(value_text(value), self.mask, {"true": found, "false": ~found}, safe)
        return found

    def boolean(self, value: Value) -> Numbers:
        if not self.trying:
            self._try_operands(value)
        return super().boolean(value)

    def _try_operands(self, value: Value) -> None:
        """Note in which lanes each operand decides: all before it leave it open, and no one after it says the same."""
        wants, reached = value.operation == "and", self.mask
        for place, operand in enumerate(value.operands):
            rest = value.operands[place + 1 :]
            with self.attempt():
                self.mask = reached
                found = self._pure(operand) if reached.any() else None
                if found is None:
                    return
                open_ = reached & (found != wants)
                decides = self._still_open(rest, open_, wants)
            safe = frozenset(["decides"] if self._guards(operand, not wants) else [])
            self.note(f"{value_text(operand)}  OF  {value_text(value)}", reached, {"decides": decides}, safe)
            reached = reached & (found == wants)

    def branch(self, statement: If) -> None:
        if not self.trying and id(statement) in self.followers:
            self._try_guard(statement)
        super().branch(statement)

    def _try_guard(self, statement: If) -> None:
        wants, rest = self.followers[id(statement)]
        ran = self.mask
        with self.attempt():
            found = self._pure(statement.condition)
            if found is None:
                return
            decides = self._still_open(rest, ran & (found != wants), wants)
        last = [each for each in rest if isinstance(each, If)][-1]
        text = f"{value_text(statement.condition)}  BEFORE  {value_text(last.condition)}"
        is_safe = _asks_for_none(statement.condition) or self._guards(statement.condition, not wants)
        safe = frozenset(["decides"] if is_safe else [])
        self.note(text, ran, {"decides": decides}, safe)

    def _still_open(self, rest: Sequence[Any], open_: Numbers, wants: bool) -> Numbers:
        """Lanes that assignments and conditions leave open, and those in which they are undefined."""
        for each in rest:
            self.mask = open_
            if not open_.any():
                break
            try:
                if isinstance(each, Assign):
                    self.assign(each)
                    continue
                found = self._pure(each.condition if isinstance(each, If) else each)
            except (Struck, NotScreened, TypeError, ValueError, AttributeError, IndexError, KeyError):
                found = None
            if found is None:
                return open_
            open_ = open_ & (found == wants)
        return open_ | self.lanes.strayed

    def _pure(self, condition: Value) -> Numbers | None:
        """Whether it holds; None where that would change something."""
        return None if any(map(_changes, (condition, *condition.below))) else self.truth(condition)

    def block(self, block: Block) -> None:
        if id(block) not in self.blocks:
            self.blocks[id(block)] = block  # kept alive, as its id is
            self.followers |= {id(guard): (wants, rest) for guard, wants, rest in _followers(block)}
        super().block(block)

    def _guards(self, value: Value, side: bool) -> bool:
        """Whether it is for safety that a condition may be true, or false: of a quotient, or of what is not finite."""
        if value.operation == "not":
            return self._guards(value.operands[0], not side)
        if value.operation == "call":
            return last_word(value.operands[0]) in FINITE
        if value.operation in ("<", "<=", ">", ">=") and (tiny := self._tiny(value.operands[1])):
            value = replace(value, operands=(value.operands[0], tiny))
        return any(is_safety(value, arm, self.constants) for arm in ARMS[side])

    def _tiny(self, bound: Value) -> Value | None:
        """The tiny factor of a bound that is relative to a size."""
        factors = [part for part in (bound, *bound.below) if 0.0 < number_of(part, self.constants) <= TINY]
        return factors[0] if bound.operation == "*" and factors else None

    RUNS: ClassVar = {**Tallying.RUNS, If: branch}
    WAYS: ClassVar = {**Tallying.WAYS, "and": boolean, "or": boolean}


def _asks_for_none(value: Value) -> bool:
    """Whether it asks if a record is -1, for none: so does every loop before it looks at one."""
    return value.operation in ("<", ">=") and value.operands[1] == literal(0)


def _changes(value: Value) -> bool:
    word = last_word(value.operands[0]) if value.operation == "call" else ""
    return word.startswith("atomic_") or word in CHANGING


def _followers(block: Block) -> Iterator[tuple[If, bool, list[Line]]]:
    """Each guard that others follow which do the same, and each condition that holds nothing but another."""
    for place, statement in enumerate(block):
        if not isinstance(statement, If) or statement.otherwise:
            continue
        if isinstance(statement.body[-1], Jump | Return):
            rest = list(_same(block[place + 1 :], block_text(statement.body)))
            while rest and not isinstance(rest[-1], If):
                rest.pop()
            if rest:
                yield statement, False, rest
        else:
            inner = [each for each in statement.body if not isinstance(each, SILENT)]
            if isinstance(inner[-1], If) and not inner[-1].otherwise and all(map(_is_local, inner[:-1])):
                yield statement, True, list(inner)


def _same(block: Sequence[Line], does: str) -> Iterator[Line]:
    for statement in block:
        if isinstance(statement, SILENT):
            continue
        is_guard = isinstance(statement, If) and not statement.otherwise and block_text(statement.body) == does
        if not is_guard and not _is_local(statement):
            return
        yield statement


def _is_local(statement: Line) -> bool:
    return isinstance(statement, Assign) and not any(map(_changes, (statement.value, *statement.value.below)))
