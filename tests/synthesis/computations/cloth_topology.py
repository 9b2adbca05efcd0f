"""What the computations of ``cloth_topology`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

ROOM = 8


def fill_vertex_rings(t: Any, v: Any, n: Any) -> dict[str, Any]:
    ring, counts = t.vertex.ring.copy(), t.vertex.ring_count.copy()
    for k, corners in enumerate(zip(t.triangle.a, t.triangle.b, t.triangle.c, strict=True)):
        for corner in () if v.torn and t.triangle.torn[k] else corners:
            if counts[corner] < ROOM:
                ring[corner, counts[corner]] = k
            counts[corner] += 1
    return {"vertex.ring": ring, "vertex.ring_count": counts}


def mark_border_vertices(t: Any, v: Any, n: Any) -> dict[str, Any]:
    name = "border_edges" if v.count else "border"
    h, border = t.hinge, getattr(t.vertex, name).copy()
    for k in range(len(h.start)):
        one_sided = h.opposite[k] < 0 or h.across[k] < 0
        if one_sided and h.start[k] >= 0 and h.end[k] >= 0:
            for end in (h.start[k], h.end[k]):
                border[end] = border[end] + 1 if v.count else max(border[end], 1)
    return {f"vertex.{name}": border}


def check_edge_colors(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.edge
    first, second = t.vertex.color[e.a], t.vertex.color[e.b]
    return {"edge.conflict": (first == second) & (first >= 0)}


def cloth_triangle_bounds(t: Any, v: Any, n: Any) -> dict[str, Any]:
    corners = np.stack([t.triangle.a, t.triangle.b, t.triangle.c])
    points = t.vertex.position[corners]
    if v.swept:
        points = np.concatenate([points, t.vertex.previous[corners]])
    wide = n.margin if v.margin == "number" else t.vertex.radius[corners].max(axis=0)[:, None]
    return {"triangle.lower": points.min(axis=0) - wide, "triangle.upper": points.max(axis=0) + wide}


def lump_triangle_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, x = t.triangle, t.vertex.rest
    area = m.area
    if v.area == "current":
        area = np.linalg.norm(np.cross(x[m.b] - x[m.a], x[m.c] - x[m.a]), axis=1) / 2
    mass = t.vertex.mass.copy()
    for corner in (m.a, m.b, m.c):
        np.add.at(mass, corner, m.density * area / 3)
    return {"vertex.mass": mass}


def triangle_rest_shape(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, x = t.triangle, t.vertex.rest
    shape = np.zeros_like(m.inverse_rest)
    for k in range(len(shape)):
        first, second = x[m.b[k]] - x[m.a[k]], x[m.c[k]] - x[m.a[k]]
        # the upper triangle of a QR factorisation is the shape in its own plane
        upper = np.linalg.qr(np.stack([first, second], axis=1))[1]
        upper = upper * np.sign(np.diag(upper))[:, None]
        if abs(np.linalg.det(upper)) >= 1e-6 and not (v.torn and m.torn[k]):
            shape[k] = np.linalg.inv(upper)
    return {"triangle.inverse_rest": shape}


def measure_edges(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, x = t.edge, t.vertex.position if v.at == "now" else t.vertex.rest
    return {"edge.length": np.linalg.norm(x[e.a] - x[e.b], axis=1)}


def conservative_bounds(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    bound = np.zeros_like(p.bound)
    for i, near in enumerate(p.neighbours):
        apart = [
            np.linalg.norm(p.position[i] - p.position[j]) for j in near if j != i and not _near_at_rest(p, v, i, j)
        ]
        bound[i] = n.relaxation / 2 * max(min([*apart, 10.0]) - n.margin, 0.0)
    return {"vertex.bound": bound}


def _near_at_rest(p: Any, v: Any, i: int, j: int) -> bool:
    return bool(v.rest and np.linalg.norm(p.rest[i] - p.rest[j]) < p.radius[i] + p.radius[j])
