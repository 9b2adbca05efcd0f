"""What is told of the triangles of a mesh: normals, boxes, volumes, quadrics, gradients."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

SMALL = 1.0e-6
"""Length under which a vector has no direction, and share of its squared sides under which an area has none."""


@law
def edge_cross(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> wp.vec3:
    """Normal of a triangle whose corners run counterclockwise, as long as twice its area."""
    return wp.cross(b - a, c - a)


@law
def least_cross(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> float:
    """Twice the area up to which a triangle counts as flat, in proportion to its squared sides."""
    return SMALL * (wp.length_sq(b - a) + wp.length_sq(c - a))


@law
def direction_or(n: wp.vec3, other: wp.vec3) -> wp.vec3:
    """Unit vector, or another one in place of a vector too short to have a direction."""
    length = wp.length(n)
    if length < SMALL:
        return other
    return n / length


@computation(
    MESHES,
    "compute triangle normals and areas from the cross product",
    degenerate={"zero": "", "up": "with the z axis for degenerate ones"},
    large={True: "marking those that are large enough", False: ""},
)
def mesh_face_normals(triangle: Any, smallest: Any) -> None:
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    n = edge_cross(a.position, b.position, c.position)
    area = 0.5 * wp.length(n)
    triangle.area = area
    if v.degenerate == "up":
        least = least_cross(a.position, b.position, c.position)
        triangle.normal = n / wp.length(n) if wp.length(n) > least else wp.vec3(0.0, 0.0, 1.0)
    else:
        triangle.normal = wp.normalize(n)
    if v.large:
        triangle.kept = 1 if area >= smallest else 0


@computation(
    MESHES,
    "compute the bounding box of each triangle",
    margin={True: "grown by a margin", False: ""},
    center={True: "with its centroid", False: ""},
)
def mesh_face_boxes(triangle: Any, padding: Any) -> None:
    a = triangle.nodes[0].position
    b = triangle.nodes[1].position
    c = triangle.nodes[2].position
    lower = wp.min(a, wp.min(b, c))
    upper = wp.max(a, wp.max(b, c))
    if v.margin:
        pad = wp.vec3(padding, padding, padding)
        triangle.lower = lower - pad
        triangle.upper = upper + pad
    else:
        triangle.lower = lower
        triangle.upper = upper
    if v.center:
        triangle.center = (a + b + c) / 3.0


@computation(
    MESHES,
    "accumulate the enclosed volume of each part by signed tetrahedra",
    area={True: "with its area", False: ""},
    moment={True: "with its first moment", False: ""},
    counted={True: "and its number of triangles", False: ""},
)
def mesh_part_volume(triangle: Any) -> None:
    part = triangle.part
    a = triangle.nodes[0].position
    b = triangle.nodes[1].position
    c = triangle.nodes[2].position
    volume = wp.dot(a, wp.cross(b, c)) / 6.0
    part.volume += volume
    if v.area:
        part.area += 0.5 * wp.length(edge_cross(a, b, c))
    if v.moment:
        # the tetrahedron has its fourth vertex at the origin
        part.moment += 0.25 * volume * (a + b + c)
    if v.counted:
        part.face_total += 1


@computation(
    MESHES,
    "accumulate plane error quadrics on vertices for mesh simplification",
    weighted={True: "weighted by area", False: ""},
)
def mesh_plane_quadrics(triangle: Any) -> None:
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    n = edge_cross(a.position, b.position, c.position)
    length = wp.length(n)
    if length <= least_cross(a.position, b.position, c.position):
        return
    n = n / length
    plane = wp.vec4(n[0], n[1], n[2], -wp.dot(n, a.position))
    q = wp.outer(plane, plane)
    if v.weighted:
        q = 0.5 * length * q
    a.quadric += q
    b.quadric += q
    c.quadric += q


@computation(
    MESHES,
    "compute the piecewise-linear gradient of vertex values over each triangle",
    form={"gradient": "", "direction": "as the unit descent direction, as the heat method needs"},
)
def mesh_gradient(triangle: Any) -> None:
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    xa, xb, xc = a.position, b.position, c.position
    n = edge_cross(xa, xb, xc)
    square = wp.dot(n, n)
    least = least_cross(xa, xb, xc)
    if v.form == "direction":
        triangle.descent = wp.vec3(0.0, 0.0, 0.0)
    else:
        triangle.slope = wp.vec3(0.0, 0.0, 0.0)
    if square <= least * least:
        return
    g = a.value * wp.cross(n, xc - xb) + b.value * wp.cross(n, xa - xc) + c.value * wp.cross(n, xb - xa)
    if v.form == "direction":
        triangle.descent = -wp.normalize(g)
    else:
        triangle.slope = g / square


@computation(
    MESHES,
    "grade triangle quality",
    measure={
        "sides": "as 4 sqrt(3) area over the sum of squared sides",
        "radius": "as the squared ratio of shortest to longest side",
    },
    dropped={True: "dropping poor ones", False: ""},
)
def mesh_face_quality(triangle: Any, least_quality: Any) -> None:
    a = triangle.nodes[0].position
    b = triangle.nodes[1].position
    c = triangle.nodes[2].position
    ab = wp.length_sq(b - a)
    bc = wp.length_sq(c - b)
    ca = wp.length_sq(a - c)
    q = float(0.0)
    if v.measure == "sides":
        total = ab + bc + ca
        if total > 0.0:
            q = 2.0 * wp.sqrt(3.0) * wp.length(edge_cross(a, b, c)) / total
    else:
        longest = wp.max(ab, wp.max(bc, ca))
        if longest > 0.0:
            q = wp.min(ab, wp.min(bc, ca)) / longest
    triangle.quality = q
    if v.dropped:
        triangle.kept = 1 if q >= least_quality else 0


@computation(
    MESHES,
    "transfer vertex values to triangles",
    kind={"mean": "as their mean", "spread": "as their range"},
    vector={True: "with the centroid", False: ""},
)
def mesh_vertices_to_faces(triangle: Any) -> None:
    a = triangle.nodes[0]
    b = triangle.nodes[1]
    c = triangle.nodes[2]
    if v.kind == "mean":
        triangle.value = (a.value + b.value + c.value) / 3.0
    else:
        high = wp.max(a.value, wp.max(b.value, c.value))
        low = wp.min(a.value, wp.min(b.value, c.value))
        triangle.value = high - low
    if v.vector:
        triangle.center = (a.position + b.position + c.position) / 3.0
