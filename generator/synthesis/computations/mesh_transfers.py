"""What goes from triangles to samples, vertices and parts, and how vertices are refined."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.mesh_faces import edge_cross, least_cross
from generator.synthesis.computations.mesh_geometry import corner_cotangent
from generator.synthesis.schemas.meshes import MESHES

BOUNDARY = 2
"""Bit of flags: a vertex of the boundary."""


@law
def weighted_point(weights: wp.vec3, a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Point of a triangle by weights that need not add up to one."""
    total = weights[0] + weights[1] + weights[2]
    return (weights[0] * a + weights[1] * b + weights[2] * c) / total


@law
def tetrahedron_moment(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> tuple[float, wp.mat33]:
    """Signed volume and second moment of a tetrahedron whose fourth vertex is the origin."""
    volume = wp.dot(a, wp.cross(b, c)) / 6.0
    s = a + b + c
    m = wp.outer(a, a) + wp.outer(b, b) + wp.outer(c, c) + wp.outer(s, s)
    return volume, volume / 20.0 * m


@law
def loop_weight(n: int) -> float:
    """Warren's weight of a neighbour in Loop subdivision, by the number of them."""
    if n == 3:
        return 3.0 / 16.0
    return 3.0 / (8.0 * float(n))


@computation(
    MESHES,
    "evaluate surface samples by barycentric weights over their sum",
    normal={True: "with the normals of their triangles", False: ""},
    value={True: "and interpolated values", False: ""},
    missing={"zero": "or zero off the surface", "keep": ""},
)
def mesh_sample_points(sample: Any) -> None:
    t = sample.triangle
    if v.missing == "zero" and not exists(t):
        sample.position = wp.vec3(0.0, 0.0, 0.0)
        return
    a = t.nodes[0]
    b = t.nodes[1]
    c = t.nodes[2]
    w = sample.weights
    sample.position = weighted_point(w, a.position, b.position, c.position)
    if v.normal:
        n = edge_cross(a.position, b.position, c.position)
        flat = wp.length(n) <= least_cross(a.position, b.position, c.position)
        sample.normal = wp.vec3(0.0, 0.0, 1.0) if flat else n / wp.length(n)
    if v.value:
        total = w[0] + w[1] + w[2]
        sample.value = (w[0] * a.value + w[1] * b.value + w[2] * c.value) / total


@computation(
    MESHES,
    "spread forces on surface samples to vertices by barycentric weights over their sum",
    counted={True: "counting the samples near each vertex", False: ""},
)
def mesh_spread_pulls(sample: Any) -> None:
    t = sample.triangle
    w = sample.weights
    w = w / (w[0] + w[1] + w[2])
    f = sample.pull
    for k in range(3):
        node = t.nodes[k]
        node.pull += w[k] * f
        if v.counted:
            node.sample_count += 1


@computation(
    MESHES,
    "assemble cotangent weights triangle by triangle, sines held at 0.1 or more,",
    mass={True: "with lumped vertex areas", False: ""},
    valid={True: "over valid triangles alone", False: ""},
)
def mesh_triangle_weights(triangle: Any) -> None:
    if v.valid and triangle.valid == 0:
        return
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    xa = a.position
    xb = b.position
    xc = c.position
    # each side lies opposite a vertex
    ab = triangle.sides[0]
    bc = triangle.sides[1]
    ca = triangle.sides[2]
    ab.cotangent += 0.5 * corner_cotangent(xc, xa, xb)
    bc.cotangent += 0.5 * corner_cotangent(xa, xb, xc)
    ca.cotangent += 0.5 * corner_cotangent(xb, xc, xa)
    if v.mass:
        share = wp.length(edge_cross(xa, xb, xc)) / 6.0
        a.mass += share
        b.mass += share
        c.mass += share


@computation(
    MESHES,
    "place the edge vertices of a Loop subdivision (3/8, 3/8, 1/8, 1/8), on boundary edges at midpoints",
    value={"none": "", "middle": "with midpoint values", "same": "and interpolate values by the same weights"},
)
def mesh_refine_edges(edge: Any) -> None:
    a, b = edge.a, edge.b
    c, d = edge.tip, edge.other_tip
    if v.value == "middle":
        edge.value = 0.5 * (a.value + b.value)
    if exists(c) and exists(d):
        edge.point = 0.375 * (a.position + b.position) + 0.125 * (c.position + d.position)
        if v.value == "same":
            edge.value = 0.375 * (a.value + b.value) + 0.125 * (c.value + d.value)
    else:
        edge.point = 0.5 * (a.position + b.position)
        if v.value == "same":
            edge.value = 0.5 * (a.value + b.value)


@computation(
    MESHES,
    "move each vertex of a Loop subdivision that has at least three neighbours by Warren's weights",
    boundary={True: "holding the boundary", False: ""},
    value={True: "with values", False: ""},
)
def mesh_refine_vertices(vertex: Any) -> None:
    x = vertex.position
    vertex.smoothed = x
    if v.value:
        vertex.value_next = vertex.value
    if v.boundary and (vertex.flags & BOUNDARY) != 0:
        return
    total = wp.vec3(0.0, 0.0, 0.0)
    values = float(0.0)
    n = int(0)
    for a in vertex.arcs:
        head = a.head
        total += head.position
        if v.value:
            values += head.value
        n += 1
    if n < 3:
        return
    w = loop_weight(n)
    rest = 1.0 - float(n) * w
    vertex.smoothed = rest * x + w * total
    if v.value:
        vertex.value_next = rest * vertex.value + w * values


@computation(
    MESHES,
    "accumulate the inertia tensor of each part about the origin by signed tetrahedra",
    valid={True: "of valid triangles", False: ""},
    volume={True: "with its volume", False: ""},
)
def mesh_part_inertia(triangle: Any) -> None:
    if v.valid and triangle.valid == 0:
        return
    part = triangle.part
    a = triangle.nodes[0].position
    b = triangle.nodes[1].position
    c = triangle.nodes[2].position
    volume, moment = tetrahedron_moment(a, b, c)
    # about each axis: what lies along the other two
    inertia = wp.trace(moment) * wp.identity(n=3, dtype=float) - moment
    part.inertia += inertia
    if v.volume:
        part.volume += volume
