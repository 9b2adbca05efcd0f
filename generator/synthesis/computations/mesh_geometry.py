"""Lengths, areas, normals and curvature of triangle meshes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.mesh_faces import direction_or, edge_cross
from generator.synthesis.schemas.meshes import MESHES

FIXED = 1
"""Bit of flags: a vertex that stays as it is."""

BOUNDARY = 2
"""Bit of flags: a vertex of the boundary."""

SMALL = 1.0e-6
"""Area or length under which a direction is not taken."""

LEAST_SINE = 0.1
"""Sine of an angle below which its cotangent is held."""

EdgeState: Any = None
"""The enumeration of the schema."""


@law
def corner_cotangent(tip: wp.vec3, a: wp.vec3, b: wp.vec3) -> float:
    """Cotangent of the angle of a triangle at its tip, bounded where it is thin."""
    u = a - tip
    w = b - tip
    size = wp.length(u) * wp.length(w)
    if size == 0.0:
        return 0.0
    return wp.dot(u, w) / wp.max(wp.length(wp.cross(u, w)), LEAST_SINE * size)


@law
def corner_angle(tip: wp.vec3, a: wp.vec3, b: wp.vec3) -> float:
    """Angle of a triangle at its tip, by the arc tangent, which is accurate for thin ones, too."""
    u = a - tip
    w = b - tip
    sine = wp.length(wp.cross(u, w))
    cosine = wp.dot(u, w)
    return wp.atan2(sine, cosine)


@computation(
    MESHES,
    "compute vertex normals over incident triangles, the z axis where they cancel,",
    weight={"area": "area-weighted", "equal": "unweighted", "angle": "angle-weighted"},
)
def mesh_vertex_normals(vertex: Any) -> None:
    total = wp.vec3()
    for c in vertex.corners:
        t = c.triangle
        if v.weight == "equal":
            total += t.unit_normal
        elif v.weight == "area":
            total += edge_cross(t.nodes[0].position, t.nodes[1].position, t.nodes[2].position)
        else:
            k = c.place
            here = t.nodes[k].position
            after = t.nodes[(k + 1) % 3].position
            before = t.nodes[(k + 2) % 3].position
            total += corner_angle(here, after, before) * t.unit_normal
    vertex.normal = direction_or(total, wp.vec3(0.0, 0.0, 1.0))


@computation(
    MESHES,
    "find the bounding box of each part by atomic minimum and maximum",
    scaled={True: "with scaled vertices", False: ""},
    counted={True: "counting vertices", False: ""},
)
def mesh_part_boxes(vertex: Any, axis_scale: Any) -> None:
    part = vertex.part
    x = wp.cw_mul(axis_scale, vertex.position) if v.scaled else vertex.position
    wp.atomic_min(part.lower, x)
    wp.atomic_max(part.upper, x)
    if v.counted:
        part.vertex_total += 1


@computation(
    MESHES,
    "measure edge lengths",
    state={True: "classifying edges to collapse, keep or split for remeshing", False: ""},
    middle={True: "with midpoints", False: ""},
)
def mesh_edge_lengths(edge: Any, shortest: Any, longest: Any) -> None:
    a, b = edge.a, edge.b
    xa = a.position
    xb = b.position
    length = wp.length(xb - xa)
    edge.length = length
    if v.state:
        if length < shortest:
            edge.state = EdgeState.COLLAPSE
        elif length > longest:
            edge.state = EdgeState.SPLIT
        else:
            edge.state = EdgeState.KEEP
    if v.middle:
        edge.middle = 0.5 * (xa + xb)


@computation(
    MESHES,
    "compute the cotangent Laplacian weight of each edge, sines held at 0.1 or more,",
    clamped={True: "clamped at zero", False: ""},
    boundary={True: "with one-sided boundary edges", False: ""},
)
def mesh_cotangent_weights(edge: Any) -> None:
    a, b = edge.a, edge.b
    c, d = edge.tip, edge.other_tip
    xa = a.position
    xb = b.position
    if v.boundary:
        total = float(0.0)
        if exists(c):
            total += corner_cotangent(c.position, xa, xb)
        if exists(d):
            total += corner_cotangent(d.position, xa, xb)
    else:
        total = corner_cotangent(c.position, xa, xb) + corner_cotangent(d.position, xa, xb)
    edge.cotangent = wp.max(0.5 * total, 0.0) if v.clamped else 0.5 * total


@computation(
    MESHES,
    "scatter the Laplacian of positions edge by edge,",
    weight={"edge": "edge-weighted", "length": "with unit difference vectors", "none": "unweighted"},
    counted={True: "counting neighbours", False: ""},
)
def mesh_edge_laplacian(edge: Any) -> None:
    a, b = edge.a, edge.b
    d = b.position - a.position
    if v.weight == "length":
        length = wp.length(d)
        if length < SMALL:
            return
        d = d / length
    elif v.weight == "edge":
        d = edge.weight * d
    a.flow += d
    b.flow -= d
    if v.counted:
        wp.atomic_add(a.degree, 1)
        wp.atomic_add(b.degree, 1)


@computation(
    MESHES,
    "smooth vertices by one Laplacian step towards the neighbour mean",
    weighted={True: "weighted by its arcs", False: ""},
    fixed={True: "holding fixed vertices", False: ""},
    tangent={True: "projected to the tangent plane", False: ""},
)
def mesh_smooth(vertex: Any, step: Any) -> None:
    x = vertex.position
    vertex.smoothed = x
    if v.fixed and (vertex.flags & FIXED) != 0:
        return
    total = wp.vec3(0.0)
    n = float(0.0)
    for a in vertex.arcs:
        head = a.head
        if v.weighted:
            total += a.weight * head.position
            n += a.weight
        else:
            total += head.position
            n += 1.0
    if n == 0.0:
        return
    d = total / n - x
    if v.tangent:
        up = vertex.unit_normal
        d = d - wp.dot(up, d) * up
    vertex.smoothed = x + step * d


@computation(
    MESHES,
    "compute the angle defect of each vertex, 2 pi less the angles of its corners,",
    form={"defect": "", "curvature": "over its area, the Gaussian curvature"},
    boundary={True: "with pi in place of 2 pi on the boundary", False: ""},
)
def mesh_angle_defect(vertex: Any) -> None:
    total = float(0.0)
    for c in vertex.corners:
        t = c.triangle
        k = c.place
        here = t.nodes[k].position
        after = t.nodes[(k + 1) % 3].position
        before = t.nodes[(k + 2) % 3].position
        total += corner_angle(here, after, before)
    full = 2.0 * wp.pi
    if v.boundary and (vertex.flags & BOUNDARY) != 0:
        full = wp.pi
    if v.form == "curvature":
        vertex.curvature = (full - total) / vertex.area
    else:
        vertex.defect = full - total


@computation(
    MESHES,
    "compute the cosine of the dihedral angle of each edge, between the normals of its sides,",
    none={"one": "with 1 on the boundary", "keep": ""},
    sharp={True: "marking creases", False: ""},
)
def mesh_edge_angles(edge: Any, crease: Any) -> None:
    left, right = edge.left, edge.right
    if v.none == "one":
        cosine = float(1.0)
        if exists(left) and exists(right):
            cosine = wp.dot(left.unit_normal, right.unit_normal)
        edge.angle = cosine
    else:
        cosine = wp.dot(left.unit_normal, right.unit_normal)
        edge.angle = cosine
    if v.sharp:
        edge.sharp = 1 if cosine < crease else 0
