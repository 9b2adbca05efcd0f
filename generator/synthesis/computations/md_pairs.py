"""Molecular dynamics: forces between pairs of atoms, charges by waves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

atom: Any = None
"""Records of the schema by their number."""

CORE = 0.9
"""Share of sigma within which the force of a pair is that of a spring."""
COULOMB = 138.935458
"""Coulomb's constant, kJ nm/(mol e^2)."""
CBRT_TWO = 1.25992105
LEAST_DISTANCE = 0.1
LEAST_SQUARE = 0.01
SQRT_PI = 1.77245385


@law
def minimum_image(d: wp.vec3, box: wp.vec3) -> wp.vec3:
    """Difference of two positions to the nearest of the periodic images."""
    x = d[0] - box[0] * wp.round(d[0] / box[0])
    y = d[1] - box[1] * wp.round(d[1] / box[1])
    z = d[2] - box[2] * wp.round(d[2] / box[2])
    return wp.vec3(x, y, z)


@law
def mix_parameters(depth_a: float, depth_b: float, diameter_a: float, diameter_b: float) -> tuple[float, float]:
    """Well depth and diameter of a pair by the rules of Lorentz and Berthelot."""
    return wp.sqrt(depth_a * depth_b), 0.5 * (diameter_a + diameter_b)


@law
def lennard_jones_strength(r2: float, depth: float, sigma: float) -> float:
    """Force over distance of two Lennard-Jones atoms, positive where they repel each other."""
    # linear in the distance within a core, so that atoms at one place do not blow up
    core = CORE * sigma
    safe = wp.max(r2, core * core)
    s2 = sigma * sigma / safe
    s6 = s2 * s2 * s2
    return 24.0 * depth * (2.0 * s6 * s6 - s6) / safe


@law
def lennard_jones_energy(r2: float, depth: float, sigma: float) -> float:
    """Lennard-Jones energy, a parabola within a core so that it stays finite."""
    core = CORE * sigma
    safe = wp.max(r2, core * core)
    s2 = sigma * sigma / safe
    s6 = s2 * s2 * s2
    return 4.0 * depth * (s6 * s6 - s6) + 0.5 * lennard_jones_strength(r2, depth, sigma) * (safe - r2)


@law
def reaction_field_strength(r: float, qq: float, cutoff: float) -> float:
    """Force over distance of two charges with a conductor as the reaction field beyond the cutoff."""
    return qq * (1.0 / (r * r * r) - 1.0 / (cutoff * cutoff * cutoff))


@law
def reaction_field_energy(r: float, qq: float, cutoff: float) -> float:
    """Energy of two charges with a conductor as the reaction field, zero at the cutoff."""
    krf = 0.5 / (cutoff * cutoff * cutoff)
    crf = 1.0 / cutoff + krf * cutoff * cutoff
    return qq * (1.0 / r + krf * r * r - crf)


@law
def damped_charge_strength(r: float, qq: float, alpha: float) -> float:
    """Force over distance of two charges, the part of Ewald's sum that is taken in real space."""
    screened = wp.erfc(alpha * r) / r
    gauss = 2.0 * alpha / SQRT_PI * wp.exp(-alpha * alpha * r * r)
    return qq * (screened + gauss) / (r * r)


@computation(
    MOLECULAR_DYNAMICS,
    "sum the Lennard-Jones force on each atom, linear in the distance within 0.9 sigma, over neighbours under the minimum image with Lorentz-Berthelot mixing,",
    why={"repulsive": "cut at the minimum, the force only pushes"},
    cut={
        "plain": "truncated at the cutoff",
        "repulsive": "truncated at the minimum 2^(1/6) sigma (Weeks-Chandler-Andersen)",
    },
    energy={True: "and half the energy of each pair, shifted to zero where it is truncated", False: ""},
)
def md_lennard_jones(atom: Any, box: wp.vec3, cutoff: float) -> None:
    x = atom.position
    kind = atom.species
    f = wp.vec3(0.0)
    if v.energy:
        total = float(0.0)
    for q in atom.neighbours:
        d = minimum_image(x - q.position, box)
        r2 = wp.dot(d, d)
        if v.cut != "repulsive" and r2 >= cutoff * cutoff:
            continue
        depth, sigma = mix_parameters(kind.depth, q.species.depth, kind.diameter, q.species.diameter)
        if v.cut == "repulsive":
            # the cube root of 2: where the force turns
            if r2 >= CBRT_TWO * sigma * sigma:
                continue
        f += lennard_jones_strength(r2, depth, sigma) * d
        if v.energy:
            energy = lennard_jones_energy(r2, depth, sigma)
            if v.cut == "repulsive":
                energy += depth
            else:
                energy -= lennard_jones_energy(cutoff * cutoff, depth, sigma)
            total += 0.5 * energy
    atom.force = f
    if v.energy:
        atom.energy = total


@computation(
    MOLECULAR_DYNAMICS,
    "compute the Lennard-Jones force of each listed pair that is not excluded, linear in the distance within 0.9 sigma, and scatter it to both atoms",
    scaled={True: "scaled (1-4 pairs)", False: ""},
    energy={True: "storing the energy", False: ""},
    virial={True: "and adding its virial to the first", False: ""},
)
def md_pair_force(pair: Any, box: Any, cutoff: Any) -> None:
    if pair.excluded:
        return
    a, b = pair.a, pair.b
    d = minimum_image(a.position - b.position, box)
    r2 = wp.length_sq(d)
    if r2 > cutoff * cutoff:
        return
    species_a, species_b = a.species, b.species
    depth, sigma = mix_parameters(species_a.depth, species_b.depth, species_a.diameter, species_b.diameter)
    f = lennard_jones_strength(r2, depth, sigma) * d
    if v.scaled:
        f = f * pair.scale
    a.force += f
    b.force -= f
    if v.energy:
        energy = lennard_jones_energy(r2, depth, sigma)
        if v.scaled:
            energy = energy * pair.scale
        pair.energy = energy
    if v.virial:
        a.virial += wp.outer(d, f)


@computation(
    MOLECULAR_DYNAMICS,
    "sum the electrostatic force of other atoms within the cutoff on each atom, with distances taken as no less than 0.1 nm,",
    method={"field": "with the reaction field", "damped": "as the real-space part of Ewald (erfc)"},
    energy={True: "and sum half the pair energy", False: ""},
)
def md_coulomb(atom: Any, box: Any, cutoff: Any, alpha: Any) -> None:
    x = atom.position
    charge = atom.charge
    f = wp.vec3(0.0)
    if v.energy:
        total = float(0.0)
    for q in atom.neighbours:
        d = minimum_image(x - q.position, box)
        # charges at one place do not blow up
        r = wp.max(wp.length(d), LEAST_DISTANCE)
        if r >= cutoff:
            continue
        qq = COULOMB * charge * q.charge
        if v.method == "field":
            f += reaction_field_strength(r, qq, cutoff) * d
            if v.energy:
                total += 0.5 * reaction_field_energy(r, qq, cutoff)
        else:
            f += damped_charge_strength(r, qq, alpha) * d
            if v.energy:
                total += 0.5 * qq * wp.erfc(alpha * r) / r
    atom.force = f
    if v.energy:
        atom.energy = total


@computation(
    MOLECULAR_DYNAMICS,
    "sum the charge structure factor of each wave vector over all atoms",
    energy={True: "and its reciprocal Ewald energy", False: ""},
)
def md_structure_factor(wave: Any, alpha: Any, box: Any) -> None:
    k = wave.vector
    real = float(0.0)
    imaginary = float(0.0)
    for i in range(count(atom)):
        phase = wp.dot(k, atom[i].position)
        real += atom[i].charge * wp.cos(phase)
        imaginary += atom[i].charge * wp.sin(phase)
    wave.parts = wp.vec2(real, imaginary)
    if v.energy:
        k2 = wp.max(wp.dot(k, k), LEAST_SQUARE)
        weight = wp.exp(-k2 / (4.0 * alpha * alpha)) / k2
        volume = box[0] * box[1] * box[2]
        wave.energy = 2.0 * wp.pi * COULOMB / volume * weight * (real * real + imaginary * imaginary)
