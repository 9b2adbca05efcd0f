"""Geometry: rays, segments, triangles, boxes in closed form; meshes, box trees and point grids by query."""

from __future__ import annotations

import math
from collections.abc import Callable

from generator.launch import OUTPUT
from generator.synthesis.builder import Builder
from generator.synthesis.category import EXTENDED, Category, register
from generator.synthesis.finish import finish
from generator.synthesis.inputs import add_arrays, start
from generator.synthesis.motifs import SCALAR_MOTIFS, VECTOR_MOTIFS, apply_motif
from generator.synthesis.prose import purpose_of
from generator.synthesis.queries import (
    mesh_crossings,
    mesh_faces,
    mesh_point,
    mesh_ray,
    mesh_shadow,
    neighbors,
    points,
    result,
    tree,
)
from generator.synthesis.rays import sphere
from generator.synthesis.themes import THEMES_IN_SPACE

Form = Callable[[Builder], str]
COORDINATES = (-1.4, -0.9, -0.6, -0.4, -0.2, -0.1, 0.1, 0.2, 0.4, 0.6, 0.9, 1.4)
"""What barycentric coordinates of points and triangles in a cube come to mostly."""
VERBS = ("compute", "evaluate", "measure")


def plane(b: Builder) -> str:
    """Signed distance to a plane and the point's image on it."""
    point, normal, base = points(b, "point", "normal_vector", "base")
    n, height, foot = b.name("n"), b.name("height_value", "elevation"), b.name("foot", "image_point")
    b.emit(f"{n} = wp.normalize({normal})")
    b.emit(f"{height} = wp.dot({point} - {base}, {n})")
    b.emit(f"{foot} = {point} - {height} * {n}")
    result(b, height, "the height over a plane", -3.5, 3.5)
    result(b, foot, "the foot on the plane", -4.0, 4.0, "V3")
    return "by a point and its foot on a plane"


def segment(b: Builder) -> str:
    """Closest point of a segment."""
    point, first, second = points(b, "point", "first_end", "second_end")
    edge, share, closest = b.name("edge"), b.name("share"), b.name("closest", "nearest_point")
    b.emit(f"{edge} = {second} - {first}")
    b.emit(f"{share} = wp.dot({point} - {first}, {edge}) / wp.max(wp.length_sq({edge}), {b.number(0.01)})")
    b.emit(f"{closest} = {first} + wp.clamp({share}, {b.number(0.0)}, {b.number(1.0)}) * {edge}")
    gap = b.name("edge_offset", "clearance")
    b.emit(f"{gap} = {point} - {closest}")
    result(b, gap, "the offset of a point from a segment", -3.0, 3.0, "V3")
    return "by the nearest point of a segment"


def triangle(b: Builder) -> str:
    """Barycentric coordinates of a projected point."""
    point, a, e1, e2 = points(b, "point", "corner", "first_edge", "second_edge")
    n, area = b.name("n"), b.name("area_sq")
    b.emit(f"{n} = wp.cross({e1}, {e2})")
    softening = b.constant(0.1, 0.4)
    b.emit(f"{area} = wp.dot({n}, {n}) + {softening}")
    arm, u, v = b.name("arm", "from_corner"), b.name("u_weight"), b.name("v_weight")
    b.emit(f"{arm} = {point} - {a}")
    b.emit(f"{u} = wp.dot(wp.cross({arm}, {e2}), {n}) / {area}")
    b.emit(f"{v} = wp.dot(wp.cross({e1}, {arm}), {n}) / {area}")
    # |edge x arm| is 6 at the most, |n| / (|n|^2 + s) at |n|^2 = s.
    most = 3.0 / math.sqrt(softening.low)
    result(b, u, "the first barycentric coordinate, softened", -most, most, values=COORDINATES)
    result(b, v, "the second barycentric coordinate, softened", -most, most, values=COORDINATES[::-1])
    return "by barycentric coordinates in a triangle"


def box(b: Builder) -> str:
    """Signed distance to a box."""
    point, half = points(b, "point")[0], points(b, "half_size", low=0.2, high=0.8)[0]
    q, zero, outside, inside = b.name("q"), b.name("zero"), b.name("outside"), b.name("inside")
    kind = b.spell("V3")
    b.emit(f"{q} = wp.abs({point}) - {half}")
    b.emit(f"{zero} = {kind}()")
    b.emit(f"{outside} = wp.length(wp.max({q}, {zero}))")
    b.emit(f"{inside} = wp.min(wp.max({q}), {b.number(0.0)})")
    distance = b.name("box_distance", "signed_gap")
    rounded = b.random.chance(0.4)
    b.emit(f"{distance} = {outside} + {inside}{f' - {b.constant(0.05, 0.2)}' if rounded else ''}")
    result(b, distance, f"the signed distance to a box{' with rounded edges' if rounded else ''}", -1.0, 2.0)
    return "by the distance to a box"


def edges(b: Builder) -> str:
    """Closest points of two edges."""
    p1, q1, p2, q2 = points(b, "first_start", "first_stop", "second_start", "second_stop")
    st = b.name("closest_pair", "parameters")
    b.emit(f"{st} = wp.closest_point_edge_edge({p1}, {q1}, {p2}, {q2}, 1.0e-6)")
    gap, near = b.name("edge_gap", "edge_distance"), b.name("contact_point", "near_point")
    b.emit(f"{gap} = {st}[2]")
    b.emit(f"{near} = {p1} + {st}[0] * ({q1} - {p1})")
    result(b, gap, "the distance of two edges", 0.0, 3.0)
    result(b, near, "the point of the first edge that is closest to the second", -1.0, 1.0, "V3")
    b.not_differentiable = "closest_point_edge_edge switches between cases, and exists in float32 only"
    return "by the nearest points of two edges"


def overlap(b: Builder) -> str:
    """Whether two triangles cross."""
    names = (
        "u0/first_corners",
        "u1/second_corners",
        "u2/third_corners",
        "v0/other_first_corners",
        "v1/other_second_corners",
        "v2/other_third_corners",
    )
    corners = points(b, *names)
    out = b.array(b.name("crossing", "overlaps"), "I", b.dim, OUTPUT, "zeros")
    b.emit(f"{out}[{b.index}] = wp.intersect_tri_tri({', '.join(corners)})")
    gap = b.name("summed_gap")
    b.emit(f"{gap} = {' + '.join(corners[:3])} - {' - '.join(corners[3:])}")
    result(b, gap, "three times the difference of the triangles' centers", -9.0, 9.0, "V3")
    b.not_differentiable = "the crossing of two triangles is a yes or no"
    return "for pairs of triangles"


QUERIES = (mesh_point, mesh_ray, mesh_faces, mesh_shadow, mesh_crossings, neighbors, tree)
"""Forms over acceleration structures, which Warp has in float32 only."""

FORMS = (
    (sphere, 2.0), (plane, 2.0), (segment, 2.0), (triangle, 2.0), (box, 2.0), (edges, 1.0), (overlap, 0.7),
    *((query, 1.2) for query in QUERIES),
)  # fmt: skip
CALLED: dict[Form, tuple[str, ...]] = {
    sphere: ("intersect spheres", "trace spheres"), plane: ("measure heights", "locate feet"),
    segment: ("measure segments", "locate closest_points"), triangle: ("locate points", "measure triangles"),
    box: ("measure boxes", "probe boxes"), edges: ("measure edges", "locate contacts"),
    overlap: ("intersect triangles", "test triangles"), mesh_point: ("probe mesh", "query mesh"),
    mesh_ray: ("trace rays", "intersect mesh"), mesh_faces: ("query faces", "gather faces"),
    mesh_shadow: ("trace shadows", "shade rays"), mesh_crossings: ("trace rays", "count crossings"),
    neighbors: ("gather neighbors", "query grid"), tree: ("query boxes", "query tree"),
}  # fmt: skip
"""Verb and subject that a kernel may be called by, by its form."""


def grow_kernel(builder: Builder) -> tuple[str, str]:
    """One query, then a chain of steps on what it gives."""
    random = builder.random
    form = random.weighted(FORMS)
    if form in (edges, overlap) or form in QUERIES:
        builder.set_precision("float32")
    builder.theme = builder.random.pick(THEMES_IN_SPACE)
    start(builder, guard=0.0)
    how = form(builder)
    if form is tree or random.chance(0.5):
        add_arrays(builder, 1)
    vectors = bool(builder.of_type("V3"))
    table = (*(VECTOR_MOTIFS["V3"]["any"] if vectors else ()), *SCALAR_MOTIFS["any"])
    for _ in range(random.between(1, 3)):
        apply_motif(builder, table)
    finish(builder)
    verb = random.pick(VERBS)
    if random.chance(0.6):
        verb, builder.subject = random.pick(CALLED[form]).split()
    return verb, purpose_of(builder, how)


register(
    Category(
        "geometry",
        EXTENDED,
        "Closed-form tests and spatial queries.",
        grow_kernel,
        (("float32", 0.9), ("float64", 0.1)),
    )
)
