"""Pairs of shapes: relative poses, distances by type, separating axes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.rays import RAYS

GeoType: Any = None
EPSILON = 1.0e-6
PARALLEL = 1.0e-3
TIE = 1.0e-4
FAR = 1.0e6


@law
def box_reach(axis: wp.vec3, size: wp.vec3) -> float:
    """How far a box reaches from its centre along a unit axis that is told in the box's frame."""
    return wp.abs(axis[0]) * size[0] + wp.abs(axis[1]) * size[1] + wp.abs(axis[2]) * size[2]


@law
def safe_direction(offset: wp.vec3) -> tuple[wp.vec3, float]:
    """Unit direction and length of an offset, upwards for an offset of zero."""
    dist = wp.length(offset)
    if dist < EPSILON:
        return wp.vec3(0.0, 0.0, 1.0), 0.0
    return offset / dist, dist


@law
def box_normal(p: wp.vec3, half: wp.vec3) -> tuple[wp.vec3, float]:
    """Outward unit normal of a box at a point and the signed distance, negative inside."""
    offset = p - wp.max(-half, wp.min(p, half))
    dist = wp.length(offset)
    if dist > EPSILON:
        return offset / dist, dist
    # inside: the nearest face
    gap = half - wp.abs(p)
    k = int(wp.argmin(gap))
    n = wp.vec3(0.0)
    n[k] = wp.where(p[k] < -EPSILON, -1.0, 1.0)
    return n, -gap[k]


@computation(
    RAYS,
    "compute the pose of the second shape of each pair in the frame of the first",
    bodies={True: "through the poses of their bodies", False: ""},
    missing={"none": "", "mark": "and mark which pairs have both shapes"},
)
def relative_pose(pair: Any) -> None:
    if v.missing == "mark":
        if not exists(pair.a) or not exists(pair.b):
            pair.complete = False
            return
    a, b = pair.a, pair.b
    xa = a.pose
    xb = b.pose
    if v.bodies:
        body_a, body_b = a.body, b.body
        if exists(body_a):
            xa = wp.transform_multiply(body_a.pose, xa)
        if exists(body_b):
            xb = wp.transform_multiply(body_b.pose, xb)
    pair.local = wp.transform_multiply(wp.transform_inverse(xa), xb)
    if v.missing == "mark":
        pair.complete = True


@computation(
    RAYS,
    "number each pair by the types of its shapes, first type times 4 plus second (-1 where one is missing),",
    order={True: "with the lower type first", False: ""},
    same={True: "and -1 where both belong to one body", False: ""},
)
def classify_pair(pair: Any) -> None:
    a, b = pair.a, pair.b
    if not exists(a) or not exists(b):
        pair.kind = -1
        return
    ta = a.type
    tb = b.type
    if v.same:
        body_a, body_b = a.body, b.body
        if exists(body_a) and exists(body_b):
            if body_a.index == body_b.index:
                pair.kind = -1
                return
    if v.order:
        if ta > tb:
            pair.kind = tb * 4 + ta
            return
    pair.kind = ta * 4 + tb


@computation(
    RAYS,
    "compute the signed distance (1e6 m where one is missing) and the normal between the first shape of each pair, by its type, and the sphere in the second",
    outputs={"normal": "", "point": "and the point halfway between"},
    margin={True: "with both margins taken from the distance", False: ""},
)
def pair_distance(pair: Any) -> None:
    a, b = pair.a, pair.b
    if not exists(a) or not exists(b):
        pair.distance = FAR
        return
    xa = a.pose
    pa = wp.transform_get_translation(xa)
    pb = wp.transform_get_translation(b.pose)
    ra = a.size[0]
    rb = b.size[0]
    kind = a.type
    if kind == GeoType.SPHERE:
        n, dist = safe_direction(pb - pa)
        d = dist - ra - rb
        q = pa + n * ra
    elif kind == GeoType.BOX:
        p = wp.transform_point(wp.transform_inverse(xa), pb)
        n_local, dist = box_normal(p, a.size)
        n = wp.transform_vector(xa, n_local)
        d = dist - rb
        q = pb - n * dist
    elif kind == GeoType.CAPSULE:
        axis = wp.transform_vector(xa, wp.vec3(0.0, 0.0, 1.0))
        t = wp.clamp(wp.dot(pb - pa, axis), -a.size[1], a.size[1])
        c = pa + axis * t
        n, dist = safe_direction(pb - c)
        d = dist - ra - rb
        q = c + n * ra
    else:
        n = wp.transform_vector(xa, wp.vec3(0.0, 0.0, 1.0))
        dist = wp.dot(n, pb - pa)
        d = dist - rb
        q = pb - n * dist
    pair.normal = n
    if v.outputs == "point":
        pair.point = q + n * (0.5 * d)
    if v.margin:
        d = d - a.margin - b.margin
    pair.distance = d


@computation(
    RAYS,
    "find the axis of largest gap between the oriented boxes of each pair by the separating axis theorem",
    edges={True: "over the six face normals and nine edge products", False: "over the six face normals"},
    gap={True: "and store the gap (1e6 m where a shape is missing)", False: ""},
)
def separate_boxes(pair: Any) -> None:
    a, b = pair.a, pair.b
    if not exists(a) or not exists(b):
        pair.axis = -1
        if v.gap:
            pair.separation = FAR
        return
    ra = wp.quat_to_matrix(wp.transform_get_rotation(a.pose))
    rb = wp.quat_to_matrix(wp.transform_get_rotation(b.pose))
    offset = wp.transform_get_translation(b.pose) - wp.transform_get_translation(a.pose)
    t = wp.transpose(ra) @ offset
    r = wp.transpose(ra) @ rb
    best = float(-FAR)
    axis = int(-1)
    for i in range(3):
        # faces of the first box
        row = wp.vec3(r[i, 0], r[i, 1], r[i, 2])
        gap = wp.abs(t[i]) - a.size[i] - box_reach(row, b.size)
        if gap > best + TIE:
            best = gap
            axis = i
        col = wp.vec3(r[0, i], r[1, i], r[2, i])
        gap = wp.abs(wp.dot(t, col)) - b.size[i] - box_reach(col, a.size)
        if gap > best + TIE:
            best = gap
            axis = 3 + i
    if v.edges:
        for k in range(9):
            edge = wp.vec3(0.0, 0.0, 0.0)
            edge[k // 3] = 1.0
            j = k % 3
            cross = wp.cross(edge, wp.vec3(r[0, j], r[1, j], r[2, j]))
            length = wp.length(cross)
            if length < PARALLEL:
                continue
            cross = cross / length
            gap = wp.abs(wp.dot(t, cross)) - box_reach(cross, a.size) - box_reach(wp.transpose(r) @ cross, b.size)
            if gap > best + TIE:
                best = gap
                axis = 6 + k
    pair.axis = axis
    if v.gap:
        pair.separation = best
