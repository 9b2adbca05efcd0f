"""Entities of a field with their attributes and relations: what a computation may ask for, and what may be told of it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from generator.syntax.types import NAMED, Scalar, Type, Vector
from generator.synthesis.schemas.domains import Domain

STATE, MODEL, RESULT = "state", "model", "result"
"""Roles: state changes from step to step, a model is fixed, a result is what a kernel is launched to make."""


@dataclass(frozen=True)
class Attribute:
    """A value that each record of an entity has.

    ``type`` is a name of `generator.syntax.types.NAMED`. ``names`` are what people call the array: owner first
    ("particle_q"), in plain words ("positions"), short ("x"). ``words`` is a noun phrase for one record's value
    ("rest length"), ``unit`` as in "m/s", empty where there is none. ``extent`` is how many values a record has: one
    ("" ), a fixed number ("9"), rows of a matrix ("6,6"), or one that an integer parameter tells ("channels").
    """

    name: str
    type: Type
    domain: Domain
    unit: str
    words: str
    names: tuple[str, str, str]
    role: str = MODEL
    extent: str = ""
    structure: bool = False
    """It belongs to a whole number of the model: the step of a quantised zero, the threshold of an alias."""

    @property
    def is_structure(self) -> bool:
        """Whether worlds share it: a whole number or flag of the model, as a kind or a count, or what belongs to one."""
        kind = self.type.scalar if isinstance(self.type, Vector) else self.type
        return self.structure or (self.role == MODEL and isinstance(kind, Scalar) and not kind.is_float)


ONE, RANGE, NEAR, FIXED = "one", "range", "near", "fixed"
"""Kinds of relation: to one record; to records that follow each other in memory; to those nearby; to a fixed number."""

OTHER, EARLIER = "other", "earlier"
"""Where a relation from a table to itself may lead, if not to any record: to another one, or to one before it."""


@dataclass(frozen=True)
class Relation:
    """How a record leads to others, of the entity ``target``.

    ``optional`` relations may lead to none, which memory holds as -1. ``group`` names relations of the kind ``ONE``
    that people pack into one array (the two ends of a spring); ``count`` is how many there are of the kind ``FIXED``.
    ``listed`` are nearby records that only a list tells, as of a mesh, a graph or an order: to try all others is right
    only where a computation picks those within reach. ``role``, state or model, goes before `Entity.follows_state`.
    Members of a group, the records of a fixed number and those of one word ``apart`` are never the same one unless they
    may be ``alike``. ``leads`` says to which of its own table: to any, to an ``OTHER``, or to an ``EARLIER`` one.
    """

    name: str
    target: str
    kind: str
    words: str
    names: tuple[str, str, str]
    optional: bool = False
    group: str = ""
    count: int = 0
    listed: bool = False
    role: str = ""
    alike: bool = False
    apart: str = ""
    leads: str = ""


@dataclass(frozen=True)
class Entity:
    """A table of records. ``plural`` is the word for many; ``dimensions`` over 1 make it a grid of cells.

    ``many`` is that word as part of a name, where it is not the same: ``dofs`` for degrees of freedom.
    ``index`` are names of a thread that handles one record; ``env`` as the first says that these are worlds. ``room``,
    an entity and a number: memory has places for so many records for each of that entity. ``records`` are counts that a
    launch may have, if not the usual ones: one counter, or few places, so that they run out; or the number of the
    schema that is the count. ``axes`` are the letters of a grid's indices: the rows of an image are along y. A
    ``bounded`` grid ends at its border, as images and terrains do; of a grid that may be periodic, it names the
    attributes that never wrap, such as the distance to a surface.
    """

    name: str
    plural: str
    attributes: tuple[Attribute, ...]
    relations: tuple[Relation, ...] = ()
    dimensions: int = 1
    index: tuple[str, ...] = ("i",)
    room: tuple[str, str | int] | None = None
    records: tuple[int, ...] | str = ()
    axes: str = "xyz"
    bounded: bool | tuple[str, ...] = False
    many: str = ""

    def __post_init__(self) -> None:
        names = [of.name for of in self.attributes] + [relation.name for relation in self.relations]
        all_once(f"entity {self.name!r}", names)

    @property
    def collection(self) -> str:
        """The word for many, as part of a name."""
        return self.many or self.plural.replace(" ", "_").lower()

    def attribute(self, name: str) -> Attribute | None:
        return self._attributes.get(name)

    def relation(self, name: str) -> Relation | None:
        return self._relations.get(name)

    def ends(self, words: Collection[str]) -> bool:
        """Whether the grid ends at its border for a computation that reads these attributes."""
        return self.bounded if isinstance(self.bounded, bool) else not set(self.bounded).isdisjoint(words)

    def follows_state(self, relation: Relation) -> bool:
        """Whether a relation changes with the state: one to nearby records, or of an entity without model attributes.

        Contacts come and go with what they touch; a ``listed`` relation is that of a mesh or a graph, and stays.
        """
        if relation.role:
            return relation.role == STATE
        return (relation.kind == NEAR and not relation.listed) or not self._stays

    @cached_property
    def _stays(self) -> bool:
        """Whether it has model attributes."""
        return any(of.role == MODEL for of in self.attributes)

    @cached_property
    def packed(self) -> dict[str, tuple[Relation, ...]]:
        """Relation -> those that people pack into one array with it, itself among them."""
        groups = {r.name: [each for each in self.relations if r.group and each.group == r.group] for r in self.relations}
        return {r.name: tuple(groups[r.name]) or (r,) for r in self.relations}

    @cached_property
    def _attributes(self) -> dict[str, Attribute]:
        return by_name(self.attributes)

    @cached_property
    def _relations(self) -> dict[str, Relation]:
        return by_name(self.relations)


@dataclass(frozen=True)
class Number:
    """A number, vector or flag that a whole launch shares: a time step, a stiffness, a capacity."""

    name: str
    type: Type
    domain: Domain
    unit: str
    words: str
    names: tuple[str, ...]


Named = TypeVar("Named", Attribute, Relation, Entity, Number)


def all_once(owner: str, names: list[str]) -> None:
    """ValueError where a name stands twice in what an owner has."""
    if twice := {name for name in names if names.count(name) > 1}:
        raise ValueError(f"{owner} has {', '.join(sorted(twice))} twice")


def by_name(items: Iterable[Named]) -> dict[str, Named]:
    """Items by their names."""
    return {item.name: item for item in items}


def attribute(
    name: str,
    type: str,
    domain: Domain,
    unit: str,
    words: str,
    names: str,
    role: str = MODEL,
    extent: str = "",
    structure: bool = False,
) -> Attribute:
    """An attribute; ``names`` are three words with a space between, ``type`` a name such as "vec3"."""
    owner, plain, short = names.split()
    return Attribute(name, NAMED[type], domain, unit, words, (owner, plain, short), role, extent, structure)


def relation(
    name: str,
    target: str,
    kind: str,
    words: str,
    names: str,
    optional: bool = False,
    group: str = "",
    count: int = 0,
    listed: bool = False,
    role: str = "",
    alike: bool = False,
    apart: str = "",
    leads: str = "",
) -> Relation:
    """A relation; ``names`` are three words with a space between."""
    owner, plain, short = names.split()
    called = (owner, plain, short)
    return Relation(name, target, kind, words, called, optional, group, count, listed, role, alike, apart, leads)


def number(name: str, type: str, domain: Domain, unit: str, words: str, names: str = "") -> Number:
    """A number that a launch shares; ``names`` are what people call it, with a space between: its name first."""
    return Number(name, NAMED[type], domain, unit, words, tuple((names or name).split()))
