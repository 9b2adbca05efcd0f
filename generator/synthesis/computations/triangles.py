"""Triangles: normals, areas, bounds, what their corners carry, and rays through them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rays import RAYS

EPSILON = 1.0e-6
NO_HIT = -1.0
HIT = 1
BACKFACE = 2


@law
def triangle_solid_angle(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> float:
    """Signed solid angle of a triangle seen from the origin (van Oosterom and Strackee)."""
    la = wp.length(a)
    lb = wp.length(b)
    lc = wp.length(c)
    det = wp.dot(a, wp.cross(b, c))
    den = la * lb * lc + wp.dot(a, b) * lc + wp.dot(b, c) * la + wp.dot(c, a) * lb
    return 2.0 * wp.atan2(det, den)


@law
def barycentric_weights(p: wp.vec3, a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Barycentric coordinates of a point projected on a triangle, zeros where it is degenerate."""
    ab = b - a
    ac = c - a
    ap = p - a
    d00 = wp.dot(ab, ab)
    d01 = wp.dot(ab, ac)
    d11 = wp.dot(ac, ac)
    d20 = wp.dot(ap, ab)
    d21 = wp.dot(ap, ac)
    den = d00 * d11 - d01 * d01
    # the share of the squared area that a right angle would give
    if den <= EPSILON * d00 * d11:
        return wp.vec3(0.0, 0.0, 0.0)
    w1 = (d11 * d20 - d01 * d21) / den
    w2 = (d00 * d21 - d01 * d20) / den
    return wp.vec3(1.0 - w1 - w2, w1, w2)


@computation(
    RAYS,
    "compute the normal of each triangle by the cross product of its edges",
    length={"unit": "at unit length", "doubled": "as long as twice its area", "area": "at unit length, and its area"},
)
def triangle_normal(triangle: Any) -> None:
    x0 = triangle.corners[0].position
    x1 = triangle.corners[1].position
    x2 = triangle.corners[2].position
    n = wp.cross(x1 - x0, x2 - x0)
    if v.length == "doubled":
        triangle.normal = n
    else:
        triangle.normal = wp.normalize(n)
        if v.length == "area":
            triangle.area = 0.5 * wp.length(n)


@computation(
    RAYS,
    "scatter the normal of each triangle to its vertices by atomics",
    weight={"area": "weighted by area", "equal": "with equal weights"},
    valence={True: "counting the triangles of each", False: ""},
)
def scatter_vertex_normals(triangle: Any) -> None:
    a, b, c = triangle.corners[0], triangle.corners[1], triangle.corners[2]
    n = wp.cross(b.position - a.position, c.position - a.position)
    if v.weight == "equal":
        n = wp.normalize(n)
    a.normal_sum += n
    b.normal_sum += n
    c.normal_sum += n
    if v.valence:
        for k in range(3):
            triangle.corners[k].valence += 1


@computation(
    RAYS,
    "normalise the summed normal of each vertex,",
    empty={"up": "the z axis where it vanishes", "zero": "zero where it vanishes"},
)
def finish_vertex_normal(vertex: Any) -> None:
    n = vertex.normal_sum
    length = wp.length(n)
    if length > EPSILON:
        vertex.normal = n / length
    elif v.empty == "up":
        vertex.normal = wp.vec3(0.0, 0.0, 1.0)
    else:
        vertex.normal = wp.vec3()


@computation(
    RAYS,
    "compute the centroid of each triangle",
    area={True: "and its area", False: ""},
)
def triangle_center(triangle: Any) -> None:
    a = triangle.corners[0].position
    b = triangle.corners[1].position
    c = triangle.corners[2].position
    triangle.center = (a + b + c) / 3.0
    if v.area:
        triangle.area = 0.5 * wp.length(wp.cross(b - a, c - a))


@computation(
    RAYS,
    "compute the axis-aligned bounds of each triangle",
    frame={"world": "", "shape": "in the pose of its shape"},
    widen={True: "widened by a gap", False: ""},
)
def triangle_bounds(triangle: Any, gap: Any) -> None:
    a = triangle.corners[0].position
    b = triangle.corners[1].position
    c = triangle.corners[2].position
    if v.frame == "shape":
        xf = triangle.shape.pose
        a = wp.transform_point(xf, a)
        b = wp.transform_point(xf, b)
        c = wp.transform_point(xf, c)
    lower = wp.min(wp.min(a, b), c)
    upper = wp.max(wp.max(a, b), c)
    if v.widen:
        margin = wp.vec3(gap, gap, gap)
        lower = lower - margin
        upper = upper + margin
    triangle.lower = lower
    triangle.upper = upper


@computation(
    RAYS,
    "interpolate vertex values of a triangle at each point by barycentric weights (zero where it has no area),",
    outputs={"value": "", "color": "and vertex colours", "weights": "and store the weights"},
    inside={True: "and its side, inside where it has an area and none of the weights is below zero", False: ""},
)
def interpolate_at_point(query: Any) -> None:
    face = query.triangle
    a, b, c = face.corners[0], face.corners[1], face.corners[2]
    w = barycentric_weights(query.point, a.position, b.position, c.position)
    query.value = w[0] * a.value + w[1] * b.value + w[2] * c.value
    if v.inside:
        # the weights of a triangle without area are all zero
        query.side = -1 if wp.min(w) >= 0.0 and wp.max(w) > 0.0 else 1
    if v.outputs == "color":
        query.color = w[0] * a.color + w[1] * b.color + w[2] * c.color
    elif v.outputs == "weights":
        query.weights = w


@computation(
    RAYS,
    "sum what triangles add to the generalised winding number of each point, by their solid angles,",
    side={True: "and its side, inside where it is over 0.5 in size", False: ""},
)
def winding_number(query: Any) -> None:
    p = query.point
    total = float(0.0)
    for face in query.triangles:
        a = face.corners[0].position - p
        b = face.corners[1].position - p
        c = face.corners[2].position - p
        total += triangle_solid_angle(a, b, c)
    w = total / (4.0 * wp.pi)
    query.winding = w
    if v.side:
        if wp.abs(w) > 0.5:
            query.side = -1
        else:
            query.side = 1


@computation(
    RAYS,
    "intersect each ray with its triangle by Moeller and Trumbore, within its largest distance,",
    cull={True: "culling back faces", False: ""},
    outputs={"uv": "", "status": "and flag hits and back faces"},
)
def ray_triangle(ray: Any) -> None:
    ray.distance = NO_HIT
    if v.outputs == "status":
        ray.status = 0
    face = ray.face
    a = face.corners[0].position
    e1 = face.corners[1].position - a
    e2 = face.corners[2].position - a
    d = ray.direction
    p = wp.cross(d, e2)
    det = wp.dot(e1, p)
    least = EPSILON * wp.length(e1) * wp.length(e2)
    if v.cull:
        if det <= least:
            return
    else:
        if wp.abs(det) <= least:
            return
    inv = 1.0 / det
    s = ray.origin - a
    u = wp.dot(s, p) * inv
    if u < 0.0 or u > 1.0:
        return
    q = wp.cross(s, e1)
    w = wp.dot(d, q) * inv
    if w < 0.0 or u + w > 1.0:
        return
    t = wp.dot(e2, q) * inv
    if t < 0.0 or t > ray.max_distance:
        return
    ray.distance = t
    ray.uv = wp.vec2(u, w)
    if v.outputs == "status":
        if det < 0.0:
            ray.status = HIT | BACKFACE
        else:
            ray.status = HIT
