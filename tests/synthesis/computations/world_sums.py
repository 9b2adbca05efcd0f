"""Quantities of whole worlds, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import point, turn, turn_back


def _by_world(start, worlds, values):
    total = start.copy()
    np.add.at(total, worlds, values)
    return total


def sum_world_mass(t, v, n):
    b, w = t.body, t.world
    p = point(b.pose, b.com) if v.point == "com" else b.pose[:, :3]
    found = {
        "world.mass": _by_world(w.mass, b.world, b.mass),
        "world.moment": _by_world(w.moment, b.world, b.mass[:, None] * p),
    }
    if v.momentum:
        found["world.momentum"] = _by_world(w.momentum, b.world, b.mass[:, None] * b.twist[:, :3])
    if v.count:
        found["world.body_count"] = _by_world(w.body_count, b.world, 1)
    return found


def world_energy(t, v, n):
    b = t.body
    spin = turn_back(b.pose[:, 3:], b.twist[:, 3:])
    each = (b.mass * (b.twist[:, :3] ** 2).sum(1) + np.einsum("ni,nij,nj->n", spin, b.inertia, spin)) / 2
    energy = []
    for w, bodies in enumerate(t.world.bodies):
        inside = bodies[b.asleep[bodies] == 0] if v.awake else bodies
        energy.append(each[inside].sum())
        if v.potential:
            places = [b.pose[i, :3] + turn(b.pose[i, 3:], b.com[i]) for i in inside]
            energy[-1] -= sum(b.mass[i] * (x @ t.world.gravity[w]) for i, x in zip(inside, places, strict=True))
    return {"world.energy": np.array(energy)}


def add_body_weight(t, v, n):
    b = t.body
    weight = b.mass[:, None] * t.world.gravity[b.world]
    moment = np.cross(turn(b.pose[:, 3:], b.com), weight) if v.moment else 0.0 * weight
    heavy = ((b.flags & 4) == 0 if v.exempt else np.ones(len(b.mass)))[:, None]
    return {"body.wrench": b.wrench + heavy * np.hstack([weight, moment])}


def world_bounds(t, v, n):
    b, lower, upper = t.body, t.world.lower.copy(), t.world.upper.copy()
    p = point(b.pose, b.com) if v.com else b.pose[:, :3]
    margin = n.padding if v.margin else 0.0
    np.minimum.at(lower, b.world, p - margin)
    np.maximum.at(upper, b.world, p + margin)
    return {"world.lower": lower, "world.upper": upper}


def arrange_worlds(t, v, n):
    places = np.arange(len(t.world.origin))
    rows, columns = np.divmod(places, n.columns) if v.shape == "square" else (0 * places, places)
    origin = np.zeros_like(t.world.origin)
    origin[:, 0], origin[:, 1], origin[:, 6] = 2.0 * columns, 2.0 * rows, 1.0
    return {"world.origin": origin}


def world_coord_error(t, v, n):
    energy = []
    for coords in t.world.coords:
        aim = t.reference.value * (t.reference.scale if v.scale else 1.0)
        squares = (t.coord.value[coords] - np.resize(aim, len(coords))) ** 2
        total = {"sum": np.sum, "mean": np.mean, "largest": np.max}[v.form]
        energy.append(total(squares) if len(coords) else 0.0)
    return {"world.tracking_error": np.array(energy)}


def dof_control_force(t, v, n):
    d = t.dof
    force = d.stiffness * (d.target - d.position) - d.damping * d.velocity
    if v.forward:
        force = force + d.force
    if v.limit != "none":
        # a motor gives nothing more at its top speed
        lost = d.effort_limit * d.velocity / d.velocity_limit if v.limit == "speed" else 0.0
        upper = np.clip(d.effort_limit - lost, 0.0, d.effort_limit)
        lower = np.clip(-d.effort_limit - lost, -d.effort_limit, 0.0)
        force = np.maximum(np.minimum(force, upper), lower)
    return {"dof.applied": np.where(t.world.done[d.world], 0.0, force) if v.done else force}


def sum_tree_mass(t, v, n):
    kept = [k[t.body.asleep[k] == 0] if v.still else k for k in t.tree.bodies]
    found = {"tree.mass": np.array([t.body.mass[k].sum() for k in kept])}
    return {**found, "tree.awake": np.array([(t.body.asleep[k] == 0).any() for k in kept]) * 1} if v.free else found
