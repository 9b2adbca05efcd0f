"""What the computations of the family ``epidemics`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import generators, summed


def compartment_step(t, v, n):
    p = t.patch
    total = p.susceptible + p.infected + p.recovered
    beta = n.contagion * np.where(p.closed != 0, 0.5, 1) if v.closed else n.contagion
    caught = n.dt * beta * p.susceptible * p.infected / total
    healed = n.dt * n.recovery * p.infected
    lost = n.dt * n.waning * p.recovered if v.immunity == "waning" else 0
    made = {
        "patch.next_susceptible": p.susceptible - caught + lost,
        "patch.next_infected": p.infected + caught - healed,
        "patch.next_recovered": p.recovered + healed - lost,
    }
    if v.people:
        made["patch.next_population"] = total
    return made


def patch_infection_force(t, v, n):
    p, e = t.patch, t.link
    own = n.contagion * p.infected / p.population
    if not v.travel:
        return {"patch.pressure": own}
    brought = np.where((e.is_open != 0) & (e.goal >= 0), e.coupling * own[e.goal], 0)
    return {"patch.pressure": own + np.array([brought[links].sum() for links in p.links])}


def travel_flow(t, v, n):
    e, people = t.link, t.patch.population
    flow = e.rate * people[e.origin]
    if v.law == "gravity":
        flow = n.mobility * people[e.origin] * people[e.goal] * np.exp(-e.distance / n.reach) / e.distance**2
    if v.open:
        flow = np.where(e.is_open != 0, flow, 0)
    there = (e.origin >= 0) & (e.goal >= 0)
    made = {"link.flow": np.where(there, flow, e.flow)}
    if v.balance:
        left = summed(t.patch.inflow, np.where(there, e.origin, -1), -flow)
        made["patch.inflow"] = summed(left, np.where(there, e.goal, -1), flow)
    return made


def band_infection_force(t, v, n):
    b = t.band
    infected = b.infected[: n.bands]
    if v.share == "share":
        infected = infected / b.size[: n.bands]
    return {"band.pressure": n.contagion * b.mixing @ infected}


def band_ageing(t, v, n):
    b = t.band
    survivors = b.survival * b.size
    size = np.concatenate([[b.fertility[: n.bands] @ b.size[: n.bands]], survivors[:-1]])
    if v.oldest == "stay":
        size[n.bands - 1] += survivors[n.bands - 1]
    return {"band.next_size": size}


def patch_alert(t, v, n):
    p = t.patch
    alert = np.where(p.cases >= n.alarm, 2, np.minimum(p.cases, 1))
    return {"patch.alert": np.where(p.closed != 0, 2, alert) if v.closed else alert}


def grow_population(t, v, n):
    p = t.patch
    size = p.population
    room = {
        "plain": lambda: 1,
        "logistic": lambda: 1 - size / p.capacity,
        "gompertz": lambda: np.log(p.capacity / np.maximum(size, 1e-30)),
    }
    after = size + n.dt * n.growth * size * room[v.law]()
    if v.inflow:
        after = after + n.dt * p.inflow
    if v.noise:
        normals = np.array([r.normal() for r in generators(n.seed, len(size), n.step)])
        after = after + np.sqrt(n.turnover * size * n.dt) * normals
    return {"patch.next_population": np.maximum(after, 0)}


def reset_patch_counts(t, v, n):
    words = ["cases", "residents"] + ["used"] * v.doses + ["inflow"] * v.flow
    return {f"patch.{word}": np.zeros(len(t.patch.cases)) for word in words}
