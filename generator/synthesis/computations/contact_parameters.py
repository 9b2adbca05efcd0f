"""Parameters of contacts: mixed from those of both shapes, and grown with the depth."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

EPSILON = 1.0e-6
LEAST_FRICTION = 1.0e-5


@law
def mixture_weight(a: float, b: float) -> float:
    """Share of the first of two weights, a half where both vanish."""
    if a + b < EPSILON:
        return 0.5
    return a / (a + b)


@computation(
    CONTACTS,
    "mix the parameters of two shapes for their contact: friction and its directions of the one of higher priority, "
    "else the larger of both,",
    reference={True: "reference parameters likewise but between equals their mean by weight,", False: ""},
    margin={"max": "and the larger margin", "sum": "and the sum of their margins"},
)
def mix_contact_parameters(contact: Any) -> None:
    a, b = contact.first, contact.second
    if a.priority > b.priority:
        # the shape of greater priority decides alone
        contact.dimension = a.dimension
        mu = a.frictions
        if v.reference:
            contact.reference = a.reference
    elif a.priority < b.priority:
        contact.dimension = b.dimension
        mu = b.frictions
        if v.reference:
            contact.reference = b.reference
    else:
        contact.dimension = wp.max(a.dimension, b.dimension)
        mu = wp.max(a.frictions, b.frictions)
        if v.reference:
            w = mixture_weight(a.weight, b.weight)
            contact.reference = w * a.reference + (1.0 - w) * b.reference
    contact.frictions = wp.max(mu, wp.vec3(LEAST_FRICTION))
    contact.margin = wp.max(a.margin, b.margin) if v.margin == "max" else a.margin + b.margin


@law
def impedance_curve(x: float, low: float, high: float) -> float:
    """MuJoCo's solver impedance from low to high over 0 to 1, by two parabolas that meet in the middle."""
    if x < 0.5:
        y = 2.0 * x * x
    else:
        y = 1.0 - 2.0 * (1.0 - x) * (1.0 - x)
    return low + y * (high - low)


@computation(
    CONTACTS,
    "find for a contact",
    outputs={
        "stiffness": "its impedance and its reference stiffness",
        "both": "its impedance, its reference stiffness and its reference acceleration",
    },
    curve={
        "smooth": "the impedance growing with depth by two parabolas that meet half way in",
        "linear": "the impedance growing with depth by a straight line",
    },
)
def contact_impedance(
    contact: Any, time_constant: Any, damping_ratio: Any, impedance_min: Any, impedance_max: Any, width: Any
) -> None:
    # it grows with how deep they overlap
    x = wp.clamp(-contact.distance / width, 0.0, 1.0)
    if v.curve == "smooth":
        imp = impedance_curve(x, impedance_min, impedance_max)
    else:
        imp = impedance_min + x * (impedance_max - impedance_min)
    contact.impedance = imp
    scale = impedance_max * time_constant * damping_ratio
    k = imp / (scale * scale)
    contact.stiffness = k
    if v.outputs == "both":
        damping = 2.0 / (impedance_max * time_constant)
        contact.acceleration = -damping * contact.approach - k * contact.distance
