"""What the computations of ``cloth_collision`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def _on_segment(p: Any, q: Any, x: Any) -> float:
    along = (q - p) @ (q - p)
    return float(np.clip((x - p) @ (q - p) / along, 0.0, 1.0)) if along > 0.0 else 0.0


def _on_triangle(x: Any, corners: Any) -> Any:
    """Weights of the nearest point: of the plane where it lies inside, else of the nearest side."""
    a, b, c = corners
    system = np.stack([b - a, c - a], axis=1)
    inner = np.linalg.lstsq(system, x - a, rcond=None)[0]
    weights = np.array([1.0 - inner.sum(), *inner])
    if (weights >= 0.0).all():
        return weights
    choices = []
    for i, j in ((0, 1), (1, 2), (2, 0)):
        s = _on_segment(corners[i], corners[j], x)
        side = np.zeros(3)
        side[i], side[j] = 1.0 - s, s
        choices.append(side)
    return min(choices, key=lambda w: np.linalg.norm(x - w @ corners))


def _on_edges(p: Any, q: Any, r: Any, s: Any) -> Any:
    """Where two segments are nearest: inside both, else with an end of one."""
    inner = np.linalg.lstsq(np.stack([q - p, r - s], axis=1), r - p, rcond=None)[0]
    some = (p != q).any() and (r != s).any()
    if some and (inner >= 0.0).all() and (inner <= 1.0).all():
        return inner
    choices = [(float(k), _on_segment(r, s, x)) for k, x in enumerate((p, q))]
    choices += [(_on_segment(p, q, x), float(k)) for k, x in enumerate((r, s))]
    return np.array(min(choices, key=lambda st: np.linalg.norm(p + st[0] * (q - p) - r - st[1] * (s - r))))


def _barrier(away: float, n: Any) -> float:
    half = n.reach / 2
    return float(n.stiffness * (n.reach - away if away > half else half**2 / max(away, 0.05)))


def vertex_triangle_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, force = t.vertex, t.vertex.force.copy()
    for i, near in enumerate(p.near_triangles):
        for k in near:
            corners = np.array([t.triangle.a[k], t.triangle.b[k], t.triangle.c[k]])
            if i in corners or len(set(corners)) < 3:
                continue
            weights = _on_triangle(p.position[i], p.position[corners])
            d = p.position[i] - weights @ p.position[corners]
            away = np.linalg.norm(d)
            if away >= n.reach or away < 1e-6:
                continue
            up = d / away
            push = _barrier(float(away), n) if v.law == "barrier" else n.stiffness * (n.reach - away)
            f = push * up
            moved = p.position - p.previous
            slide = moved[i] - weights @ moved[corners]
            slide = slide - (slide @ up) * up
            size = np.linalg.norm(slide)
            if v.friction and size > 1e-6:
                f = f - n.friction * push * slide / size
            force[i] += f
            if v.react:
                np.subtract.at(force, corners, weights[:, None] * f)
    return {"vertex.force": force}


def _ends(t: Any, k: int) -> Any:
    edges = (t.collision.first[k], t.collision.second[k])
    return np.array([end for e in edges for end in (t.edge.a[e], t.edge.b[e])])


def measure_edge_collision(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.collision
    distance, sides, active = c.distance.copy(), c.sides.copy(), c.active.copy()
    for k in range(len(distance)):
        ends = _ends(t, k)
        if v.shared and set(ends[:2]) & set(ends[2:]):
            active[k], distance[k] = 0, n.reach
            continue
        x = t.vertex.position[ends]
        s, u = _on_edges(*x)
        distance[k] = np.linalg.norm((1 - s) * x[0] + s * x[1] - (1 - u) * x[2] - u * x[3])
        sides[k] = s, u
        active[k] = distance[k] < n.reach
    out = {"collision.distance": distance, "collision.active": active}
    return out | ({"collision.sides": sides} if v.stored else {})


def edge_collision_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, force = t.vertex, t.vertex.force.copy()
    for k in range(len(t.collision.first)):
        ends = _ends(t, k)
        if v.active and not t.collision.active[k]:
            continue
        s, u = _on_edges(*p.position[ends])
        weights = np.array([1 - s, s, u - 1, -u])
        d = weights @ p.position[ends]
        away = np.linalg.norm(d)
        if away >= n.reach or away < 1e-6:
            continue
        push = _barrier(float(away), n)
        if v.damped:
            push -= n.damping * (weights @ p.velocity[ends]) @ d / away
        np.add.at(force, ends, weights[:, None] * push * d / away)
    return {"vertex.force": force}


def _angle(x: Any) -> float:
    n1, n2 = np.cross(x[2] - x[0], x[3] - x[0]), np.cross(x[3] - x[1], x[2] - x[1])
    e = (x[3] - x[2]) / np.linalg.norm(x[3] - x[2])
    return float(np.arctan2(np.cross(n1, n2) @ e, n1 @ n2))


def solve_hinge_angle(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, h = t.vertex, t.hinge
    delta, counts = p.delta.copy(), p.delta_count.copy()
    for k, four in enumerate(np.stack([h.opposite, h.across, h.start, h.end], axis=1)):
        if min(four) < 0 or {four[2], four[3]} & {four[0], four[1]} or four[2] == four[3]:
            continue
        x = p.position[four]
        error = (_angle(x) - h.rest_angle[k] + np.pi) % (2 * np.pi) - np.pi
        if v.side == "fold" and -abs(h.rest_angle[k]) <= _angle(x) <= abs(h.rest_angle[k]):
            continue
        slope = np.zeros_like(x)
        for place in np.ndindex(x.shape):
            step = np.zeros_like(x)
            step[place] = 1e-5
            slope[place] = (_angle(x + step) - _angle(x - step)) / 2e-5
        moves = p.inverse_mass[four][:, None] * slope
        np.add.at(delta, four, -n.relaxation * error * moves / (moves * slope).sum())
        np.add.at(counts, four, 1)
    return {"vertex.delta": delta, **({"vertex.delta_count": counts} if v.counted else {})}
