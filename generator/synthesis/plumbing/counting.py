"""Plumbing over what records belong to: counts, totals, extremes; heads of runs; lists of what is flagged."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.syntax.types import BOOL, FLOAT
from generator.synthesis.computations.language import exists, v, wp
from generator.synthesis.plumbing.instances import Needs, Plumbing
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


@Plumbing(
    "count_{owner}_{records}",
    "count the {records}",
    needs=lambda entity, attributes: Needs(results=(_count(entity),)),
    grouped=True,
    variants={"tested": {"leave": "", "if": "", "not": ""}},
)
def count_by_owner(record: Any) -> None:
    if v.tested == "not":
        record.owner.record_count += 1
    else:
        owner = record.owner
        if v.tested == "leave" or exists(owner):
            owner.record_count += 1


@Plumbing(
    "sum_{owner}_{what}",
    "add up the {attributes} of the {records}",
    lambda of_: of_.additive,
    (1, 2),
    lambda entity, attributes: Needs(
        results=(_count(entity), *(_reduced(of, "total", "total", between(0.0, 1.0)) for of in attributes))
    ),
    grouped=True,
    variants={"counted": {True: "and count them", False: ""}},
)
def sum_by_owner(record: Any) -> None:
    owner = record.owner
    owner.total_each += record.each
    if v.counted:
        owner.record_count += 1


def _measured(of_: Attribute) -> bool:
    """Whether an attribute has a unit and changes: its extremes say how a step went."""
    return of_.type == FLOAT and of_.role != MODEL and bool(of_.unit) and not of_.marked


@Plumbing(
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
    variants={
        "side": {"min": "the lowest only", "max": "the highest only", "range": ""},
        "named": {True: "", False: ""},
    },
)
def extremes_by_owner(record: Any) -> None:
    owner = record.owner
    if v.named:
        value = record.each
    if v.side != "max":
        wp.atomic_min(owner.min_each, value if v.named else record.each)
    if v.side != "min":
        wp.atomic_max(owner.max_each, value if v.named else record.each)


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


@Plumbing(
    "compact_{what}_{records}",
    "list the {records} that have the {attributes} set",
    lambda of_: of_.type == BOOL and of_.role != RESULT,
    (1,),
    _listed,
    variants={
        "full": {"return": "as far as there is room", "if": "as far as the list has room"},
        "inverse": {True: "and tell each its place", False: ""},
    },
)
def compact(record: Any, listing: Any, list_entry: Any, capacity: Any) -> None:
    if v.inverse:
        record.slot = -1
    if not record.each:
        return
    place = wp.atomic_add(listing[0].length, 1)
    if v.full == "return" and place >= capacity:
        return
    if v.full == "return" or place < capacity:
        list_entry[place].member = record.index
        if v.inverse:
            record.slot = place


def _keyed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    words = "number of what it belongs to"
    key = attribute("key", "int", ascending(0, 12), "", words, f"{entity.name}_key sorted_keys keys")
    head = attribute("head", "int", zero(), "", "head flag", f"{entity.name}_head head_flags flag", RESULT)
    return Needs((key, head))


@Plumbing(
    "mark_{owner}_starts",
    "mark, in sorted order, the first of the {records}",
    needs=_keyed,
    grouped=True,
    variants={"form": {"or": "", "if": "", "ternary": ""}},
)
def mark_runs(record: Any) -> None:
    if v.form == "or":
        if record.index == 0 or record.key != record[record.index - 1].key:
            record.head = 1
        else:
            record.head = 0
    elif v.form == "ternary":
        if record.index == 0:
            record.head = 1
            return
        record.head = 1 if record.key != record[record.index - 1].key else 0
    else:
        record.head = 1
        if record.index > 0:  # noqa: SIM102
            if record.key == record[record.index - 1].key:
                record.head = 0
