"""Closest points and signed distances of points to segments, triangles, boxes and shapes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

GeoType: Any = None
"""The enumeration of the schema."""

EPSILON = 1.0e-6
LEAST_SQUARE = 1.0e-12
TIE = 1.0e-5
FAR = 1.0e10


@law
def closest_on_triangle(p: wp.vec3, a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Point of a triangle nearest to another, by the Voronoi regions of its corners, edges and face."""
    ab = b - a
    ac = c - a
    ap = p - a
    d1 = wp.dot(ab, ap)
    d2 = wp.dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return a
    bp = p - b
    d3 = wp.dot(ab, bp)
    d4 = wp.dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return b
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        return a + ab * (d1 / wp.max(d1 - d3, LEAST_SQUARE))
    cp = p - c
    d5 = wp.dot(ab, cp)
    d6 = wp.dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return c
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return a + ac * (d2 / wp.max(d2 - d6, LEAST_SQUARE))
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        return b + (c - b) * ((d4 - d3) / wp.max((d4 - d3) + (d5 - d6), LEAST_SQUARE))
    den = 1.0 / (va + vb + vc)
    return a + ab * (vb * den) + ac * (vc * den)


@law
def sdf_box(p: wp.vec3, size: wp.vec3) -> float:
    """Signed distance to a box about the origin of these half sides, negative inside."""
    q = wp.vec3(wp.abs(p[0]) - size[0], wp.abs(p[1]) - size[1], wp.abs(p[2]) - size[2])
    outside = wp.length(wp.vec3(wp.max(q[0], 0.0), wp.max(q[1], 0.0), wp.max(q[2], 0.0)))
    inside = wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)
    return outside + inside


@law
def sdf_capsule(p: wp.vec3, radius: float, half_height: float) -> float:
    """Signed distance to a capsule along z about the origin, negative inside."""
    z = wp.clamp(p[2], -half_height, half_height)
    return wp.length(p - wp.vec3(0.0, 0.0, z)) - radius


@law
def sdf_shape(kind: int, p: wp.vec3, size: wp.vec3) -> float:
    """Signed distance to a shape in its own frame, negative inside; other kinds are planes across z."""
    if kind == GeoType.SPHERE:
        return wp.length(p) - size[0]
    elif kind == GeoType.BOX:
        return sdf_box(p, size)
    elif kind == GeoType.CAPSULE:
        return sdf_capsule(p, size[0], size[1])
    return p[2]


@law
def smooth_minimum(a: float, b: float, k: float) -> float:
    """Polynomial smooth minimum, below the lesser by a quarter of the blend width where both are equal."""
    h = wp.clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0)
    return wp.lerp(b, a, h) - k * h * (1.0 - h)


@computation(
    RAYS,
    "find the point of a triangle that is closest to a query (the query itself where it has none)",
    outputs={"point": "", "distance": "and its distance (1e10 m then)", "gradient": "and the direction away from it"},
)
def closest_point_on_triangle(query: Any) -> None:
    face = query.triangle
    p = query.point
    if not exists(face):
        query.closest = p
        if v.outputs == "distance":
            query.distance = FAR
        return
    q = closest_on_triangle(p, face.corners[0].position, face.corners[1].position, face.corners[2].position)
    query.closest = q
    if v.outputs == "distance":
        query.distance = wp.length(p - q)
    elif v.outputs == "gradient":
        d = p - q
        dist = wp.length(d)
        if dist < EPSILON:
            query.gradient = wp.vec3()
            return
        query.gradient = d / dist


@computation(
    RAYS,
    "find the nearest of the triangles around a query (-1 and 1e10 m away where there is none)",
    group={True: "among those of the groups that count", False: ""},
    outputs={"index": "", "point": "and the point on it"},
)
def nearest_triangle(query: Any, group_mask: Any) -> None:
    p = query.point
    best = float(FAR)
    face_id = int(-1)
    if v.outputs == "point":
        q = p
    for face in query.triangles:
        if v.group:
            if ((1 << face.group) & group_mask) == 0:
                continue
        c = closest_on_triangle(p, face.corners[0].position, face.corners[1].position, face.corners[2].position)
        d = wp.length(p - c)
        # triangles that share the point: the first of them
        if d + TIE < best:
            best = d
            face_id = face.index
            if v.outputs == "point":
                q = c
    query.face_id = face_id
    query.distance = best
    if v.outputs == "point":
        query.closest = q


@computation(
    RAYS,
    "evaluate the signed distance of a point to its shape (1e10 where it has none)",
    body={True: "where the shape moves with its body", False: ""},
    margin={True: "less the margin of the shape", False: ""},
    side={True: "and say on which side it lies", False: ""},
)
def signed_distance_to_shape(query: Any) -> None:
    shape = query.shape
    if not exists(shape):
        query.distance = FAR
        return
    xf = shape.pose
    if v.body:
        body = shape.body
        if exists(body):
            xf = wp.transform_multiply(body.pose, xf)
    p = wp.transform_point(wp.transform_inverse(xf), query.point)
    d = sdf_shape(shape.type, p, shape.size)
    if v.margin:
        d = d - shape.margin
    query.distance = d
    if v.side:
        query.side = wp.where(d < 0.0, -1, 1)


@computation(
    RAYS,
    "evaluate the distance field of the union of its spheres at a point, the least of their signed distances (1e10 m where it has none),",
    blend={"sharp": "", "smooth": "with a smooth blend,"},
    invert={True: "positive inside", False: "negative inside"},
)
def distance_to_spheres(query: Any, smoothing: Any) -> None:
    p = query.point
    d = float(FAR)
    for ball in query.balls:
        r = wp.length(p - ball.center) - ball.radius
        if v.blend == "smooth":
            d = smooth_minimum(d, r, smoothing)
        else:
            d = wp.min(d, r)
    if v.invert:
        d = -d
    query.distance = d


@computation(
    RAYS,
    "clamp a point into its box",
    outputs={"point": "", "side": "and say whether it was inside", "distance": "and store how far it was moved"},
)
def clamp_point_to_box(query: Any) -> None:
    p = query.point
    box = query.box
    q = wp.max(box.lower, wp.min(p, box.upper))
    query.closest = q
    if v.outputs == "distance":
        query.distance = wp.length(q - p)
    elif v.outputs == "side":
        if q == p:
            query.side = -1
        else:
            query.side = 1
