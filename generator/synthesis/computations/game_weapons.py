"""Weapons of units: aimed, placed in the world, with what lies within their range."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.game_units import in_reach
from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.games import GAMES

EPSILON = 1.0e-4

ON_TARGET = 0.9
"""Cosine of the angle within which a weapon may fire."""


@law
def turn_towards(forward: wp.vec3, wanted: wp.vec3, limit: float) -> wp.vec3:
    """Axis from one direction to another by the sine of their angle, at most the limit, all of it behind."""
    w = wp.cross(forward, wanted)
    s = wp.length(w)
    behind = wp.dot(forward, wanted) < 0.0
    if s < EPSILON and behind:
        # straight behind: turn about the vertical
        return wp.vec3(0.0, 0.0, limit)
    if s > limit or behind:
        return w * (limit / s)
    return w


@computation(
    GAMES,
    "turn the weapon of each unit to the unit that it aims at,",
    rest={"hold": "no faster than the limit,", "forward": "or forward where there is none, no faster than the limit,"},
    ready={True: "and say whether it may fire", False: ""},
)
def aim_weapon(unit: Any, turn_limit: Any) -> None:
    aim = unit.aim
    if not exists(unit.foe):
        if v.rest == "forward":
            back = turn_towards(aim, wp.vec3(1.0, 0.0, 0.0), turn_limit)
            unit.aim = wp.normalize(aim + wp.cross(back, aim))
        else:
            unit.aim = aim
        if v.ready:
            unit.ready = False
        return
    p = wp.transform_get_translation(unit.pose)
    q = wp.transform_get_translation(unit.foe.pose)
    d = wp.transform_vector(wp.transform_inverse(unit.pose), q - p)
    r = wp.length(d)
    if r < EPSILON:
        unit.aim = aim
        if v.ready:
            unit.ready = False
        return
    wanted = d / r
    w = turn_towards(aim, wanted, turn_limit)
    aim = wp.normalize(aim + wp.cross(w, aim))
    unit.aim = aim
    if v.ready:
        unit.ready = in_reach(p, q, unit.range) and wp.dot(aim, wanted) > ON_TARGET


@computation(
    GAMES,
    "place the weapon of each unit in the world",
    riding={True: "the pose of one that rides being relative to what it rides on", False: ""},
)
def place_weapon(unit: Any) -> None:
    xf = unit.pose
    if v.riding:
        if exists(unit.leader):
            xf = wp.transform_multiply(unit.leader.pose, xf)
    unit.muzzle = wp.transform_multiply(xf, unit.mount)


@computation(
    GAMES,
    "count the other units within the range of each unit's weapon, friend or foe,",
    ahead={True: "that lie ahead of it", False: ""},
    ready={True: "calling it ready where there is one", False: ""},
)
def count_targets(unit: Any) -> None:
    n = int(0)
    p = wp.transform_get_translation(unit.pose)
    if v.ahead:
        forward = wp.transform_vector(unit.pose, wp.vec3(1.0, 0.0, 0.0))
    for other in unit.nearby:
        q = wp.transform_get_translation(other.pose)
        if not in_reach(p, q, unit.range):
            continue
        if v.ahead:
            if wp.dot(forward, q - p) < 0.0:
                continue
        n += 1
    unit.targets = n
    if v.ready:
        unit.ready = n > 0
