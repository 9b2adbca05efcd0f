"""What the computations of the family ``random_walks`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, summed

FLYING, ABSORBED, ESCAPED, SPENT = range(4)


def walker_flight(t, v, n):
    w = t.walker
    x, alive = w.next_position.copy(), w.alive.copy()
    status, bounces = w.status.copy(), w.bounces.copy()
    for i in np.flatnonzero((w.medium >= 0) & (w.alive == 1)):
        path = -np.log1p(-Random(n.seed, i).uniform()) / t.medium.extinction[w.medium[i]]
        x[i] = w.position[i] + path * w.direction[i]
        over = np.linalg.norm(x[i]) - n.radius
        if v.border == "ball" and over > 0:
            alive[i], status[i] = 0, ESCAPED
        if v.border == "mirror" and over > 0:
            x[i] -= over * w.direction[i]
        bounces[i] += 1
    made = {"walker.next_position": x}
    if v.border == "ball":
        made |= {"walker.alive": alive, "walker.status": status}
    if v.counted:
        made["walker.bounces"] = bounces
    return made


def russian_roulette(t, v, n):
    w = t.walker
    weight, alive, status = w.weight.copy(), w.alive.copy(), w.status.copy()
    for i in np.flatnonzero((w.alive == 1) & (w.weight < n.floor)):
        if Random(n.seed, i).uniform() < n.keep:
            weight[i] = weight[i] / n.keep if v.gain == "unit" else n.floor
            status[i] = FLYING
        else:
            weight[i], alive[i], status[i] = 0, 0, ABSORBED
    made = {"walker.next_weight": weight, "walker.alive": alive}
    if v.status:
        made["walker.status"] = status
    return made


def walker_absorption(t, v, n):
    w = t.walker
    flies = (w.alive == 1) & (w.medium >= 0)
    albedo = t.medium.albedo[w.medium]
    lost = w.weight * (1 - albedo)
    if v.mode == "coin":
        coin = np.array([Random(n.seed, i).uniform() for i in range(len(albedo))])
        lost = np.where(coin < albedo, 0, w.weight)
    made = {"walker.next_weight": np.where(flies, w.weight - lost, w.next_weight)}
    if v.tally:
        made["medium.absorbed"] = summed(t.medium.absorbed, np.where(flies, w.medium, -1), lost)
    return made


def walker_scattering(t, v, n):
    w = t.walker
    direction, alive, status = w.direction.copy(), w.alive.copy(), w.status.copy()
    for i in np.flatnonzero(w.alive):
        if v.limit and w.bounces[i] >= n.max_bounces:
            alive[i], status[i] = 0, SPENT
            continue
        direction[i] = Random(n.seed + n.round, i).sphere()
        if v.phase == "forward":
            direction[i] = w.direction[i] + n.keep * direction[i]
            direction[i] /= np.linalg.norm(direction[i])
    made = {"walker.direction": direction}
    if v.limit:
        made |= {"walker.alive": alive, "walker.status": status}
    return made


def survivor_list(t, v, n):
    w = t.walker
    kept = (w.alive == 1) & (w.medium >= 0) & ((v.by == "alive") | (w.weight >= n.floor))
    survivor, population = w.survivor.copy(), t.medium.population.copy()
    for i in np.flatnonzero(kept):
        slot = population[w.medium[i]]
        population[w.medium[i]] += 1
        if v.full == "rank":
            survivor[i] = slot
            continue
        place = w.medium[i] * n.capacity + slot
        if slot < n.capacity and place < len(survivor):
            survivor[place] = i
    return {"walker.survivor": survivor, "medium.population": population}


def walker_population(t, v, n):
    w = t.walker
    made = {"medium.population": summed(t.medium.population, w.medium, w.alive)}
    if v.other == "lost":
        made["walker.status"] = np.where(w.alive == 1, w.status, SPENT)
    return made


def walker_status(t, v, n):
    w = t.walker
    outside = np.linalg.norm(w.position, axis=1) > n.radius
    status = np.where(w.bounces >= n.max_bounces, SPENT, FLYING)
    status = np.where(outside, ESCAPED, status)
    status = np.where(w.alive == 0, ABSORBED, status)
    made = {"walker.status": status}
    if v.ended:
        made["walker.alive"] = np.where(status == FLYING, w.alive, 0)
    return made


def respawn_walkers(t, v, n):
    w = t.walker
    x, weight = w.position.copy(), w.weight.copy()
    dead = w.alive == 0
    for i in np.flatnonzero(dead):
        r = Random(n.seed, i)
        if v.where == "origin":
            x[i] = 0
        elif v.where == "random":
            x[i] = n.radius * r.sphere()
        else:
            x[i] = w.position[r.integer(0, len(weight))]
        weight[i] = 1
    return {
        "walker.next_position": x,
        "walker.next_weight": weight,
        "walker.bounces": np.where(dead, 0, w.bounces),
        "walker.alive": np.ones_like(w.alive),
    }
