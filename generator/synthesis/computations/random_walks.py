"""Walkers that fly, collide, split and die."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING


@law
def free_path(extinction: float, u: float) -> float:
    """Distance to the next collision at an extinction, exponentially distributed."""
    return -wp.log(1.0 - u) / extinction


@law
def distance_to_ball(x: wp.vec3, direction: wp.vec3, radius: float) -> float:
    """Distance along a unit direction to the far side of a ball about the origin; zero for a miss."""
    b = wp.dot(x, direction)
    root = b * b - wp.dot(x, x) + radius * radius
    if root < 0.0:
        return 0.0
    return wp.max(wp.sqrt(root) - b, 0.0)


@law
def henyey_greenstein_cosine(g: float, u: float) -> float:
    """Cosine of a deflection drawn from an anisotropic Henyey-Greenstein phase function."""
    s = (1.0 - g * g) / (1.0 - g + 2.0 * g * u)
    return (1.0 + g * g - s * s) / (2.0 * g)


@law
def deflect_direction(d: wp.vec3, cosine: float, angle: float) -> wp.vec3:
    """Unit direction deflected by an angle of the given cosine, at an azimuth about the old one."""
    # a frame about the old direction
    axis = wp.vec3(1.0, 0.0, 0.0)
    if wp.abs(d[0]) > 0.9:
        axis = wp.vec3(0.0, 1.0, 0.0)
    t = wp.normalize(wp.cross(d, axis))
    b = wp.cross(d, t)
    sine = wp.sqrt(wp.max(1.0 - cosine * cosine, 0.0))
    return sine * wp.cos(angle) * t + sine * wp.sin(angle) * b + cosine * d


@computation(
    SAMPLING,
    "fly each walker to its next collision, a free path of -ln(1 - u) over the extinction of its medium,",
    border={
        "open": "",
        "ball": "and set its fate, escaped outside of the ball about the origin, else flying, the dead keeping theirs",
        "surface": "stopping it where it leaves a ball about the origin, at once where it does not enter it",
    },
    counted={True: "and count its collisions", False: ""},
)
def walker_flight(walker: Any, seed: Any, round: Any, radius: Any) -> None:
    x = walker.position
    if walker.alive == 0:
        walker.next_position = x
        return
    state = wp.rand_init(seed, round * count(walker) + walker.index)
    d = walker.direction
    s = free_path(walker.medium.extinction, wp.randf(state))
    if v.border == "open":
        if v.counted:
            walker.bounces += 1
    elif v.border == "surface":
        rim = distance_to_ball(x, d, radius)
        if v.counted and s < rim:
            walker.bounces += 1
        s = wp.min(s, rim)
    x += d * s
    if v.border == "ball":
        if wp.length(x) > radius:
            walker.status = Fate.ESCAPED
        else:
            walker.status = Fate.FLYING
            if v.counted:
                walker.bounces += 1
    walker.next_position = x


@computation(
    SAMPLING,
    "play Russian roulette with walkers below the weight floor: each survives with",
    why={"": "survivors take over the weight of those that end, so that means stay as they were"},
    gain={
        "unit": "the probability of being kept, its weight divided by it,",
        "floor": "probability weight over floor, lifted to the floor,",
    },
    status={True: "and is marked as flying or absorbed", False: ""},
)
def russian_roulette(walker: Any, seed: Any, round: Any, floor: Any, keep: Any) -> None:
    w = walker.weight
    if walker.alive == 0 or w >= floor:
        walker.next_weight = w
        if v.status and walker.alive != 0:
            walker.status = Fate.FLYING
        return
    state = wp.rand_init(seed, round * count(walker) + walker.index)
    p = keep if v.gain == "unit" else w / floor
    if wp.randf(state) < p:
        walker.next_weight = w / p if v.gain == "unit" else floor
        if v.status:
            walker.status = Fate.FLYING
    else:
        walker.next_weight = 0.0
        if v.status:
            walker.status = Fate.ABSORBED


@computation(
    SAMPLING,
    "absorb the weight of each walker that its medium does not scatter:",
    mode={"albedo": "the share 1 - albedo of it", "coin": "all of it with probability 1 - albedo"},
    tally={True: "and add it to what the medium absorbed", False: ""},
)
def walker_absorption(walker: Any, seed: Any, round: Any) -> None:
    if walker.alive == 0:
        walker.next_weight = walker.weight
        return
    medium = walker.medium
    w = walker.weight
    if v.mode == "coin":
        state = wp.rand_init(seed, round * count(walker) + walker.index)
        kept = w if wp.randf(state) < medium.albedo else 0.0
    else:
        kept = w * medium.albedo
    walker.next_weight = kept
    if v.tally:
        medium.absorbed += w - kept


@computation(
    SAMPLING,
    "scatter each live walker into a new direction",
    phase={
        "isotropic": "drawn uniformly over the sphere",
        "forward": "by the Henyey-Greenstein phase function about its old one",
    },
    limit={
        True: "and set its fate, spent and not scattered at the most collisions, else flying, the dead keeping theirs",
        False: "",
    },
)
def walker_scattering(walker: Any, seed: Any, round: Any, max_bounces: Any, asymmetry: Any) -> None:
    if walker.alive == 0:
        walker.next_direction = walker.direction
        return
    if v.limit:
        if walker.bounces >= max_bounces:
            walker.next_direction = walker.direction
            walker.status = Fate.SPENT
            return
        walker.status = Fate.FLYING
    state = wp.rand_init(seed, round * count(walker) + walker.index)
    if v.phase == "isotropic":
        walker.next_direction = wp.sample_unit_sphere_surface(state)
    else:
        cosine = henyey_greenstein_cosine(asymmetry, wp.randf(state))
        walker.next_direction = deflect_direction(walker.direction, cosine, wp.randf(state, 0.0, 2.0 * wp.pi))


@computation(
    SAMPLING,
    "give each walker that is alive",
    full={
        "rank": "its rank, by arrival, among those of its medium",
        "capped": "a place in the list of its medium, up to the capacity",
    },
    by={"alive": "", "weight": "if it weighs at least the floor"},
)
def survivor_list(walker: Any, floor: Any, capacity: Any) -> None:
    medium = walker.medium
    if walker.alive == 0:
        return
    if v.by == "weight" and walker.weight < floor:
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
        walker.rank = slot


@computation(
    SAMPLING,
    "set the fate of each live walker: escaped outside the radius, spent at the most collisions, else flying,",
    ended={True: "and whether it stays alive", False: ""},
)
def walker_status(walker: Any, radius: Any, max_bounces: Any) -> None:
    if walker.alive == 0:
        if v.ended:
            walker.next_alive = 0
        return
    if wp.length(walker.position) > radius:
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
    "start dead walkers anew, each with the probability of rebirth, with weight 1 and no collisions",
    where={
        "origin": "at the origin",
        "random": "at uniform points of a sphere",
        "other": "at the position of a walker drawn at random, if that one is alive",
    },
)
def respawn_walkers(walker: Any, seed: Any, round: Any, radius: Any, rebirth: Any) -> None:
    if walker.alive != 0:
        walker.next_position = walker.position
        walker.next_weight = walker.weight
        walker.next_alive = 1
        return
    state = wp.rand_init(seed, round * count(walker) + walker.index)
    born = wp.randf(state) < rebirth
    if v.where == "origin":
        x = wp.vec3(0.0, 0.0, 0.0)
    elif v.where == "random":
        x = wp.sample_unit_sphere_surface(state) * radius
    else:
        j = wp.randi(state, 0, count(walker))
        x = walker[j].position
        born = born and walker[j].alive != 0
    if born:
        walker.next_position = x
        walker.next_weight = 1.0
        walker.next_alive = 1
        walker.bounces = 0
    else:
        walker.next_position = walker.position
        walker.next_weight = walker.weight
        walker.next_alive = 0
