"""Plumbing that disturbs values: noise on what is measured or commanded, values that are lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.syntax.statements import Block
from generator.syntax.types import Type
from generator.syntax.values import Value, call, dotted
from generator.synthesis.plumbing.following import LENGTHS, is_real
from generator.synthesis.plumbing.instances import Needs, Subject, plumbing
from generator.synthesis.plumbing.trees import let, literal, name, of, put, two, when
from generator.synthesis.schemas.domains import between, whole
from generator.synthesis.schemas.entities import Attribute, Entity, number
from generator.synthesis.schemas.zeros import zero

NORMAL, UNIFORM, RELATIVE, LOST = "normal", "uniform", "relative", "lost"
RARE = "rare "
"""Begins what happens with a chance only; what is lost is so each time."""

SEED = number("seed", "int", whole(0, 1000), "", "seed of the random numbers", "seed rng_seed noise_seed")
SCALE = number("noise_scale", "float", between(0.05, 0.5), "", "size of the noise", "noise_scale sigma noise_std")
CHANCE = number("noise_chance", "float", between(0.3, 0.7), "", "chance of a disturbance", "noise_prob chance p")


def _numbers(entity: Entity, attributes: tuple[Attribute, ...]) -> Needs:
    return Needs(numbers=(SEED, SCALE, CHANCE))


@plumbing(
    "disturb_{record}_{what}",
    "disturb {owned} {attributes}",
    is_real,
    (1,),
    _numbers,
    follows=True,
    how={
        NORMAL: "by normal noise",
        UNIFORM: "by uniform noise",
        RELATIVE: "by normal noise in proportion to its size",
        RARE + NORMAL: "by normal noise, with a given chance",
        RARE + UNIFORM: "by uniform noise, with a given chance",
        RARE + RELATIVE: "by normal noise in proportion to its size, with a given chance",
        LOST: "which is lost, and zero, with a given chance",
    },
)
def disturb(subject: Subject, variant: Mapping[str, Any]) -> Block:
    r, (chosen,) = subject.record, subject.attributes
    target, value = of(r, chosen.name), name("value")
    first = let("state", call(dotted("wp.rand_init"), name(SEED.name), of(r, "index")))
    how = variant["how"].removeprefix(RARE)
    changed = zero(chosen.type) if how == LOST else _disturbed(value, chosen.type, how)
    if how == variant["how"] != LOST:
        return (first, let("value", target), put(target, changed))
    happens = two(_drawn("randf"), "<", name(CHANCE.name))
    return (first, let("value", target), when(happens, (let("value", changed),)), put(target, value))


def _disturbed(value: Value, kind: Type, how: str) -> Value:
    """A value with noise: a number in each of its components, or one that it is longer or shorter by."""
    scale, one = name(SCALE.name), _drawn("randf", literal(-1.0), literal(1.0)) if how == UNIFORM else _drawn("randn")
    if how == RELATIVE:
        return two(value, "*", two(literal(1.0), "+", two(scale, "*", one)))
    length = LENGTHS[kind]
    noise = one if length == 1 else call(dotted(f"wp.vec{length}"), *(one,) * length)
    return two(value, "+", two(scale, "*", noise))


def _drawn(word: str, *bounds: Value) -> Value:
    """A random number of the record's own stream."""
    return call(dotted(f"wp.{word}"), name("state"), *bounds)
