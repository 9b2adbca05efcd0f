"""Conditions that both outcomes of occur, and what to call them."""

from __future__ import annotations

from generator.synthesis.builder import Builder
from generator.synthesis.expression import AND, COMPARISON, NOT, OR, Expression, Unfit
from generator.synthesis.motifs.motif import readable

OPPOSITE = {">": "<=", "<": ">=", ">=": "<", "<=": ">"}


def _boolean(builder: Builder, text: str, precedence: int, head: str) -> Expression:
    return Expression(builder, text, "B", 0, 1, precedence, head)


def comparison(builder: Builder) -> tuple[Expression, str]:
    """One comparison of floats, with its prose."""
    random = builder.random
    relation = random.pick((">", "<", ">", "<", ">=", "<="))
    word = "exceeds" if relation[0] == ">" else "is below"
    kind = random.weighted((("threshold", 5.0), ("pair", 3.0), ("gap", 1.2), ("product", 0.8), ("index", 0.8)))
    if kind == "index":
        return index_condition(builder)
    left = _shallow(builder)
    if kind == "threshold":
        number = builder.threshold(left)
        return _boolean(
            builder, f"{left} {relation} {number}", COMPARISON, relation
        ), f"{readable(left)} {word} a threshold"
    right = _shallow(builder, left)
    if kind == "pair":
        if min(left.high, right.high) - max(left.low, right.low) < 0.3 * min(
            left.high - left.low, right.high - right.low
        ):
            raise Unfit("intervals hardly overlap")
        return _boolean(
            builder, f"{left} {relation} {right}", COMPARISON, relation
        ), f"{readable(left)} {word} {readable(right)}"
    if kind == "gap":
        reach = max(left.high - right.low, right.high - left.low)
        bound = builder.constant(0.15 * reach, 0.45 * reach)
        return (
            _boolean(builder, f"wp.abs({left} - {right}) {relation} {bound}", COMPARISON, relation),
            f"the gap between {readable(left)} and {readable(right)} {word} a tolerance",
        )
    value = left * right
    return (
        _boolean(builder, f"{value} {relation} {builder.threshold(value)}", COMPARISON, relation),
        f"the product of {readable(left)} and {readable(right)} {word} a threshold",
    )


def index_condition(builder: Builder) -> tuple[Expression, str]:
    """A condition on the thread index."""
    random = builder.random
    if not builder.index:
        raise Unfit("a helper has no thread index")
    counters = builder.index.split(", ")
    axis = random.between(0, len(counters) - 1)
    index, size = counters[axis], builder.dim[axis]
    number = random.between(2, 5)
    if random.chance(0.6):
        rest = random.between(0, number - 1)
        return _boolean(
            builder, f"{index} % {number} == {rest}", COMPARISON, "=="
        ), f"the index leaves {rest} modulo {number}"
    bound = random.between(max(1, size // 4), max(1, 3 * size // 4))
    return _boolean(builder, f"{index} < {bound}", COMPARISON, "<"), f"the index is below {bound}"


def compound(builder: Builder, parts: int) -> tuple[Expression, str]:
    """Comparisons joined by ``and``, ``or``, ``not``."""
    random = builder.random
    if parts <= 1:
        condition, prose = comparison(builder)
        if random.chance(0.12):
            return _boolean(builder, f"not {condition.at_least(COMPARISON + 1)}", NOT, "not"), f"not ({prose})"
        return condition, prose
    left, left_prose = compound(builder, parts // 2)
    right, right_prose = compound(builder, parts - parts // 2)
    if left.text == right.text or (left.text.split()[0] == right.text.split()[0] and left.head == right.head):
        raise Unfit("conditions that overlap")
    word, precedence = random.pick((("and", AND), ("or", OR)))
    text = f"{left.at_least(precedence)} {word} {right.at_least(precedence)}"
    if left.head in ("and", "or") and left.head != word:
        text = f"({left}) {word} {right.at_least(precedence)}"
    return _boolean(builder, text, precedence, word), f"{left_prose} {word} {right_prose}"


def _shallow(builder: Builder, other: Expression | None = None) -> Expression:
    """A variable that differs between threads, with an interval so wide that a threshold inside it is crossed."""
    uniform = [v.expression for v in builder.variables if v.uniform] if other is None else []
    exclude = uniform if other is None else [other]
    return builder.take("F", exclude, lambda e: 0.4 <= e.high - e.low <= 4.5)
