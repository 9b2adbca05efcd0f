"""What a condition says of the values that come into its arm: nothing is guarded against what it rules out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache

from generator.synthesis.builder import Builder
from generator.synthesis.expression import Expression

_SIDE = re.compile(r"([A-Za-z_]\w*(?:\[\w+\])?) ([<>])=? (?:wp\.float\d\d\()?(-?\d[\d.e-]*)\)?")


@contextmanager
def narrowed(builder: Builder, met: Expression | None, missed: Sequence[Expression]) -> Iterator[None]:
    """Within a block, the intervals of variables as far as one condition is met and others are not."""
    said = list(_bounds(met.text, True)) if met is not None else []
    for condition in missed:
        said += _bounds(condition.text, False)
    before = []
    if said:
        known = {variable.expression.text: variable.expression for variable in builder.variables}
        for name, above, number in said:
            value = known.get(name)
            if value is not None and value.type == "F" and value.low < number < value.high:
                before.append((value, value.low, value.high))
                value.low, value.high = (number, value.high) if above else (value.low, number)
    try:
        yield
    finally:
        for value, low, high in reversed(before):
            value.low, value.high = low, high


@lru_cache(1024)
def _bounds(text: str, met: bool) -> tuple[tuple[str, bool, float], ...]:
    """The variables that a condition bounds, from above or below, and where; nothing of what it leaves open."""
    joined, other = (" and ", " or ") if met else (" or ", " and ")
    if other in text or text.startswith("not "):
        return ()
    sides = [_SIDE.fullmatch(side) for side in text.split(joined)]
    return tuple([(side[1], (side[2] == ">") == met, float(side[3])) for side in sides if side])
