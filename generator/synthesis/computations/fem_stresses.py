"""Stresses of finite elements: how large they are, and what damage and heat take from them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.fem_elasticity import hooke_stress, small_strain
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.finite_elements import FINITE_ELEMENTS


@law
def equivalent_stress(s: wp.mat33) -> float:
    """Von Mises stress of a symmetric stress."""
    mean = wp.trace(s) / 3.0
    dev = s - wp.identity(n=3, dtype=float) * mean
    return wp.sqrt(1.5 * wp.ddot(dev, dev))


@law
def damage_from_history(kappa: float, threshold: float, beta: float) -> float:
    """Damage from 0 to 1 by the largest strain so far: none to a threshold, then softening exponentially."""
    if kappa <= threshold:
        return 0.0
    return 1.0 - threshold / kappa * wp.exp(-beta * (kappa - threshold))


@law
def linear_damage(kappa: float, threshold: float, beta: float) -> float:
    """Damage from 0 to 1 by the largest strain so far: none to a threshold, then softening linearly."""
    if kappa <= threshold:
        return 0.0
    # strain at which nothing holds any more
    last = threshold + threshold / beta
    return wp.min(last / kappa * (kappa - threshold) / (last - threshold), 1.0)


@computation(
    FINITE_ELEMENTS,
    "compute the von Mises stress of an element",
    damaged={True: "weakened by its damage", False: ""},
    active={True: "if it is active", False: ""},
)
def fem_equivalent_stress(element: Any) -> None:
    if v.active and not element.active:
        return
    stress = element.stress
    value = equivalent_stress(0.5 * (stress + wp.transpose(stress)))
    element.equivalent = (1.0 - element.damage) * value if v.damaged else value


@computation(
    FINITE_ELEMENTS,
    "update the damage of an element from the norm of its small strain",
    rotated={True: "in its rotated frame", False: ""},
    softening={"exponential": "", "linear": "with a stress that softens linearly down to none"},
    stressed={True: "and compute its weakened stress", False: ""},
)
def fem_damage(element: Any) -> None:
    material = element.material
    F = element.deformation
    if v.rotated:
        F = wp.transpose(element.rotation) * F
    small = small_strain(F - wp.identity(n=3, dtype=float))
    strain = wp.sqrt(wp.ddot(small, small))
    kappa = wp.max(element.history, strain)
    if v.softening == "exponential":
        d = damage_from_history(kappa, material.threshold, material.brittleness)
    else:
        d = linear_damage(kappa, material.threshold, material.brittleness)
    element.history = kappa
    element.damage = d
    if v.stressed:
        stress = (1.0 - d) * hooke_stress(small, material.mu, material.lam)
        if v.rotated:
            # from its frame back to the world's
            stress = element.rotation * stress * wp.transpose(element.rotation)
        element.stress = stress


@computation(
    FINITE_ELEMENTS,
    "subtract the thermal stress at the mean temperature of its nodes from the stress of an element",
)
def fem_thermal_stress(element: Any, reference: Any) -> None:
    T = float(0.0)
    for k in range(4):
        T += 0.25 * element.nodes[k].temperature
    material = element.material
    bulk = 3.0 * material.lam + 2.0 * material.mu
    s = bulk * material.expansion * (T - reference)
    element.stress = element.stress - wp.identity(n=3, dtype=float) * s
