"""Molecular dynamics: sums over groups and species, drift and restraints."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

MOBILE = 1
RESTRAINED = 2


@computation(
    MOLECULAR_DYNAMICS,
    "remove from the velocity of each atom the drift of its group's centre of mass",
    scaled={True: "then apply the thermostat's scaling", False: ""},
    mobile={True: "for mobile atoms", False: ""},
)
def md_remove_drift(atom: Any) -> None:
    group = atom.group
    vel = atom.velocity
    if exists(group):
        if not v.mobile or (atom.flags & MOBILE) != 0:
            vel -= group.momentum / group.total_mass
            if v.scaled:
                vel = group.scaling * vel
    atom.velocity = vel


@computation(
    MOLECULAR_DYNAMICS,
    "accumulate the momentum of each group",
    mass={True: "with its mass", False: ""},
    kinetic={True: "and its kinetic energy", False: ""},
    counted={True: "and its number of atoms", False: ""},
)
def md_group_totals(atom: Any) -> None:
    group = atom.group
    m = atom.mass
    vel = atom.velocity
    group.momentum += m * vel
    if v.mass:
        group.total_mass += m
    if v.kinetic:
        group.kinetic += 0.5 * m * wp.dot(vel, vel)
    if v.counted:
        group.atom_count += 1


@computation(
    MOLECULAR_DYNAMICS,
    "accumulate the virial tensor of each group for the pressure",
    own={True: "from r outer f of an open system", False: "from atom virials"},
    kinetic={True: "plus the kinetic part m v outer v", False: ""},
)
def md_group_virial(atom: Any) -> None:
    group = atom.group
    if v.own:
        w = wp.outer(atom.position, atom.force)
    else:
        w = atom.virial
    if v.kinetic:
        w += atom.mass * wp.outer(atom.velocity, atom.velocity)
    group.stress += w


@computation(
    MOLECULAR_DYNAMICS,
    "restrain flagged atoms to their reference positions by a harmonic force",
    box={True: "under the minimum image", False: ""},
    energy={True: "storing the energy", False: ""},
)
def md_restrain(atom: Any, restraint: float, box: wp.vec3) -> None:
    if (atom.flags & RESTRAINED) == 0:
        return
    d = atom.reference - atom.position
    if v.box:
        d = minimum_image(d, box)
    atom.force += restraint * d
    if v.energy:
        atom.energy = 0.5 * restraint * wp.dot(d, d)
