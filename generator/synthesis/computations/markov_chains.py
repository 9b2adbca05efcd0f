"""Markov chains: Metropolis, Langevin and Hamiltonian moves, tempering, spins."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

LOWEST_ACCEPTANCE = 0.25
SHRINK = 0.9


@law
def well_energy(x: wp.vec3, center: wp.vec3, stiffness: float) -> float:
    """Potential energy of a harmonic well, the same in all directions."""
    d = x - center
    return 0.5 * stiffness * wp.dot(d, d)


@law
def quartic_energy(x: wp.vec3, center: wp.vec3, k: float) -> float:
    """Potential energy that is least all over a unit sphere about the centre."""
    d = x - center
    r2 = wp.dot(d, d)
    return k * (r2 - 1.0) * (r2 - 1.0)


@law
def well_gradient(x: wp.vec3, center: wp.vec3, stiffness: float) -> wp.vec3:
    """Gradient of the energy of a harmonic well, minus the force towards its centre."""
    return (x - center) * stiffness


@law
def metropolis_accepts(energy: float, proposal: float, beta: float, u: float) -> bool:
    """Whether a move is accepted by Metropolis: always downhill, uphill by the Boltzmann factor."""
    if proposal <= energy:
        return True
    return u < wp.exp(-beta * (proposal - energy))


@law
def langevin_cost(x: wp.vec3, y: wp.vec3, gradient: wp.vec3, eps: float, temperature: float) -> float:
    """Minus the logarithm of the chance to propose y from x, but for what cancels."""
    d = y - x + gradient * eps
    return wp.dot(d, d) / (4.0 * eps * temperature)


@computation(
    SAMPLING,
    "move each chain by a Metropolis step with a uniform cube proposal",
    why={
        "": "moves downhill are always taken and those uphill by chance: so states come as often as their energies say",
    },
    well={"quadratic": "in a harmonic well", "quartic": "in the quartic well k (r^2 - 1)^2"},
    counted={True: "counting proposals and acceptances", False: ""},
    stored={"state": "", "energy": "storing the energy"},
)
def metropolis_step(chain: Any, seed: Any, round: Any) -> None:
    x = chain.state
    if chain.active == 0:
        chain.next_state = x
        return
    target = chain.target
    state = wp.rand_init(seed, round * count(chain) + chain.index)
    y = x + wp.sample_unit_cube(state) * chain.step
    if v.well == "quadratic":
        energy = well_energy(x, target.center, target.stiffness)
        proposal = well_energy(y, target.center, target.stiffness)
    else:
        energy = quartic_energy(x, target.center, target.quartic)
        proposal = quartic_energy(y, target.center, target.quartic)
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
    "sample each chain by Langevin dynamics in a harmonic well, x - eps grad U + sqrt(2 eps T) xi,",
    why={"adjusted": "steps of finite length miss the distribution a little; the correction makes up for that"},
    adjusted={True: "with the Metropolis correction (MALA)", False: "unadjusted"},
    held={True: "leaving chains without a target as they are", False: ""},
)
def langevin_step(chain: Any, seed: int, round: int, temperature: float) -> None:
    x = chain.state
    if v.held:
        if not exists(chain.target):
            chain.next_state = x
            return
    target = chain.target
    c = target.center
    k = target.stiffness
    eps = chain.mobile_step
    state = wp.rand_init(seed, round * count(chain) + chain.index)
    xi = wp.vec3(wp.randn(state), wp.randn(state), wp.randn(state))
    y = x - well_gradient(x, c, k) * eps + xi * wp.sqrt(2.0 * eps * temperature)
    if v.adjusted:
        # chances of the move and of the move back
        ahead = langevin_cost(x, y, well_gradient(x, c, k), eps, temperature)
        back = langevin_cost(y, x, well_gradient(y, c, k), eps, temperature)
        gain = (well_energy(x, c, k) - well_energy(y, c, k)) / temperature + ahead - back
        if wp.randf(state) >= wp.exp(wp.min(gain, 0.0)):
            y = x
    chain.next_state = y


@computation(
    SAMPLING,
    "integrate a Hamiltonian Monte Carlo trajectory of unit mass in a harmonic well by leapfrog,",
    steps={1: "one step", 2: "two steps", 4: "four steps"},
    energy={True: "storing the total energy at its end", False: ""},
)
def hmc_leapfrog(chain: Any) -> None:
    target = chain.target
    eps = chain.leap
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
    eps = chain.step
    if v.gated:
        if chain.active == 0:
            chain.next_step = eps
            return
    ratio = float(chain.accepted) / float(chain.proposed)
    if ratio < LOWEST_ACCEPTANCE:
        eps = eps * SHRINK
    else:
        eps = eps / SHRINK
    chain.next_step = eps
    if v.reset:
        chain.accepted = 0
        chain.proposed = 0


@computation(
    SAMPLING,
    "decide the replica exchanges of parallel tempering between neighbouring chains, in pairs that alternate with the sweep,",
    why={"": "hot chains cross barriers, and their states come down to the cold ones by trades"},
    rule={
        "metropolis": "by the Metropolis rule, exp((b_i - b_j) (E_i - E_j)) at most 1,",
        "barker": "by Barker's rule, 1 / (1 + exp(-(b_i - b_j) (E_i - E_j))),",
    },
    takes={
        "none": "",
        "state": "and take the partner's state where they trade",
    },
)
def replica_exchange(chain: Any, seed: int, round: int) -> None:
    c = chain.index
    partner = c + 1 if (c + round) % 2 == 0 else c - 1
    chain.partner = -1
    if v.takes == "state":
        chain.next_state = chain.state
    if partner < 0 or partner >= count(chain):
        return
    # both chains of a pair draw the same number
    state = wp.rand_init(seed, round * count(chain) + wp.min(c, partner))
    gain = (chain.beta - chain[partner].beta) * (chain.energy - chain[partner].energy)
    if v.rule == "metropolis":
        chance = wp.exp(wp.min(gain, 0.0))
    else:
        chance = 1.0 / (1.0 + wp.exp(-gain))
    if wp.randf(state) < chance:
        chain.partner = partner
        if v.takes == "state":
            chain.next_state = chain[partner].state


@computation(
    SAMPLING,
    "update the spins of one checkerboard colour of an Ising model",
    why={
        "metropolis": "flips that lower the energy are always taken and others by chance: so states come as often as their energies say",
        "bath": "a spin is drawn anew, whatever it was, by the odds of both directions",
    },
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
    state = wp.rand_init(seed, round * count(spin) + spin.index)
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
