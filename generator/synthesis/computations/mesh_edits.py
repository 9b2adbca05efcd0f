"""What is asked before a mesh is changed: flips, collapses, cuts, welds; and walks around its vertices."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

FIXED = 1
"""Bit of flags: a vertex that stays as it is."""

BOUNDARY = 2
"""Bit of flags: a vertex of the boundary."""

INNER_DEGREE = 6
"""Neighbours that a vertex inside a mesh should have."""

BORDER_DEGREE = 4
"""Neighbours that a vertex of the boundary should have."""

MOST_STEPS = 16
"""Steps after which a walk around a vertex gives up."""


@law
def corner_cosine(tip: wp.vec3, a: wp.vec3, b: wp.vec3) -> float:
    """Cosine of the angle of a triangle at its tip."""
    u = a - tip
    w = b - tip
    return wp.dot(wp.normalize(u), wp.normalize(w))


@law
def degree_error(degree: int, flags: int) -> int:
    """How many edges a vertex has too many or too few for a regular mesh, less at the border."""
    wanted = INNER_DEGREE
    if (flags & BOUNDARY) != 0:
        wanted = BORDER_DEGREE
    return wp.abs(degree - wanted)


@computation(
    MESHES,
    "mark edges to flip",
    rule={
        "angles": "for the Delaunay criterion, opposite angles summing to over pi",
        "degrees": "where that brings vertex degrees nearer 6 (4 on the border)",
    },
    fixed={True: "but none between fixed vertices", False: ""},
)
def mesh_flip_edges(edge: Any) -> None:
    edge.flipped = 0
    a, b = edge.a, edge.b
    c, d = edge.tip, edge.other_tip
    if v.fixed and ((a.flags & b.flags) & FIXED) != 0:
        return
    if v.rule == "angles":
        xa = a.position
        xb = b.position
        left = corner_cosine(c.position, xa, xb)
        right = corner_cosine(d.position, xa, xb)
        # both angles together over half a turn
        if left + right < 0.0:
            edge.flipped = 1
    else:
        before = degree_error(a.degree, a.flags) + degree_error(b.degree, b.flags)
        before += degree_error(c.degree, c.flags) + degree_error(d.degree, d.flags)
        after = degree_error(a.degree - 1, a.flags) + degree_error(b.degree - 1, b.flags)
        after += degree_error(c.degree + 1, c.flags) + degree_error(d.degree + 1, d.flags)
        if after < before:
            edge.flipped = 1


@computation(
    MESHES,
    "walk the one-ring of each half edge by twin and next, counting steps, at most 16",
    ends={"mark": "marking boundary origins", "none": ""},
    back={True: "flagging closed rings", False: ""},
)
def mesh_walk_ring(half: Any) -> None:
    n = int(0)
    open_ring = int(0)
    at = half.index
    while n < MOST_STEPS:
        n += 1
        other = half[at].twin
        if not exists(other):
            open_ring = 1
            break
        at = other.next.index
        if at == half.index:
            break
    half.steps = n
    if v.ends == "mark" and open_ring == 1:
        wp.atomic_max(half.origin.marked, 1)
    if v.back:
        half.closed = 1 if at == half.index and open_ring == 0 else 0


@computation(
    MESHES,
    "count the distinct neighbours of each vertex over its incident triangles",
    rule={
        "all": "",
        "higher": "and those of a higher number apart, each edge once",
        "edges": "adding up the edges of each part, each at its lower end",
    },
)
def mesh_unique_neighbors(vertex: Any) -> None:
    n = int(0)
    if v.rule != "all":
        edges = int(0)
    for c in vertex.corners:
        t = c.triangle
        for k in range(3):
            other = t.nodes[k].index
            if other == vertex.index:
                continue
            seen = int(0)
            for d in vertex.corners:
                if d.index >= c.index:
                    break
                u = d.triangle
                if u.nodes[0].index == other or u.nodes[1].index == other or u.nodes[2].index == other:
                    seen = 1
                    break
            if seen == 0:
                n += 1
                if v.rule != "all" and other > vertex.index:
                    edges += 1
    vertex.degree = n
    if v.rule == "higher":
        vertex.edge_count = edges
    if v.rule == "edges":
        vertex.part.edge_total += edges


@computation(
    MESHES,
    "find duplicate vertices to weld, the first one within a tolerance",
    near={"point": "in distance", "box": "in each coordinate"},
    marked={True: "marking duplicates", False: ""},
)
def mesh_weld_vertices(vertex: Any, tolerance: Any) -> None:
    x = vertex.position
    first = vertex.index
    for j in range(vertex.index):
        d = vertex[j].position - x
        if v.near == "box":
            far = wp.max(wp.abs(d[0]), wp.max(wp.abs(d[1]), wp.abs(d[2])))
            if far < tolerance:
                first = j
                break
        else:
            if wp.length_sq(d) < tolerance * tolerance:
                first = j
                break
    vertex.label_next = first
    if v.marked:
        vertex.marked = 1 if first != vertex.index else 0
