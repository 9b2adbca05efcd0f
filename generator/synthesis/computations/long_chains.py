"""Whole histories: walkers from birth to end, slice sampling with its bracket."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

MOST_STEPS = 7
MOST_SHRINKS = 12
FORWARD_SPREAD = 0.5


@law
def collision_distance(extinction: float, u: float) -> float:
    """Free path to the next collision in a uniform medium, from a uniform number."""
    return -wp.log(1.0 - u) / extinction


@law
def slice_energy(x: wp.vec3, center: wp.vec3, stiffness: float) -> float:
    """Energy of a harmonic well, of whose density slices are taken."""
    d = x - center
    return 0.5 * stiffness * wp.dot(d, d)


@computation(
    SAMPLING,
    "follow each Monte Carlo walker through its medium with exponential free flights until it escapes, is absorbed or spends its collisions, absorption by weight",
    why={"roulette": "survivors take over the weight of those that end, so that means stay as they were"},
    tally={True: "scoring the loss in its medium", False: ""},
    roulette={True: "with Russian roulette below a weight", False: ""},
    scatter={"even": "with isotropic scattering", "forward": "with forward scattering"},
)
def walker_history(walker: Any, seed: Any, radius: Any, floor: Any, keep: Any, max_bounces: Any) -> None:
    medium = walker.medium
    x = walker.position
    d = walker.direction
    w = float(walker.weight)
    bounces = int(0)
    status = int(Fate.FLYING)
    if walker.alive == 0:
        walker.next_position = x
        walker.next_direction = d
        walker.next_weight = 0.0
        walker.bounces = bounces
        return
    state = wp.rand_init(seed, walker.index)
    while bounces < max_bounces:
        x += d * collision_distance(medium.extinction, wp.randf(state))
        if wp.length(x) > radius:
            status = Fate.ESCAPED
            break
        bounces += 1
        # a share of the weight stays behind
        lost = w * (1.0 - medium.albedo)
        w -= lost
        if v.tally:
            medium.absorbed += lost
        if v.roulette:
            if w < floor:
                if wp.randf(state) >= keep:
                    w = 0.0
                    status = Fate.ABSORBED
                    break
                w = w / keep
        if v.scatter == "forward":
            d = wp.normalize(d + wp.sample_unit_sphere_surface(state) * FORWARD_SPREAD)
        else:
            d = wp.sample_unit_sphere_surface(state)
    if status == Fate.FLYING:
        status = Fate.SPENT
    walker.next_position = x
    walker.next_direction = d
    walker.next_weight = w
    walker.status = status
    walker.bounces = bounces


@computation(
    SAMPLING,
    "move each chain in a harmonic well by slice sampling along a random direction, shrinking the bracket at most 12 times",
    widen={True: "stepping the bracket out first, at most 7 steps, shared out at random between both sides", False: ""},
    active={True: "for active chains alone", False: ""},
    counted={True: "counting accepted moves", False: ""},
)
def slice_step(chain: Any, seed: Any, round: Any) -> None:
    target = chain.target
    x = chain.state
    if v.active:
        if chain.active == 0:
            chain.next_state = x
            return
    state = wp.rand_init(seed, round * count(chain) + chain.index)
    d = wp.sample_unit_sphere_surface(state)
    center = target.center
    stiffness = target.stiffness
    # the height of the slice, as an energy
    level = slice_energy(x, center, stiffness) - wp.log(1.0 - wp.randf(state)) / chain.beta
    step = chain.step
    lower = float(-step * wp.randf(state))
    upper = float(lower + step)
    if v.widen:
        down = int(wp.randi(state, 0, MOST_STEPS + 1))
        up = int(MOST_STEPS - down)
        while down > 0 and slice_energy(x + d * lower, center, stiffness) < level:
            lower -= step
            down -= 1
        while up > 0 and slice_energy(x + d * upper, center, stiffness) < level:
            upper += step
            up -= 1
    moved = x
    for _k in range(MOST_SHRINKS):
        t = wp.randf(state, lower, upper)
        y = x + d * t
        if slice_energy(y, center, stiffness) <= level:
            moved = y
            if v.counted:
                chain.accepted += 1
            break
        # shrink towards where it stands
        if t < 0.0:
            lower = t
        else:
            upper = t
    chain.next_state = moved
