"""Meshes as numbers of vertices: incidence, boundaries, maps, checks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

Surface: Any = None
"""The enumeration of the schema."""

vertex: Any = None
"""The entity, which edges and triangles count and number."""

HIDDEN = 4
"""Bit of flags: a vertex that is not shown."""

MOST_STEPS = 16
"""Steps after which a walk around a face gives up."""


@law
def opposite_corner(i: int, j: int, k: int, a: int, b: int) -> int:
    """Corner of a triangle that does not lie on an edge of it."""
    if i != a and i != b:
        return i
    if j != a and j != b:
        return j
    return k


@law
def edge_key(a: int, b: int) -> wp.int64:
    """Key of an edge that is the same in both directions, the lower vertex in the high half."""
    low = wp.min(a, b)
    high = wp.max(a, b)
    return (wp.int64(low) << wp.int64(32)) | wp.int64(high)


@law
def sorted_corners(i: int, j: int, k: int) -> tuple[int, int, int]:
    """Three vertex numbers in ascending order."""
    low = wp.min(i, wp.min(j, k))
    high = wp.max(i, wp.max(j, k))
    return low, i + j + k - low - high, high


@law
def is_degenerate(i: int, j: int, k: int) -> bool:
    """Whether two corners of a triangle are one vertex."""
    return i == j or j == k or k == i


@computation(
    MESHES,
    "pack the vertices of each edge into a 64-bit key to find duplicates by sorting,",
    directed={True: "with their direction", False: "with the lower number in the high half"},
)
def mesh_edge_keys(edge: Any) -> None:
    a, b = edge.a, edge.b
    if v.directed:
        edge.key = (wp.int64(a.index) << wp.int64(32)) | wp.int64(b.index)
    else:
        edge.key = edge_key(a.index, b.index)


@computation(
    MESHES,
    "pack the vertices of each triangle, sorted by the numbers that merged ones share, into a 64-bit key of 21 bits each",
    checked={True: "-1 for degenerate ones", False: ""},
)
def mesh_face_keys(triangle: Any) -> None:
    i = triangle.nodes[0].merged
    j = triangle.nodes[1].merged
    k = triangle.nodes[2].merged
    if v.checked and is_degenerate(i, j, k):
        triangle.key = wp.int64(-1)
        return
    low, mid, high = sorted_corners(i, j, k)
    triangle.key = (wp.int64(low) << wp.int64(42)) | (wp.int64(mid) << wp.int64(21)) | wp.int64(high)


@computation(
    MESHES,
    "find the vertex opposite each edge",
    side={"both": "in both triangles", "left": "in its left triangle"},
)
def mesh_opposite_vertices(edge: Any) -> None:
    a, b = edge.a, edge.b
    edge.left_tip = -1
    left = edge.left
    if v.side == "both":
        right = edge.right
        edge.right_tip = -1
    if exists(left):
        edge.left_tip = opposite_corner(left.nodes[0].index, left.nodes[1].index, left.nodes[2].index, a.index, b.index)
    if v.side == "both":
        if exists(right):
            edge.right_tip = opposite_corner(
                right.nodes[0].index, right.nodes[1].index, right.nodes[2].index, a.index, b.index
            )


@computation(
    MESHES,
    "renumber triangle indices after vertices were merged",
    degenerate={
        "keep": "",
        "mark": "marking those that are not degenerate",
        "count": "counting degenerate ones",
    },
    offset={True: "with an offset", False: ""},
    turned={True: "flipping orientation", False: ""},
)
def mesh_remap_triangles(triangle: Any, first_vertex: Any) -> None:
    i = triangle.nodes[0].merged
    j = triangle.nodes[1].merged
    k = triangle.nodes[2].merged
    if v.degenerate == "mark":
        triangle.kept = 0 if is_degenerate(i, j, k) else 1
    elif v.degenerate == "count" and is_degenerate(i, j, k):
        triangle.part.errors += 1
    if v.offset:
        triangle.corner_ids[0] = first_vertex + i
        triangle.corner_ids[1] = first_vertex + k if v.turned else first_vertex + j
        triangle.corner_ids[2] = first_vertex + j if v.turned else first_vertex + k
    else:
        triangle.corner_ids[0] = i
        triangle.corner_ids[1] = k if v.turned else j
        triangle.corner_ids[2] = j if v.turned else k


@computation(
    MESHES,
    "scatter the positions of vertices through a permutation",
    second={True: "with their values,", False: ""},
    marked={True: "leaving out hidden ones", False: ""},
)
def mesh_permute_vertices(vertex: Any) -> None:
    if v.marked and (vertex.flags & HIDDEN) != 0:
        return
    dst = vertex.target
    vertex[dst].moved = vertex.position
    if v.second:
        vertex[dst].moved_value = vertex.value


@computation(
    MESHES,
    "split each triangle into four at edge midpoints",
    offset={"count": "", "given": "numbering new vertices from an offset"},
    valid={True: "if it is valid", False: ""},
)
def mesh_subdivide(triangle: Any, first_vertex: Any) -> None:
    if v.valid and triangle.valid == 0:
        return
    base = count(vertex) if v.offset == "count" else first_vertex
    for k in range(3):
        node = triangle.nodes[k].index
        after = base + triangle.sides[k].index
        before = base + triangle.sides[(k + 2) % 3].index
        triangle.children[3 * k] = node
        triangle.children[3 * k + 1] = after
        triangle.children[3 * k + 2] = before
        # the middle triangle
        triangle.children[9 + k] = after


@computation(
    MESHES,
    "check half edges for consistent twins",
    counted={True: "counting errors by part", False: ""},
    boundary={True: "marking boundary ones", False: ""},
)
def mesh_check_links(half: Any) -> None:
    twin = half.twin
    if v.boundary:
        half.boundary = 0
        if not exists(twin):
            half.boundary = 1
    half.ok = 1
    if exists(twin):
        back = twin.twin
        if not exists(back) or back.index != half.index:
            half.ok = 0
            if v.counted:
                half.origin.part.errors += 1


@computation(
    MESHES,
    "count the sides of each half edge's face, at most 16",
    open={True: "flagging loops that close", False: ""},
)
def mesh_count_loop(half: Any) -> None:
    n = int(1)
    at = half.next.index
    while at != half.index and n < MOST_STEPS:
        at = half[at].next.index
        n += 1
    half.steps = n
    if v.open:
        half.closed = 1 if at == half.index else 0


@computation(
    MESHES,
    "compute the Euler characteristic V - E + F of each part",
    shape={True: "classing its surface: open with boundary edges, a sphere where it is 2", False: ""},
    guard={True: "if it is active", False: ""},
)
def mesh_euler(part: Any) -> None:
    if v.guard and not part.active:
        return
    chi = part.vertex_total - part.edge_total + part.face_total
    part.euler = chi
    if v.shape:
        if part.boundary_total > 0:
            part.shape = Surface.OPEN
        elif chi == 2:
            part.shape = Surface.SPHERE
        else:
            part.shape = Surface.OTHER
