"""Molecular dynamics with random forces: dissipative particles, Brownian steps, trial moves."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.computations.md_pairs import minimum_image
from generator.synthesis.schemas.molecular_dynamics import MOLECULAR_DYNAMICS

MOBILE = 1
EPSILON = 1.0e-6


@law
def pair_state(seed: int, i: int, j: int, atoms: int) -> wp.uint32:
    # one state for both orders of a pair
    low = wp.min(i, j)
    high = wp.max(i, j)
    return wp.rand_init(seed, low * atoms + high)


@law
def random_step(state: wp.uint32, width: float) -> wp.vec3:
    x = wp.randf(state) - 0.5
    y = wp.randf(state) - 0.5
    z = wp.randf(state) - 0.5
    return 2.0 * width * wp.vec3(x, y, z)


@computation(
    MOLECULAR_DYNAMICS,
    "compute the dissipative particle dynamics (DPD) force with pairwise friction and symmetric pairwise noise",
    repulsion={True: "and soft repulsion", False: ""},
    noise={True: "", False: "without noise"},
    power={"square": "with quadratic weights", "linear": "with linear weights"},
)
def md_dissipative_force(atom: Any, box: Any, cutoff: Any, coupling: Any, dt: Any, seed: Any) -> None:
    x = atom.position
    vel = atom.velocity
    f = wp.vec3(0.0)
    for q in atom.neighbours:
        d = minimum_image(x - q.position, box)
        r = wp.length(d)
        if r < EPSILON or r >= cutoff:
            continue
        n = d / r
        w = 1.0 - r / cutoff
        drag = w * w if v.power == "square" else w
        strength = -coupling * drag * wp.dot(n, vel - q.velocity)
        if v.repulsion:
            strength += atom.species.depth * w
        if v.noise:
            state = pair_state(seed, atom.index, q.index, count(atom))
            strength += wp.sqrt(2.0 * coupling * drag / dt) * (wp.randf(state) - 0.5)
        f += strength * n
    atom.force = f


@computation(
    MOLECULAR_DYNAMICS,
    "take a Brownian dynamics step of overdamped atoms, noise sqrt(2 mobility dt)",
    mobile={True: "for mobile atoms", False: ""},
    drift={True: "with the drift of the force", False: ""},
)
def md_brownian_step(atom: Any, dt: Any, seed: Any) -> None:
    x = atom.position
    if v.mobile and (atom.flags & MOBILE) == 0:
        atom.position = x
        return
    mobility = atom.species.mobility
    if v.drift:
        x += mobility * dt * atom.force
    state = wp.rand_init(seed, atom.index)
    spread = wp.sqrt(2.0 * mobility * dt)
    kx = wp.randn(state)
    ky = wp.randn(state)
    kz = wp.randn(state)
    atom.position = x + spread * wp.vec3(kx, ky, kz)


@computation(
    MOLECULAR_DYNAMICS,
    "propose a random move of an atom",
    target={"new": "", "harmonic": "and accept it if it comes nearer to its reference"},
    molecule={True: "unless it belongs to a molecule", False: ""},
)
def md_trial_move(atom: Any, largest_step: Any, seed: Any) -> None:
    x = atom.position
    if v.molecule and exists(atom.molecule):
        atom.trial = x
        return
    state = wp.rand_init(seed, atom.index)
    moved = x + random_step(state, largest_step)
    if v.target == "harmonic":
        before = wp.length_sq(x - atom.reference)
        after = wp.length_sq(moved - atom.reference)
        if after > before:
            moved = x
    atom.trial = moved


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
