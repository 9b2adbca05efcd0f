"""A layout: every choice of how a kernel's records are stored, drawn once for the whole kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

SEPARATE, FLAT, ROWS, VECTOR = "separate", "flat", "rows", "vector"
"""How relations that share a group are stored: an array each, one flat array, an array of rows, an array of vectors."""

OFFSETS, COUNTS = "offsets", "counts"
"""How a range is stored: offsets, one more than there are owners; or starts and counts."""

TABLE, ALL = "table", "all"
"""How neighbours are stored besides a list with ``OFFSETS``: a table with a row each; not at all, and all are tried."""

LEAVE, CLAMP, WRAP = "leave", "clamp", "wrap"
"""Border rules of a grid: border cells are left out, indices are clamped, or they wrap around."""

ARGUMENT, BOX, PER_WORLD = "argument", "box", "per world"
"""Where a number stands: an argument, an array of one element, an array over worlds."""

SHARED, BY_WORLD, BROADCAST = "shared", "by world", "broadcast"
"""How model values are stored in batched launches: once, for each world, or in a few rows that worlds take in turn."""

Sentinels = tuple[tuple[str, int], tuple[str, int]]
"""The test that an index is none, and that it is not."""

EVERYTHING, SUMS = "everything", "sums"
"""What is updated in place: each attribute that a thread reads and stores; floats whose old values only enter sums."""

SENTINELS: tuple[tuple[Sentinels, float], ...] = (
    ((("<", 0), (">=", 0)), 204),
    ((("==", -1), (">=", 0)), 45),
    ((("==", -1), ("!=", -1)), 8),
    ((("<", 0), ("!=", -1)), 4),
    ((("<", 0), (">", -1)), 2),
)
"""Spellings of the two tests, and in how many of people's kernels that have both they stand side by side."""

NEXT_VALUE = ("{}", "next_{}", "new_{}", "{}_next", "{}_out")
"""Names of an attribute and of its next value."""


@dataclass(frozen=True)
class Layout:
    """The choices; in ``batched`` launches the world is the first index of threads and of state."""

    batched: bool = False
    pairs: str = SEPARATE
    ranges: str = OFFSETS
    near: str = OFFSETS
    flat_grid: bool = False
    flat_rows: bool = False
    """Whether values of an attribute with an extent lie in one flat array."""
    border: str = LEAVE
    model: str = SHARED
    """How model values are stored in batched launches: ``SHARED``, ``BY_WORLD`` or ``BROADCAST``."""
    in_place: str = ""
    """Which attributes that a thread reads and stores, and no other thread reads, are one array: ``EVERYTHING``,
    ``SUMS`` alone, whose derivative is right, or none where it is empty."""
    records: frozenset[str] = frozenset()
    """Entities whose model attributes are fields of an array of structs."""
    empty: frozenset[str] = frozenset()
    """Optional relations, as ``entity.relation``, that may lead nowhere; the others are valid everywhere."""
    numbers: dict[str, str] = field(default_factory=dict)
    """Numbers that are no arguments -> where they stand."""
    shape_counts: bool = False
    """Whether counts of records are shapes of arrays, not arguments."""
    index: tuple[str, ...] = ("tid",)
    """Names of the thread's indices, the world first where the launch is batched."""
    lane: str = ""
    """Name of a thread's number in its block, where a computation asks for it."""
    sentinels: Sentinels = SENTINELS[0][0]
    rings: frozenset[str] = frozenset()
    """Attributes that are updated in place, whatever ``in_place`` says: a step stores one value of a row."""

    @property
    def thread(self) -> tuple[str, ...]:
        """What ``wp.tid()`` gives a thread."""
        return (*self.index, self.lane) if self.lane else self.index
