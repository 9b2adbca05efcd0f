"""Statements for the family ``triangles``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_world, unit


def _corners(t):
    return t.vertex.position[t.triangle.corners]


def _doubled_normals(t):
    x = _corners(t)
    return np.cross(x[:, 1] - x[:, 0], x[:, 2] - x[:, 0])


def triangle_normal(t, v, n):
    normals = _doubled_normals(t)
    lengths = np.linalg.norm(normals, axis=1)
    if v.length == "doubled":
        return {"triangle.normal": normals}
    made = np.where(lengths[:, None] > 0, normals / np.where(lengths > 0, lengths, 1.0)[:, None], 0.0)
    return {"triangle.normal": made} | ({"triangle.area": lengths / 2} if v.length == "area" else {})


def scatter_vertex_normals(t, v, n):
    sums, valence = t.vertex.normal_sum.copy(), t.vertex.valence.copy()
    for corners, normal in zip(t.triangle.corners, _doubled_normals(t), strict=True):
        for corner in corners:
            size = np.linalg.norm(normal)
            sums[corner] += normal if v.weight == "area" or size == 0 else normal / size
            valence[corner] += 1
    return {"vertex.normal_sum": sums} | ({"vertex.valence": valence} if v.valence else {})


def finish_vertex_normal(t, v, n):
    normal = np.zeros_like(t.vertex.normal)
    for i, total in enumerate(t.vertex.normal_sum):
        if np.linalg.norm(total) > 1e-6:
            normal[i] = unit(total)
        elif v.empty == "up":
            normal[i] = (0, 0, 1)
    return {"vertex.normal": normal}


def triangle_center(t, v, n):
    out = {"triangle.center": _corners(t).mean(axis=1)}
    areas = np.linalg.norm(_doubled_normals(t), axis=1) / 2
    return out | ({"triangle.area": areas} if v.area else {})


def triangle_bounds(t, v, n):
    lower, upper = t.triangle.lower.copy(), t.triangle.upper.copy()
    for i, corners in enumerate(_corners(t)):
        points = corners
        if v.frame == "shape":
            s = t.triangle.shape[i]
            if s < 0:
                continue
            points = np.array([to_world(t.shape.pose[s], p) for p in corners])
        gap = n.gap if v.widen else 0.0
        lower[i], upper[i] = points.min(axis=0) - gap, points.max(axis=0) + gap
    return {"triangle.lower": lower, "triangle.upper": upper}


def interpolate_at_point(t, v, n):
    query = t.query
    value, side = query.value.copy(), query.side.copy()
    color, weights = query.color.copy(), query.weights.copy()
    for i, f in enumerate(query.triangle):
        if f < 0:
            continue
        corners = t.triangle.corners[f]
        a, b, c = t.vertex.position[corners]
        normal = np.cross(b - a, c - a)
        flat = normal @ normal <= 1e-6 * ((b - a) @ (b - a)) * ((c - a) @ (c - a))
        if flat:
            w = np.zeros(3)
        else:  # the point's foot on the plane, in coordinates along the edges and the normal
            w1, w2, _ = np.linalg.solve(np.stack([b - a, c - a, normal], axis=1), query.point[i] - a)
            w = np.array([1.0 - w1 - w2, w1, w2])
        value[i], side[i] = w @ t.vertex.value[corners], 1 if flat or (w < 0.0).any() else -1
        color[i], weights[i] = w @ t.vertex.color[corners], w
    out = {"query.value": value}
    out |= {"query.side": side} if v.inside else {}
    return out | {"value": {}, "color": {"query.color": color}, "weights": {"query.weights": weights}}[v.outputs]


def winding_number(t, v, n):
    x = _corners(t)
    winding = np.zeros(len(t.query.point))
    for i, near in enumerate(t.query.triangles):
        for f in near:
            a, b, c = (unit(corner - t.query.point[i]) for corner in x[f])
            # van Oosterom and Strackee, on the unit sphere
            winding[i] += 2.0 * np.arctan2(a @ np.cross(b, c), 1.0 + a @ b + b @ c + c @ a) / (4.0 * np.pi)
    out = {"query.winding": winding}
    return out | ({"query.side": np.where(abs(winding) > 0.5, -1, 1)} if v.side else {})


def ray_triangle(t, v, n):
    ray = t.ray
    distance, uv, status = ray.distance.copy(), ray.uv.copy(), ray.status.copy()
    for i, f in enumerate(ray.face):
        distance[i], status[i] = -1.0, 0
        if f < 0:
            continue
        a, b, c = t.vertex.position[t.triangle.corners[f]]
        # o + t d = a + u (b - a) + w (c - a)
        columns = np.stack([-ray.direction[i], b - a, c - a], axis=1)
        det = np.linalg.det(columns)
        least = 1e-6 * np.linalg.norm(b - a) * np.linalg.norm(c - a)
        if det <= least if v.cull else abs(det) <= least:
            continue
        s, u, w = np.linalg.solve(columns, ray.origin[i] - a)
        if min(u, w, 1.0 - u - w) < 0 or not 0 <= s <= ray.max_distance[i]:
            continue
        distance[i], uv[i], status[i] = s, (u, w), 1 if det > 0 else 3
    out = {"ray.distance": distance, "ray.uv": uv}
    return out | ({"ray.status": status} if v.outputs == "status" else {})
