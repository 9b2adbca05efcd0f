"""Triangles, edges and boxes: the geometry that queries are made of, in double precision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from generator.verification.reference.values import Vec


def double(v: Any) -> np.ndarray:
    return v.a.astype(np.float64)


def closest_point_edge_edge(p1: Any, q1: Any, p2: Any, q2: Any, epsilon: Any) -> Vec:
    """(position on the first edge, on the second, distance); an edge no longer than ``sqrt(epsilon)`` is a point."""
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


def closest_on_triangle(p: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> tuple[float, float]:
    """Barycentric weights of ``a`` and ``b`` at the point of the triangle nearest to ``p``."""
    ab, ac = b - a, c - a
    normal = np.cross(ab, ac)
    inside = barycentric(p, a, b, c, normal)
    if min(inside) >= 0.0:
        return inside[0], inside[1]
    candidates = []
    for (i, first), (j, second) in (((0, a), (1, b)), ((1, b), (2, c)), ((2, c), (0, a))):
        edge = second - first
        share = _unit(float((p - first) @ edge / (edge @ edge)))
        weights = [0.0, 0.0, 0.0]
        weights[i], weights[j] = 1.0 - share, share
        gap = p - first - share * edge
        candidates.append((float(gap @ gap), weights))
    _, best = min(candidates, key=lambda candidate: candidate[0])
    return best[0], best[1]


def barycentric(
    p: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray, normal: np.ndarray
) -> tuple[float, float, float]:
    """Weights of the corners at the projection of ``p`` to the triangle's plane."""
    area = float(normal @ normal)
    u = float(np.cross(c - b, p - b) @ normal) / area
    v = float(np.cross(a - c, p - c) @ normal) / area
    return u, v, 1.0 - u - v


def solid_angle(p: np.ndarray, a: np.ndarray, b: np.ndarray, c: np.ndarray) -> float:
    """Signed solid angle of a triangle seen from ``p``."""
    x, y, z = a - p, b - p, c - p
    lx, ly, lz = (float(np.linalg.norm(v)) for v in (x, y, z))
    below = lx * ly * lz + float(x @ y) * lz + float(y @ z) * lx + float(z @ x) * ly
    return 2.0 * math.atan2(float(x @ np.cross(y, z)), below)


def ray_hits_box(start: np.ndarray, direction: np.ndarray, low: np.ndarray, high: np.ndarray) -> float:
    """Where a ray enters a box, infinity where it does not: in multiples of the direction."""
    with np.errstate(all="ignore"):
        one, other = (low - start) / direction, (high - start) / direction
    enter, leave = float(np.nanmax(np.minimum(one, other))), float(np.nanmin(np.maximum(one, other)))
    return max(enter, 0.0) if leave >= max(enter, 0.0) else math.inf


def intersect_tri_tri(*corners: Any) -> Any:
    """1 where two triangles (three corners each) meet, else 0: some edge of one pierces the other."""
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
        if min(barycentric(crossing, a, b, c, normal)) >= 0.0:
            return True
    return False
