"""What kernels keep of a value that they made: its extreme so far, whether it changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.syntax.statements import Block
from generator.syntax.types import FLOAT, INT
from generator.syntax.values import Value
from generator.synthesis.plumbing.following import beside, built_in, is_real
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.trees import add, let, literal, name, of, put, two, when
from generator.synthesis.schemas.domains import whole
from generator.synthesis.schemas.entities import MODEL, RESULT, STATE, Attribute, Entity, attribute, number

STEP = number("step_number", "int", whole(0, 1000), "", "number of the step", "step frame step_count")


def is_number(of_: Attribute) -> bool:
    """One real number."""
    return is_real(of_) and of_.type == FLOAT


def _peaks(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    names = f"{entity.name}_peak_step peak_steps peak_at"
    when_ = attribute("dated", "int", whole(0, 1000), "", "step of the extreme", names, STATE)
    return Needs((*(beside(each, "peak", "extreme", STATE) for each in attributes), when_), numbers=(STEP,))


@plumbing(
    "track_{record}_{what}",
    "keep the extreme of {owned} {attributes} so far,",
    is_number,
    (1,),
    _peaks,
    follows=True,
    end={"largest": "the largest", "smallest": "the smallest", "size": "the one of the largest size"},
    dated={True: "with the step at which it came", False: ""},
)
def track(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target, peak, value = of(r, f"peak_{chosen.name}"), name("peak"), name("value")
    first = (let("value", of(r, chosen.name)), let("peak", target))
    if variant["end"] == "size":
        test = two(built_in("abs", value), ">", built_in("abs", peak))
    else:
        test = two(value, ">" if variant["end"] == "largest" else "<", peak)
    if variant["dated"]:
        then = (let("peak", value), put(of(r, "dated"), name(STEP.name)))
        return (*first, when(test, then), put(target, peak))
    if variant["end"] == "size":
        return (*first, when(test, (let("peak", value),)), put(target, peak))
    return (*first, put(target, built_in("max" if variant["end"] == "largest" else "min", peak, value)))


def is_code(of_: Attribute) -> bool:
    """One whole number out of a few."""
    return of_.role != MODEL and of_.type == INT and of_.domain.fill == "index" and of_.domain.high > of_.domain.low + 1


def _former(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    names = f"{entity.name}_changed changed dirty"
    changed = attribute("changed", "int", whole(0, 2), "", "whether it changed", names, RESULT)
    names = f"{entity.name}_changes change_counts changes"
    changes = attribute("changes", "int", whole(0, 9), "", "number of changes", names, STATE)
    return Needs((*(beside(each, "former", "former", MODEL) for each in attributes), changed, changes))


@plumbing(
    "note_{record}_{what}",
    "find out whether {owned} {attributes} changed from the former one,",
    is_code,
    (1,),
    _former,
    follows=True,
    told={"mark": "and mark it", "count": "and count its changes", "both": "mark it and count its changes"},
    form={"test": "", "value": ""},
)
def note(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    changes, changed = of(r, "changes"), of(r, "changed")
    differs = two(of(r, chosen.name), "!=", of(r, f"former_{chosen.name}"))
    more = add(changes, literal(1))
    if variant["told"] == "count":
        return (when(differs, (more,)),)
    if variant["form"] == "value":
        mark = (put(changed, Value("ternary", (literal(1), differs, literal(0)))),)
        return mark if variant["told"] == "mark" else (*mark, when(differs, (more,)))
    also = (more,) if variant["told"] == "both" else ()
    return (when(differs, (put(changed, literal(1)), *also), (put(changed, literal(0)),)),)
