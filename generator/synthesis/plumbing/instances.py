"""Plumbing for the entities of a schema: one computation for each kind of plumbing and each entity that it fits."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.syntax.modules import Function, Parameter
from generator.syntax.statements import Block
from generator.synthesis.chance.randomness import Random
from generator.synthesis.computations.language import Choices, Computation
from generator.synthesis.schemas.entities import ONE, Attribute, Entity, Number, Relation, Schema
from generator.synthesis.schemas.phrases import owned, spoken

MOST_CHOICES = 16
"""Most sets of attributes that one computation of plumbing chooses from."""

MOST_NAMED = 2
"""Most attributes that a kernel's name says."""


@dataclass(frozen=True)
class Subject:
    """What plumbing is made for: an entity, the attributes and the relation that were chosen."""

    record: str
    attributes: tuple[Attribute, ...]
    relation: str = ""


@dataclass(frozen=True)
class Needs:
    """What plumbing adds to a schema: attributes and relations of the entity, attributes of what relations lead to."""

    attributes: tuple[Attribute, ...] = ()
    relations: tuple[Relation, ...] = ()
    results: tuple[Attribute, ...] = ()
    """Attributes of each entity that a relation may lead to."""
    entities: tuple[Entity, ...] = ()
    numbers: tuple[Number, ...] = ()


Build = Callable[[Subject, Mapping[str, Any]], Block]
"""Builds a body, for a subject in a variant."""


@dataclass(frozen=True)
class Plumbing:
    """A kind of plumbing.

    ``intent`` holds ``{records}``, ``{record}``, ``{owned}`` ("each body's") and, where attributes are chosen,
    ``{attributes}``; where it is ``grouped``, a relation to one record of another entity follows. ``called`` is the
    kernel's name, with ``{records}``, ``{record}``, ``{what}`` (the attributes), ``{owner}`` (what the relation leads
    to) and ``{side}`` (of a variant). ``fits`` tells the attributes that may be chosen, ``sizes`` how many at a time.
    ``needs`` says what the schema lacks.
    """

    name: str
    called: str
    intent: str
    grouped: bool
    fits: Callable[[Attribute], bool]
    sizes: tuple[int, ...]
    needs: Callable[[Entity, tuple[Attribute, ...]], Needs]
    build: Build
    variants: Mapping[str, Choices]


KINDS: dict[str, Plumbing] = {}
"""Every kind of plumbing by name."""


def plumbing(
    called: str,
    intent: str,
    fits: Callable[[Attribute], bool] = lambda of: False,
    sizes: tuple[int, ...] = (0,),
    needs: Callable[[Entity, tuple[Attribute, ...]], Needs] = lambda entity, attributes: Needs(),
    grouped: bool = False,
    **variants: Choices,
) -> Callable[[Build], Build]:
    """Mark a function as a kind of plumbing: from a subject and a variant it makes a body."""

    def mark(build: Build) -> Build:
        name = build.__name__
        KINDS[name] = Plumbing(name, called, intent, grouped, fits, sizes, needs, build, variants)
        return build

    return mark


def plumbing_of(schema: Schema) -> Iterator[Computation]:
    """All plumbing of a schema's entities that are tables of several records, not grids."""
    for kind, entity in itertools.product(KINDS.values(), schema.entities):
        if entity.dimensions > 1 or entity.records == (1,) or _clashes(kind.needs(entity, ()), entity, schema):
            continue
        if list(_choices(kind, entity, schema)) and (_groupings(entity, schema) or not kind.grouped):
            yield instance(kind.name, schema, entity.name)


def instance(kind: str, schema: Schema, record: str) -> Computation:
    """One kind of plumbing for one entity; KeyError where there is no such kind or entity."""
    entity = schema.entity(record)
    if entity is None:
        raise KeyError(f"schema {schema.name!r} has no entity {record!r}")
    return _computation(KINDS[kind], schema, entity, list(_choices(KINDS[kind], entity, schema)))


def _choices(kind: Plumbing, entity: Entity, schema: Schema) -> Iterator[tuple[Attribute, ...]]:
    """Sets of attributes, each size in turn, as many as are allowed."""
    fitting = [of for of in entity.attributes if not of.extent and kind.fits(of)]
    random = Random(f"{kind.name}/{schema.name}/{entity.name}")
    seen = set()
    for attempt in range(3 * MOST_CHOICES):
        size = kind.sizes[attempt % len(kind.sizes)]
        if size > len(fitting):
            continue
        chosen = tuple(random.sample(fitting, size))
        ordered = tuple(of for of in fitting if of in chosen)
        if ordered not in seen:
            seen.add(ordered)
            yield ordered
        if len(seen) >= MOST_CHOICES or not any(kind.sizes):
            return


def _groupings(entity: Entity, schema: Schema) -> dict[str, str]:
    """Relations to one record of another table -> the words that say by which one records are grouped."""
    tables = {each.name for each in schema.entities if each.dimensions == 1 and each.name != entity.name}
    found = [r for r in entity.relations if r.kind == ONE and r.target in tables]
    targets = [r.target for r in found]
    words = {}
    for r in found:
        of_ = f"of each {spoken(r.target)}"
        whose = f"{'the' if ' that ' in r.words else 'its'} {r.words}"
        words[r.name] = of_ if targets.count(r.target) == 1 else f"{of_}, each at {whose}"
    return words


def _computation(kind: Plumbing, schema: Schema, entity: Entity, choices: list[tuple[Attribute, ...]]) -> Computation:
    sets = {tuple(of.name for of in chosen): "" for chosen in choices}
    relations = _groupings(entity, schema) if kind.grouped else {}
    variants = {"relation": relations, **kind.variants, "attributes": sets if any(sets) else {}}
    variants = {word: choices for word, choices in variants.items() if choices}
    everything = tuple(dict.fromkeys(of for chosen in choices for of in chosen))
    grown = _grown(schema, entity, relations, kind.needs(entity, everything))
    record = spoken(entity.name)
    intent = kind.intent.format(record=record, records=entity.plural, owned=owned(record), attributes="{attributes}")

    def build(variant: Mapping[str, Any]) -> Function:
        chosen = tuple(of for of in entity.attributes if of.name in variant.get("attributes", ()))
        relation = entity.relation(variant.get("relation", ""))
        called = kind.called.format(
            record=entity.name,
            records=entity.collection,
            what="_and_".join(of.name for of in chosen) if len(chosen) <= MOST_NAMED else "state",
            owner=relation.target if relation else "",
            side=variant.get("side", ""),
        )
        body = kind.build(Subject(entity.name, chosen, relation.name if relation else ""), variant)
        parameters = (Parameter(entity.name), *(Parameter(each.name) for each in grown.numbers))
        return Function(called, parameters, body)

    name = f"{kind.name}_{entity.name}_of_{schema.name.replace(' ', '_').replace(',', '')}"
    return Computation(name, grown, intent, variants, build, plumbing=kind.name)


def _clashes(needs: Needs, entity: Entity, schema: Schema) -> bool:
    """Whether a name that plumbing needs means something else in the schema."""
    names = {r.name for r in entity.relations} | {each.name for each in schema.entities}
    shapes = {of.name: (of.type, of.extent) for of in entity.attributes}
    numbers = {each.name: each.type for each in schema.numbers}
    wanted = {of.name for of in needs.attributes} | {r.name for r in needs.relations} | {e.name for e in needs.entities}
    return (
        any(shapes.get(of.name, (of.type, of.extent)) != (of.type, of.extent) for of in needs.attributes)
        or any(r.name in shapes for r in needs.relations)
        or any(numbers.get(each.name, each.type) != each.type for each in needs.numbers)
        or not names.isdisjoint(wanted)
    )


def _grown(schema: Schema, entity: Entity, relations: Collection[str], needs: Needs) -> Schema:
    targets = {r.target for r in entity.relations if r.name in relations}
    entities = []
    for each in schema.entities:
        if each.name == entity.name:
            each = _with(each, needs.attributes, needs.relations)
        elif each.name in targets:
            each = _with(each, needs.results, ())
        entities.append(each)
    numbers = tuple(n for n in needs.numbers if schema.number(n.name) is None)
    return replace(schema, entities=(*entities, *needs.entities), numbers=(*schema.numbers, *numbers))


def _with(entity: Entity, attributes: tuple[Attribute, ...], relations: tuple[Relation, ...]) -> Entity:
    """The entity with those of the attributes and relations that it lacks."""
    taken = {of.name for of in entity.attributes} | {r.name for r in entity.relations}
    return replace(
        entity,
        attributes=(*entity.attributes, *(of for of in attributes if of.name not in taken)),
        relations=(*entity.relations, *(r for r in relations if r.name not in taken)),
    )
