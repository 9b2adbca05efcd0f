"""Conditions that both outcomes of occur, and what to call them."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import AND, COMPARISON, NOT, OR, Expression, Unfit
from generator.synthesis.motifs.motif import readable
from generator.synthesis.samples import divided, spread

RELATIONS = {">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le}
WORDS = {">": "exceeds", "<": "is below", ">=": "is at least", "<=": "is at most"}


def _boolean(builder: Builder, text: str, precedence: int, head: str, outcomes: Sequence[bool]) -> Expression:
    if not divided(outcomes):
        raise Unfit("condition that hardly ever changes")
    return Expression(builder, text, "B", 0, 1, precedence, head, samples=tuple(outcomes))


def _compare(builder: Builder, left: Expression, relation: str, right: Expression) -> Expression:
    decide = RELATIONS[relation]
    outcomes = [decide(x, y) for x, y in zip(left.samples, right.samples, strict=True)]
    return _boolean(builder, f"{left} {relation} {right}", COMPARISON, relation, outcomes)


ATTEMPTS = 3
NOTHING = "no F in scope"
"""Why there is nothing to compare: another attempt would find no more."""
_COMPARED = re.compile(r"(\S+) ([<>=]=?) ")


def retried(builder: Builder, build: Callable[[Builder], tuple[Expression, str]]) -> tuple[Expression, str]:
    """The first attempt that succeeds; Unfit with the last reason."""
    for attempt in range(ATTEMPTS):
        mark = len(builder.reads)
        try:
            return build(builder)
        except Unfit as reason:
            builder.unread_since(mark)
            if str(reason) == NOTHING:
                raise
            if attempt == ATTEMPTS - 1:
                raise
    raise AssertionError("not reached")


def comparison(builder: Builder) -> tuple[Expression, str]:
    """One comparison, with its prose."""
    return retried(builder, _comparison)


def compound(builder: Builder, parts: int) -> tuple[Expression, str]:
    """Comparisons joined by ``and``, ``or``, ``not``."""
    return retried(builder, lambda b: _compound(b, parts))


def _comparison(builder: Builder) -> tuple[Expression, str]:
    random = builder.random
    relation = random.pick((">", "<", ">", "<", ">=", "<="))
    word = WORDS[relation]
    kind = random.weighted((("threshold", 5.0), ("pair", 3.0), ("gap", 1.2), ("product", 0.8), ("index", 0.8)))
    if kind == "index":
        return index_condition(builder)
    try:
        left = _shallow(builder)
    except Unfit:
        return index_condition(builder)
    if kind == "threshold":
        edge = builder.threshold(left)
        return _compare(builder, left, relation, edge), f"{readable(left)} {word} {edge.low:g}"
    try:
        right = _shallow(builder, left)
    except Unfit:
        raise Unfit("nothing to compare it with") from None
    if kind == "pair":
        return _compare(builder, left, relation, right), f"{readable(left)} {word} {readable(right)}"
    if kind == "gap":
        gap = call("abs", left - right)
        edge = builder.threshold(gap)
        prose = f"the gap between {readable(left)} and {readable(right)} {word} {edge.low:g}"
        return _compare(builder, gap, relation, edge), prose
    value = left * right
    edge = builder.threshold(value)
    if abs(edge.low) < 0.05 * spread(value.samples) and (left.low >= 0.0 or right.low >= 0.0):
        raise Unfit("sign of a product that one factor decides")
    prose = f"the product of {readable(left)} and {readable(right)} {word} {edge.low:g}"
    return _compare(builder, value, relation, edge), prose


def index_condition(builder: Builder) -> tuple[Expression, str]:
    """A condition on the thread index."""
    random = builder.random
    if not builder.index:
        raise Unfit("a helper has no thread index")
    counters = builder.index.split(", ")
    axis = random.between(0, len(counters) - 1)
    index, size = counters[axis], builder.dim[axis]
    places = [int(share * size) for share in builder.place(axis)]
    if random.chance(0.6):
        number = random.between(2, 4)
        rest = random.between(0, number - 1)
        outcomes = [place % number == rest for place in places]
        text, prose = f"{index} % {number} == {rest}", f"the index divided by {number} leaves {rest}"
        return _boolean(builder, text, COMPARISON, "==", outcomes), prose
    bound = random.between(max(1, size // 4), max(1, 3 * size // 4))
    outcomes = [place < bound for place in places]
    return _boolean(builder, f"{index} < {bound}", COMPARISON, "<", outcomes), f"the index is below {bound}"


def _compound(builder: Builder, parts: int) -> tuple[Expression, str]:
    random = builder.random
    if parts <= 1:
        condition, prose = comparison(builder)
        if random.chance(0.12):
            outcomes = [not x for x in condition.samples]
            return _boolean(
                builder, f"not {condition.at_least(COMPARISON + 1)}", NOT, "not", outcomes
            ), f"not ({prose})"
        return condition, prose
    left, left_prose = compound(builder, parts // 2)
    word, precedence = random.pick((("and", AND), ("or", OR)))
    right, right_prose = retried(builder, lambda b: _joined(b, left, word, parts - parts // 2))
    text = f"{left.at_least(precedence)} {word} {right.at_least(precedence)}"
    if left.head in ("and", "or") and left.head != word:
        text = f"({left}) {word} {right.at_least(precedence)}"
    # Each side decides where the other leaves it open.
    here, there = ([bool(x) == (word == "and") for x in side.samples] for side in (right, left))
    builder.gate(text, (text.index(left.text), left, here), (text.rindex(right.text), right, there))
    outcomes = _outcomes(left, word, right)
    return _boolean(builder, text, precedence, word, outcomes), f"{left_prose} {word} {right_prose}"


def _outcomes(left: Expression, word: str, right: Expression) -> list[bool]:
    both = zip(left.samples, right.samples, strict=True)
    return [bool(x and y) if word == "and" else bool(x or y) for x, y in both]


def sides(condition: Expression) -> frozenset[tuple[str, str]]:
    """What is compared, and to which side: ``x < 1.4`` and ``x <= 1.7`` say nearly the same."""
    return _sides(condition.text)


@lru_cache(1024)
def _sides(text: str) -> frozenset[tuple[str, str]]:
    return frozenset([(left, relation[0]) for left, relation in _COMPARED.findall(text)])


def _joined(builder: Builder, left: Expression, word: str, parts: int) -> tuple[Expression, str]:
    """What stands beside ``left``: about something else, and neither decides alone."""
    right, prose = _compound(builder, parts)
    if not sides(left).isdisjoint(sides(right)):
        raise Unfit("conditions that overlap")
    outcomes = _outcomes(left, word, right)
    for side in (left, right):
        if sum(bool(x) != outcome for x, outcome in zip(side.samples, outcomes, strict=True)) < 2:
            raise Unfit("one condition decides alone")
    if not divided(outcomes):
        raise Unfit("condition that hardly ever changes")
    return right, prose


def _shallow(builder: Builder, other: Expression | None = None) -> Expression:
    """A variable that differs between threads, with an interval so wide that a threshold inside it is crossed."""
    made = builder.definitions

    def fits(e: Expression) -> bool:
        if e.rough or e.text in builder.compared or spread(e.samples) <= 0.2:
            return False
        # Nothing is compared with what it was made of.
        return other is None or not (e.text in made.get(other.text, "") or other.text in made.get(e.text, ""))

    exclude = [v.expression for v in builder.variables if v.uniform] if other is None else [other]
    found = builder.take("F", exclude, fits)
    if found.text not in builder.prose and all(found.text != argument.name for argument, _ in builder.parameters):
        # What was computed has to be read elsewhere too: a threshold alone may never feel what went into it.
        builder.reads.pop().uses -= 1
    return found
