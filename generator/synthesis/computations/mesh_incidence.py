"""What meets at a vertex, an edge or a triangle of a mesh: counts, lists, marks, histograms."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.meshes import MESHES

vertex: Any = None
"""The entity, which edges and triangles count and number."""


HIDDEN = 4
"""Bit of flags: a vertex that is not shown."""


LAST_BIN = 7
"""Last bin of the histogram, which takes all higher degrees."""


@computation(
    MESHES,
    "count vertex degrees by atomics over edges",
    hidden={True: "skipping edges with a hidden end", False: ""},
    total={True: "and add up the edges of each part by their first ends", False: ""},
)
def mesh_count_degrees(edge: Any) -> None:
    a, b = edge.a, edge.b
    if v.hidden and ((a.flags | b.flags) & HIDDEN) != 0:
        return
    wp.atomic_add(a.degree, 1)
    wp.atomic_add(b.degree, 1)
    if v.total:
        a.part.edge_total += 1


@computation(
    MESHES,
    "count the triangles around each vertex, the first pass of a vertex-to-triangle list,",
    valid={True: "leaving out triangles that are not valid", False: ""},
    total={True: "and count those of each part", False: ""},
)
def mesh_count_fans(triangle: Any) -> None:
    if v.valid and triangle.valid == 0:
        return
    for k in range(3):
        node = triangle.nodes[k]
        node.fan_count += 1
    if v.total:
        triangle.part.face_total += 1


@computation(
    MESHES,
    "fill bounded vertex-to-triangle lists by atomic slots",
    full={"drop": "", "report": "counting what found no room by part"},
    valid={True: "leaving out triangles that are not valid", False: ""},
)
def mesh_fill_fans(triangle: Any, fan_capacity: Any) -> None:
    if v.valid and triangle.valid == 0:
        return
    for k in range(3):
        node = triangle.nodes[k]
        slot = wp.atomic_add(node.cursor, 1)
        if slot < fan_capacity:
            node.fan[slot] = triangle.index
        elif v.full == "report":
            triangle.part.errors += 1


@computation(
    MESHES,
    "mark boundary edges, those without a triangle on one side",
    vertices={True: "with their vertices", False: ""},
    counted={True: "counting them by part", False: ""},
)
def mesh_mark_boundary(edge: Any) -> None:
    edge.boundary = 0
    if exists(edge.left) and exists(edge.right):
        return
    edge.boundary = 1
    if v.vertices:
        wp.atomic_max(edge.a.marked, 1)
        wp.atomic_max(edge.b.marked, 1)
    if v.counted:
        edge.a.part.boundary_total += 1


@computation(
    MESHES,
    "count the valid neighbours of each triangle",
    rule={"valid": "", "lower": "of a lower number", "drop": "dropping triangles without any"},
)
def mesh_count_adjacent(triangle: Any) -> None:
    n = int(0)
    for k in range(3):
        other = triangle.others[k]
        if exists(other):
            if v.rule == "lower":
                if other.index < triangle.index and other.valid != 0:
                    n += 1
            else:
                if other.valid != 0:
                    n += 1
    triangle.adjacent = n
    if v.rule == "drop":
        triangle.kept = 1 if n > 0 else 0


@computation(
    MESHES,
    "histogram vertex degrees by part in eight bins,",
    limit={"clamp": "higher degrees in the last", "skip": "without higher degrees"},
)
def mesh_degree_histogram(vertex: Any) -> None:
    d = vertex.degree
    if v.limit == "skip":
        if d > LAST_BIN:
            return
        vertex.part.histogram[d] += 1
    else:
        slot = wp.min(d, LAST_BIN)
        vertex.part.histogram[slot] += 1


@computation(
    MESHES,
    "reset the incidence counts of vertices",
    marks={True: "with their marks", False: ""},
    fan={True: "with their triangle lists (-1)", False: ""},
)
def mesh_clear_vertices(vertex: Any, fan_capacity: Any) -> None:
    vertex.degree = 0
    vertex.cursor = 0
    if v.marks:
        vertex.marked = 0
    if v.fan:
        for k in range(fan_capacity):
            vertex.fan[k] = -1
