"""What rigid colliders in the grid of the material point method must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import rotate, turn_back


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
