"""Plumbing for the entities of a schema: one computation for each kind of plumbing and each entity that it fits."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from generator.syntax.modules import Function, Parameter
from generator.synthesis.chance.randomness import Random
from generator.synthesis.computations.language import Choices, Computation
from generator.synthesis.plumbing.bodies import body_of
from generator.synthesis.schemas.entities import ONE, Attribute, Entity, Number, Relation, Schema
from generator.synthesis.schemas.phrases import owned, spoken

MOST_CHOICES = 16
"""Most sets of attributes that one computation of plumbing chooses from."""

MOST_TRIES = 48
"""Most sets that are drawn for these choices, of which some are drawn twice."""

MOST_NAMED = 2
"""Most attributes that a kernel's name says."""


@dataclass(frozen=True)
class Needs:
    """What plumbing adds to a schema: attributes and relations of the entity, attributes of what relations lead to."""

    attributes: tuple[Attribute, ...] = ()
    relations: tuple[Relation, ...] = ()
    results: tuple[Attribute, ...] = ()
    """Attributes of each entity that a relation may lead to."""
    entities: tuple[Entity, ...] = ()
    numbers: tuple[Number, ...] = ()


@dataclass(eq=False)
class Plumbing:
    """A kind of plumbing, which marks the function that is its body.

    ``called`` is the kernel's name, with ``{records}``, ``{record}``, ``{what}`` (the attributes), ``{owner}`` (what
    the relation leads to) and ``{side}`` (of a variant). ``intent`` holds ``{records}``, ``{record}``, ``{owned}``
    ("each body's") and, where attributes are chosen, ``{attributes}``; where it is ``grouped``, a relation to one
    record of another entity follows. ``fits`` tells the attributes that may be chosen, ``sizes`` how many at a time.
    ``needs`` says what the schema lacks.
    """

    called: str
    intent: str
    fits: Callable[[Attribute], bool] = lambda of: False
    sizes: tuple[int, ...] = (0,)
    needs: Callable[[Entity, tuple[Attribute, ...]], Needs] = lambda entity, attributes: Needs()
    grouped: bool = False
    variants: Mapping[str, Choices] = field(default_factory=dict)
    name: str = field(init=False)
    body: Callable[..., None] = field(init=False)

    def __call__(self, body: Callable[..., None]) -> Callable[..., None]:
        self.name, self.body = body.__name__, body
        KINDS[self.name] = self
        return body


KINDS: dict[str, Plumbing] = {}
"""Every kind of plumbing by name."""


def plumbing_of(schema: Schema) -> Iterator[Computation]:
    """All plumbing of a schema's entities that are tables of several records, not grids."""
    for kind, entity in itertools.product(KINDS.values(), schema.entities):
        if entity.dimensions > 1 or entity.records == (1,) or _clashes(kind.needs(entity, ()), entity, schema):
            continue
        if _choices(kind, entity, schema) and (_groupings(entity, schema) or not kind.grouped):
            yield instance(kind.name, schema, entity.name)


def _choices(kind: Plumbing, entity: Entity, schema: Schema) -> list[tuple[Attribute, ...]]:
    """Sets of attributes, each size in turn, as many as are allowed."""
    fitting = [of for of in entity.attributes if not of.extent and kind.fits(of)]
    random = Random(f"{kind.name}/{schema.name}/{entity.name}")
    found: dict[tuple[Attribute, ...], None] = {}
    for size in itertools.islice(itertools.cycle(kind.sizes), MOST_TRIES):
        if size <= len(fitting) and len(found) < MOST_CHOICES:
            chosen = random.sample(fitting, size)
            found[tuple(of for of in fitting if of in chosen)] = None
    return list(found)


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


def instance(name: str, schema: Schema, record: str) -> Computation:
    """One kind of plumbing for one entity; KeyError where there is no such kind or entity."""
    kind, entity = KINDS[name], schema.entity(record)
    if entity is None:
        raise KeyError(f"schema {schema.name!r} has no entity {record!r}")
    choices = _choices(kind, entity, schema)
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
        relation = variant.get("relation", "")
        leads = entity.relation(relation)
        called = kind.called.format(
            record=entity.name,
            records=entity.collection,
            what="_and_".join(of.name for of in chosen) if len(chosen) <= MOST_NAMED else "state",
            owner=leads.target if leads else "",
            side=variant.get("side", ""),
        )
        parameters = (Parameter(entity.name), *(Parameter(each.name) for each in grown.numbers))
        return Function(called, parameters, body_of(kind.body, entity.name, relation, chosen))

    whose = schema.name.replace(" ", "_").replace(",", "")
    return Computation(f"{name}_{entity.name}_of_{whose}", grown, intent, variants, build, plumbing=name)


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
    added: dict[str, tuple[tuple[Attribute, ...], tuple[Relation, ...]]]
    added = {r.target: (needs.results, ()) for r in entity.relations if r.name in relations}
    added[entity.name] = needs.attributes, needs.relations
    entities = [_with(each, *added[each.name]) if each.name in added else each for each in schema.entities]
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
