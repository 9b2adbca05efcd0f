"""The arguments of a kernel while it is written: which there are, what is done to them, what fills them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import lru_cache

from generator.syntax.nodes import node, remembered
from generator.syntax.statements import Block, parts_of
from generator.syntax.types import INT, Type
from generator.syntax.values import Value, attribute, literal, name
from generator.synthesis.schemas.domains import Domain
from generator.synthesis.schemas.phrases import unowned

MARK = "@"
"""First letter of an argument's symbol, its name before style gives it one: no Python name begins with it."""


@node
class Size:
    """Length of a dimension: ``times`` records of an entity, and ``more``; without an entity, ``more`` alone.

    ``number`` names an integer number of the schema instead: ``times`` its value, for each record if there is an
    entity.
    """

    entity: str = ""
    times: int = 1
    more: int = 0
    number: str = ""


@node
class Indices:
    """A fill with indices of records of ``entity``; -1 among them where ``empty``.

    The last ``room`` indices are left out, so that ranges that begin at others fit. The ``members`` of a record are
    records unlike each other; see `generator.launch.Argument` for these and ``member``. ``leads`` is that of a relation
    from a table to itself.
    """

    entity: str
    empty: bool = False
    ascending: bool = False
    room: int = 0
    members: int = 0
    member: int = 0
    leads: str = ""


MODEL_GROUP, STATE_GROUP, NUMBER_GROUP, OUTPUT_GROUP = range(4)
"""Groups of arguments."""


@dataclass
class Slot:
    """A future argument: its symbol, type, fill, candidate names, and what the kernel does to it."""

    symbol: str
    type: Type
    fill: Domain | Indices | Size
    names: tuple[str, ...]
    shape: tuple[Size, ...] = ()
    group: int = MODEL_GROUP
    words: str = ""
    unit: str = ""
    reads: bool = False
    stores: bool = False
    adds: bool = False
    keeps: bool = False
    """Whether some elements keep their initial value, or all that is stored are constants."""
    shared: bool = False
    """Whether threads read elements of others."""
    record: str = ""
    """Entity whose attributes are the fields of the argument's structs."""
    fields: list[str] = field(default_factory=list)

    @remembered
    def value(self) -> Value:
        """The argument as a value."""
        return name(self.symbol, self.type)

    @property
    def writes(self) -> bool:
        return self.stores or self.adds

    @property
    def noun(self) -> str:
        """What an element is, to stand after an article; empty where the words are a clause."""
        return unowned(self.words)


@dataclass
class Signature:
    """Slots by symbol, in the order of first use; ``sizes``: length -> symbol of the array whose shape tells it."""

    slots: dict[str, Slot] = field(default_factory=dict)
    sizes: dict[Size, str] = field(default_factory=dict)

    def length(self, size: Size) -> Value | None:
        """A length as the shape of an array that the kernel has, at best one of the thread's own elements; else None.

        The same array tells a length wherever it is asked for, and all sides of a grid.
        """
        fitting = [slot for slot in self.slots.values() if size in slot.shape]
        whole = replace(size, entity=size.entity.partition(":")[0])
        first = self.sizes.get(whole)
        slot = min(fitting, key=lambda slot: (slot.symbol != first, slot.shared, not slot.reads), default=None)
        if slot is None:
            return None
        self.sizes[whole] = slot.symbol
        return length_of(slot.value, slot.shape.index(size))

    def read(self, made: Slot) -> Value:
        """Mark the argument of that symbol as read; ``made`` becomes it where there is none yet."""
        slot = self.slots.setdefault(made.symbol, made)
        slot.reads = True
        return slot.value

    def is_read(self, symbol: str) -> bool:
        """Whether there is an argument of that symbol that is read."""
        slot = self.slots.get(symbol)
        return slot is not None and slot.reads

    def keep_used(self, used: Collection[str], body: Block) -> None:
        """Drop the slots that are not ``used``, and the fields of structs not in the body: only dead code read them."""
        self.slots = {symbol: slot for symbol, slot in self.slots.items() if symbol in used}
        structs = [slot for slot in self.slots.values() if slot.fields]
        members = {part.operands[1] for part in parts_of(body) if part.operation == "attribute"} if structs else ()
        for slot in structs:
            slot.fields = [member for member in slot.fields if member in members]


def symbol(*parts: str) -> str:
    """The name that an argument has before it gets its own."""
    return MARK + ".".join(parts)


@lru_cache(maxsize=4096)
def parted(symbol: str) -> tuple[str, str]:
    """The entity and the attribute or relation of an array's symbol: ``particle`` and ``mass`` of a particle's mass."""
    owner, _, word = symbol.removeprefix(MARK).partition(".")
    return owner, word.partition(".")[0]


def twin(symbol: str) -> str:
    """Symbol of the array that an attribute is read from, given the one that it is stored to."""
    return symbol.removesuffix(".out") + ".in"


def length_of(array: Value, axis: int = 0) -> Value:
    """``array.shape[axis]``."""
    return Value("subscript", (attribute(array, "shape"), literal(axis)), INT)
