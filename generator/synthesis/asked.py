"""What a condition asks about, so that nothing is asked twice."""

from __future__ import annotations

import re
from collections.abc import Set
from functools import lru_cache

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression

Side = tuple[str, str]
"""What stands left of a relation, and the relation's first sign."""
_COMPARED = re.compile(r"(\S+) ([<>=!]=?) ")
_RANGE = re.compile(r"\S+ [<>]=? -?[\d.]+")
_TERM = re.compile(r"\b(?!and\b|or\b)[A-Za-z_]\w*\b(?:\[[^\]]*\])?(?![\w(.\[])")


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
    """The terms of a variable's definition as one text; the term itself where it was loaded."""
    return " ".join(sorted(terms(builder.definitions.get(term, "")))) or term
