"""Tendons: lengths over joint coordinates, forces, and how those reach the coordinates."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

LimitState: Any = None
"""The enumeration of the schema."""


@law
def stretch_outside_range(length: float, lower: float, upper: float) -> float:
    if length > upper:
        return length - upper
    if length < lower:
        return length - lower
    return 0.0


@computation(
    JOINTS,
    "compute the length of each tendon as a linear combination of joint coordinates",
    rate={True: "and its rate", False: ""},
    mass={True: "and its effective mass", False: ""},
)
def joint_tendon_length(tendon: Any) -> None:
    length = float(0.0)
    rate = float(0.0)
    inverse = float(0.0)
    for w in tendon.wraps:
        c = w.coefficient
        length += c * w.coord.position
        if v.rate:
            rate += c * w.coord.velocity
        if v.mass:
            inverse += c * c / w.coord.inertia
    tendon.length = length
    if v.rate:
        tendon.rate = rate
    if v.mass:
        if inverse > 0.0:
            tendon.mass = 1.0 / inverse
        else:
            tendon.mass = 0.0


@computation(
    JOINTS,
    "compute the spring force of each tendon",
    range={True: "outside its range", False: "from its rest length"},
    slack={True: "that cannot push", False: ""},
    damped={True: "with damping", False: ""},
)
def tendon_spring_force(tendon: Any) -> None:
    length = tendon.length
    if v.range and v.slack:
        stretch = length - tendon.upper
    elif v.range:
        stretch = stretch_outside_range(length, tendon.lower, tendon.upper)
    else:
        stretch = length - tendon.rest
    if v.slack and stretch <= 0.0:
        tendon.force = 0.0
        return
    f = -tendon.stiffness * stretch
    if v.damped:
        f -= tendon.damping * tendon.rate
        if v.slack:
            f = wp.min(f, 0.0)
    tendon.force = f


@computation(
    JOINTS,
    "add the force of each tendon to its joint coordinates by its coefficients",
    skip={True: "unless it is zero", False: ""},
)
def spread_tendon_force(tendon: Any) -> None:
    f = tendon.force
    if v.skip and f == 0.0:
        return
    for w in tendon.wraps:
        w.coord.effort += w.coefficient * f


@computation(
    JOINTS,
    "mark the joint coordinates of each tendon whose length has reached a limit with the limit that it is",
    limits={"both": "(lower or upper, which wins)", "upper": "(upper alone)"},
)
def mark_tendon_limits(tendon: Any) -> None:
    length = tendon.length
    state = int(LimitState.FREE)
    if length >= tendon.upper:
        state = int(LimitState.UPPER)
    elif v.limits == "both" and length <= tendon.lower:
        state = int(LimitState.LOWER)
    if state == LimitState.FREE:
        return
    for w in tendon.wraps:
        wp.atomic_max(w.coord.at_limit, state)
