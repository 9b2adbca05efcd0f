"""What kernels do next with a value that they made: limit it, scale it, smooth it, add it up, compare it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from typing import Any

from generator.syntax.statements import Block
from generator.syntax.types import FLOAT, NAMED, Type
from generator.syntax.values import Value, call, dotted
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.moving import twin
from generator.synthesis.plumbing.trees import let, literal, name, of, put, two, when
from generator.synthesis.schemas.domains import between, truth
from generator.synthesis.schemas.entities import MODEL, RESULT, STATE, Attribute, Entity, attribute, number

OUT_SUFFIXES = ("_out", "_new", "_next", "_result")
"""Endings of names of outputs."""

LENGTHS: dict[Type, int] = {FLOAT: 1} | {NAMED[f"vec{length}"]: length for length in (2, 3)}
"""Types of real numbers and vectors that something is done with -> how many numbers they have."""

MOST = number("size_limit", "float", between(0.3, 0.9), "", "largest size", "limit max_size bound")
ALPHA = number("blend_weight", "float", between(0.05, 0.5), "", "weight of what is new", "alpha smoothing blend")
FACTOR = number("scale_factor", "float", between(0.5, 1.5), "", "factor", "factor scale gain")
INTERVAL = number("step_time", "float", between(0.01, 0.1), "s", "time that a step takes", "interval step_time dt")


def may_pass(of_: Attribute) -> bool:
    """Real numbers and vectors of which some are larger than ``MOST`` and some are not."""
    return is_real(of_) and of_.domain.fill == "uniform" and 1.0 <= of_.domain.high <= 3.0


def beside(of_: Attribute, prefix: str, words: str, role: str) -> Attribute:
    """Another attribute of the same kind, whose names do not tell that it is an output."""
    plain = [reduce(str.removesuffix, OUT_SUFFIXES, each) for each in of_.names]
    return twin(replace(of_, names=(plain[0], plain[1], plain[2])), prefix, words, role)


def is_real(of_: Attribute) -> bool:
    """Real numbers and vectors that a kernel makes, whose components may be any."""
    return of_.role != MODEL and of_.type in LENGTHS and of_.domain.fill in ("uniform", "zeros")


def built_in(word: str, *arguments: Value) -> Value:
    """A call of Warp's."""
    return call(dotted(f"wp.{word}"), *arguments)


@plumbing(
    "limit_{record}_{what}",
    "limit {owned} {attributes} to a given size",
    may_pass,
    (1,),
    lambda entity, attributes: Needs(numbers=(MOST,)),
    follows=True,
    form={"call": "", "test": ""},
)
def limit(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    value, most = name("value"), name(MOST.name)
    first, last = let("value", of(r, chosen.name)), put(of(r, chosen.name), value)
    if chosen.type == FLOAT:
        if variant["form"] == "call":
            return (first, put(of(r, chosen.name), built_in("clamp", value, Value("neg", (most,)), most)))
        shorter = let("value", two(most, "*", built_in("sign", value)))
        return (first, when(two(built_in("abs", value), ">", most), (shorter,)), last)
    size = let("size", built_in("length", value))
    if variant["form"] == "call":
        share = two(most, "/", built_in("max", name("size"), most))
        return (first, size, put(of(r, chosen.name), two(value, "*", share)))
    shorter = let("value", two(value, "*", two(most, "/", name("size"))))
    return (first, size, when(two(name("size"), ">", most), (shorter,)), last)


def _smoothed(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    return Needs(tuple(beside(each, "smoothed", "smoothed", STATE) for each in attributes), numbers=(ALPHA,))


@plumbing(
    "smooth_{record}_{what}",
    "smooth {owned} {attributes} over the steps",
    is_real,
    (1,),
    _smoothed,
    follows=True,
    form={"step": "", "mix": "", "call": ""},
)
def smooth(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target, alpha = of(r, f"smoothed_{chosen.name}"), name(ALPHA.name)
    first, before = (let("value", of(r, chosen.name)), let("before", target))
    if variant["form"] == "call":
        after = built_in("lerp", name("before"), name("value"), alpha)
    elif variant["form"] == "step":
        after = two(name("before"), "+", two(alpha, "*", two(name("value"), "-", name("before"))))
    else:
        rest = two(literal(1.0), "-", alpha)
        after = two(two(rest, "*", name("before")), "+", two(alpha, "*", name("value")))
    return (first, before, put(target, after))


def _gains(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    gain = attribute("own_gain", "float", between(0.5, 1.5), "", "gain", f"{entity.name}_gain gains gain")
    marked = attribute("marked", "bool", truth(), "", "mark", f"{entity.name}_marked marked mask")
    return Needs((gain, marked), numbers=(FACTOR,))


@plumbing(
    "scale_{record}_{what}",
    "scale {owned} {attributes}",
    is_real,
    (1,),
    _gains,
    follows=True,
    by={
        "factor": "by a given factor",
        "gain": "by its own gain",
        "both": "by its own gain and a given factor",
        "marked": "by a given factor where it is marked",
    },
)
def scale(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target, factor = of(r, chosen.name), name(FACTOR.name)
    first, value = let("value", target), name("value")
    if variant["by"] == "marked":
        return (first, when(of(r, "marked"), (let("value", two(value, "*", factor)),)), put(target, value))
    by = factor if variant["by"] == "factor" else of(r, "own_gain")
    scaled = two(value, "*", by)
    return (first, put(target, two(scaled, "*", factor) if variant["by"] == "both" else scaled))


def _totals(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    totals = tuple(replace(beside(each, "total", "total", STATE), additive=True) for each in attributes)
    return Needs(totals, numbers=(INTERVAL,))


@plumbing(
    "total_{record}_{what}",
    "add {owned} {attributes} to its total",
    is_real,
    (1,),
    _totals,
    follows=True,
    timed={True: "times the time that a step takes", False: ""},
)
def integrate(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target, value = of(r, f"total_{chosen.name}"), of(r, chosen.name)
    return (put(target, two(target, "+", two(value, "*", name(INTERVAL.name)) if variant["timed"] else value)),)


def _references(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    wanted = tuple(beside(each, "wanted", "wanted", MODEL) for each in attributes)
    missing = tuple(beside(each, "missing", "missing", RESULT) for each in attributes)
    names = f"{entity.name}_error errors err"
    return Needs(
        (
            *wanted,
            *missing,
            attribute("deviation", "float", between(0.0, 1.0), "", "error", names, RESULT),
        )
    )


@plumbing(
    "compare_{record}_{what}",
    "compare {owned} {attributes} with what is wanted,",
    is_real,
    (1,),
    _references,
    follows=True,
    by={
        "difference": "by the difference",
        "square": "by the square of the difference",
        "half": "by half the square of the difference",
        "size": "by the size of the difference",
    },
)
def compare(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    missing, difference = name("missing"), two(of(r, f"wanted_{chosen.name}"), "-", of(r, chosen.name))
    if variant["by"] == "difference":
        return (put(of(r, f"missing_{chosen.name}"), difference),)
    one = chosen.type == FLOAT
    square = two(missing, "*", missing) if one else built_in("dot", missing, missing)
    error = {
        "square": square,
        "half": two(literal(0.5), "*", square),
        "size": built_in("abs" if one else "length", missing),
    }[variant["by"]]
    return (let("missing", difference), put(of(r, "deviation"), error))
