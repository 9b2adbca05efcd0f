"""Plumbing over what records belong to: counts, totals, extremes; heads of runs; lists of what is flagged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.syntax.statements import Block, Call, If, Store
from generator.syntax.types import BOOL, FLOAT
from generator.syntax.values import Value, element, literal, name
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.trees import LEAVE, add, atomic, exists, let, of
from generator.synthesis.schemas.domains import Domain, ascending, between, whole, zero
from generator.synthesis.schemas.entities import MODEL, RESULT, Attribute, Entity, attribute, number
from generator.synthesis.schemas.phrases import qualified


def _count(entity: Entity) -> Attribute:
    record = entity.name
    names = f"{record}_count {record}_counts counts"
    return attribute("record_count", "int", whole(0, 4), "", f"number of {entity.plural}", names, RESULT)


def _reduced(of_: Attribute, prefix: str, words: str, start: Domain) -> Attribute:
    owner, plain, short = of_.names
    names = (f"{owner}_{prefix}", f"{prefix}_{plain}", f"{short}_{prefix}")
    return replace(
        of_, name=f"{prefix}_{of_.name}", domain=start, words=qualified(words, of_.words), names=names, role=RESULT
    )


@plumbing(
    "count_{owner}_{records}",
    "count the {records}",
    needs=lambda entity, attributes: Needs(results=(_count(entity),)),
    grouped=True,
    tested={"leave": "", "if": "", "not": ""},
)
def count_by_owner(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, owner = subject.record, name(subject.relation)
    first = let(subject.relation, of(r, subject.relation))
    more = add(of(owner, "record_count"), literal(1))
    if variant["tested"] == "if":
        return (first, If(exists(owner), (more,)))
    if variant["tested"] == "not":
        return (add(of(of(r, subject.relation), "record_count"), literal(1)),)
    return (first, more)


@plumbing(
    "sum_{owner}_{what}",
    "add up the {attributes} of the {records}",
    lambda of_: of_.additive,
    (1, 2),
    lambda entity, attributes: Needs(
        results=(_count(entity), *(_reduced(of, "total", "total", between(0.0, 1.0)) for of in attributes))
    ),
    grouped=True,
    counted={True: "and count them", False: ""},
)
def sum_by_owner(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, owner = subject.record, name(subject.relation)
    sums = tuple(add(of(owner, f"total_{each.name}"), of(r, each.name)) for each in subject.attributes)
    counted = (add(of(owner, "record_count"), literal(1)),) if variant["counted"] else ()
    return (let(subject.relation, of(r, subject.relation)), *sums, *counted)


def _measured(of_: Attribute) -> bool:
    """Whether an attribute has a unit and changes: its extremes say how a step went."""
    return of_.type == FLOAT and of_.role != MODEL and bool(of_.unit)


@plumbing(
    "find_{owner}_{what}_{side}",
    "find the extremes of the {attributes} over the {records}",
    _measured,
    (1,),
    lambda entity, attributes: Needs(
        results=(
            *(_reduced(of, "min", "lowest", between(5.0, 6.0)) for of in attributes),
            *(_reduced(of, "max", "highest", between(-6.0, -5.0)) for of in attributes),
        )
    ),
    grouped=True,
    side={"min": "the lowest only", "max": "the highest only", "range": ""},
    named={True: "", False: ""},
)
def extremes_by_owner(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, owner, (chosen,) = subject.record, name(subject.relation), subject.attributes
    value = name("value") if variant["named"] else of(r, chosen.name)
    found: list[Any] = [let(subject.relation, of(r, subject.relation))]
    if variant["named"]:
        found.append(let("value", of(r, chosen.name)))
    if variant["side"] != "max":
        found.append(Call(atomic("min", of(owner, f"min_{chosen.name}"), value)))
    if variant["side"] != "min":
        found.append(Call(atomic("max", of(owner, f"max_{chosen.name}"), value)))
    return tuple(found)


LISTING = Entity(
    "listing",
    "listings",
    (attribute("length", "int", whole(0, 4), "", "length of the list", "list_count num_active n_out", RESULT),),
    index=("k",),
    records=(1,),
)
ENTRY = Entity(
    "list_entry",
    "list entries",
    (attribute("member", "int", zero(), "", "listed number", "active_ids ids out_ids", RESULT),),
    index=("k",),
)


def _listed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    slot = attribute("slot", "int", zero(), "", "place in the list", f"{entity.name}_slot slots slot", RESULT)
    room = number("capacity", "int", whole(6, 20), "", "room of the list", "capacity max_count max_active")
    return Needs((slot,), (), (), (LISTING, ENTRY), (room,))


@plumbing(
    "compact_{what}_{records}",
    "list the {records} that have the {attributes} set",
    lambda of_: of_.type == BOOL and of_.role != RESULT,
    (1,),
    _listed,
    full={"return": "as far as there is room", "if": "as far as the list has room"},
    inverse={True: "and tell each its place", False: ""},
)
def compact(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, slot, (flag,) = subject.record, name("place"), subject.attributes
    head = element(name("listing"), literal(0))
    stores: list[Any] = [Store(of(element(name("list_entry"), slot), "member"), of(r, "index"))]
    if variant["inverse"]:
        stores.append(Store(of(r, "slot"), slot))
    found: list[Any] = [If(Value("not", (of(r, flag.name),)), (LEAVE,))]
    if variant["inverse"]:
        found.insert(0, Store(of(r, "slot"), literal(-1)))
    found.append(let("place", atomic("add", of(head, "length"), literal(1))))
    if variant["full"] == "return":
        return (*found, If(Value(">=", (slot, name("capacity"))), (LEAVE,)), *stores)
    return (*found, If(Value("<", (slot, name("capacity"))), tuple(stores)))


def _keyed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    words = "number of what it belongs to"
    key = attribute("key", "int", ascending(0, 12), "", words, f"{entity.name}_key sorted_keys keys")
    head = attribute("head", "int", zero(), "", "head flag", f"{entity.name}_head head_flags flag", RESULT)
    return Needs((key, head))


@plumbing(
    "mark_{owner}_starts",
    "mark, in sorted order, the first of the {records}",
    needs=_keyed,
    grouped=True,
    form={"or": "", "if": "", "ternary": ""},
)
def mark_runs(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, index = subject.record, of(subject.record, "index")
    before = of(element(name(r), Value("-", (index, literal(1)))), "key")
    head, key = of(r, "head"), of(r, "key")
    first = Value("==", (index, literal(0)))
    if variant["form"] == "or":
        test = Value("or", (first, Value("!=", (key, before))))
        return (If(test, (Store(head, literal(1)),), (Store(head, literal(0)),)),)
    if variant["form"] == "ternary":
        value = Value("ternary", (literal(1), Value("!=", (key, before)), literal(0)))
        return (If(first, (Store(head, literal(1)), LEAVE)), Store(head, value))
    inner = If(Value("==", (key, before)), (Store(head, literal(0)),))
    return (Store(head, literal(1)), If(Value(">", (index, literal(0))), (inner,)))
