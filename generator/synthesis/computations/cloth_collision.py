"""Cloth against itself: vertices against triangles, edges against edges, hinges as constraints."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

EPSILON = 1.0e-6
LEAST_SQUARE = 1.0e-12
LEAST_DISTANCE = 0.05
PARALLEL = 1.0e-4
"""Squared sine of the angle under which two edges are parallel."""


@law
def nearest_on_triangle(p: wp.vec3, a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Barycentric coordinates of the point of a triangle nearest to another (Ericson 2005)."""
    ab = b - a
    ac = c - a
    ap = p - a
    d1 = wp.dot(ab, ap)
    d2 = wp.dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return wp.vec3(1.0, 0.0, 0.0)
    bp = p - b
    d3 = wp.dot(ab, bp)
    d4 = wp.dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return wp.vec3(0.0, 1.0, 0.0)
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        t = d1 / (d1 - d3)
        return wp.vec3(1.0 - t, t, 0.0)
    cp = p - c
    d5 = wp.dot(ab, cp)
    d6 = wp.dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return wp.vec3(0.0, 0.0, 1.0)
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        t = d2 / (d2 - d6)
        return wp.vec3(1.0 - t, 0.0, t)
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        t = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        return wp.vec3(0.0, 1.0 - t, t)
    denom = 1.0 / (va + vb + vc)
    return wp.vec3(va * denom, vb * denom, vc * denom)


@law
def nearest_on_edges(p: wp.vec3, q: wp.vec3, r: wp.vec3, s: wp.vec3) -> wp.vec2:
    """Parameters from 0 to 1 of the points where two segments come nearest to each other."""
    d1 = q - p
    d2 = s - r
    w = p - r
    a = wp.max(wp.dot(d1, d1), LEAST_SQUARE)
    e = wp.max(wp.dot(d2, d2), LEAST_SQUARE)
    b = wp.dot(d1, d2)
    c = wp.dot(d1, w)
    f = wp.dot(d2, w)
    denom = a * e - b * b
    x = 0.0
    if denom > PARALLEL * a * e:
        x = wp.clamp((b * f - c * e) / denom, 0.0, 1.0)
    y = (b * x + f) / e
    if y < 0.0:
        y = 0.0
        x = wp.clamp(-c / a, 0.0, 1.0)
    elif y > 1.0:
        y = 1.0
        x = wp.clamp((b - c) / a, 0.0, 1.0)
    return wp.vec2(x, y)


@law
def barrier_force(dist: float, reach: float, stiffness: float) -> float:
    """Force of a contact barrier, quadratic in energy far out and logarithmic close to the surface."""
    half = 0.5 * reach
    if dist > half:
        return stiffness * (reach - dist)
    return stiffness * half * half / wp.max(dist, LEAST_DISTANCE)


@computation(
    CLOTH,
    "push a vertex away from the triangles that it comes near",
    law={"linear": "by a linear penalty", "barrier": "by a barrier, quadratic far out and logarithmic close by"},
    friction={True: "with Coulomb friction", False: ""},
    react={True: "and push back at their corners", False: ""},
)
def vertex_triangle_contact(vertex: Any, stiffness: Any, reach: Any, friction: Any) -> None:
    x = vertex.position
    step = x - vertex.previous
    i = vertex.index
    for t in vertex.near_triangles:
        a, b, c = t.a, t.b, t.c
        # its own triangles do not count
        if a.index == i or b.index == i or c.index == i:
            continue
        xa = a.position
        xb = b.position
        xc = c.position
        # without area it has no nearest point of its own
        if wp.length_sq(wp.cross(xb - xa, xc - xa)) <= EPSILON * wp.length_sq(xb - xa) * wp.length_sq(xc - xa):
            continue
        bary = nearest_on_triangle(x, xa, xb, xc)
        d = x - (bary[0] * xa + bary[1] * xb + bary[2] * xc)
        dist = wp.length(d)
        if dist >= reach or dist < EPSILON:
            continue
        n = d / dist
        if v.law == "linear":
            fn = stiffness * (reach - dist)
        else:
            fn = barrier_force(dist, reach, stiffness)
        f = fn * n
        if v.friction:
            moved = bary[0] * (xa - a.previous) + bary[1] * (xb - b.previous) + bary[2] * (xc - c.previous)
            slide = step - moved
            slide = slide - n * wp.dot(n, slide)
            size = wp.length(slide)
            if size > EPSILON:
                f -= slide * (friction * fn / size)
        vertex.force += f
        if v.react:
            a.force -= bary[0] * f
            b.force -= bary[1] * f
            c.force -= bary[2] * f


@computation(
    CLOTH,
    "measure how near the two edges of a collision come and whether that is within reach",
    shared={True: "taking edges that share a vertex as just out of reach", False: ""},
    stored={True: "and store where", False: ""},
)
def measure_edge_collision(collision: Any, reach: Any) -> None:
    ea, eb = collision.first, collision.second
    a0, a1 = ea.a, ea.b
    b0, b1 = eb.a, eb.b
    if v.shared:
        i = a0.index
        j = a1.index
        if i == b0.index or i == b1.index or j == b0.index or j == b1.index:
            collision.active = 0
            collision.distance = reach
            return
    st = nearest_on_edges(a0.position, a1.position, b0.position, b1.position)
    xa = a0.position + st[0] * (a1.position - a0.position)
    xb = b0.position + st[1] * (b1.position - b0.position)
    dist = wp.length(xb - xa)
    collision.distance = dist
    if v.stored:
        collision.sides = st
    if dist < reach:
        collision.active = 1
    else:
        collision.active = 0


@computation(
    CLOTH,
    "push the two edges of a collision apart by a barrier, quadratic far out and logarithmic close by,",
    damped={True: "with damping", False: ""},
    active={True: "if it is active", False: ""},
)
def edge_collision_force(collision: Any, stiffness: Any, reach: Any, damping: Any) -> None:
    if v.active and collision.active == 0:
        return
    ea, eb = collision.first, collision.second
    a0, a1 = ea.a, ea.b
    b0, b1 = eb.a, eb.b
    st = nearest_on_edges(a0.position, a1.position, b0.position, b1.position)
    s = st[0]
    t = st[1]
    d = (1.0 - s) * a0.position + s * a1.position - (1.0 - t) * b0.position - t * b1.position
    dist = wp.length(d)
    if dist >= reach or dist < EPSILON:
        return
    n = d / dist
    f = barrier_force(dist, reach, stiffness)
    if v.damped:
        va = (1.0 - s) * a0.velocity + s * a1.velocity
        vb = (1.0 - t) * b0.velocity + t * b1.velocity
        f -= damping * wp.dot(n, va - vb)
    a0.force += (1.0 - s) * f * n
    a1.force += s * f * n
    b0.force -= (1.0 - t) * f * n
    b1.force -= t * f * n


@computation(
    CLOTH,
    "correct the four vertices of a hinge towards its rest angle, by the shorter way round,",
    side={"both": "", "fold": "only where it is folded further than at rest, to either side"},
    counted={True: "and count the corrections", False: ""},
)
def solve_hinge_angle(hinge: Any, relaxation: Any) -> None:
    a, b = hinge.opposite, hinge.across
    c, d = hinge.start, hinge.end
    x1 = a.position
    x2 = b.position
    x3 = c.position
    x4 = d.position
    e = x4 - x3
    n1 = wp.cross(x3 - x1, x4 - x1)
    n2 = wp.cross(x4 - x2, x3 - x2)
    n1_sq = wp.length_sq(n1)
    n2_sq = wp.length_sq(n2)
    length = wp.length(e)
    # a triangle lower than a thousandth of the hinge has no angle
    least = EPSILON * length * length * length * length
    if length < EPSILON or n1_sq <= least or n2_sq <= least:
        return
    theta = wp.atan2(wp.dot(wp.cross(n1, n2), e) / length, wp.dot(n1, n2))
    if v.side == "fold" and wp.abs(theta) <= wp.abs(hinge.rest_angle):
        return
    # gradients of the angle
    g1 = -n1 * (length / n1_sq)
    g2 = -n2 * (length / n2_sq)
    g3 = -n1 * (wp.dot(x1 - x4, e) / (length * n1_sq)) - n2 * (wp.dot(x2 - x4, e) / (length * n2_sq))
    g4 = -n1 * (wp.dot(x3 - x1, e) / (length * n1_sq)) - n2 * (wp.dot(x3 - x2, e) / (length * n2_sq))
    w1 = a.inverse_mass
    w2 = b.inverse_mass
    w3 = c.inverse_mass
    w4 = d.inverse_mass
    denom = w1 * wp.length_sq(g1) + w2 * wp.length_sq(g2) + w3 * wp.length_sq(g3) + w4 * wp.length_sq(g4)
    if denom < EPSILON:
        return
    gap = theta - hinge.rest_angle
    # the shorter way round
    err = wp.atan2(wp.sin(gap), wp.cos(gap))
    lam = -relaxation * err / denom
    a.delta += w1 * lam * g1
    b.delta += w2 * lam * g2
    c.delta += w3 * lam * g3
    d.delta += w4 * lam * g4
    if v.counted:
        a.delta_count += 1
        b.delta_count += 1
        c.delta_count += 1
        d.delta_count += 1
