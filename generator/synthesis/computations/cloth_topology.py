"""How cloth hangs together: valences, rings, borders, colours, boxes, rest shapes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

RING_SIZE = 8
FAR = 10.0
"""Distance that no neighbour is beyond, m."""

EPSILON = 1.0e-6


@law
def inverse_2x2(a: float, b: float, c: float, d: float) -> wp.mat22:
    """Inverse of a 2x2 matrix from its entries by row, zero where it is near singular."""
    det = a * d - b * c
    if wp.abs(det) < EPSILON:
        return wp.mat22(0.0, 0.0, 0.0, 0.0)
    inv = 1.0 / det
    return wp.mat22(d * inv, -b * inv, -c * inv, a * inv)


@law
def flatten_triangle(a: wp.vec3, b: wp.vec3, c: wp.vec3) -> tuple[float, float, float]:
    """First edge's length, then where the third corner lies along and above it; zeros without an edge."""
    e1 = b - a
    e2 = c - a
    length = wp.length(e1)
    if length < EPSILON:
        return 0.0, 0.0, 0.0
    along = wp.dot(e2, e1) / length
    height = wp.length(wp.cross(e1, e2)) / length
    return length, along, height


@computation(
    CLOTH,
    "list the triangles around each vertex, eight at most, and count them all",
    torn={True: "leaving out torn ones", False: ""},
)
def fill_vertex_rings(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        return
    t = triangle.index
    a, b, c = triangle.a, triangle.b, triangle.c
    slot_a = wp.atomic_add(a.ring_count, 1)
    if slot_a < RING_SIZE:
        a.ring[slot_a] = t
    slot_b = wp.atomic_add(b.ring_count, 1)
    if slot_b < RING_SIZE:
        b.ring[slot_b] = t
    slot_c = wp.atomic_add(c.ring_count, 1)
    if slot_c < RING_SIZE:
        c.ring[slot_c] = t


@computation(
    CLOTH,
    "find the vertices on the border of the cloth",
    count={True: "by counting the border edges there", False: "and mark them"},
)
def mark_border_vertices(hinge: Any) -> None:
    # a hinge with both sides lies inside
    if exists(hinge.opposite) and exists(hinge.across):
        return
    a, b = hinge.start, hinge.end
    if v.count:
        a.border_edges += 1
        b.border_edges += 1
    else:
        wp.atomic_max(a.border, 1)
        wp.atomic_max(b.border, 1)


@computation(
    CLOTH,
    "mark the edges that join two vertices of one colour",
)
def check_edge_colors(edge: Any) -> None:
    ca = edge.a.color
    cb = edge.b.color
    if ca == cb and ca >= 0:
        edge.conflict = 1
    else:
        edge.conflict = 0


@computation(
    CLOTH,
    "bound each triangle by a box",
    swept={True: "over the step that it made", False: ""},
    margin={"number": "with a margin", "radius": "with the greatest radius of its corners as margin"},
)
def cloth_triangle_bounds(triangle: Any, margin: Any) -> None:
    a, b, c = triangle.a, triangle.b, triangle.c
    lower = wp.min(wp.min(a.position, b.position), c.position)
    upper = wp.max(wp.max(a.position, b.position), c.position)
    if v.swept:
        lower = wp.min(lower, wp.min(wp.min(a.previous, b.previous), c.previous))
        upper = wp.max(upper, wp.max(wp.max(a.previous, b.previous), c.previous))
    if v.margin == "number":
        r = margin
    else:
        r = wp.max(a.radius, wp.max(b.radius, c.radius))
    h = wp.vec3(r, r, r)
    triangle.lower = lower - h
    triangle.upper = upper + h


@computation(
    CLOTH,
    "share the mass of a triangle among its corners",
    area={"stored": "", "current": "from its shape at rest"},
)
def lump_triangle_mass(triangle: Any) -> None:
    a, b, c = triangle.a, triangle.b, triangle.c
    if v.area == "stored":
        m = triangle.density * triangle.area / 3.0
    else:
        p = a.rest
        m = triangle.density * wp.length(wp.cross(b.rest - p, c.rest - p)) / 6.0
    a.mass += m
    b.mass += m
    c.mass += m


@computation(CLOTH, "store the inverse rest shape of each triangle", torn={True: "or zero where it is torn", False: ""})
def triangle_rest_shape(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        triangle.inverse_rest = wp.mat22(0.0, 0.0, 0.0, 0.0)
        return
    width, along, height = flatten_triangle(triangle.a.rest, triangle.b.rest, triangle.c.rest)
    triangle.inverse_rest = inverse_2x2(width, along, 0.0, height)


@computation(
    CLOTH,
    "measure the length of each edge",
    at={"now": "", "rest": "at rest"},
)
def measure_edges(edge: Any) -> None:
    if v.at == "now":
        edge.length = wp.length(edge.a.position - edge.b.position)
    else:
        edge.length = wp.length(edge.a.rest - edge.b.rest)


@computation(
    CLOTH,
    "bound how far a vertex may move without touching another",
    rest={True: "among those that are apart at rest", False: ""},
)
def conservative_bounds(vertex: Any, margin: Any, relaxation: Any) -> None:
    x = vertex.position
    nearest = float(FAR)
    for other in vertex.neighbours:
        if v.rest and wp.length(vertex.rest - other.rest) < vertex.radius + other.radius:
            continue
        nearest = wp.min(nearest, wp.length(x - other.position))
    # half of the way, as the other moves as well
    vertex.bound = 0.5 * relaxation * wp.max(nearest - margin, 0.0)
