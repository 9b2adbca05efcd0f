"""Statements over lanes: which lanes go on after each, what they set, which arms they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import numpy as np

from generator.syntax import statements as tree
from generator.syntax.modules import Function
from generator.syntax.value_text import value_text
from generator.syntax.values import last_word
from generator.synthesis.screening.lanes.outcome import ENDLESS, NotScreened
from generator.synthesis.screening.lanes.values import Numbers, chosen
from generator.synthesis.screening.program import constant
from generator.synthesis.screening.turns import MOST_TURNS, Turns

ATOMIC = {"+": "add", "-": "sub", "|": "or", "&": "and", "^": "xor"}
"""Signs with which ``array[i] sign= value`` is an atomic -> the word after ``atomic_``."""


class Machine(Turns):
    """Runs a kernel: all lanes at once, statement by statement."""

    result: Any = None
    """The result of the running function, in lanes that have returned."""

    def run(self, kernel: Function, arguments: dict[str, Any]) -> None:
        """Run a kernel; its arrays hold what it wrote. Raises Struck and NotScreened."""
        self.names, self.function = arguments, kernel
        with np.errstate(all="ignore"):
            self.block(kernel.body)

    def own(self, function: Function, arguments: Sequence[Any]) -> Any:
        outer = self.names, self.result, self.mask, self.function, self.sums
        self.function, self.sums = function, frozenset()
        self.names = {p.name: a for p, a in zip(function.parameters, arguments, strict=True)}
        self.result = None
        self.block(function.body)
        result = self.result
        self.names, self.result, self.mask, self.function, self.sums = outer
        return result

    def block(self, block: tree.Block) -> None:
        """Run statements; the mask is then of the lanes that go on after them."""
        for statement in block:
            self.RUNS[type(statement)](self, statement)
            if self.mask is self.nobody:
                return

    def assign(self, statement: tree.Assign) -> None:
        called = statement.value
        value = self.value(called)
        for target in statement.targets:
            if target.operation != "tuple" or called.operation != "call" or last_word(called.operands[0]) != "tid":
                self.set(target, value)
            elif len(target.operands) > len(self.coordinates):
                raise NotScreened("the lanes of a block")
            else:
                self.set(target, self.coordinates[: len(target.operands)])

    def augment(self, statement: tree.Augment) -> None:
        target, sign = statement.target, statement.sign
        value = self.value(statement.value)
        if sign in ATOMIC and target.operation == "subscript":
            rows, *indices = target.operands
            self.value(rows).atomic(ATOMIC[sign], [*map(self.value, indices)], [value], self.mask, wanted=False)
        else:
            self.add(target, sign, value)

    def branch(self, statement: tree.If) -> None:
        before = self.mask
        test = self.truth(statement.condition)
        yes = entering = before & test
        if self.arm(statement, "if", statement.condition, yes):
            self.mask = yes
            self.block(statement.body)
            yes = self.mask
        no = passing = before & ~test
        if statement.otherwise and self.arm(statement, "else", statement.condition, no):
            self.mask = no
            self.block(statement.otherwise)
            no = self.mask
        self.mask = before if yes is entering and no is passing else self.all_of(yes | no)

    def counted(self, statement: tree.For) -> None:
        """A loop over ``range``."""
        bounds = [*map(self.value, statement.iterable.operands[1:])]
        place, stop, step = (*(bounds if len(bounds) > 1 else (constant(0), *bounds)), constant(1))[:3]
        word = statement.target.operands[0]
        last = self.names.get(word)
        up = len(step) == 1 and step[0] > 0
        if up and step[0] == 1 and self.side_by_side(statement, place, stop):
            return

        def going(live: Numbers) -> Numbers:
            open_ = place < stop if up else np.where(step > 0, place < stop, place > stop)
            if len(open_) == 1:
                return live if open_[0] else self.nobody
            return live & open_

        def turn(mask: Numbers) -> None:
            nonlocal place, last
            self.names[word] = place
            last = place if last is None or mask is self.everyone else chosen(mask, place, last)
            self.block(statement.body)
            place = place + step

        self.loop(statement, going, turn)
        if last is not None:
            self.names[word] = last

    def waited(self, statement: tree.While) -> None:
        def going(live: Numbers) -> Numbers:
            self.mask = live
            return live & self.truth(statement.condition)

        self.loop(statement, going, lambda _: self.block(statement.body))

    def loop(
        self, statement: tree.For | tree.While, going: Callable[[Numbers], Numbers], turn: Callable[[Numbers], None]
    ) -> None:
        """Turns until no lane is left in the loop."""
        outer = self.broken, self.continued
        live, left = self.mask, self.nobody
        condition = statement.condition if isinstance(statement, tree.While) else statement.iterable
        for _ in range(MOST_TURNS):
            mask = going(live)
            if mask is not live:
                left = left | (live & ~mask)
            if not self.arm(statement, "loop", condition, mask):
                break
            self.broken = self.continued = self.nobody
            self.mask = mask
            turn(mask)
            left = left | self.broken
            live = self.mask if self.continued is self.nobody else self.mask | self.continued
        else:
            self.lanes.report(live, ENDLESS, value_text(condition))
            left = left | live
        self.broken, self.continued = outer
        self.mask = self.all_of(left)

    def jump(self, statement: tree.Jump) -> None:
        if statement.word == "pass":
            return
        if statement.word == "break":
            self.broken = self.broken | self.mask
        else:
            self.continued = self.continued | self.mask
        self.mask = self.nobody

    def leave(self, statement: tree.Return) -> None:
        if statement.value is not None:
            value = self.value(statement.value)
            self.result = value if self.result is None else chosen(self.mask, value, self.result)
        self.mask = self.nobody

    RUNS: ClassVar[dict[type, Callable[[Any, Any], None]]] = {
        **dict.fromkeys((tree.Comment, tree.Blank, tree.Assert), lambda self, statement: None),
        tree.Assign: assign,
        tree.Store: lambda self, statement: self.set(statement.target, self.value(statement.value)),
        tree.Augment: augment,
        tree.Call: lambda self, statement: self.call(statement.value, wanted=False),
        tree.If: branch,
        tree.For: counted,
        tree.While: waited,
        tree.Jump: jump,
        tree.Return: leave,
    }
    """Kind of a statement -> what runs it."""
