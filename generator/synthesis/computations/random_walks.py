"""Walkers that fly, collide, split and die."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING


@law
def free_path(extinction: float, u: float) -> float:
    """Distance to the next collision."""
    return -wp.log(1.0 - u) / extinction


@law
def mirrored(x: wp.vec3, direction: wp.vec3, radius: float) -> wp.vec3:
    """Back inside of a ball along the way."""
    r = wp.length(x)
    if r <= radius:
        return x
    return x - direction * (r - radius)


@computation(
    SAMPLING,
    "fly each walker to its next collision",
    border={
        "open": "",
        "ball": "and mark those that leave the ball",
        "mirror": "and send those that leave the ball back",
    },
    counted={True: "and count its collisions", False: ""},
)
def walker_flight(walker: Any, seed: Any, radius: Any) -> None:
    medium = walker.medium
    if walker.alive == 0:
        return
    state = wp.rand_init(seed, walker.index)
    d = walker.direction
    x = walker.position + d * free_path(medium.extinction, wp.randf(state))
    if v.border == "ball":
        if wp.length(x) > radius:
            walker.status = Fate.ESCAPED
    elif v.border == "mirror":
        x = mirrored(x, d, radius)
    walker.next_position = x
    if v.counted:
        walker.bounces += 1


@computation(
    SAMPLING,
    "play Russian roulette with walkers of little weight",
    gain={"unit": "", "floor": "and lift the weight of those that live"},
    status={True: "and store what became of each", False: ""},
)
def russian_roulette(walker: Any, seed: Any, floor: Any, keep: Any) -> None:
    w = walker.weight
    if walker.alive == 0 or w >= floor:
        walker.next_weight = w
        return
    state = wp.rand_init(seed, walker.index)
    if wp.randf(state) < keep:
        walker.next_weight = w / keep if v.gain == "unit" else floor
        if v.status:
            walker.status = Fate.FLYING
    else:
        walker.next_weight = 0.0
        if v.status:
            walker.status = Fate.ABSORBED


@computation(
    SAMPLING,
    "absorb a part of the weight of each walker",
    mode={"albedo": "", "coin": "all of it by chance"},
    tally={True: "and add it to the medium", False: ""},
)
def walker_absorption(walker: Any, seed: Any) -> None:
    if walker.alive == 0:
        return
    medium = walker.medium
    w = walker.weight
    if v.mode == "coin":
        state = wp.rand_init(seed, walker.index)
        lost = float(0.0)
        if wp.randf(state) >= medium.albedo:
            lost = w
    else:
        lost = w * (1.0 - medium.albedo)
    walker.next_weight = w - lost
    if v.tally:
        medium.absorbed += lost


@computation(
    SAMPLING,
    "turn each walker that collides into a new direction",
    phase={"isotropic": "drawn evenly", "forward": "close to its flight"},
    limit={True: "and end those with too many collisions", False: ""},
)
def walker_scattering(walker: Any, seed: Any, round: Any, max_bounces: Any, keep: Any) -> None:
    if walker.alive == 0:
        return
    if v.limit:
        if walker.bounces >= max_bounces:
            walker.status = Fate.SPENT
            return
    state = wp.rand_init(seed + round, walker.index)
    d = wp.sample_unit_sphere_surface(state)
    if v.phase == "forward":
        d = wp.normalize(walker.direction + d * keep)
    walker.next_direction = d


@computation(
    SAMPLING,
    "give each walker that is alive a place in the list of its medium",
    full={"rank": "", "capped": "up to a capacity"},
    by={"alive": "", "weight": "if it weighs enough"},
)
def survivor_list(walker: Any, floor: Any, capacity: Any) -> None:
    medium = walker.medium
    if walker.alive == 0:
        return
    if v.by == "weight":
        if walker.weight < floor:
            return
    slot = wp.atomic_add(medium.population, 1)
    if v.full == "capped":
        if slot >= capacity:
            return
        place = medium.index * capacity + slot
        if place >= count(walker):
            return
        walker[place].survivor = walker.index
    else:
        walker.survivor = slot


@computation(
    SAMPLING,
    "tell what became of each walker",
    ended={True: "and whether it is still alive", False: ""},
)
def walker_status(walker: Any, radius: Any, max_bounces: Any) -> None:
    if walker.alive == 0:
        status = Fate.ABSORBED
    elif wp.length(walker.position) > radius:
        status = Fate.ESCAPED
    elif walker.bounces >= max_bounces:
        status = Fate.SPENT
    else:
        status = Fate.FLYING
    walker.status = status
    if v.ended:
        walker.next_alive = 1 if status == Fate.FLYING else 0


@computation(
    SAMPLING,
    "put walkers that died back at the start",
    where={"origin": "", "random": "at random points of a ball", "other": "at the place of a random walker"},
)
def respawn_walkers(walker: Any, seed: Any, radius: Any) -> None:
    if walker.alive != 0:
        walker.next_position = walker.position
        walker.next_weight = walker.weight
        walker.next_alive = 1
        return
    if v.where == "origin":
        walker.next_position = wp.vec3(0.0, 0.0, 0.0)
    else:
        state = wp.rand_init(seed, walker.index)
        if v.where == "random":
            walker.next_position = wp.sample_unit_sphere_surface(state) * radius
        else:
            j = wp.randi(state, 0, count(walker))
            walker.next_position = walker[j].position
    walker.next_weight = 1.0
    walker.bounces = 0
    walker.next_alive = 1
