"""What a name comes to through the arms of an ``if``: the hull of their intervals, and the samples of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.forms import Form, composed, either, form_of
from generator.synthesis.gathering import curve_of
from generator.synthesis.samples import COUNT
from generator.synthesis.variable import Variable

ODD_UPDATES = (("-=", "-"), ("-=", "+"), ("-=", "negate"), ("+=", "negate"))
"""Updates by what stands at the head of the value."""
TOLD_UPDATES = {"=": "{}", "+=": "the default plus {}", "*=": "the default times {}", "-=": "the default less {}"}
"""What an arm does to the value that the name starts with."""

_SUM = re.compile(r" (?:less|plus) ")


class Arm(NamedTuple):
    """A header, the condition met there and those missed before it, the threads that come in, and why in words."""

    header: str
    met: Expression | None
    missed: Sequence[Expression]
    taken: Sequence[bool]
    reason: str


def arms_of(conditions: Sequence[tuple[Expression, str]], default: bool) -> Iterator[Arm]:
    """The arms of a chain of conditions; with ``default`` an ``else`` at the end."""
    left = [True] * COUNT
    missed: list[Expression] = []
    for condition, told in conditions:
        taken = [bool(free and met) for free, met in zip(left, condition.samples, strict=True)]
        left = [free and not hit for free, hit in zip(left, taken, strict=True)]
        yield Arm(f"{'elif' if missed else 'if'} {condition}:", condition, tuple(missed), taken, f"if {told}")
        missed.append(condition)
    if default:
        yield Arm("else:", None, missed, left, "otherwise")


def _is_odd(operator: str, start: Expression, value: Expression) -> bool:
    """Whether nobody updates so: a sum subtracted, a negative added, terms that gather with those of the start."""
    return (operator, value.head) in ODD_UPDATES or composed(operator[0], start, value) is None


class Outcome:
    """The value of a name so far. ``forms`` are those of what was assigned, ``told`` what is said of each arm."""

    __slots__ = (
        "_high",
        "_low",
        "_made_by",
        "_rough",
        "_samples",
        "_seen",
        "arms",
        "builder",
        "forms",
        "name",
        "start",
        "told",
    )

    def __init__(self, builder: Builder, name: str) -> None:
        self.builder = builder
        self.name = name
        self.start: Expression | None = None
        self.forms: list[Form] = []
        self.told: list[str] = []
        self.arms: list[Sequence[bool]] = []
        self._low, self._high = float("inf"), -float("inf")
        self._samples: Sequence[float] = (0.0,) * COUNT
        self._made_by = ""
        self._rough = False
        self._seen: set[str] = set()

    def begin(self, value: Expression, phrase: str, kept: Sequence[bool]) -> None:
        """The value before the arms, which the threads ``kept`` keep."""
        if self.builder.taken_before(value.text):
            raise Unfit("computed twice")
        self.builder.emit(f"{self.name} = {value.text}")
        self.start = value
        self._made_by = curve_of(value)
        self._add(value, value, kept)
        self._samples = value.samples
        self.told.append(f"{phrase} by default")

    def update(self, operator: str, value: Expression, phrase: str, arm: Arm) -> None:
        """What an arm assigns, or does to the value that it starts with."""
        if value.text in self._seen or (value.head and self.builder.taken_before(value.text)):
            raise Unfit("arms that do the same, or what was done before")
        comes_to = value
        if self.start is None or operator == "=" or _is_odd(operator, self.start, value):
            operator = "="
            self._made_by = self._made_by or curve_of(value)
        else:
            now = Expression(self.builder, self.name, "F", self.start.low, self.start.high, samples=self.start.samples)
            comes_to = binary(operator[0], now, value)
        self._add(value, comes_to, arm.taken)
        self._rough = self._rough or value.rough
        self.builder.emit(f"{self.name} {operator} {value.text}")
        told = f"({phrase})" if operator == "*=" and _SUM.search(phrase) else phrase
        self.told.append(f"{TOLD_UPDATES[operator].format(told)} {arm.reason}")

    def _add(self, value: Expression, comes_to: Expression, taken: Sequence[bool]) -> None:
        self._seen.add(value.text)
        self.forms.append(form_of(value))
        self._low, self._high = min(self._low, comes_to.low), max(self._high, comes_to.high)
        pairs = zip(taken, comes_to.samples, self._samples, strict=True)
        self._samples = [new if hit else old for hit, new, old in pairs]
        self.arms.append(taken)

    def variable(self, settled: bool) -> Variable:
        """The name in scope, with all that its arms come to; unless ``settled``, a launch takes each of them."""
        if not settled:
            self.builder.outcomes[self.name] = self.arms
        found = self.builder.define(
            self.name, "F", self._low, self._high, samples=tuple(self._samples), rough=self._rough
        )
        found.expression.form = either(self.name, self.forms)
        found.expression.made_by = self._made_by
        return found
