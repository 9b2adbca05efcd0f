"""Which constructs the kernels of a category may have together, as far as its promise alone tells."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from generator.syntax.walks.difficulty import constructs_of
from generator.syntax.walks.features import Features
from generator.synthesis.catalogue.strata import STRATA

_MANY = 3
"""A count that is enough for every promise."""

_WORDS = [frozenset((*curve, *chance)) for curve, chance in product(((), ("sqrt",), ("exp",)), ((), ("randf",)))]
"""Built-ins of each kind: none, mathematical, transcendental; with and without random numbers."""


@cache
def possible_constructs(category: str) -> frozenset[frozenset[str]]:
    """Every set of constructs of which the promise lets a kernel have exactly those; an extended category has none."""
    stratum = STRATA.get(category)
    return frozenset(words for found, words in _corners() if stratum is None or stratum.holds(found))


@cache
def _corners() -> list[tuple[Features, frozenset[str]]]:
    return [(found, frozenset(constructs_of(found))) for found in _kinds()]


def _kinds() -> Iterator[Features]:
    """A kernel of each kind: every count is nothing or enough, where a kernel can have such counts together."""
    few_or_many = (0, _MANY)
    for loops, dynamic, branches, nesting, atomics in product(few_or_many, repeat=5):
        if dynamic > loops or (nesting and not loops and not branches):
            continue
        for guards, calls, scalars, indirections, words, vectors, composites in product(
            few_or_many, few_or_many, few_or_many, few_or_many, _WORDS, (False, True), (False, True)
        ):
            yield Features(
                statements=_MANY,
                loops=loops,
                dynamic_loops=dynamic,
                branches=branches,
                guards=guards,
                tests=_MANY,
                nesting=nesting,
                stores=_MANY,
                atomics=atomics,
                operators=_MANY,
                own_calls=calls,
                built_ins=words,
                scalars=scalars,
                vectors=vectors,
                composites=composites,
                indirections=indirections,
            )
