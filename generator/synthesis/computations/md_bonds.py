"""Molecular dynamics: bonds, angles, dihedrals, constraints of length."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

EPSILON = 1.0e-6
LEAST_SINE = 0.01
"""Sine of a bond angle under which its atoms are on a line."""
BondType: Any = None


@law
def harmonic_energy(r: float, rest: float, stiffness: float) -> float:
    """Energy of a bond that is a linear spring, zero at its rest length."""
    stretch = r - rest
    return 0.5 * stiffness * stretch * stretch


@law
def morse_energy(r: float, rest: float, depth: float, steepness: float) -> float:
    """Morse's energy of a bond, zero at its rest length and the depth where it is broken."""
    gap = 1.0 - wp.exp(-steepness * (r - rest))
    return depth * gap * gap


@law
def morse_slope(r: float, rest: float, depth: float, steepness: float) -> float:
    """Slope of Morse's energy, positive where the bond is longer than at rest."""
    decay = wp.exp(-steepness * (r - rest))
    return 2.0 * depth * steepness * decay * (1.0 - decay)


@law
def quartic_stretch(r: float, rest: float) -> float:
    """Stretch of a bond from squares of lengths alone, the true one where that is small."""
    return 0.5 * (r * r - rest * rest) / rest


@law
def bond_energy(kind: int, r: float, rest: float, stiffness: float, depth: float, steepness: float) -> float:
    """Energy of a bond by its kind: a spring, Morse's, or quartic in the length."""
    if kind == BondType.HARMONIC:
        return harmonic_energy(r, rest, stiffness)
    if kind == BondType.MORSE:
        return morse_energy(r, rest, depth, steepness)
    stretch = quartic_stretch(r, rest)
    return 0.5 * stiffness * stretch * stretch


@law
def bond_slope(kind: int, r: float, rest: float, stiffness: float, depth: float, steepness: float) -> float:
    """Slope of a bond's energy by its kind, positive where it pulls its atoms together."""
    if kind == BondType.HARMONIC:
        return stiffness * (r - rest)
    if kind == BondType.MORSE:
        return morse_slope(r, rest, depth, steepness)
    return stiffness * quartic_stretch(r, rest) * r / rest


@law
def angle_cosine(a: wp.vec3, b: wp.vec3) -> float:
    """Cosine of the angle between two vectors, kept within -1 and 1 against rounding."""
    return wp.clamp(wp.dot(a, b) / (wp.length(a) * wp.length(b)), -1.0, 1.0)


@law
def cosine_forces(u: wp.vec3, w: wp.vec3, c: float, slope: float) -> tuple[wp.vec3, wp.vec3]:
    """Forces on both outer atoms of an angle, from the slope of its energy by the cosine."""
    lu = wp.length(u)
    lw = wp.length(w)
    fu = -slope * (w / (lu * lw) - u * (c / (lu * lu)))
    fw = -slope * (u / (lu * lw) - w * (c / (lw * lw)))
    return fu, fw


@law
def torsion_angle(b1: wp.vec3, b2: wp.vec3, b3: wp.vec3) -> float:
    """Torsion angle about the middle one of three bonds, from -pi to pi, zero for cis."""
    n1 = wp.cross(b1, b2)
    n2 = wp.cross(b2, b3)
    y = wp.dot(wp.cross(n1, n2), wp.normalize(b2))
    return wp.atan2(y, wp.dot(n1, n2))


@computation(
    MOLECULAR_DYNAMICS,
    "compute the bond force under the minimum image and scatter it to both atoms,",
    law={
        "kind": "harmonic, Morse or quartic by its kind",
        "harmonic": "with a harmonic potential",
        "morse": "with a Morse potential",
    },
    intact={True: "if it is intact", False: ""},
    energy={True: "storing the energy", False: ""},
)
def md_bond_force(bond: Any, box: Any) -> None:
    if v.intact and not bond.intact:
        return
    a, b = bond.a, bond.b
    d = minimum_image(a.position - b.position, box)
    r = wp.length(d)
    if v.energy:
        if v.law == "kind":
            bond.energy = bond_energy(bond.kind, r, bond.length, bond.stiffness, bond.depth, bond.steepness)
        elif v.law == "harmonic":
            bond.energy = harmonic_energy(r, bond.length, bond.stiffness)
        else:
            bond.energy = morse_energy(r, bond.length, bond.depth, bond.steepness)
    # atoms at one place have no direction
    if r < EPSILON:
        return
    if v.law == "kind":
        slope = bond_slope(bond.kind, r, bond.length, bond.stiffness, bond.depth, bond.steepness)
    elif v.law == "harmonic":
        slope = bond.stiffness * (r - bond.length)
    else:
        slope = morse_slope(r, bond.length, bond.depth, bond.steepness)
    f = d * (-slope / r)
    a.force += f
    b.force -= f


@computation(
    MOLECULAR_DYNAMICS,
    "compute the angle bending force on three atoms,",
    law={"cosine": "harmonic in the cosine", "angle": "harmonic in the angle"},
    energy={True: "storing the energy", False: ""},
    third={True: "with a Urey-Bradley spring between the outer atoms", False: ""},
)
def md_angle_force(angle: Any) -> None:
    a = angle.a
    b = angle.b
    c = angle.c
    u = a.position - b.position
    w = c.position - b.position
    if v.energy:
        energy = float(0.0)
    if v.third:
        outer = c.position - a.position
        r = wp.length(outer)
        stretch = r - angle.outer_length
        pull = angle.outer_stiffness * stretch / wp.max(r, EPSILON) * outer
        a.force += pull
        c.force -= pull
        if v.energy:
            energy += 0.5 * angle.outer_stiffness * stretch * stretch
    # without a direction there is no angle
    if wp.length(u) >= EPSILON and wp.length(w) >= EPSILON:
        cosine = angle_cosine(u, w)
        # slope of the energy by the cosine
        if v.law == "cosine":
            gap = cosine - wp.cos(angle.rest)
            slope = angle.stiffness * gap
        else:
            # exact near straight angles, where the arc cosine is not
            theta = wp.atan2(wp.length(wp.cross(u, w)), wp.dot(u, w))
            gap = theta - angle.rest
            slope = -angle.stiffness * gap / wp.max(wp.sin(theta), LEAST_SINE)
        fu, fw = cosine_forces(u, w, cosine, slope)
        a.force += fu
        c.force += fw
        b.force -= fu + fw
        if v.energy:
            energy += 0.5 * angle.stiffness * gap * gap
    if v.energy:
        angle.energy = energy


@computation(
    MOLECULAR_DYNAMICS,
    "compute the periodic torsion force of a dihedral, V = k (1 + cos(n phi - phase)), on its four atoms",
    energy={True: "storing the energy", False: ""},
    angle={True: "storing the angle", False: ""},
)
def md_torsion_force(dihedral: Any) -> None:
    a = dihedral.atoms[0]
    b = dihedral.atoms[1]
    c = dihedral.atoms[2]
    d = dihedral.atoms[3]
    b1 = b.position - a.position
    b2 = c.position - b.position
    b3 = d.position - c.position
    n1 = wp.cross(b1, b2)
    n2 = wp.cross(b2, b3)
    area1 = wp.length(n1)
    area2 = wp.length(n2)
    length = wp.length(b2)
    # three atoms on a line have no torsion
    if area1 <= LEAST_SINE * wp.length(b1) * length or area2 <= LEAST_SINE * length * wp.length(b3):
        return
    phi = torsion_angle(b1, b2, b3)
    n = float(dihedral.fold)
    argument = n * phi - dihedral.phase
    slope = -dihedral.half_barrier * n * wp.sin(argument)
    fa = n1 * (slope * length / (area1 * area1))
    fd = n2 * (-slope * length / (area2 * area2))
    along_a = wp.dot(b1, b2) / (length * length)
    along_d = wp.dot(b3, b2) / (length * length)
    shift = fa * along_a - fd * along_d
    a.force += fa
    b.force -= fa + shift
    c.force += shift - fd
    d.force += fd
    if v.energy:
        dihedral.energy = dihedral.half_barrier * (1.0 + wp.cos(argument))
    if v.angle:
        dihedral.angle = phi
