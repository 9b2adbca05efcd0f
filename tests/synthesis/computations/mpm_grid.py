"""What the grid of the material point method must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import rotate, turn_back


def at_border(kind: int, vel: Any, n: Any) -> Any:
    """Velocity beside a border: free, sticky, slipping, separating."""
    along = vel @ n
    return [vel, 0 * vel, vel - along * n, vel - min(along, 0) * n][kind]


def distance_to(t: Any, c: int, x: Any) -> tuple[float, Any]:
    """Signed distance of a point from a collider, and the normal in the world."""
    pose, size = t.collider.pose[c], t.collider.size[c]
    p = turn_back(pose[3:], x - pose[:3])
    if t.collider.shape[c] == 0:
        d, n = np.linalg.norm(p) - size[0], p / np.linalg.norm(p)
    elif t.collider.shape[c] == 1:
        axis = int(np.argmax(np.abs(p) - size))
        d, n = (np.abs(p) - size)[axis], np.eye(3)[axis] * (1 if p[axis] >= 0 else -1)
        if d > 0:
            nearest = np.clip(p, -size, size)
            d = np.linalg.norm(p - nearest)
            n = (p - nearest) / d
    else:
        d, n = p[1], np.array([0, 1.0, 0])
    return d, rotate(pose[3:], n)


def collider_velocity(t: Any, c: int, x: Any) -> Any:
    """Velocity of the point of a collider that lies at ``x``."""
    twist = t.collider.twist[c]
    return twist[:3] + np.cross(twist[3:], x - t.collider.pose[c][:3])


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


def mpm_collide_node(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    vel = g.velocity.copy()
    total = t.collider.impulse.copy() if v.reaction else np.zeros((len(t.collider.pose), 6))
    for i, c in enumerate(g.collider):
        if c < 0 or g.mass[i] <= n.mass_cutoff:
            continue
        distance, normal = distance_to(t, c, g.position[i])
        if distance > (n.dx if v.surface == "margin" else 0):
            continue
        wall = collider_velocity(t, c, g.position[i])
        along = min((vel[i] - wall) @ normal, 0)
        slide = vel[i] - wall - along * normal
        mu = t.collider.friction[c] if v.friction else 0
        if along < 0:
            slide = slide * max(1 + mu * along / np.linalg.norm(slide), 0)
        vel[i] = wall + slide
        impulse = (g.mass[i] if v.reaction else 0) * (g.velocity[i] - vel[i])
        total[c] += np.append(impulse, np.cross(g.position[i] - t.collider.pose[c][:3], impulse))
    return {"node.velocity": vel, **({"collider.impulse": total} if v.reaction else {})}


def mpm_rigid_node(t: Any, v: Any, n: Any) -> dict[str, Any]:
    g = t.node
    vel = g.velocity.copy()
    for i, c in enumerate(g.collider):
        if c >= 0:
            if v.shape == "sphere":
                distance = np.linalg.norm(g.position[i] - t.collider.pose[c][:3]) - t.collider.size[c][0]
            else:
                distance = distance_to(t, c, g.position[i])[0]
            vel[i] = vel[i] if distance > 0 else collider_velocity(t, c, g.position[i])
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
