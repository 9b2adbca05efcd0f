"""Conditions that both outcomes of occur, and what to call them.

Each is drawn from what divides the imagined threads as it has to: which it may be met in comes down as ``admits``, and
what is compared beside it, and to which side, as ``told``.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Set
from itertools import repeat

from generator.synthesis.asked import Side, chosen_before, open_for, told_by
from generator.synthesis.builder import Builder
from generator.synthesis.calls import distance
from generator.synthesis.expression import AND, COMPARISON, NOT, OR, Expression, Unfit
from generator.synthesis.masks import flag_condition
from generator.synthesis.motifs.motif import readable
from generator.synthesis.prose import residue
from generator.synthesis.randomness import Table
from generator.synthesis.samples import EVERY, mask_of, outcomes_of, spread
from generator.synthesis.thresholds import Admits, divides, otherwise, threshold

Condition = tuple[Expression, str]
"""A boolean expression and its prose."""
RELATIONS = {">": operator.gt, "<": operator.lt, ">=": operator.ge, "<=": operator.le}
WORDS = {">": "exceeds", "<": "is below", ">=": "is at least", "<=": "is at most"}
OPPOSITE = {">": "<", "<": ">", ">=": "<=", "<=": ">="}
KINDS = Table((("threshold", 5.0), ("pair", 3.2), ("gap", 1.5), ("product", 0.9), ("index", 0.9), ("flag", 0.5)))
REMAINDERS = (("==", 5.0), ("!=", 1.0))
JOINING = {"and": AND, "or": OR}
UNTOLD: frozenset[Side] = frozenset()
ATTEMPTS = 3


def _boolean(builder: Builder, text: str, precedence: int, head: str, met: int) -> Expression:
    return Expression(builder, text, "B", 0, 1, precedence, head, False, outcomes_of(met))


def met_by(condition: Expression) -> int:
    """The mask of the threads that meet a condition."""
    return mask_of([bool(met) for met in condition.samples])


def _settled(value: Expression, met: int) -> bool:
    """Whether the value is what arms came to, and which arm was taken tells who meets the condition."""
    arms = [mask_of(arm) for arm in value.builder.outcomes.get(value.text, ())]
    return bool(arms) and all(met & arm in (0, arm) for arm in arms)


def comparison(builder: Builder, admits: Admits = divides) -> Condition:
    """One comparison, with its prose."""
    return _first(builder, *[lambda: _comparison(builder, admits, UNTOLD)] * ATTEMPTS)


def compound(builder: Builder, parts: int, admits: Admits = divides, free: int = EVERY) -> Condition:
    """Comparisons joined by ``and``, ``or``, ``not``, each of which counts for some of the threads ``free``."""
    condition, prose = _first(builder, *[lambda: _compound(builder, parts, admits, UNTOLD, free)] * ATTEMPTS)
    missed = EVERY & ~met_by(condition)
    if parts == 2 and condition.head == "and" and admits(missed) and builder.random.chance(0.12):
        return _boolean(builder, f"not ({condition})", NOT, "not", missed), f"not both {prose}"
    return condition, prose


def _first(builder: Builder, *builds: Callable[[], Condition]) -> Condition:
    """What the first build gives that succeeds; Unfit with the last reason."""
    mark = builder.checkpoint()
    reason = ""
    for build in builds:
        try:
            return build()
        except Unfit as found:
            builder.rollback(mark)
            reason = str(found)
    raise Unfit(reason)


def _comparison(builder: Builder, admits: Admits, told: Set[Side]) -> Condition:
    random = builder.random
    kind = random.weighted(KINDS)
    if kind == "index" and builder.index:
        return index_condition(builder, admits, told)
    if kind == "flag" and builder.index:
        return flag_condition(builder, admits, beside=bool(told))
    relation = random.pick((">", "<", ">", "<", ">=", "<="))
    try:
        left = _shallow(builder, told=told)
    except Unfit:
        return index_condition(builder, admits, told)
    if kind not in ("threshold", "index", "flag"):
        mark = len(builder.reads)
        try:
            return _with_another(builder, kind, left, relation, admits, told)
        except Unfit:  # nothing that it can be compared with so that it divides
            builder.unread_since(mark)
    return _with_number(left, readable(left), relation, admits, told)


def _with_another(
    builder: Builder, kind: str, left: Expression, relation: str, admits: Admits, told: Set[Side]
) -> Condition:
    """Two variables against each other, or their gap or product against a number."""
    right = _shallow(builder, left, told)
    if kind == "pair":
        return _pair(left, right, relation, admits, told)
    if kind == "gap":
        gap = f"the gap between {readable(left)} and {readable(right)}"
        apart = distance(left, right)
        if builder.taken_before(apart.text):
            raise Unfit("a gap that has a name")
        edge, condition = _against(apart, gap, relation, admits, told)
        signed = builder.acting(tuple(map(operator.sub, left.samples, right.samples)))
        if min(signed) >= -edge or max(signed) <= edge:
            raise Unfit("gap that one side decides")
        return condition
    value = left * right
    edge, condition = _against(value, f"the product of {readable(left)} and {readable(right)}", relation, admits, told)
    if abs(edge) < 0.05 * spread(value.samples) and (left.low >= 0.0 or right.low >= 0.0):
        raise Unfit("sign of a product that one factor decides")
    return condition


def _pair(left: Expression, right: Expression, relation: str, admits: Admits, told: Set[Side]) -> Condition:
    if chosen_before(left.builder, left, right):
        raise Unfit("a decision that a minimum or a maximum has taken")
    for side in (relation, OPPOSITE[relation]):
        decide = RELATIONS[side]
        met = mask_of(map(decide, left.samples, right.samples))
        if _settled(left, met) or _settled(right, met):
            raise Unfit("a decision that an earlier one settles")
        if (_last(left.text), side[0]) not in told and admits(met):
            text = f"{left.text} {side} {right.text}"
            condition = _boolean(left.builder, text, COMPARISON, side, met)
            return condition, f"{readable(left)} {WORDS[side]} {readable(right)}"
    raise Unfit("condition that hardly ever changes")


def _with_number(value: Expression, prose: str, relation: str, admits: Admits, told: Set[Side]) -> Condition:
    return _against(value, prose, relation, admits, told)[1]


def _against(value: Expression, prose: str, relation: str, admits: Admits, told: Set[Side]) -> tuple[float, Condition]:
    """A value against a number that divides it, which comes first in the result."""
    for side in (relation, OPPOSITE[relation]):
        if (_last(value.text), side[0]) in told:
            continue
        try:
            edge = threshold(value, admits if side[0] == "<" else otherwise(admits))
        except Unfit:
            continue
        decide, number = RELATIONS[side], edge.low
        met = mask_of(map(decide, value.samples, repeat(number)))
        if _settled(value, met):
            raise Unfit("a decision that an earlier one settles")
        condition = _boolean(value.builder, f"{value.text} {side} {edge.text}", COMPARISON, side, met)
        return number, (condition, f"{prose} {WORDS[side]} {number:g}")
    raise Unfit("no threshold inside")


def index_condition(builder: Builder, admits: Admits = divides, told: Set[Side] = UNTOLD) -> Condition:
    """A condition on the thread index."""
    random = builder.random
    if not builder.index:
        raise Unfit("a helper has no thread index")
    counters = builder.index.split(", ")
    axis = random.between(0, len(counters) - 1)
    index, size = counters[axis], builder.dim[axis]
    told_index = "the index" if len(counters) == 1 else index
    if index in builder.compared or (index, "=") in told:
        raise Unfit("the index a second time")
    places = [int(share * size) for share in builder.place(axis)]
    if random.chance(0.6):
        number = random.between(2, 4)
        rest = random.between(0, number - 1)
        relation = random.weighted(REMAINDERS)
        met = mask_of([(place % number == rest) is (relation == "==") for place in places])
        if admits(met):
            condition = _boolean(builder, f"{index} % {number} {relation} {rest}", COMPARISON, relation, met)
            return condition, f"{told_index} is {residue(number, rest, relation == '==')}"
    bound = random.between(max(1, size // 4), max(1, 3 * size // 4))
    met = mask_of([place < bound for place in places])
    if not admits(met):
        raise Unfit("condition that hardly ever changes")
    return _boolean(builder, f"{index} < {bound}", COMPARISON, "<", met), f"{told_index} is below {bound}"


def _compound(builder: Builder, parts: int, admits: Admits, told: Set[Side], free: int) -> Condition:
    """``free`` are the threads that come this far: each part has to count for some of those."""
    if parts <= 1:
        return _comparison(builder, admits, told)
    left, left_prose = _compound(builder, parts // 2, _among(free), told, free)
    first = met_by(left)
    words = builder.random.pick((("and", "or"), ("or", "and")))

    def fits(word: str, met: int) -> bool:
        both = _joined(first, word, met)
        return _each_counts(first, met, both, free) and admits(both)

    def either(met: int) -> bool:
        return fits(words[0], met) or fits(words[1], met)

    told |= told_by(left, parts)
    right, right_prose = _first(
        builder,
        lambda: _compound(builder, parts - parts // 2, either, told, free),
        lambda: _compound(builder, 1, either, told, free),
    )
    second = met_by(right)
    word = words[0] if fits(words[0], second) else words[1]
    precedence = JOINING[word]
    text = f"{left.at_least(precedence)} {word} {right.at_least(precedence)}"
    if left.head in ("and", "or") and left.head != word:
        text = f"({left}) {word} {right.at_least(precedence)}"
    prose = _grouped(word, (left, left_prose), (right, right_prose))
    return _boolean(builder, text, precedence, word, _joined(first, word, second)), prose


def _grouped(word: str, *sides: Condition) -> str:
    """Both sides in words, grouped as the code is: an ``or`` within ``and`` comes last, as "either ... or"."""
    if word == "or":
        split = any(side.head == "and" or ", or " in prose for side, prose in sides)
        return (", or " if split else " or ").join([prose for _, prose in sides])
    told = [f"either {prose}" if side.head == "or" else prose for side, prose in sides]
    told.sort(key=lambda prose: "either " in prose)
    return (", and " if "either " in told[0] else " and ").join(told)


def _among(free: int) -> Admits:
    """What divides the threads, and some of those that come this far."""
    return lambda met: divides(met) and 0 < met & free < free


def _joined(first: int, word: str, second: int) -> int:
    return first & second if word == "and" else first | second


def _each_counts(first: int, second: int, both: int, free: int) -> bool:
    """Whether neither side decides alone, and both outcomes occur."""
    changed = (first ^ both, second ^ both)
    return divides(both) and all(change.bit_count() >= 2 and change & free > 0 for change in changed)


def _last(text: str) -> str:
    """What of a text stands beside the sign: all of a name."""
    return text.rpartition(" ")[2]


def _shallow(builder: Builder, other: Expression | None = None, told: Set[Side] = UNTOLD) -> Expression:
    """A variable that differs between threads, with an interval so wide that a threshold inside it is crossed.

    Mostly one of which nothing is told yet, if there is any.
    """
    known = {text for text, _ in told} if told and builder.random.chance(0.85) else set()
    unasked = open_for(builder, told, other)

    def fits(e: Expression) -> bool:
        return not e.rough and e.text not in known and spread(e.samples) > 0.2 and unasked(e.text)

    exclude = () if other is None else (other,)
    try:
        found = builder.take("F", exclude, fits)
    except Unfit:
        if not known:
            raise
        known.clear()
        found = builder.take("F", exclude, fits)
    if found.text not in builder.prose and all(found.text != argument.name for argument, _ in builder.parameters):
        # What was computed has to be read elsewhere too: a threshold alone may never feel what went into it.
        builder.reads.pop().uses -= 1
    return found
