"""The one table of fills: the numbers of an argument, each from its position, a seed and the recipe.

Stand-alone programs have the same fills in C++ (``generator.lowering.standalone.whole_program.input_texts``). So that
both agree to the bit, a fill uses sums, products, quotients and square roots alone, each in a fixed order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from generator.launch.numbers import Numbers, Values, shares_of, uniform


def _between(numbers: Numbers, shares: Values) -> Values:
    low, high = numbers.bounds
    return low + shares * (high - low)


DEALT = 8
"""Integer arrays of at most this length are dealt, not drawn: else the flags of three worlds may be all equal."""


def is_dealt(numbers: Numbers) -> bool:
    """Whether the values of [low, high) are dealt: all occur equally often, up to one."""
    low, high = numbers.bounds
    return high - low <= numbers.total <= DEALT and numbers.total > 1


def _whole(numbers: Numbers, shares: Values) -> Values:
    """Whole numbers in [low, high); few are dealt in any order."""
    low, high = numbers.bounds
    if is_dealt(numbers):
        return np.asarray(low + np.argsort(shares, axis=-1, kind="stable") % (high - low), np.float64)
    return np.asarray(low + np.floor(shares * (high - low)))


def _optional(numbers: Numbers, shares: Values) -> Values:
    """Whole numbers in [0, high), and -1 at a fifth of the places."""
    _, high = numbers.bounds
    return np.maximum(np.floor((shares * 1.25 - 0.25) * high), -1.0)


def _distinct(numbers: Numbers, shares: Values) -> Values:
    """Whole numbers in [0, high), those of the members of one record unlike each other; -1 at a fifth where ``low`` is.

    Each member has a part of [0, high) of its own; all parts are moved round by what each record draws, which is the
    same in all arrays whatever their seed.
    """
    members, member, high = numbers.argument.members, numbers.argument.member, numbers.bounds[1]
    if not 1 <= members <= high or not 0 <= member <= members:
        raise ValueError(f"argument {numbers.path}: fill 'distinct' needs members, at most `high`")
    return within_parts(numbers, shares, high, np.floor(uniform(0, _records_of(numbers)) * high))


def _other(numbers: Numbers, shares: Values) -> Values:
    """The same, and unlike the record itself: parts of all others, from the one after it. Too few others may be alike.

    Of one record alone, that record; or -1.
    """
    own, others = owners_of(numbers)
    return within_parts(numbers, shares, others, own + numbers.bounds[1] - others)


def within_parts(numbers: Numbers, shares: Values, many: float, moved: Values | float = 0.0) -> Values:
    """A number of each member's own part of [0, many), moved round in [0, high); or -1."""
    members, member = max(numbers.argument.members, 1), numbers.argument.member
    places = (member - 1) if member > 0 else np.arange(numbers.total) % members
    low, high = numbers.bounds
    first, end = np.floor(places * many / members), np.floor((places + 1) * many / members)
    wide = shares * 1.25 - 0.25 if low < 0.0 else shares
    return np.where(wide < 0.0, -1.0, (first + np.floor(wide * (end - first)) + moved) % high)


def _records_of(numbers: Numbers) -> np.ndarray:
    """The record that each place holds a member of."""
    return np.arange(numbers.total) // (1 if numbers.argument.member > 0 else max(numbers.argument.members, 1))


def owners_of(numbers: Numbers) -> tuple[Values, float]:
    """The record that each place of "other" is of, and how many others there are; of a list's, the next one is none."""
    high, listed = numbers.bounds[1], numbers.argument.member < 0
    return np.asarray(_records_of(numbers) % high, np.float64), max(high - 1.0 - listed, 0.0)


def _spaced(numbers: Numbers, shares: Values) -> Values:
    """Where lists of ``members`` records on average begin: ascending, place ``r`` at most that far before r lists."""
    members = numbers.argument.members
    ends = np.arange(numbers.total) % numbers.length * members
    return np.asarray(np.maximum(ends - np.floor(shares * (members + 1.0)), 0.0))


def _earlier(numbers: Numbers, shares: Values) -> Values:
    """Whole numbers below their place along the last axis, -1 at a fifth of the places and at the first: a forest."""
    places = np.minimum(np.arange(numbers.total) % numbers.length, numbers.bounds[1])
    wide = shares * 1.25 - 0.25
    return np.where(wide < 0.0, -1.0, np.where(places < 1.0, -1.0, np.floor(wide * places)))


def _sparse(numbers: Numbers, shares: Values) -> Values:
    """Whole numbers in [0, high), and 0 at half of the places."""
    _, high = numbers.bounds
    return np.maximum(np.floor((shares * 2.0 - 1.0) * high), 0.0)


def _zero_or(numbers: Numbers, shares: Values) -> Values:
    """Numbers in [low, high), and 0 at a fifth of the places."""
    low, high = numbers.bounds
    return np.where(shares < 0.2, 0.0, low + (shares - 0.2) * 1.25 * (high - low))


def _sorted(numbers: Numbers, shares: Values) -> Values:
    """Ascending along the array's last axis."""
    drawn = _between(numbers, shares) if numbers.is_float else _whole(numbers, shares)
    return np.sort(drawn.reshape(-1, numbers.length, numbers.size), axis=1).reshape(shares.shape)


def _cumulative(numbers: Numbers, shares: Values) -> Values:
    """The same, and `high` at the end: shares that are added up."""
    made = _sorted(numbers, shares).reshape(-1, numbers.length, numbers.size)
    made[:, -1] = numbers.bounds[1]
    return made.reshape(shares.shape)


def _permutation(numbers: Numbers, shares: Values) -> Values:
    """A permutation of the places along the array's last axis."""
    keys = shares.reshape(-1, numbers.length, numbers.size)
    return np.argsort(keys, axis=1, kind="stable").reshape(shares.shape).astype(np.float64)


def _constant(numbers: Numbers) -> Values:
    return np.full(numbers.total, constant_of(numbers))


def constant_of(numbers: Numbers) -> float:
    """The number that "value" and "full" write; ValueError where the recipe has none."""
    if numbers.argument.value is None:
        raise ValueError(f"argument {numbers.path}: fill {numbers.argument.fill!r} needs a value")
    return float(numbers.argument.value)


def _unit(numbers: Numbers, shares: Values) -> Values:
    """Elements of length 1; a scalar is 1 or -1."""
    if numbers.size == 1:
        return np.where(shares < 0.5, -1.0, 1.0)
    return _normalized(-1.0 + shares.reshape(-1, numbers.size) * 2.0).reshape(shares.shape)


def _transform(numbers: Numbers, shares: Values) -> Values:
    """A position in [low, high) and a unit quaternion."""
    drawn = shares.reshape(-1, 7)
    turn = _normalized(-1.0 + drawn[:, 3:] * 2.0)
    return np.concatenate([_between(numbers, drawn[:, :3]), turn], axis=1).reshape(shares.shape)


def _downward(numbers: Numbers, shares: Values) -> Values:
    """Vectors whose last component is in [low, high), the others within a tenth of it: gravity."""
    drawn = shares.reshape(-1, numbers.size)
    aside = (drawn[:, :-1] * 2.0 - 1.0) * (0.1 * abs(numbers.bounds[0]))
    return np.concatenate([aside, _between(numbers, drawn[:, -1:])], axis=1).reshape(shares.shape)


def _dominant(numbers: Numbers, shares: Values) -> Values:
    """Square matrices with diagonals in [low, high), other entries within a third of `low` in size: invertible."""
    drawn, low = shares.reshape(-1, numbers.size), numbers.bounds[0]
    aside = (drawn * 2.0 - 1.0) * (low / 3.0)
    on = np.arange(numbers.size) % diagonal_of(numbers) == 0
    return np.where(on, _between(numbers, drawn), aside).reshape(shares.shape)


def diagonal_of(numbers: Numbers) -> int:
    """Places from one diagonal entry to the next; vectors of three hold xx, xy, yy of a symmetric matrix."""
    return 2 if numbers.size == 3 else numbers.element.shape[0] + 1


def _rotation(numbers: Numbers, shares: Values) -> Values:
    """Rotation matrices: a rotation in each plane of two axes, one after the other."""
    return _turned(numbers, shares).reshape(shares.shape)


APART = 0.75
"""Share of its part of the range in which an eigenvalue lies, so that it keeps away from the next one."""


def _spd(numbers: Numbers, shares: Values) -> Values:
    """Symmetric matrices with eigenvalues in [low, high), in the frame that "rotation" has for the same seed.

    Each lies in its own part of the range: where two are one, they have no derivative.
    """
    rows = numbers.element.shape[0]
    low, high = numbers.bounds
    if low <= 0.0:
        raise ValueError(f"argument {numbers.path}: fill 'spd' needs a `low` above zero")
    frame = _turned(numbers, shares)
    places = np.arange(rows) + APART * shares.reshape(-1, rows * rows)[:, rows * (rows - 1) :]
    eigenvalues = low + (high - low) * (places / rows)
    made = np.zeros_like(frame)
    for c in range(rows):
        made += eigenvalues[:, None, None, c] * (frame[:, :, None, c] * frame[:, None, :, c])
    return made.reshape(shares.shape)


def _turned(numbers: Numbers, shares: Values) -> Values:
    rows = numbers.element.shape[0]
    drawn = -1.0 + shares.reshape(-1, rows * rows) * 2.0
    made = np.broadcast_to(np.eye(rows), (len(drawn), rows, rows)).copy()
    for turn, (a, b) in enumerate(_planes(rows)):
        pair = _normalized(drawn[:, 2 * turn : 2 * turn + 2])
        cosine, sine = pair[:, :1], pair[:, 1:]
        first, second = made[:, a].copy(), made[:, b].copy()
        made[:, a] = cosine * first - sine * second
        made[:, b] = sine * first + cosine * second
    return made


def _planes(rows: int) -> Iterator[tuple[int, int]]:
    return ((a, b) for a in range(rows) for b in range(a + 1, rows))


def _normalized(values: Values) -> Values:
    squares = np.zeros(len(values))
    for column in values.T:  # NumPy's sum has another order
        squares = squares + column * column
    return np.asarray(values / np.sqrt(squares)[:, None])


def _from_seed(fill: Callable[[Numbers, Values], Values], numbers: Numbers) -> Values:
    return fill(numbers, shares_of(numbers.seed, numbers.near, np.arange(numbers.total, dtype=np.uint32)))


DRAWN_FILLS: dict[str, Callable[[Numbers, Values], Values]] = {
    "uniform": _between,
    "index": _whole,
    "optional": _optional,
    "sparse": _sparse,
    "zero_or": _zero_or,
    "distinct": _distinct,
    "other": _other,
    "earlier": _earlier,
    "spaced": _spaced,
    "sorted": _sorted,
    "cumulative": _cumulative,
    "permutation": _permutation,
    "unit": _unit,
    "downward": _downward,
    "dominant": _dominant,
    "transform": _transform,
    "spd": _spd,
    "rotation": _rotation,
}
"""Name -> function from draws in [0, 1), one for each number, to the numbers; both are (..., numbers)."""

FILLS: dict[str, Callable[[Numbers], Values]] = {
    **{name: partial(_from_seed, fill) for name, fill in DRAWN_FILLS.items()},
    "zeros": lambda numbers: np.zeros(numbers.total),
    "full": _constant,
    "value": _constant,
    "arange": lambda numbers: np.arange(numbers.total, dtype=np.float64),
}
"""Name -> function that gives the numbers in float64; the caller converts them to the argument's type."""
