"""Molecular dynamics with random forces: dissipative particles, Brownian steps, trial moves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.computations.md_pairs import lennard_jones_energy, minimum_image, mix_parameters
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

MOBILE = 1
EPSILON = 1.0e-6


@law
def cut_energy(d: wp.vec3, cutoff: float, depth: float, sigma: float) -> float:
    """Lennard-Jones energy of two atoms, zero from the cutoff on and not shifted."""
    r2 = wp.dot(d, d)
    if r2 >= cutoff * cutoff:
        return 0.0
    return lennard_jones_energy(r2, depth, sigma)


@computation(
    MOLECULAR_DYNAMICS,
    "compute the dissipative particle dynamics (DPD) force: pairwise friction and noise of zero mean and variance 2 gamma kT w / dt, alike for both atoms of a pair,",
    repulsion={True: "and the soft repulsion of the energy depth (1 - r / cutoff)^2", False: ""},
    power={"square": "with weights w = (1 - r / cutoff)^2", "fourth": "with weights w = (1 - r / cutoff)^4"},
)
def md_dissipative_force(
    atom: Any, box: wp.vec3, cutoff: float, drag: float, kt: float, dt: float, step: int, seed: int
) -> None:
    x = atom.position
    vel = atom.velocity
    pairs = count(atom) * count(atom)
    f = wp.vec3(0.0)
    for q in atom.neighbours:
        d = minimum_image(x - q.position, box)
        r = wp.length(d)
        if r < EPSILON or r >= cutoff:
            continue
        n = d / r
        near = 1.0 - r / cutoff
        # the noise goes as its root, which would be steep at the cutoff for a linear weight
        w = near * near if v.power == "square" else near * near * near * near
        strength = -drag * w * wp.dot(n, vel - q.velocity)
        if v.repulsion:
            strength += 2.0 * wp.sqrt(atom.species.depth * q.species.depth) * near / cutoff
        # one state for both orders of a pair
        first = wp.min(atom.index, q.index)
        second = wp.max(atom.index, q.index)
        state = wp.rand_init(seed, step * pairs + first * count(atom) + second)
        # uniform numbers of variance 1
        xi = wp.sqrt(12.0) * (wp.randf(state) - 0.5)
        f += (strength + wp.sqrt(2.0 * drag * kt * w / dt) * xi) * n
    atom.force = f


@computation(
    MOLECULAR_DYNAMICS,
    "take a Brownian dynamics step of overdamped atoms with noise sqrt(2 mobility kT dt)",
    drift={True: "and the drift mobility dt f", False: "without a drift"},
    mobile={True: "for mobile atoms", False: ""},
)
def md_brownian_step(atom: Any, dt: float, seed: int, step: int) -> None:
    x = atom.position
    kt = atom.group.target
    if v.mobile and (atom.flags & MOBILE) == 0:
        atom.position = x
        return
    mobility = atom.species.mobility
    if v.drift:
        x += mobility * dt * atom.force
    state = wp.rand_init(seed, step * count(atom) + atom.index)
    spread = wp.sqrt(2.0 * mobility * kt * dt)
    kx = wp.randn(state)
    ky = wp.randn(state)
    kz = wp.randn(state)
    atom.position = x + spread * wp.vec3(kx, ky, kz)


@computation(
    MOLECULAR_DYNAMICS,
    "take a Metropolis Monte Carlo step of each atom: displace it at random and accept by the change of Lennard-Jones energy, quadratic in the distance within 0.9 sigma, with its neighbours where they were",
    energy={True: "and store the energy after it", False: ""},
    molecule={True: "for atoms outside molecules", False: ""},
)
def md_trial_move(atom: Any, box: wp.vec3, cutoff: float, largest_step: float, seed: int, step: int) -> None:
    x = atom.position
    if v.molecule and exists(atom.molecule):
        atom.trial = x
        return
    kind = atom.species
    kt = atom.group.target
    state = wp.rand_init(seed, step * count(atom) + atom.index)
    moved = x + largest_step * wp.vec3(
        wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0), wp.randf(state, -1.0, 1.0)
    )
    before = float(0.0)
    after = float(0.0)
    for q in atom.neighbours:
        depth, sigma = mix_parameters(kind.depth, q.species.depth, kind.diameter, q.species.diameter)
        before += cut_energy(minimum_image(x - q.position, box), cutoff, depth, sigma)
        after += cut_energy(minimum_image(moved - q.position, box), cutoff, depth, sigma)
    if wp.randf(state) >= wp.exp(wp.min((before - after) / kt, 0.0)):
        moved = x
        after = before
    atom.trial = moved
    if v.energy:
        atom.energy = after


@computation(
    MOLECULAR_DYNAMICS,
    "draw initial velocities from the Maxwell-Boltzmann distribution of each group",
    default={"zero": "zero without a group", "keep": ""},
)
def md_draw_velocity(atom: Any, seed: Any) -> None:
    group = atom.group
    if not exists(group):
        if v.default == "zero":
            atom.velocity = wp.vec3(0.0)
        return
    state = wp.rand_init(seed, atom.index)
    spread = wp.sqrt(group.target / atom.mass)
    vx = wp.randn(state)
    vy = wp.randn(state)
    vz = wp.randn(state)
    atom.velocity = spread * wp.vec3(vx, vy, vz)
