"""What the computations of the family ``rivers`` give (terrain: inside of the border), written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed
from tests.synthesis.computations.feature_maps import shifted

SIDES = [(1, 0), (0, 1), (-1, 0), (0, -1)]
CORNERS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def reach_outflow(t, v, n):
    r = t.reach
    q = -r.storage * np.expm1(-n.dt / r.delay) / n.dt
    if v.dam:
        q = q * (r.dammed == 0)
    made = {"reach.outflow": q}
    if v.downstream:
        made["reach.received"] = summed(r.received, r.below, q)
    return made


def reach_balance(t, v, n):
    r = t.reach
    storage = r.storage * (1 - n.dt * r.seepage if v.seepage else 1) + n.dt * (r.inflow + r.received)
    outflow = np.minimum(r.outflow, storage / n.dt)
    storage = storage - n.dt * outflow
    found = {"reach.outflow": outflow}
    if not v.spill:
        return {**found, "reach.next_storage": storage}
    kept = np.minimum(storage, r.capacity)
    return {**found, "reach.next_storage": kept, "reach.spilled": storage - kept}


def reach_sources(t, v, n):
    r = t.reach
    flows = r.below >= 0
    if v.dam:
        flows &= r.dammed == 0
    made = {"reach.sources": r.sources + np.bincount(r.below[flows], minlength=len(r.sources))}
    if v.order:
        highest = r.highest.copy()
        np.maximum.at(highest, r.below[flows], r.order[flows])
        made["reach.highest"] = highest
    return made


def reach_mouth(t, v, n):
    r = t.reach
    mouths, highest = [], []
    for i in range(len(r.below)):
        way = [i]
        while len(way) <= 10 and r.below[way[-1]] >= 0 and not (v.until == "dam" and r.dammed[way[-1]]):
            way.append(r.below[way[-1]])
        mouths.append(way[-1])
        highest.append(r.order[way].max() if v.order else 0)
    made = {"reach.mouth": np.array(mouths)}
    if v.order:
        made["reach.highest"] = np.array(highest)
    return made


def steepest_descent(t, v, n):
    g = t.ground
    drops = np.stack([g.elevation - shifted(g.elevation, i, j) for i, j in SIDES])
    drop, side = np.maximum(drops.max(axis=0), 0), drops.argmax(axis=0)
    here = g.lake == 0 if v.lake else np.ones(drop.shape, bool)
    made = {"ground.direction": np.where((drop > 0) & here, side, -1)}
    if v.slope:
        made["ground.steepness"] = drop * here / n.spacing
    return made


def lower_neighbours(t, v, n):
    z = t.ground.elevation
    return {"ground.lower_count": sum(shifted(z, i, j) < z for i, j in (SIDES + CORNERS if v.corners else SIDES))}


def level_water(t, v, n):
    g = t.ground
    surface = g.elevation + g.water
    change = np.zeros_like(surface)
    for i, j in SIDES:
        other, most = shifted(surface, i, j), shifted(g.water, i, j) / 4
        change += np.where(other > surface, np.minimum(n.mixing * (other - surface), most), 0.0)
        change -= np.where(other < surface, np.minimum(n.mixing * (surface - other), g.water / 4), 0.0)
    return {"ground.next_water": g.water + (change * (g.lake == 0) if v.lake else change)}


def terrain_normal(t, v, n):
    z = t.ground.elevation
    x, y = ((shifted(z, i, j) - shifted(z, -i, -j)) / (2 * n.spacing) for i, j in SIDES[:2])
    length = np.sqrt(x**2 + y**2 + 1)
    made = {"ground.upward": np.stack([-x / length, -y / length, 1 / length], axis=-1)}
    if v.slope:
        made["ground.grade"] = np.hypot(x, y)
    return made
