"""Nearest points of segments."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rays import RAYS

PARALLEL = 1.0e-4
LEAST_SQUARE = 1.0e-12


@law
def closest_on_segment(p: wp.vec3, a: wp.vec3, b: wp.vec3) -> wp.vec3:
    """Point of a segment that is nearest to a point, its start if it has no length."""
    ab = b - a
    den = wp.dot(ab, ab)
    if den < LEAST_SQUARE:
        return a
    t = wp.clamp(wp.dot(p - a, ab) / den, 0.0, 1.0)
    return a + ab * t


@computation(
    RAYS,
    "find the point of the second segment that is closest to the first (Ericson)",
    outputs={"point": "", "distance": "with the distance", "weights": "with both parameters"},
)
def closest_segments(query: Any) -> None:
    p = query.a.position
    q = query.c.position
    d1 = query.b.position - p
    d2 = query.d.position - q
    r = p - q
    a = wp.max(wp.dot(d1, d1), LEAST_SQUARE)
    e = wp.max(wp.dot(d2, d2), LEAST_SQUARE)
    b = wp.dot(d1, d2)
    c = wp.dot(d1, r)
    f = wp.dot(d2, r)
    den = a * e - b * b
    s = float(0.0)
    # parallel segments keep the start of the first
    if den > PARALLEL * a * e:
        s = wp.clamp((b * f - c * e) / den, 0.0, 1.0)
    t = (b * s + f) / e
    if t < 0.0:
        t = 0.0
        s = wp.clamp(-c / a, 0.0, 1.0)
    elif t > 1.0:
        t = 1.0
        s = wp.clamp((b - c) / a, 0.0, 1.0)
    x2 = q + d2 * t
    query.closest = x2
    if v.outputs == "distance":
        query.distance = wp.length(p + d1 * s - x2)
    elif v.outputs == "weights":
        query.parameters = wp.vec2(s, t)


@computation(
    RAYS,
    "find the closest point of a segment to a query",
    outputs={"point": "", "distance": "with the distance", "alone": "storing the distance only"},
)
def closest_point_on_segment(query: Any) -> None:
    p = query.point
    q = closest_on_segment(p, query.a.position, query.b.position)
    if v.outputs != "alone":
        query.closest = q
    if v.outputs != "point":
        query.distance = wp.length(p - q)
