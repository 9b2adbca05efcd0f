"""Triangles, edges and boxes: the geometry that queries are made of, in double precision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from generator.verification.reference.values.values import Vec


def double(v: Any) -> np.ndarray:
    return v.a.astype(np.float64)


def closest_point_edge_edge(p1: Any, q1: Any, p2: Any, q2: Any, epsilon: Any) -> Vec:
    """(parameter on the first edge, on the second, distance); an edge no longer than ``sqrt(epsilon)`` is a point."""
    start1, end1, start2, end2 = (double(v) for v in (p1, q1, p2, q2))
    along1, along2, between = end1 - start1, end2 - start2, start1 - start2
    a, e, f = along1 @ along1, along2 @ along2, along2 @ between
    c, b = along1 @ between, along1 @ along2
    s = t = 0.0
    if a <= epsilon < e:
        t = _unit(f / e)
    elif e <= epsilon < a:
        s = _unit(-c / a)
    elif a > epsilon and e > epsilon:
        determinant = a * e - b * b
        s = _unit((b * f - c * e) / determinant) if determinant > 0.0 else 0.0
        t = (b * s + f) / e
        if not 0.0 <= t <= 1.0:
            t = _unit(t)
            s = _unit((b * t - c) / a)
    distance = np.linalg.norm(start2 + along2 * t - start1 - along1 * s)
    return Vec(np.array([s, t, distance], dtype=p1.a.dtype))


def _unit(x: float) -> float:
    return min(max(x, 0.0), 1.0)


def closest_on_triangles(p: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Barycentric weights (n, 3) of the point of each triangle (n, 3, 3) that is nearest to ``p``."""
    found = barycentric(p, corners)
    inside = (found >= 0.0).all(axis=1)
    best = np.full(len(corners), np.inf)
    for i, j in ((0, 1), (1, 2), (2, 0)):
        first, edge = corners[:, i], corners[:, j] - corners[:, i]
        share = np.clip(((p - first) * edge).sum(axis=1) / (edge * edge).sum(axis=1), 0.0, 1.0)
        gap = p - first - share[:, None] * edge
        distance = (gap * gap).sum(axis=1)
        nearer = ~inside & (distance < best)
        best[nearer] = distance[nearer]
        found[nearer] = 0.0
        found[nearer, i], found[nearer, j] = 1.0 - share[nearer], share[nearer]
    return found


def barycentric(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Barycentric weights (n, 3) of one or n points projected to the planes of triangles (n, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    normal = np.cross(b - a, c - a)
    area = (normal * normal).sum(axis=1)
    u = (np.cross(c - b, points - b) * normal).sum(axis=1) / area
    v = (np.cross(a - c, points - c) * normal).sum(axis=1) / area
    return np.stack([u, v, 1.0 - u - v], axis=1)


def winding_number(p: np.ndarray, corners: np.ndarray) -> float:
    """Winding number of a triangle mesh around ``p``: the sum of the signed solid angles over the sphere's."""
    x, y, z = (corners[:, k] - p for k in range(3))
    lx, ly, lz = (np.linalg.norm(v, axis=1) for v in (x, y, z))
    above = (x * np.cross(y, z)).sum(axis=1)
    below = lx * ly * lz + (x * y).sum(axis=1) * lz + (y * z).sum(axis=1) * lx + (z * x).sum(axis=1) * ly
    return float(np.arctan2(above, below).sum()) / (2.0 * math.pi)


def ray_hits_box(start: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray) -> float:
    """Where a ray enters a box, in multiples of the direction; infinity where it misses."""
    with np.errstate(all="ignore"):
        one, other = (low - start) / direction, (high - start) / direction
    enter, leave = float(np.nanmax(np.minimum(one, other))), float(np.nanmin(np.maximum(one, other)))
    return max(enter, 0.0) if leave >= max(enter, 0.0) else math.inf


def intersect_tri_tri(*corners: Any) -> Any:
    """1 where two triangles (three corners each) intersect, that is, an edge of one pierces the other; else 0."""
    first, second = [double(v) for v in corners[:3]], [double(v) for v in corners[3:]]
    return np.int32(_pierces(first, second) or _pierces(second, first))


def _pierces(edges: list[np.ndarray], triangle: list[np.ndarray]) -> bool:
    a, b, c = triangle
    normal = np.cross(b - a, c - a)
    for k in range(3):
        start, end = edges[k], edges[(k + 1) % 3]
        above, below = float(normal @ (start - a)), float(normal @ (end - a))
        if above * below > 0.0 or above == below:
            continue
        crossing = start + (end - start) * (above / (above - below))
        if barycentric(crossing, np.stack(triangle)[None]).min() >= 0.0:
            return True
    return False
