"""What a loop adds: something that a factor drawn out, or single sums of its parts, would not give as well."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence, Set

from generator.synthesis import gathering
from generator.synthesis.builder import Builder
from generator.synthesis.calls import call
from generator.synthesis.expression import Expression, Unfit, binary
from generator.synthesis.forms import form_of
from generator.synthesis.sharing import closing
from generator.synthesis.whole_words import names_in

_SUM = re.compile(r"[^()]*(?:\([^()]*\)[^()]*)* [+-] ")
_CURVE = re.compile(rf"wp\.(?:{'|'.join(sorted(gathering.CURVES))})\(")
_CAST = re.compile(r"wp\.float\d\d\((-?[\d.e-]+)\)")
_OPERATOR = re.compile(r" [-+*/] ")
_PRODUCT_OF_CALLS = re.compile(r"wp\.(exp|abs|sqrt|cbrt|pow)\(([^(),]*)")
_GROUP = re.compile(r"\([^()]*\)")
_FACTORS = re.compile(r"(?<!\w)\(([^()+-]*)\)")
_NUMBER = re.compile(r"-?\d[\d.e-]*|wp\.static|[A-Z]{3,}")
WAVES = ("tanh", "sin", "cos", "atan")
CURVES = (*WAVES, "sqrt", "abs")
"""Curves that a sum does not fall apart under, as it does under an exponential; the last two split products."""
Part = tuple[frozenset[str], Callable[[], Expression]]
"""Names, one of which is needed, and how one is had where none is there."""


def words_of(builder: Builder, text: str) -> set[str]:
    """Names of a text and of what was assigned to them."""
    found = set(names_in(text))
    known = builder.definitions
    pending = [word for word in found if word in known]
    while pending:
        new = [word for word in names_in(known[pending.pop()]) if word not in found]
        found.update(new)
        pending += [word for word in new if word in known]
    return found


def mixes(value: Expression, parts: Sequence[Part]) -> bool:
    """Whether one factor of one term, no mere sum, needs all of the parts."""
    for over, under in form_of(value).terms:
        for factor in over + under:
            if factor in under or over.count(factor) > 1 or not _SUM.match(factor):
                words = words_of(value.builder, factor)
                if not any(names.isdisjoint(words) for names, _ in parts):
                    return True
    return False


def mixed(value: Expression, parts: Sequence[Part]) -> Expression:
    """The value, made to need all of the parts at once; only the first one may be a factor: others are drawn out."""
    if mixes(value, parts):
        return value
    builder, random = value.builder, value.builder.random
    words = words_of(builder, value.text)
    missing = [had for names, had in parts if names.isdisjoint(words)]
    for _ in range(8):
        mark = builder.checkpoint()
        try:
            inner = value
            for had in missing:
                inner = binary(random.pick("*+-"), *random.shuffled((inner, had())))
            curve = call(random.pick(WAVES if inner.head in ("*", "/") else CURVES), inner)
            if random.chance(0.4):
                curve = parts[0][1]() * curve
            if mixes(curve, parts):
                return curve
        except Unfit:
            pass
        builder.rollback(mark)
    raise Unfit("sum that falls apart")


def drawn_out(value: Expression, *loops: Set[str]) -> bool:
    """Whether a factor or a term of what loops add could stand outside of one of them.

    A loop is told by the names that it changes, the innermost one comes last: every factor has to have some of those,
    and every term some of each loop's. A number that all of the value is multiplied with stands after the loops.
    """
    builder, form = value.builder, form_of(value)
    last = loops[-1]
    for factor in form.over + form.under:
        if last.isdisjoint(names_in(factor)) and last.isdisjoint(words_of(builder, factor)):
            return True
        if factor.startswith("wp.") and _comes_apart(builder, factor, last):
            return True
    for over, under in form.terms if form.parts else ():
        words = words_of(builder, " ".join(over + under))
        if (over or under) and any(names.isdisjoint(words) for names in loops):
            return True
    return value.head in ("", "*", "/") and _scaled(builder, value.text)


def repeats_call(builder: Builder, texts: Sequence[str], outer: Set[str], inner: Set[str]) -> bool:
    """Whether a curve of the inner loop's names alone is computed again in each round of the outer loop."""
    for text in texts:
        for match in _CURVE.finditer(text):
            words = words_of(builder, text[match.end() : closing(text, match.end()) - 1])
            if words.isdisjoint(outer) and not words.isdisjoint(inner):
                return True
    return False


def _comes_apart(builder: Builder, factor: str, loop: Set[str]) -> bool:
    """Whether a call is a product of two, one of which no round changes: ``wp.exp(x + t)``, ``wp.abs(x * t)``."""
    called = _PRODUCT_OF_CALLS.match(factor)
    if not called:
        return False
    inner = builder.definitions.get(called[2], called[2])
    is_sum = " + " in inner or " - " in inner
    if "(" in inner or is_sum != (called[1] == "exp"):
        return False
    parts = _OPERATOR.split(inner)
    return any(loop.isdisjoint(words_of(builder, part)) and not _NUMBER.fullmatch(part) for part in parts)


def _scaled(builder: Builder, text: str) -> bool:
    """Whether a product, or a name that is one, has a number as a factor; a reciprocal's one is none."""
    flat = _CAST.sub(r"\1", text) if "wp.float" in text else text
    while "(" in flat:
        flat = _GROUP.sub("", _FACTORS.sub(r"\1", flat))
    if " + " in flat or " - " in flat:
        return False
    first, *rest = re.split(" [*/] ", flat)
    if rest and (any(map(_NUMBER.fullmatch, rest)) or (_NUMBER.fullmatch(first) and not flat.startswith("1.0 /"))):
        return True
    return any(_scaled(builder, builder.definitions[name]) for name in (first, *rest) if name in builder.definitions)


def elements(*names: str, had: Callable[[], Expression]) -> Part:
    """A part that is an element of an array, by the names in its text."""
    return frozenset(word for name in names for word in names_in(name)), had


def own(builder: Builder) -> Part:
    """A part that differs between threads, of what is in scope now."""
    found = set(names_in(builder.index))
    for variable in builder.variables:
        if not variable.uniform:
            found.update(names_in(variable.expression.text))
    names = frozenset(found)
    return names, lambda: builder.take("F", (), lambda e: not names.isdisjoint(names_in(e.text)))
