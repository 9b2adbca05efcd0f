"""Plumbing that counts, sums, lists and marks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.syntax.statements import Block
from generator.syntax.types import FLOAT, INT, Vector
from generator.syntax.values import Value, element
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.trees import LEAVE, add, atomic, do, exists, let, literal, name, of, put, two, when
from generator.synthesis.schemas.domains import ascending, between, truth, whole, zero
from generator.synthesis.schemas.entities import ONE, RESULT, Attribute, Entity, attribute, number, relation
from generator.synthesis.schemas.phrases import qualified

BIN = Entity(
    "bin",
    "bins",
    (attribute("tally", "int", whole(0, 4), "", "count", "bin_count counts n", RESULT),),
    index=("b", "bin_id", "tid"),
)


def _summed(of_: Attribute) -> bool:
    return of_.type == FLOAT or (isinstance(of_.type, Vector) and of_.type.length == 3 and of_.type.scalar == FLOAT)


def _numbers(of_: Attribute) -> bool:
    return of_.type in (FLOAT, INT)


def _binned(entity: Entity, attributes: tuple[Attribute, ...], prefixes: tuple[tuple[str, str], ...] = ()) -> Needs:
    extra = []
    for prefix, words in prefixes:
        for each in attributes:
            owner, plain, short = (f"{prefix}_{word}" for word in each.names)
            start = {"low": between(5.0, 6.0), "high": between(-6.0, -5.0)}.get(prefix, between(0.0, 1.0))
            if each.type == INT:
                start = {"low": whole(50, 60), "high": whole(-60, -50)}.get(prefix, whole(0, 4))
            extra.append(
                replace(
                    each,
                    name=f"{prefix}_{each.name}",
                    domain=start,
                    words=qualified(words, each.words),
                    names=(owner, plain, short),
                    role=RESULT,
                )
            )
    bins = replace(BIN, attributes=(*BIN.attributes, *extra))
    to = relation("bin", "bin", ONE, "bin", f"{entity.name}_bin bins bin_ids", optional=True)
    return Needs((), (to,), (bins,))


@plumbing("count the {records} of each bin", needs=_binned, tested={"leave": "", "if": "", "not": ""})
def count_by_bin(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, bin_ = subject.record, name("bin")
    first = let("bin", of(r, "bin"))
    more = add(of(bin_, "tally"), literal(1))
    if variant["tested"] == "if":
        return (first, when(exists(bin_), (more,)))
    if variant["tested"] == "not":
        return (add(of(of(r, "bin"), "tally"), literal(1)),)
    return (first, more)


@plumbing(
    "add up {attributes} of the {records} of each bin",
    _summed,
    (1, 2),
    lambda entity, attributes: _binned(entity, attributes, (("sum", "sum of the"),)),
    counted={True: "and count them", False: ""},
)
def sum_by_bin(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, bin_ = subject.record, name("bin")
    sums = tuple(add(of(bin_, f"sum_{each.name}"), of(r, each.name)) for each in subject.attributes)
    counted = (add(of(bin_, "tally"), literal(1)),) if variant["counted"] else ()
    return (let("bin", of(r, "bin")), *sums, *counted)


@plumbing(
    "find the extremes of {attributes} over the {records} of each bin",
    _numbers,
    (1,),
    lambda entity, attributes: _binned(entity, attributes, (("low", "lowest"), ("high", "highest"))),
    side={"low": "the lowest only", "high": "the highest only", "both": ""},
    named={True: "", False: ""},
)
def extremes_by_bin(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, bin_, (chosen,) = subject.record, name("bin"), subject.attributes
    value = name("value") if variant["named"] else of(r, chosen.name)
    found: list[Any] = [let("bin", of(r, "bin"))]
    if variant["named"]:
        found.append(let("value", of(r, chosen.name)))
    if variant["side"] != "high":
        found.append(do(atomic("min", of(bin_, f"low_{chosen.name}"), value)))
    if variant["side"] != "low":
        found.append(do(atomic("max", of(bin_, f"high_{chosen.name}"), value)))
    return tuple(found)


LISTING = Entity(
    "listing",
    "listings",
    (attribute("length", "int", whole(0, 4), "", "length of the list", "list_count num_active n_out", RESULT),),
    index=("k",),
)
ENTRY = Entity(
    "list_entry",
    "list entries",
    (attribute("member", "int", zero(), "", "listed number", "active_ids ids out_ids", RESULT),),
    index=("k",),
)


def _listed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    marked = attribute("marked", "bool", truth(), "", "mark", f"{entity.name}_active active_mask mask")
    slot = attribute("slot", "int", zero(), "", "place in the list", f"{entity.name}_slot slots slot", RESULT)
    room = number("capacity", "int", whole(6, 20), "", "room of the list", "capacity max_count max_active")
    return Needs((marked, slot), (), (LISTING, ENTRY), (room,))


@plumbing(
    "list the {records} that are marked",
    needs=_listed,
    full={"return": "as far as there is room", "if": "as far as the list has room"},
    inverse={True: "and tell each its place", False: ""},
)
def compact(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, slot = subject.record, name("place")
    head = element(name("listing"), literal(0))
    stores: list[Any] = [put(of(element(name("list_entry"), slot), "member"), of(r, "index"))]
    if variant["inverse"]:
        stores.append(put(of(r, "slot"), slot))
    found: list[Any] = [when(Value("not", (of(r, "marked"),)), (LEAVE,))]
    if variant["inverse"]:
        found.insert(0, put(of(r, "slot"), literal(-1)))
    found.append(let("place", atomic("add", of(head, "length"), literal(1))))
    if variant["full"] == "return":
        return (*found, when(two(slot, ">=", name("capacity")), (LEAVE,)), *stores)
    return (*found, when(two(slot, "<", name("capacity")), tuple(stores)))


def _keyed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    key = attribute("key", "int", ascending(0, 12), "", "key", f"{entity.name}_key sorted_keys keys")
    head = attribute("head", "int", zero(), "", "head flag", f"{entity.name}_head head_flags flag", RESULT)
    return Needs((key, head))


@plumbing(
    "mark the first of each run of equal keys among sorted {records}",
    needs=_keyed,
    form={"or": "", "if": "", "ternary": ""},
)
def mark_runs(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, index = subject.record, of(subject.record, "index")
    before = of(element(name(r), two(index, "-", literal(1))), "key")
    head, key = of(r, "head"), of(r, "key")
    first = two(index, "==", literal(0))
    if variant["form"] == "or":
        test = Value("or", (first, two(key, "!=", before)))
        return (when(test, (put(head, literal(1)),), (put(head, literal(0)),)),)
    if variant["form"] == "ternary":
        value = Value("ternary", (literal(1), two(key, "!=", before), literal(0)))
        return (when(first, (put(head, literal(1)), LEAVE)), put(head, value))
    inner = when(two(key, "==", before), (put(head, literal(0)),))
    return (put(head, literal(1)), when(two(index, ">", literal(0)), (inner,)))
