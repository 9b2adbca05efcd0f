"""Contact points of a pair together: reduction, middles, corners, boxes and capsules that give several."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.contact import CONTACTS

EPSILON = 1.0e-6
FAR = 1.0e6
FLAT = 0.2
"""Sine of the tilt under which a capsule lies flat."""

PARALLEL = 0.1
"""Sine of the angle under which two edges are parallel."""

contact: Any = None
counter: Any = None
"""Records of the schema by their number."""

ShapeType: Any = None
"""The enumeration of the schema."""


@law
def matrix_column(m: wp.mat33, k: int) -> wp.vec3:
    """Column of a 3x3 matrix; of a rotation, an axis of the turned frame."""
    return wp.vec3(m[0, k], m[1, k], m[2, k])


@law
def edge_gap(t: wp.vec3, R: wp.mat33, ha: wp.vec3, hb: wp.vec3, i: int, j: int) -> float:
    """Gap of two boxes along the cross product of an edge of each, times that product's length."""
    i1 = (i + 1) % 3
    i2 = (i + 2) % 3
    j1 = (j + 1) % 3
    j2 = (j + 2) % 3
    reach_a = ha[i1] * wp.abs(R[i2, j]) + ha[i2] * wp.abs(R[i1, j])
    reach_b = hb[j1] * wp.abs(R[i, j2]) + hb[j2] * wp.abs(R[i, j1])
    return wp.abs(t[i2] * R[i1, j] - t[i1] * R[i2, j]) - reach_a - reach_b


@computation(
    CONTACTS,
    "find the axis along which two oriented boxes overlap least (separating axis test)",
    edges={True: "among those of their faces and of their edges", False: "among those of their faces"},
)
def box_separating_axis(pair: Any) -> None:
    a, b = pair.first, pair.second
    ha = a.scale
    hb = b.scale
    Ra = wp.quat_to_matrix(wp.transform_get_rotation(a.pose))
    Rb = wp.quat_to_matrix(wp.transform_get_rotation(b.pose))
    d = wp.transform_get_translation(b.pose) - wp.transform_get_translation(a.pose)
    # the second box as the first one sees it
    R = wp.transpose(Ra) * Rb
    t = wp.transpose(Ra) * d
    best = float(-FAR)
    best_axis = wp.vec3(0.0, 0.0, 1.0)
    for i in range(3):
        gap = wp.abs(t[i]) - ha[i] - wp.dot(wp.abs(wp.vec3(R[i, 0], R[i, 1], R[i, 2])), hb)
        if gap > best:
            best = gap
            best_axis = matrix_column(Ra, i)
    for j in range(3):
        axis = matrix_column(Rb, j)
        gap = wp.abs(wp.dot(axis, d)) - hb[j] - wp.dot(wp.abs(matrix_column(R, j)), ha)
        if gap > best:
            best = gap
            best_axis = axis
    if v.edges:
        for i in range(3):
            for j in range(3):
                size = wp.sqrt(wp.max(1.0 - R[i, j] * R[i, j], 0.0))
                # edges that are parallel add no axis
                if size < PARALLEL:
                    continue
                gap = edge_gap(t, R, ha, hb, i, j) / size
                if gap > best:
                    best = gap
                    best_axis = wp.cross(matrix_column(Ra, i), matrix_column(Rb, j)) / size
    # from the first box to the second
    if wp.dot(best_axis, d) < 0.0:
        best_axis = -best_axis
    pair.distance = best
    pair.axis = best_axis


@computation(
    CONTACTS,
    "keep the deepest contact of a pair and the one farthest from it",
    third={True: "and a third that spans the largest triangle with them", False: ""},
    mark={"flag": "", "impulse": "and clear the impulses of the others"},
)
def reduce_pair_contacts(pair: Any) -> None:
    deepest = int(-1)
    depth = float(FAR)
    p0 = wp.vec3()
    for c in pair.points:
        if c.distance < depth:
            depth = c.distance
            deepest = c.index
            p0 = c.point
    if deepest < 0:
        pair.contact_count = 0
        return
    farthest = int(-1)
    reach = float(EPSILON)
    p1 = wp.vec3()
    for c in pair.points:
        d2 = wp.length_sq(c.point - p0)
        if d2 > reach:
            reach = d2
            farthest = c.index
            p1 = c.point
    if v.third:
        last = int(-1)
        area = float(EPSILON)
        for c in pair.points:
            a2 = wp.length_sq(wp.cross(p1 - p0, c.point - p0))
            if a2 > area and farthest >= 0:
                area = a2
                last = c.index
    n = int(0)
    for c in pair.points:
        i = c.index
        kept = (i == deepest or i == farthest or i == last) if v.third else (i == deepest or i == farthest)
        if kept:
            c.keep = 1
            n += 1
        else:
            c.keep = 0
            if v.mark == "impulse":
                c.impulse = 0.0
    pair.contact_count = n


@computation(
    CONTACTS,
    "find the middle of the overlapping contacts of a pair",
    weight={"equal": "", "impulse": "weighed by their impulses"},
    depth={True: "and the deepest", False: ""},
)
def pair_contact_center(pair: Any) -> None:
    center = wp.vec3()
    total = float(0.0)
    depth = float(0.0)
    for c in pair.points:
        if c.distance > 0.0:
            continue
        if v.weight == "equal":
            center += c.point
            total += 1.0
        else:
            center += c.impulse * c.point
            total += c.impulse
        if v.depth:
            depth = wp.max(depth, -c.distance)
    if total > 0.0:
        pair.center = center / total
    else:
        pair.center = wp.vec3()
    if v.depth:
        pair.depth = depth


@computation(
    CONTACTS,
    "collide the two ends of a capsule with the ground",
    merge={True: "giving one contact at its middle where it lies flat", False: ""},
    friction={True: "and store its friction", False: ""},
)
def collide_capsule_ground(shape: Any, margin: Any, contact_max: Any) -> None:
    radius = shape.scale[0]
    half = shape.scale[1]
    frame = shape.pose
    found = int(0)
    ends = int(2)
    if v.merge:
        axis = wp.transform_vector(frame, wp.vec3(0.0, 0.0, 1.0))
        if wp.abs(axis[2]) < FLAT:
            half = 0.0
            ends = 1
    for k in range(ends):
        side = 2.0 * float(k) - 1.0
        end = wp.transform_point(frame, wp.vec3(0.0, 0.0, side * half))
        dist = end[2] - radius
        if dist > margin:
            continue
        slot = wp.atomic_add(counter[0].contacts, 1)
        if slot >= contact_max:
            wp.atomic_add(counter[0].lost, 1)
            continue
        contact[slot].point = wp.vec3(end[0], end[1], end[2] - radius - 0.5 * dist)
        contact[slot].normal = wp.vec3(0.0, 0.0, 1.0)
        contact[slot].distance = dist
        if v.friction:
            contact[slot].friction = shape.friction
        found += 1
    shape.touching = found


@computation(
    CONTACTS,
    "find the corners of a box within the margin of the ground and list them",
    limit={"all": "", "four": "four at most"},
    ids={True: "with the number of the corner", False: ""},
)
def collide_box_ground(shape: Any, margin: Any, contact_max: Any) -> None:
    if shape.kind != ShapeType.BOX:
        return
    half = shape.scale
    xform = shape.pose
    found = int(0)
    for i in range(8):
        # the bits of i choose a corner
        x = half[0]
        y = half[1]
        z = half[2]
        if (i & 1) != 0:
            x = -x
        if (i & 2) != 0:
            y = -y
        if (i & 4) != 0:
            z = -z
        p = wp.transform_point(xform, wp.vec3(x, y, z))
        if p[2] > margin:
            continue
        if v.limit == "four" and found >= 4:
            continue
        found += 1
        slot = wp.atomic_add(counter[0].contacts, 1)
        if slot >= contact_max:
            continue
        # halfway between the corner and the ground
        contact[slot].point = wp.vec3(p[0], p[1], 0.5 * p[2])
        contact[slot].normal = wp.vec3(0.0, 0.0, 1.0)
        contact[slot].distance = p[2]
        if v.ids:
            contact[slot].feature = i
    shape.touching = found
