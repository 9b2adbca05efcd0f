"""Tendons: lengths over joint coordinates, forces, and how those reach the coordinates."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

DOWNWARD = 1
UPWARD = 2


@law
def stretch_outside_range(length: float, lower: float, upper: float) -> float:
    """How far a length is beyond its range, negative below it and zero inside."""
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
        coord = w.coord
        length += c * coord.position
        if v.rate:
            rate += c * coord.velocity
        if v.mass:
            inverse += c * c / coord.inertia
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
    spring={
        "rest": "from its rest length",
        "range": "outside its range",
        "slack": "from its rest length, slack below it,",
        "upper": "beyond its greatest length, slack below it,",
    },
    damped={True: "with damping", False: ""},
)
def tendon_spring_force(tendon: Any) -> None:
    length = tendon.length
    if v.spring == "range":
        stretch = stretch_outside_range(length, tendon.lower, tendon.upper)
    elif v.spring == "upper":
        stretch = length - tendon.upper
    else:
        stretch = length - tendon.rest
    if v.spring == "slack" or v.spring == "upper":
        if stretch <= 0.0:
            tendon.force = 0.0
            return
    f = -tendon.stiffness * stretch
    if v.damped:
        f -= tendon.damping * tendon.rate
        if v.spring == "slack" or v.spring == "upper":
            # a tendon cannot push
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
    "flag, at the joint coordinates of each tendon whose length has reached a limit, the direction that would carry it beyond,",
    limits={"both": "", "upper": "at the upper limit alone"},
)
def mark_tendon_limits(tendon: Any) -> None:
    length = tendon.length
    if v.limits == "upper":
        if length < tendon.upper:
            return
    else:
        if length > tendon.lower and length < tendon.upper:
            return
        beyond = wp.where(length >= tendon.upper, 1.0, -1.0)
    for w in tendon.wraps:
        # where the coefficient is negative, the tendon gets shorter as the coordinate rises
        change = w.coefficient
        if v.limits == "both":
            change = beyond * w.coefficient
        if change > 0.0:
            wp.atomic_or(w.coord.barred, UPWARD)
        elif change < 0.0:
            wp.atomic_or(w.coord.barred, DOWNWARD)
