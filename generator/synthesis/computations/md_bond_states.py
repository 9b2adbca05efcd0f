"""Molecular dynamics: which bonds hold, how many an atom has, how rigid bonds are kept."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

BondType: Any = MOLECULAR_DYNAMICS.enumerations["BondType"]

EPSILON = 1.0e-6
LEAST_PROJECTION = 0.01


@computation(
    MOLECULAR_DYNAMICS,
    "compute the SHAKE multiplier that restores the length of a rigid bond",
    form={"square": "from the error of its squared length", "root": "from the error of its length"},
    intact={True: "while it is intact", False: ""},
)
def md_shake_multiplier(bond: Any) -> None:
    if v.intact and not bond.intact:
        bond.multiplier = 0.0
        return
    a, b = bond.a, bond.b
    w = 1.0 / a.mass + 1.0 / b.mass
    d = a.position - b.position
    before = a.reference - b.reference
    along = wp.dot(d, before)
    if wp.abs(along) < LEAST_PROJECTION:
        bond.multiplier = 0.0
        return
    if v.form == "square":
        bond.multiplier = (bond.length * bond.length - wp.dot(d, d)) / (2.0 * w * along)
    else:
        r = wp.length(d)
        bond.multiplier = (bond.length - r) * r / (w * along)


@computation(
    MOLECULAR_DYNAMICS,
    "remove the relative velocity along a rigid bond under the minimum image (RATTLE), shared by inverse mass,",
    intact={True: "while it is intact", False: ""},
    stored={True: "storing the multiplier", False: ""},
)
def md_rattle_velocity(bond: Any, box: Any) -> None:
    if v.intact and not bond.intact:
        return
    a, b = bond.a, bond.b
    d = minimum_image(a.position - b.position, box)
    r2 = wp.dot(d, d)
    if r2 < EPSILON:
        return
    wa = 1.0 / a.mass
    wb = 1.0 / b.mass
    multiplier = wp.dot(d, a.velocity - b.velocity) / (r2 * (wa + wb))
    a.kick -= d * (multiplier * wa)
    b.kick += d * (multiplier * wb)
    if v.stored:
        bond.velocity_multiplier = multiplier


@computation(
    MOLECULAR_DYNAMICS,
    "break bonds stretched beyond a factor of their length under the minimum image",
    counted={True: "counting them by group", False: ""},
    kind={True: "leaving out harmonic ones", False: ""},
)
def md_break_bond(bond: Any, box: Any, strain_limit: Any) -> None:
    if not bond.intact:
        return
    if v.kind and bond.kind == BondType.HARMONIC:
        return
    a, b = bond.a, bond.b
    r = float(0.0)
    if exists(a) and exists(b):
        r = wp.length(minimum_image(a.position - b.position, box))
    intact = r <= strain_limit * bond.length
    bond.intact = intact
    if v.counted:
        group = bond.group
        if not intact and exists(group):
            group.broken_count += 1


@computation(
    MOLECULAR_DYNAMICS,
    "count the bonds of each atom",
    intact={True: "that are intact", False: ""},
    kind={True: "other than harmonic ones", False: ""},
)
def md_count_bonds(bond: Any) -> None:
    a, b = bond.a, bond.b
    if v.intact and not bond.intact:
        return
    if v.kind and bond.kind == BondType.HARMONIC:
        return
    a.bond_count += 1
    b.bond_count += 1
