"""Plumbing that moves values: copies, gathers, scatters, fills, resets, packing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from generator.syntax.statements import Block, If, Store
from generator.syntax.types import FLOAT, INT, Quaternion, Vector, scalar_of
from generator.syntax.values import Value, element, literal, name
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.trees import LEAVE, exists, let, of, times
from generator.synthesis.schemas.domains import truth
from generator.synthesis.schemas.entities import MODEL, ONE, RESULT, STATE, Attribute, Entity, attribute, relation
from generator.synthesis.schemas.phrases import qualified
from generator.synthesis.schemas.zeros import zero


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


@plumbing(
    "save_{record}_{what}",
    "copy {owned} {attributes}",
    is_state,
    (1, 2, 3, 4),
    lambda entity, attributes: Needs(tuple(twin(each, "saved", "saved", RESULT) for each in attributes)),
)
def copy(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r = subject.record
    return tuple(Store(of(r, f"saved_{each.name}"), of(r, each.name)) for each in subject.attributes)


def _initial(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    marked = attribute("marked", "bool", truth(), "", "reset flag", f"{entity.name}_reset reset_mask mask")
    return Needs((*(twin(each, "initial", "initial", MODEL) for each in attributes), marked))


@plumbing(
    "reset_{record}_{what}",
    "reset {owned} {attributes} to initial values where it is marked",
    is_state,
    (1, 2, 3),
    _initial,
    leave={True: "", False: ""},
)
def reset(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r = subject.record
    stores = tuple(Store(of(r, each.name), of(r, f"initial_{each.name}")) for each in subject.attributes)
    if variant["leave"]:
        return (If(Value("not", (of(r, "marked"),)), (LEAVE,)), *stores)
    return (If(of(r, "marked"), stores),)


def _marked(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    return Needs((attribute("marked", "bool", truth(), "", "mark", f"{entity.name}_marked marked mask"),))


@plumbing(
    "clear_{record}_{what}",
    "clear {owned} {attributes}",
    is_gathered,
    (1, 2, 3, 4),
    _marked,
    which={"all": "", "marked": "where it is marked"},
)
def clear(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r = subject.record
    stores = tuple(Store(of(r, each.name), zero(each.type)) for each in subject.attributes)
    return stores if variant["which"] == "all" else (If(of(r, "marked"), stores),)


def _mapped(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    names = f"{entity.name}_map index_map src"
    source = relation("source", entity.name, ONE, f"source {entity.name}", names, optional=True)
    return Needs(tuple(twin(each, "new", "new", RESULT) for each in attributes), (source,))


@plumbing(
    "gather_{record}_{what}",
    "gather {owned} {attributes} through an index map",
    may_move,
    (1, 2, 3, 4),
    _mapped,
    missing={"clear": "with zeros where it leads nowhere", "keep": "keeping its own where it leads nowhere"},
    named={True: "", False: ""},
)
def gather(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, source = subject.record, name("source")
    first = let("source", of(r, "source"))
    taken = tuple(Store(of(r, f"new_{each.name}"), of(source, each.name)) for each in subject.attributes)
    if variant["missing"] == "clear":
        other = tuple(Store(of(r, f"new_{each.name}"), zero(each.type)) for each in subject.attributes)
    else:
        other = tuple(Store(of(r, f"new_{each.name}"), of(r, each.name)) for each in subject.attributes)
    if variant["named"]:
        return (first, If(exists(source), taken, other))
    return (first, *other, If(exists(source), taken))


def _flat(of_: Attribute) -> Attribute:
    """The components of an attribute, as so many numbers."""
    scalar = scalar_of(of_.type)
    kind = FLOAT if scalar is not None and scalar.is_float else INT
    owner, plain, short = (f"{each}_flat" for each in of_.names)
    words = f"components of the {of_.words}"
    names = (owner, plain, short)
    return Attribute(f"flat_{of_.name}", kind, of_.domain, of_.unit, words, names, RESULT, str(_length(of_)))


@plumbing(
    "flatten_{record}_{what}",
    "write {owned} {attributes} as plain numbers, one after another",
    has_components,
    (1,),
    lambda entity, attributes: Needs(tuple(_flat(each) for each in attributes)),
    loop={True: "", False: ""},
)
def unpack(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target = of(r, f"flat_{chosen.name}")
    first = let("value", of(r, chosen.name))
    if variant["loop"]:
        body = (Store(element(target, name("c")), element(name("value"), name("c"))),)
        return (first, times("c", literal(_length(chosen)), body))
    parts = range(_length(chosen))
    return (first, *(Store(element(target, literal(c)), element(name("value"), literal(c))) for c in parts))


def _length(of_: Attribute) -> int:
    return of_.type.length if isinstance(of_.type, Vector) else 4
