"""Markov chains: Metropolis, Langevin and Hamiltonian moves, tempering, spins."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

LOWEST_ACCEPTANCE = 0.25
SHRINK = 0.9


@law
def well_energy(x: wp.vec3, center: wp.vec3, stiffness: float) -> float:
    d = x - center
    return 0.5 * stiffness * wp.dot(d, d)


@law
def quartic_energy(x: wp.vec3, center: wp.vec3, stiffness: float) -> float:
    d = x - center
    r = wp.dot(d, d)
    return stiffness * (r - 1.0) * (r - 1.0)


@law
def well_gradient(x: wp.vec3, center: wp.vec3, stiffness: float) -> wp.vec3:
    return (x - center) * stiffness


@law
def metropolis_accepts(energy: float, proposal: float, beta: float, u: float) -> bool:
    """Whether a move is taken: always downhill, uphill by chance."""
    if proposal <= energy:
        return True
    return u < wp.exp(-beta * (proposal - energy))


@computation(
    SAMPLING,
    "move each chain by a Metropolis step with a uniform cube proposal",
    well={"quadratic": "in a harmonic well", "quartic": "in a quartic double well of the radius"},
    counted={True: "counting proposals and acceptances", False: ""},
    stored={"state": "", "energy": "storing the energy"},
)
def metropolis_step(chain: Any, seed: Any) -> None:
    target = chain.target
    if chain.active == 0:
        return
    state = wp.rand_init(seed, chain.index)
    x = chain.state
    y = x + wp.sample_unit_cube(state) * chain.step
    if v.well == "quadratic":
        energy = well_energy(x, target.center, target.stiffness)
        proposal = well_energy(y, target.center, target.stiffness)
    else:
        energy = quartic_energy(x, target.center, target.stiffness)
        proposal = quartic_energy(y, target.center, target.stiffness)
    if v.counted:
        chain.proposed += 1
    if metropolis_accepts(energy, proposal, chain.beta, wp.randf(state)):
        x = y
        energy = proposal
        if v.counted:
            chain.accepted += 1
    chain.next_state = x
    if v.stored == "energy":
        chain.energy = energy


@computation(
    SAMPLING,
    "make a Langevin step of each chain down the gradient of its well",
    noise={True: "with thermal noise", False: ""},
    held={True: "and leave chains without a target where they are", False: ""},
)
def langevin_step(chain: Any, seed: Any, temperature: Any) -> None:
    x = chain.state
    if v.held:
        if not exists(chain.target):
            chain.next_state = x
            return
    target = chain.target
    eps = chain.step
    moved = x - well_gradient(x, target.center, target.stiffness) * eps
    if v.noise:
        state = wp.rand_init(seed, chain.index)
        xi = wp.vec3(wp.randn(state), wp.randn(state), wp.randn(state))
        moved += xi * wp.sqrt(2.0 * eps * temperature)
    chain.next_state = moved


@computation(
    SAMPLING,
    "integrate a Hamiltonian Monte Carlo trajectory in a harmonic well by leapfrog",
    steps={1: "one step", 2: "two steps", 4: "four steps"},
    energy={True: "storing the total energy at its end", False: ""},
)
def hmc_leapfrog(chain: Any) -> None:
    target = chain.target
    eps = chain.step
    q = chain.state
    p = chain.momentum
    for _k in range(v.steps):
        p -= well_gradient(q, target.center, target.stiffness) * (0.5 * eps)
        q += p * eps
        p -= well_gradient(q, target.center, target.stiffness) * (0.5 * eps)
    chain.next_state = q
    chain.next_momentum = p
    if v.energy:
        chain.energy = well_energy(q, target.center, target.stiffness) + 0.5 * wp.dot(p, p)


@computation(
    SAMPLING,
    "adapt the proposal step of each chain to its acceptance rate: times 0.9 below a rate of 0.25, else divided by it",
    reset={True: "clearing the counts", False: ""},
    gated={True: "for active chains", False: ""},
)
def adapt_step_size(chain: Any) -> None:
    trials = chain.proposed
    eps = chain.step
    if v.gated:
        runs = trials > 0 and chain.active != 0
    else:
        runs = trials > 0
    if runs:
        ratio = float(chain.accepted) / float(trials)
        if ratio < LOWEST_ACCEPTANCE:
            eps *= SHRINK
        else:
            eps /= SHRINK
    chain.next_step = eps
    if v.reset:
        chain.accepted = 0
        chain.proposed = 0


@computation(
    SAMPLING,
    "find the chain that each chain trades temperatures with",
    parity={"even": "in an even sweep", "alternating": "by the parity of the sweep"},
    test={"always": "", "energy": "where the neighbour has less energy"},
)
def tempering_partner(chain: Any, round: Any) -> None:
    c = chain.index
    offset = round % 2 if v.parity == "alternating" else 0
    if (c + offset) % 2 == 0:
        partner = c + 1
    else:
        partner = c - 1
    if partner < 0 or partner >= count(chain):
        chain.partner = -1
        return
    if v.test == "energy":
        if chain[partner].energy > chain.energy:
            partner = -1
    chain.partner = partner


@computation(
    SAMPLING,
    "update the spins of one checkerboard colour of an Ising model",
    rule={"metropolis": "by Metropolis", "bath": "by heat bath"},
    field={True: "in an external field", False: ""},
)
def flip_spins(spin: Any, seed: Any, round: Any, coupling: Any, field: Any, temperature: Any) -> None:
    s = spin.value
    if spin.color != round % 2:
        spin.flipped = s
        return
    total = int(0)
    for k in range(4):
        total += 2 * spin.neighbours[k].value - 1
    local = coupling * float(total)
    if v.field:
        local += field
    state = wp.rand_init(seed, spin.index)
    u = wp.randf(state)
    if v.rule == "bath":
        # chance of pointing up
        chance = 1.0 / (1.0 + wp.exp(-2.0 * local / temperature))
        spin.flipped = 1 if u < chance else 0
    else:
        delta = 2.0 * local * float(2 * s - 1)
        if delta <= 0.0 or u < wp.exp(-delta / temperature):
            s = 1 - s
        spin.flipped = s
