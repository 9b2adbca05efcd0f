"""Sets of constructs that kernels of a category may have, as far as its promise tells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from generator.syntax.walks.difficulty import constructs_of
from generator.syntax.walks.features import Features
from generator.synthesis.catalogue.strata import STRATA

_MANY = 3
"""A count that is enough for every promise."""

_COUNTS = (
    *("loops", "dynamic_loops", "branches", "guards", "nesting"),
    *("atomics", "own_calls", "scalars", "indirections"),
)
"""Counts that may be zero."""

_WORDS = [frozenset((*curve, *chance)) for curve, chance in product(((), ("sqrt",), ("exp",)), ((), ("randf",)))]
"""Built-ins of each kind: none, mathematical, transcendental; with and without random numbers."""


@cache
def possible_constructs(category: str) -> frozenset[frozenset[str]]:
    """Every set of constructs that the promise allows as all that a kernel has; an extended category allows any."""
    stratum = STRATA.get(category)
    return frozenset(words for found, words in _corners() if stratum is None or stratum.holds_alone(found))


@cache
def _corners() -> list[tuple[Features, frozenset[str]]]:
    return [(found, frozenset(constructs_of(found))) for found in _kinds()]


def _kinds() -> Iterator[Features]:
    """Features of each kind of kernel: every count is zero or ``_MANY``, where such counts may stand together."""
    always = dict.fromkeys(("statements", "tests", "operators"), _MANY)
    counts = product((0, _MANY), repeat=len(_COUNTS))
    for own, words, vectors, composites in product(counts, _WORDS, (False, True), (False, True)):
        few = dict(zip(_COUNTS, own, strict=True))
        nests = few["loops"] or few["branches"] or not few["nesting"]
        if nests and few["dynamic_loops"] <= few["loops"]:
            yield Features(**always, **few, built_ins=words, vectors=vectors, composites=composites)
