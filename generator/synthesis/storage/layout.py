"""A layout: every choice of how a kernel's records are stored, drawn once for the whole kernel."""

from __future__ import annotations

from dataclasses import dataclass, field

SEPARATE, FLAT, ROWS, VECTOR = "separate", "flat", "rows", "vector"
"""How relations that share a group are stored: an array each, one flat array, an array of rows, an array of vectors."""

OFFSETS, COUNTS = "offsets", "counts"
"""How a range is stored: where each begins, and one more; or where each begins and how many there are."""

TABLE, ALL = "table", "all"
"""How neighbours are stored besides ``OFFSETS`` into one list: a row of a table each; or not, and all are tried."""

LEAVE, CLAMP, WRAP = "leave", "clamp", "wrap"
"""What happens at the border of a grid: its cells are left out, the index stays inside, or it comes back in."""

ARGUMENT, BOX, PER_WORLD, MODULE = "argument", "box", "per world", "module"
"""Where a number stands: an argument, an array of one element, an array over worlds, a constant of the module."""


SHARED, BY_WORLD, BROADCAST = "shared", "by world", "broadcast"
"""How values that stay lie in batched launches: once for all, for each world, or for some that worlds take in turn."""

NEXT_VALUE = ("{}", "next_{}", "new_{}", "{}_next", "{}_out")
"""What an attribute is called, and what a step stores in its place."""


@dataclass(frozen=True)
class Layout:
    """The choices; ``batched`` launches have a world for their first index, and state has one, too."""

    batched: bool = False
    pairs: str = SEPARATE
    ranges: str = OFFSETS
    near: str = OFFSETS
    flat_grid: bool = False
    components: str = ""
    """How vectors that are only read are stored: whole, or their components in ``ROWS`` or in one ``FLAT`` array."""
    written: frozenset[str] = frozenset()
    """Attributes that a computation writes: their vectors, and those that they take the place of, are stored whole."""
    flat_rows: bool = False
    """Whether values of an attribute with an extent lie in one flat array."""
    border: str = LEAVE
    model: str = SHARED
    """How batched launches have the values of a model: shared, by world, or by world with too few of them."""
    in_place: bool = False
    """Whether what is read and stored by a thread alone is one array."""
    records: frozenset[str] = frozenset()
    """Entities whose constant attributes lie in an array of structs."""
    empty: frozenset[str] = frozenset()
    """Optional relations, as ``entity.relation``, that may lead nowhere; the others are valid everywhere."""
    numbers: dict[str, str] = field(default_factory=dict)
    """Numbers that stand elsewhere than in an argument -> where."""
    shape_counts: bool = False
    """Whether how many records there are is an array's shape, not an argument."""
    index: tuple[str, ...] = ("tid",)
    """Names of the thread's indices, the world first where the launch is batched."""
    lane: str = ""
    """Name of a thread's number in its block, where a computation asks for it."""
    rings: frozenset[str] = frozenset()
    """Attributes read and stored in one array, whatever ``in_place`` says: a step stores one value of a row."""

    @property
    def thread(self) -> tuple[str, ...]:
        """What ``wp.tid()`` gives a thread."""
        return (*self.index, self.lane) if self.lane else self.index

    def moves_on(self, attribute: str) -> bool:
        """Whether an attribute is written, or its next value."""
        return not {word.format(attribute) for word in NEXT_VALUE}.isdisjoint(self.written)
