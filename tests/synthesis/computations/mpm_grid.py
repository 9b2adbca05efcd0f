"""What the grid of the material point method must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def at_border(kind: int, vel: Any, n: Any) -> Any:
    """Velocity beside a border: free, sticky, slipping, separating."""
    along = vel @ n
    return [vel, 0 * vel, vel - along * n, vel - min(along, 0) * n][kind]


def mpm_node_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    vel, former = g.velocity.copy(), g.former.copy() if v.kept else np.zeros_like(g.velocity)
    for i, m in enumerate(g.mass):
        if m <= n.mass_cutoff:
            vel[i], former[i] = 0, 0
            continue
        former[i] = g.momentum[i] / m
        vel[i] = (g.momentum[i] + (n.dt * g.force[i] if v.force else 0)) / m
        if g.world[i] >= 0:
            vel[i] += n.dt * t.world.gravity[g.world[i]]
        if v.border == "kinds":
            vel[i] = at_border(g.kind[i], vel[i], g.normal[i])
    return {"node.velocity": vel, **({"node.former": former} if v.kept else {})}


def mpm_border_kind(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    vel = np.array([at_border(*each) for each in zip(g.kind, g.velocity, g.normal, strict=True)])
    if v.friction:
        for i in np.flatnonzero((g.kind == 3) & ((g.velocity * g.normal).sum(1) < 0)):
            taken = -g.friction[i] * (g.velocity[i] @ g.normal[i])
            speed = np.linalg.norm(vel[i])
            vel[i] = vel[i] * max(speed - taken, 0) / speed
    return {"node.velocity": vel}


def mpm_border_layers(t: Any, v: Any, n: Any) -> dict[str, Any]:
    vel = t.node.velocity.copy()
    ids = np.arange(len(vel))
    cells = np.stack([ids // n.side**2, ids // n.side % n.side, ids % n.side], -1)
    for axis in range(3) if v.sides == "all" else [1]:
        low, high = cells[:, axis] < n.padding, cells[:, axis] >= n.side - n.padding
        vel[low, axis] = np.maximum(vel[low, axis], 0)
        if v.sides == "all":
            vel[high, axis] = np.minimum(vel[high, axis], 0)
    return {"node.velocity": vel}


def mpm_number_active(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    counts, ids = t.world.active_count.copy(), np.full(len(g.mass), -1)
    for i, w in enumerate(g.world):
        if w >= 0 and g.mass[i] > n.mass_cutoff and (v.by == "mass" or g.touch_count[i]):
            ids[i] = counts[w]
            counts[w] += 1
    return {"node.active_index": ids, "world.active_count": counts}


def mpm_clear_node(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    more = {
        "force": [],
        "momentum": ["momentum"],
        "velocity": ["momentum", "velocity"],
        "count": ["momentum", "touch_count"],
    }
    names = ["mass", "force", *more[v.what]]
    return {f"node.{name}": np.zeros_like(getattr(g, name)) for name in names}


def mpm_top_speed(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    top = t.world.top_speed.copy()
    speed = np.linalg.norm(g.velocity, axis=1) if v.axis == "speed" else np.abs(g.velocity).max(1)
    np.maximum.at(top, g.world[g.world >= 0], speed[g.world >= 0])
    return {"world.top_speed": top}
