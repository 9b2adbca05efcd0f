"""The values of a traced kernel as tables: expressions against the entries at which they ran together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from generator.verification.reference.values.values import Composite
from generator.verification.screening.traced_expressions import CASTS, Expression
from generator.verification.screening.value_trace import GOLDEN, Traced

SAMPLES = 96
LEAST = 12
"""Entries that say something."""

CLOSE = {np.dtype(np.float16): 4e-3, np.dtype(np.float32): 2e-5, np.dtype(np.float64): 1e-7}
"""Of the largest, how near two expressions are that are the same; integers have to be equal."""

PLACES = 6
"""Different values that say something."""

ROUNDS = 6
"""Loops entered that say something."""

UNARY: dict[str, Callable[..., np.ndarray]] = {
    "-": np.negative, "square of": np.square, "sqrt of": np.sqrt, "abs of": np.abs,
    "exp of": np.exp, "log of": np.log, "sin of": np.sin, "cos of": np.cos, "tanh of": np.tanh,
}  # fmt: skip
BINARY: dict[str, Callable[..., np.ndarray]] = {
    "+": np.add, "-": np.subtract, "*": np.multiply, "/": np.divide, "min": np.minimum, "max": np.maximum,
}  # fmt: skip


def _of_bits(operation: np.ufunc) -> Callable[..., np.ndarray]:
    return lambda a, b: operation(a.astype(np.int64), b.astype(np.int64)).astype(np.float64)


INTEGER = BINARY | {"&": _of_bits(np.bitwise_and), "|": _of_bits(np.bitwise_or), "^": _of_bits(np.bitwise_xor)}
"""Of integers."""

PRODUCTS: dict[int, dict[str, Callable[..., np.ndarray]]] = {
    1: {
        "dot product": lambda a, b: (a * b).sum(axis=-1, keepdims=True),
        "length": lambda a, b: np.sqrt((a * b).sum(axis=-1, keepdims=True)),
    },
    3: {"cross product": np.cross, "direction": lambda a, b: 0.5 * (a + b) / np.linalg.norm(a, axis=-1)[..., None]},
}
"""By components of what comes of two vectors; a length and a direction, of a vector and itself."""

_APART = ("atomic_", "tile_")
"""Built-ins whose result their arguments do not tell."""

_UNTOLD = CASTS | {""}
_WHOLE = 2.0**53
"""Beyond, a float64 does not tell integers apart."""


@dataclass(frozen=True)
class Table:
    """Expressions of the same number of components that ran at the same entries, and what they are made of."""

    expressions: list[Expression]
    numbers: list[int]
    members: list[int]
    """Places of the expressions that ran there; the others ran there or around it."""
    values: np.ndarray
    """(expressions, entries times components)"""
    width: int
    exact: bool
    """Whether they are integers."""
    close: np.ndarray
    """How near two values are that are the same, for each expression, in what is usual for its values."""
    rounds: np.ndarray
    """Where each run of a loop begins among the entries; empty if it did not run often."""
    slight: int
    choices: int
    others: list[Table]
    """All tables of the same entries."""

    @cached_property
    def magnitudes(self) -> np.ndarray:
        """Of all values."""
        return np.abs(self.values)

    @cached_property
    def sizes(self) -> np.ndarray:
        """The largest magnitude of each."""
        return np.asarray(self.magnitudes.max(axis=1))

    @cached_property
    def spreads(self) -> np.ndarray:
        """By how much each varies, in the component that does most."""
        return np.asarray(np.ptp(self.vectors, axis=1).max(axis=1))

    @cached_property
    def usual(self) -> np.ndarray:
        """The median magnitude of each."""
        return np.asarray(np.median(self.magnitudes, axis=1))

    @cached_property
    def bounds(self) -> np.ndarray:
        """How near each value is to another that is the same: nearer for all where one is large."""
        return np.asarray(self.close[:, None] * (self.magnitudes + self.usual[:, None]))

    @cached_property
    def varied(self) -> int:
        """Bits of the expressions that vary."""
        places = np.flatnonzero(self.spreads > 1e-3 * self.sizes).tolist()
        return sum(1 << self.numbers[place] for place in places)

    @cached_property
    def vectors(self) -> np.ndarray:
        """(expressions, entries, components)"""
        return self.values.reshape(len(self.values), -1, self.width)

    @cached_property
    def unary(self) -> np.ndarray:
        """(operations, expressions): what each of ``UNARY`` makes of the first value of each."""
        return np.stack([operation(self.values[:, 0]) for operation in UNARY.values()])

    @property
    def operations(self) -> dict[str, Callable[..., np.ndarray]]:
        """Those on two of its expressions."""
        return INTEGER if self.exact else BINARY

    @cached_property
    def binary(self) -> np.ndarray:
        """(operations, expressions, expressions): what each of ``operations`` makes of the first values of two."""
        first = self.values[:, 0]
        return np.stack([operation(first[:, None], first) for operation in self.operations.values()])

    @cached_property
    def products(self) -> dict[int, dict[str, np.ndarray]]:
        """For each of ``PRODUCTS`` (expressions, expressions, components): what comes of the first of two vectors."""
        first = self.vectors[:, 0]
        widths = [1, self.width] if self.width in PRODUCTS else [1]
        return {w: {name: f(first[:, None], first) for name, f in PRODUCTS[w].items()} for w in widths}

    def settled(self, place: int) -> bool:
        """Whether an expression had few values, as an argument has."""
        return len(np.unique(self.values[place])) < PLACES

    def parts_of(self, place: int) -> list[int]:
        """Places of the expressions that the one at a place is made of."""
        parts = self.expressions[place].parts
        return [at for at, number in enumerate(self.numbers) if parts >> number & 1]

    def made_of(self, whole: int, part: int) -> bool:
        """Whether the expression at one place is made of that at another."""
        return bool(self.expressions[whole].parts >> self.numbers[part] & 1)


@dataclass(frozen=True)
class _Column:
    run: int
    """Which of the different rows of entries it has."""
    values: np.ndarray
    """(entries, components)"""
    precision: np.dtype


def tables(traced: Traced) -> Iterator[Table]:
    """The tables of a kernel that has run."""
    runs: dict[tuple[int, ...], int] = {}
    columns = {number: column for number in range(len(traced.values)) if (column := _column(traced, number, runs))}
    entries, around = [np.array(run) for run in runs], np.array(traced.around)
    together: dict[tuple[str, int], list[int]] = defaultdict(list)
    for number, column in columns.items():
        one = traced.expressions[number]
        if one.needs and one.operation not in _UNTOLD and not one.operation.startswith(_APART):
            together[one.block, column.run].append(number)
    for (_, run), members in together.items():
        several = any(traced.expressions[number].needs.bit_count() > 1 for number in members)
        if several and len(entries[run]) >= LEAST:
            yield from _tables_of(traced, columns, members, entries, around)


def _column(traced: Traced, number: int, runs: dict[tuple[int, ...], int]) -> _Column | None:
    """What an expression of numbers gave, if it was finite; ``runs`` numbers the different rows of entries."""
    kept = traced.values[number]
    kinds = set(map(type, kept.values()))
    if len(kinds) != 1:
        return None  # never ran, or a function of any type, called with several
    (kind,) = kinds
    if issubclass(kind, np.number):
        given = list(kept.values())
    elif issubclass(kind, Composite) and len({value.a.shape for value in kept.values()}) == 1:
        given = [value.a for value in kept.values()]
    else:
        return None
    values = np.array(given, dtype=np.float64).reshape(len(given), -1)
    precision = given[0].dtype
    told = np.isfinite(values).all() if precision.kind == "f" else np.abs(values).max() < _WHOLE
    return _Column(runs.setdefault(tuple(kept), len(runs)), values, precision) if told else None


def _tables_of(
    traced: Traced, columns: dict[int, _Column], members: list[int], entries: list[np.ndarray], around: np.ndarray
) -> list[Table]:
    looked_at = entries[columns[members[0]].run]
    if len(looked_at) > SAMPLES:
        looked_at = looked_at[np.unique((np.arange(SAMPLES) * GOLDEN % 1.0 * len(looked_at)).astype(int))]
    places = [_places(run, looked_at, around) for run in entries]
    wanted = 0
    for number in members:
        wanted |= traced.expressions[number].parts | 1 << number
    found: dict[tuple[bool, int], dict[int, np.ndarray]] = defaultdict(dict)
    for number, column in columns.items():
        if wanted >> number & 1:
            rows = places[column.run]
            if rows is not None:
                group = found[column.precision.kind == "f", column.values.shape[1]]
                group[number] = column.values[rows].ravel()
    rounds = _rounds(around[looked_at])
    made: list[Table] = []
    for (floats, width), given in found.items():
        close = np.array([CLOSE.get(columns[number].precision, 0.0) for number in given])
        own = [place for place, number in enumerate(given) if number in members]
        expressions = [traced.expressions[number] for number in given]
        values = np.stack(list(given.values()))
        made.append(
            Table(
                expressions,
                list(given),
                own,
                values,
                width,
                not floats,
                close,
                rounds,
                traced.slight,
                traced.choices,
                made,
            )
        )
    return made


def _places(given: np.ndarray, wanted: np.ndarray, around: np.ndarray) -> np.ndarray | None:
    """Where each of the wanted entries, or one around it, stands among the given; nothing if one does not."""
    while wanted.all():
        found = np.minimum(np.searchsorted(given, wanted), len(given) - 1)
        missing = given[found] != wanted
        if not missing.any():
            return found
        wanted = np.where(missing, around[wanted], wanted)
    return None


def _rounds(outer: np.ndarray) -> np.ndarray:
    """Where the entry around changes, if there is more than one entry to several of them; else nothing."""
    starts = np.flatnonzero(np.diff(outer, prepend=-1))
    several = np.count_nonzero(np.diff(starts, append=len(outer)) > 1)
    return starts if outer[0] and several >= ROUNDS else starts[:0]
