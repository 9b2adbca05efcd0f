"""What the computations of the family ``random_walks`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed

FLYING, ABSORBED, ESCAPED, SPENT = range(4)


def walker_flight(t, v, n):
    w = t.walker
    x, flies = w.next_position.copy(), (w.medium >= 0) & (w.alive == 1)
    x[w.alive != 1] = w.position[w.alive != 1]
    collides = flies.copy()
    for i in np.flatnonzero(flies):
        path = -np.log1p(-Random(n.seed, n.round * len(x) + i).uniform()) / t.medium.extinction[w.medium[i]]
        if v.border == "surface":
            d, p = w.direction[i], w.position[i]
            ends = np.roots([d @ d, 2 * d @ p, p @ p - n.radius**2])
            rim = max(ends.max(), 0.0) if np.isreal(ends).all() else 0.0
            collides[i] = path < rim
            path = min(path, rim)
        x[i] = w.position[i] + path * w.direction[i]
    made = {"walker.next_position": x}
    if v.border == "ball":
        escapes = flies & (np.linalg.norm(x, axis=1) > n.radius)
        collides &= ~escapes
        made["walker.status"] = np.where(escapes, ESCAPED, np.where(flies, FLYING, w.status))
    if v.counted:
        made["walker.bounces"] = w.bounces + collides
    return made


def russian_roulette(t, v, n):
    w = t.walker
    plays = (w.alive == 1) & (w.weight < n.floor)
    survival = np.full(len(plays), n.keep) if v.gain == "unit" else w.weight / n.floor
    wins = np.array([r.uniform() for r in generators(n.seed, len(plays), n.round)]) < survival
    prize = w.weight / survival
    made = {"walker.next_weight": np.where(plays, np.where(wins, prize, 0), w.weight)}
    if v.status:
        others = np.where(w.alive == 1, FLYING, w.status)
        made["walker.status"] = np.where(plays, np.where(wins, FLYING, ABSORBED), others)
    return made


def walker_absorption(t, v, n):
    w = t.walker
    flies = (w.alive == 1) & (w.medium >= 0)
    albedo = t.medium.albedo[w.medium]
    lost = w.weight * (1 - albedo)
    if v.mode == "coin":
        coin = np.array([r.uniform() for r in generators(n.seed, len(albedo), n.round)])
        lost = np.where(coin < albedo, 0, w.weight)
    made = {"walker.next_weight": np.where(flies, w.weight - lost, np.where(w.alive == 1, w.next_weight, w.weight))}
    if v.tally:
        made["medium.absorbed"] = summed(t.medium.absorbed, np.where(flies, w.medium, -1), lost)
    return made


def _deflected(d, g, random):
    """A direction by Henyey and Greenstein: the cosine by inversion, the azimuth in a frame about the old direction."""
    u = random.uniform()
    cosine = (1 + g**2 - ((1 - g**2) / (1 - g + 2 * g * u)) ** 2) / (2 * g)
    angle = random.uniform(0.0, 2 * np.pi)
    side = np.cross(d, [0.0, 1.0, 0.0] if abs(d[0]) > 0.9 else [1.0, 0.0, 0.0])
    side /= np.linalg.norm(side)
    return cosine * d + np.sqrt(1 - cosine**2) * (np.cos(angle) * side + np.sin(angle) * np.cross(d, side))


def walker_scattering(t, v, n):
    w = t.walker
    drawn = generators(n.seed, len(w.alive), n.round)
    if v.phase == "forward":
        turned = np.array([_deflected(d, n.asymmetry, r) for d, r in zip(w.direction, drawn, strict=True)])
    else:
        turned = np.array([r.sphere() for r in drawn])
    flies = w.alive == 1
    made = {}
    if v.limit:
        spent = flies & (w.bounces >= n.max_bounces)
        flies = flies & ~spent
        made["walker.status"] = np.where(w.alive == 0, w.status, np.where(spent, SPENT, FLYING))
    made["walker.next_direction"] = np.where(flies[:, None], turned, w.direction)
    return made


def survivor_list(t, v, n):
    w = t.walker
    kept = (w.alive == 1) & (w.medium >= 0)
    if v.by == "weight":
        kept &= w.weight >= n.floor
    rank, survivor, population = np.full(len(w.medium), -1), w.survivor.copy(), t.medium.population.copy()
    for i in np.flatnonzero(kept):
        slot = population[w.medium[i]]
        population[w.medium[i]] += 1
        rank[i] = slot
        place = w.medium[i] * n.capacity + slot
        if slot < n.capacity and place < len(survivor):
            survivor[place] = i
    made = {"walker.rank": rank} if v.full == "rank" else {"walker.survivor": survivor}
    return {**made, "medium.population": population}


def walker_status(t, v, n):
    w = t.walker
    outside = np.linalg.norm(w.position, axis=1) > n.radius
    status = np.where(w.bounces >= n.max_bounces, SPENT, FLYING)
    status = np.where(outside, ESCAPED, status)
    made = {"walker.status": np.where(w.alive == 0, w.status, status)}
    if v.ended:
        made["walker.next_alive"] = (w.alive == 1) & (status == FLYING)
    return made


def respawn_walkers(t, v, n):
    w = t.walker
    x, weight = w.position.copy(), w.weight.copy()
    born = np.zeros(len(x), bool)
    drawn = generators(n.seed, len(x), n.round)
    for i in np.flatnonzero(w.alive == 0):
        born[i] = drawn[i].uniform() < n.rebirth
        place = np.zeros(3)
        if v.where == "random":
            place = n.radius * drawn[i].sphere()
        elif v.where == "other":
            donor = drawn[i].integer(0, len(weight))
            place = w.position[donor]
            born[i] &= w.alive[donor] != 0
        if born[i]:
            x[i], weight[i] = place, 1
    return {
        "walker.next_position": x,
        "walker.next_weight": weight,
        "walker.next_alive": (born | (w.alive != 0)).astype(int),
        "walker.bounces": np.where(born, 0, w.bounces),
    }
