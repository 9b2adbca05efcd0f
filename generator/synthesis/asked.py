"""What a condition asks about, so that nothing is asked twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Set
from functools import lru_cache

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression
from generator.synthesis.page import RESERVED, words

Side = tuple[str, str]
"""What stands left of a relation, and the relation's first sign."""
_COMPARED = re.compile(r"(\S+) ([<>=!]=?) ")
_RANGE = re.compile(r"\S+ [<>]=? -?[\d.]+")
_CALL = re.compile(r"([A-Za-z_]\w*)\(([^()]*)\)")
_PAIR = re.compile(r"([A-Za-z_]\w*(?:\[\w+\])?) [<>]=? ([A-Za-z_]\w*(?:\[\w+\])?)(?![\w.(])")
_EXTREMES = ("wp.min(", "wp.max(")
_TERM = re.compile(r"\b(?!and\b|or\b|not\b)[A-Za-z_]\w*\b(?:\[[^\]]*\])?(?![\w(.\[])")


def sides(condition: Expression) -> frozenset[Side]:
    """What is compared, and to which side: ``x < 1.4`` and ``x <= 1.7`` say nearly the same."""
    return _sides(condition.text)


@lru_cache(1024)
def _sides(text: str) -> frozenset[Side]:
    return frozenset([(left.lstrip("("), relation[0]) for left, relation in _COMPARED.findall(text)])


def told_by(condition: Expression, parts: int) -> frozenset[Side]:
    """What need not be asked beside a condition: of one number a range may be, of anything else nothing more."""
    if parts == 2 and _RANGE.fullmatch(condition.text):
        return sides(condition)
    return frozenset([(term, sign) for term in terms(condition.text) for sign in "<>="])


@lru_cache(1024)
def terms(text: str) -> frozenset[str]:
    """Variables and elements that a text names."""
    return frozenset(_TERM.findall(text))


def asked(builder: Builder, condition: Expression) -> Set[str]:
    """What a condition decides about: its terms, and what those were made of, which says as much under another name."""
    found = terms(condition.text)
    return found | {origin(builder, term) for term in found}


def origin(builder: Builder, term: str) -> str:
    """What a variable was made of as one text, through names of one variable; the term itself where it was loaded."""
    known = builder.definitions
    while len(found := terms(known.get(term, ""))) == 1:
        (term,) = found
    return " ".join(sorted(found)) or term


def open_for(builder: Builder, told: Set[Side], other: Expression | None) -> Callable[[str], bool]:
    """Whether a further comparison, with ``other`` if there is one, may be about a variable.

    Not under another name: ``1.75 * (x - 0.35)`` is as good as ``x``.
    """
    made = builder.definitions
    if not told and other is None and not builder.compared:
        return lambda text: True
    closed = {text for text, sign in told if sign == "="} | builder.compared
    if not made:
        return lambda text: text not in closed
    named = {text for text, _ in told}
    origins = {origin(builder, text) if text in made else text for text in named}
    beside = "" if other is None else origin(builder, other.text)

    def is_open(text: str) -> bool:
        if text in closed:
            return False
        root = origin(builder, text) if text in made else text
        if root in closed or root == beside or (root in origins and text not in named):
            return False
        # Nothing is compared with what it was made of.
        return other is None or not (text in made.get(other.text, "") or other.text in made.get(text, ""))

    return is_open


def asks_index(builder: Builder, condition: Expression) -> bool:
    """Whether a condition asks nothing but which thread this is."""
    asked = set(words(condition.text)).intersection(builder.names)
    return asked <= {*words(builder.index), *RESERVED}


def chosen_before(builder: Builder, first: Expression, second: Expression) -> bool:
    """Whether the smaller or the larger of two was taken already, in a line or by a helper that both are given to."""
    for name, inside in _CALL.findall("\n".join(builder.lines)):
        if {first.text, second.text} <= set(inside.split(", ")):
            own = [function for function in builder.functions if f"def {name}(" in function]
            if name in ("min", "max") or any(extreme in function for function in own for extreme in _EXTREMES):
                return True
    return False


def decides(condition: Expression, text: str) -> bool:
    """Whether a comparison in the condition says which of two a minimum or a maximum in the text is."""
    pairs = [sides for pair in _PAIR.findall(condition.text) for sides in (pair, pair[::-1])]
    return any(f"{extreme}{', '.join(pair)})" in text for pair in pairs for extreme in _EXTREMES)
