"""Plumbing that moves values: copies, gathers, scatters, fills, resets, packing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from generator.syntax.types import FLOAT, INT, Quaternion, Vector, scalar_of
from generator.synthesis.computations.language import exists, v
from generator.synthesis.plumbing.bodies import component, components, length_of, zero
from generator.synthesis.plumbing.instances import Needs, Plumbing
from generator.synthesis.schemas.domains import truth
from generator.synthesis.schemas.entities import MODEL, ONE, RESULT, STATE, Attribute, Entity, attribute, relation
from generator.synthesis.schemas.phrases import qualified


def is_state(of_: Attribute) -> bool:
    """Whether an attribute changes from step to step and has several values: it is saved, reset and reordered."""
    return of_.role == STATE and (of_.domain.fill != "index" or of_.domain.high - of_.domain.low > 1)


def may_move(of_: Attribute) -> bool:
    """Whether an attribute is state that may stand in any order: sorted values may not."""
    return is_state(of_) and of_.domain.fill != "sorted"


def is_gathered(of_: Attribute) -> bool:
    """Whether an attribute is cleared: kernels add to it or make it, and it is not zero before."""
    starts_at_zero = of_.domain.fill == "zeros" or (of_.type == INT and of_.domain.high <= 1)
    return not starts_at_zero and (of_.role == RESULT or (of_.role == STATE and of_.additive))


def has_components(of_: Attribute) -> bool:
    """Whether an attribute is a vector or quaternion that leaves a simulation as plain numbers."""
    return of_.role != MODEL and isinstance(of_.type, Vector | Quaternion)


def twin(of_: Attribute, prefix: str, words: str, role: str) -> Attribute:
    """Another attribute of the same kind: where a copy goes, what a reset goes back to."""
    owner, plain, short = (f"{prefix}_{each}" for each in of_.names)
    return replace(
        of_, name=f"{prefix}_{of_.name}", words=qualified(words, of_.words), names=(owner, plain, short), role=role
    )


@Plumbing(
    "save_{record}_{what}",
    "copy {owned} {attributes}",
    is_state,
    (1, 2, 3, 4),
    lambda entity, attributes: Needs(tuple(twin(each, "saved", "saved", RESULT) for each in attributes)),
)
def copy(record: Any) -> None:
    record.saved_each = record.each


def _initial(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    marked = attribute("marked", "bool", truth(), "", "reset flag", f"{entity.name}_reset reset_mask mask")
    return Needs((*(twin(each, "initial", "initial", MODEL) for each in attributes), marked))


@Plumbing(
    "reset_{record}_{what}",
    "reset {owned} {attributes} to initial values where it is marked",
    is_state,
    (1, 2, 3),
    _initial,
    variants={"leave": {True: "", False: ""}},
)
def reset(record: Any) -> None:
    if v.leave and not record.marked:
        return
    if v.leave or record.marked:
        record.each = record.initial_each


def _marked(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    return Needs((attribute("marked", "bool", truth(), "", "mark", f"{entity.name}_marked marked mask"),))


@Plumbing(
    "clear_{record}_{what}",
    "clear {owned} {attributes}",
    is_gathered,
    (1, 2, 3, 4),
    _marked,
    variants={"which": {"all": "", "marked": "where it is marked"}},
)
def clear(record: Any) -> None:
    if v.which == "all" or record.marked:
        record.each = zero(record.each)


def _mapped(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    names = f"{entity.name}_map index_map src"
    source = relation("source", entity.name, ONE, f"source {entity.name}", names, optional=True)
    return Needs(tuple(twin(each, "new", "new", RESULT) for each in attributes), (source,))


@Plumbing(
    "gather_{record}_{what}",
    "gather {owned} {attributes} through an index map",
    may_move,
    (1, 2, 3, 4),
    _mapped,
    variants={
        "missing": {"clear": "with zeros where it leads nowhere", "keep": "keeping its own where it leads nowhere"},
        "named": {True: "", False: ""},
    },
)
def gather(record: Any) -> None:
    source = record.source
    if not v.named:
        record.new_each = zero(record.each) if v.missing == "clear" else record.each
    if exists(source):
        record.new_each = source.each
    elif v.named:
        record.new_each = zero(record.each) if v.missing == "clear" else record.each


def _flat(of_: Attribute) -> Attribute:
    """The components of an attribute, as so many numbers."""
    scalar = scalar_of(of_.type)
    kind = FLOAT if scalar is not None and scalar.is_float else INT
    owner, plain, short = (f"{each}_flat" for each in of_.names)
    words = f"components of the {of_.words}"
    names = (owner, plain, short)
    return Attribute(f"flat_{of_.name}", kind, of_.domain, of_.unit, words, names, RESULT, str(length_of(of_)))


@Plumbing(
    "flatten_{record}_{what}",
    "write {owned} {attributes} as plain numbers, one after another",
    has_components,
    (1,),
    lambda entity, attributes: Needs(tuple(_flat(each) for each in attributes)),
    variants={"loop": {True: "", False: ""}},
)
def unpack(record: Any) -> None:
    value = record.each
    if v.loop:
        for c in range(components):
            record.flat_each[c] = value[c]
    else:
        record.flat_each[component] = value[component]
