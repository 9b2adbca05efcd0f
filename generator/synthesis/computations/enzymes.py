"""Enzymes and ions in solution: saturation, inhibition, activity."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.reactions import REACTIONS

DEBYE = 0.51


@law
def saturation(s: float, half: float, cooperation: int) -> float:
    """Hill's saturation: share of the highest rate, a half where the substrate is at its half constant."""
    power = float(s)
    limit = float(half)
    for _k in range(1, cooperation):
        power = power * s
        limit = limit * half
    return power / (limit + power)


@computation(
    REACTIONS,
    "compute the Michaelis-Menten flux of each enzyme",
    cooperative={True: "with cooperative sites (Hill)", False: ""},
    inhibited={True: "with a competitive inhibitor", False: ""},
    moved={True: "and move it from substrate to product", False: ""},
)
def enzyme_flux(enzyme: Any) -> None:
    substrate = enzyme.substrate
    s = substrate.concentration
    half = enzyme.half
    if v.inhibited:
        if exists(enzyme.inhibitor):
            half *= 1.0 + enzyme.inhibitor.concentration / enzyme.inhibition
    if v.cooperative:
        flux = enzyme.speed * saturation(s, half, enzyme.cooperation)
    else:
        flux = enzyme.speed * s / (half + s)
    enzyme.flux = flux
    if v.moved:
        substrate.produced -= flux
        if exists(enzyme.product):
            enzyme.product.produced += flux


@computation(
    REACTIONS,
    "compute the activity of ions by Debye and Hueckel",
    form={
        "limit": "in the limit of high dilution",
        "extended": "with the size of ions",
        "linear": "with Davies' linear term",
    },
)
def ion_activity(species: Any, ionic_strength: Any) -> None:
    z = species.charge
    if z == 0:
        species.activity = species.concentration
        return
    root = wp.sqrt(ionic_strength)
    if v.form == "limit":
        x = root
    elif v.form == "extended":
        x = root / (1.0 + root)
    else:
        x = root / (1.0 + root) - 0.3 * ionic_strength
    species.activity = species.concentration * wp.pow(10.0, -DEBYE * float(z * z) * x)


@computation(
    REACTIONS,
    "compute the flux of each enzyme that too much substrate slows down",
    optimum={True: "and the concentration at which it is fastest", False: ""},
)
def substrate_inhibition(enzyme: Any) -> None:
    s = enzyme.substrate.concentration
    enzyme.flux = enzyme.speed * s / (enzyme.half + s + s * s / enzyme.inhibition)
    if v.optimum:
        enzyme.optimum = wp.sqrt(enzyme.half * enzyme.inhibition)
