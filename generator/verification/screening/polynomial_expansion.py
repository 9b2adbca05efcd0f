"""Polynomials that take fewer operations when they are multiplied out: ``(s - k) * (1.0 - t) + s * t``."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement
from math import prod

import numpy as np

from generator.verification.screening.value_tables import Table

ATOMS, DEGREE = 3, 3
"""Of how many numbers, and of which degree, a polynomial is looked at."""

SAVED = 2
"""Operations that have to be saved; one less is a matter of taste, as in ``(x + 1.0) * (x - 1.0)``."""

_DEGREES: dict[str, Callable[[list[int]], int]] = {"+": max, "-": max, "negated": max, "div": max, "*": sum}


def expands(table: Table, place: int) -> str:
    """The polynomial multiplied out, where that is shorter; or nothing. Its terms are found by least squares."""
    if table.exact or table.width > 1:
        return ""
    atoms: dict[int, None] = {}
    operations: set[int] = set()
    degree = _degree(table, table.numbers[place], atoms, operations)
    if len(operations) < SAVED + 1 or not 0 < len(atoms) <= ATOMS or degree > DEGREE:
        return ""
    places = [table.numbers.index(atom) for atom in atoms]
    if any(table.settled(at) for at in places):
        return ""
    rows = table.values[places]
    terms = [term for d in range(degree + 1) for term in combinations_with_replacement(range(len(rows)), d)]
    if len(terms) * 2 > table.values.shape[1]:
        return ""
    columns = np.stack([prod((rows[k] for k in term), start=np.ones(len(rows[0]))) for term in terms], axis=1)
    sizes = np.abs(columns).max(axis=0)
    if not (np.isfinite(sizes) & (sizes > 0.0)).all():
        return ""
    factors, _, rank, _ = np.linalg.lstsq(columns / sizes, table.values[place])
    rest = np.abs(columns / sizes @ factors - table.values[place]).max()
    if rank < len(terms) or rest > 1e-5 * table.spreads[place]:
        return ""
    seen = [(term, factor / size) for term, factor, size in zip(terms, factors, sizes, strict=True)
            if abs(factor) > 1e-3 * table.sizes[place]]  # fmt: skip
    products = sum(max(0, len(term) - 1) for term, _ in seen)
    numbers = sum(not term or abs(abs(factor) - 1.0) > 1e-3 for term, factor in seen)
    joined = max(0, sum(len(term) > 0 for term, _ in seen) - 1)
    spent = sum(not table.slight >> key & 1 for key in operations)
    if not seen or joined + products >= spent or joined + products + numbers + SAVED > len(operations):
        return ""
    names = [table.expressions[at].text for at in places]
    return "is " + " + ".join(" * ".join([f"{factor:.4g}", *[names[k] for k in term]]) for term, factor in seen)


def _degree(table: Table, number: int, atoms: dict[int, None], operations: set[int]) -> int:
    """The degree in what is no sum or product; fills ``atoms`` with that, ``operations`` with the keys of the rest."""
    if number not in table.numbers:
        return DEGREE + 1
    one = table.expressions[table.numbers.index(number)]
    divided = one.operation == "div" and not table.slight >> one.key & 1
    if one.operation not in _DEGREES or divided:
        atoms[number] = None
        return 1
    operations.add(one.key)
    return _DEGREES[one.operation]([_degree(table, operand, atoms, operations) for operand in one.operands])
