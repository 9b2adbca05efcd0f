"""Statements for the family ``closest``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_local, unit


def _on_segment(p, a, b):
    length = (b - a) @ (b - a)
    return a if length < 1e-6 else a + (b - a) * np.clip((p - a) @ (b - a) / length, 0.0, 1.0)


def _on_triangle(p, a, b, c):
    """The foot on the plane where that is inside, else the best of the three edges."""
    if (a == b).all():  # no triangle: its first corner stands for it
        return a
    normal = np.cross(b - a, c - a)
    if normal @ normal > 1e-12:
        u, w, _ = np.linalg.solve(np.stack([b - a, c - a, normal], axis=1), p - a)
        if min(u, w, 1.0 - u - w) >= 0.0:
            return a + u * (b - a) + w * (c - a)
    feet = [_on_segment(p, *edge) for edge in ((a, b), (b, c), (c, a))]
    return min(feet, key=lambda foot: (foot - p) @ (foot - p))


def _distance(kind, p, size):
    if kind == 0:
        return np.linalg.norm(p) - size[0]
    if kind == 1:
        beyond = np.abs(p) - size
        return np.linalg.norm(np.clip(beyond, 0, None)) if (beyond > 0).any() else beyond.max()
    if kind == 2:
        ends = np.array([0, 0, -size[1]]), np.array([0, 0, size[1]])
        return np.linalg.norm(p - _on_segment(p, *ends)) - size[0]
    return p[2]


def closest_point_on_triangle(t, v, n):
    query = t.query
    closest, distance, gradient = query.point.copy(), np.full(len(query.point), 1.0e10), query.gradient.copy()
    for i, f in enumerate(query.triangle):
        if f < 0:
            continue
        closest[i] = _on_triangle(query.point[i], *t.vertex.position[t.triangle.corners[f]])
        distance[i] = np.linalg.norm(query.point[i] - closest[i])
        gradient[i] = unit(query.point[i] - closest[i]) if distance[i] >= 1e-6 else 0.0
    extra = {"point": {}, "distance": {"query.distance": distance}, "gradient": {"query.gradient": gradient}}
    return {"query.closest": closest} | extra[v.outputs]


def nearest_triangle(t, v, n):
    query = t.query
    face_id, distance, closest = query.face_id.copy(), query.distance.copy(), query.closest.copy()
    for i, near in enumerate(query.triangles):
        allowed = [f for f in near if not v.group or n.group_mask >> t.triangle.group[f] & 1]
        feet = [_on_triangle(query.point[i], *t.vertex.position[t.triangle.corners[f]]) for f in allowed]
        away = [np.linalg.norm(foot - query.point[i]) for foot in feet]
        face_id[i], distance[i], closest[i] = -1, 1e10, query.point[i]
        if away:
            best = 0
            for k, d in enumerate(away):
                best = k if d + 1e-5 < away[best] else best
            face_id[i], distance[i], closest[i] = allowed[best], away[best], feet[best]
    out = {"query.face_id": face_id, "query.distance": distance}
    return out | ({"query.closest": closest} if v.outputs == "point" else {})


def signed_distance_to_shape(t, v, n):
    query, shape = t.query, t.shape
    distance, side = query.distance.copy(), query.side.copy()
    for i, s in enumerate(query.shape):
        if s < 0:
            distance[i], side[i] = 1e10, 0
            continue
        p = query.point[i]
        if v.body and shape.body[s] >= 0:
            p = to_local(t.body.pose[shape.body[s]], p)
        distance[i] = _distance(shape.type[s], to_local(shape.pose[s], p), shape.size[s])
        distance[i] -= shape.margin[s] if v.margin else 0.0
        side[i] = -1 if distance[i] < 0 else 1
    return {"query.distance": distance} | ({"query.side": side} if v.side else {})


def distance_to_spheres(t, v, n):
    distance = np.zeros(len(t.query.point))
    for i, balls in enumerate(t.query.balls):
        d = 1e10
        for s in balls:
            r = np.linalg.norm(t.query.point[i] - t.ball.center[s]) - t.ball.radius[s]
            # the polynomial of Quilez: the minimum, less a quarter of the width where both are equal
            near = max(n.smoothing - abs(d - r), 0.0) / n.smoothing if v.blend == "smooth" else 0.0
            d = min(d, r) - near * near * n.smoothing / 4.0
        distance[i] = -d if v.invert else d
    return {"query.distance": distance}


def clamp_point_to_box(t, v, n):
    p, box = t.query.point, t.query.box
    closest = np.clip(p, t.box.lower[box], t.box.upper[box])
    moved = np.linalg.norm(closest - p, axis=1)
    extra = {"point": {}, "side": {"query.side": np.where(moved > 0, 1, -1)}, "distance": {"query.distance": moved}}
    return {"query.closest": closest} | extra[v.outputs]
