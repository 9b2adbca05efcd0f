"""Whole numbers about meshes of cloth: keys, corners, colours, pieces."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.cloth import CLOTH

PINNED = 1

vertex: Any = None
"""The vertices by their number."""


@law
def undirected_key(i: int, j: int, n: int) -> int:
    """Key of an edge among n vertices, the same both ways round."""
    return wp.min(i, j) * n + wp.max(i, j)


@law
def third_corner(a: int, b: int, i: int, j: int, k: int) -> int:
    """Corner of a triangle that is not on one of its edges."""
    if i != a and i != b:
        return i
    if j != a and j != b:
        return j
    return k


@law
def lowest_free_color(mask: int) -> int:
    """Lowest colour that no bit of the mask has taken."""
    color = int(0)
    while (mask & (1 << color)) != 0:
        color += 1
    return color


@computation(
    CLOTH,
    "store the keys of the three edges of each triangle",
    torn={True: "or -1 where it is torn", False: ""},
)
def triangle_edge_keys(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        for e in range(3):
            triangle.keys[e] = -1
        return
    n = count(vertex)
    i = triangle.a.index
    j = triangle.b.index
    k = triangle.c.index
    triangle.keys[0] = undirected_key(i, j, n)
    triangle.keys[1] = undirected_key(j, k, n)
    triangle.keys[2] = undirected_key(k, i, n)


@computation(
    CLOTH,
    "find the corner opposite to an edge",
    sides={"both": "on either side", "left": "on its left"},
    border={True: "and mark its ends where one is missing", False: ""},
)
def edge_opposite_corners(edge: Any) -> None:
    a, b = edge.a, edge.b
    t = edge.left
    left = int(-1)
    if exists(t):
        left = third_corner(a.index, b.index, t.a.index, t.b.index, t.c.index)
    edge.left_corner = left
    if v.sides == "both":
        s = edge.right
        right = int(-1)
        if exists(s):
            right = third_corner(a.index, b.index, s.a.index, s.b.index, s.c.index)
        edge.right_corner = right
        if v.border and (left < 0 or right < 0):
            wp.atomic_max(a.border, 1)
            wp.atomic_max(b.border, 1)
    elif v.border:
        if left < 0:
            wp.atomic_max(a.border, 1)
            wp.atomic_max(b.border, 1)


@computation(
    CLOTH,
    "give a vertex",
    order={
        "conflict": "that has no colour, or that of a neighbour of a lower number, the lowest that no neighbour has",
        "lower": "the lowest colour that no neighbour of a lower number has",
    },
    pinned={True: "and none (-1) if it is pinned", False: ""},
)
def color_vertex(vertex: Any) -> None:
    if v.pinned and (vertex.flags & PINNED) != 0:
        vertex.new_color = -1
        return
    own = vertex.color
    i = vertex.index
    mask = int(0)
    if v.order == "conflict":
        taken = own < 0
    for other in vertex.joined:
        c = other.color
        if v.order == "conflict":
            if c < 0:
                continue
            mask = mask | (1 << c)
            # of two that have one colour, the one of the higher number gives way
            if c == own and other.index < i:
                taken = True
        elif other.index < i and c >= 0:
            mask = mask | (1 << c)
    if v.order == "conflict" and not taken:
        vertex.new_color = own
        return
    vertex.new_color = lowest_free_color(mask)


@computation(
    CLOTH,
    "mark the vertices whose number is greater than that of all neighbours of the same colour (a set that is independent within each colour)",
    pinned={True: "leaving out pinned ones", False: ""},
)
def mark_peak_vertices(vertex: Any) -> None:
    i = vertex.index
    if v.pinned and (vertex.flags & PINNED) != 0:
        vertex.peak = 0
        return
    peak = int(1)
    for other in vertex.joined:
        if other.color != vertex.color:
            continue
        if other.index > i:
            peak = 0
            break
    vertex.peak = peak


@computation(
    CLOTH,
    "pass the label of each triangle on to its corners where it is less",
    torn={True: "unless it is torn", False: ""},
    pinned={True: "but not to pinned ones", False: ""},
)
def spread_piece_label(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        return
    a, b, c = triangle.a, triangle.b, triangle.c
    label = triangle.piece
    if v.pinned:
        if (a.flags & PINNED) == 0:
            wp.atomic_min(a.component, label)
        if (b.flags & PINNED) == 0:
            wp.atomic_min(b.component, label)
        if (c.flags & PINNED) == 0:
            wp.atomic_min(c.component, label)
    else:
        wp.atomic_min(a.component, label)
        wp.atomic_min(b.component, label)
        wp.atomic_min(c.component, label)


@law
def is_held(border: int, flags: int) -> bool:
    """Whether a vertex keeps its place, at the border or pinned."""
    return border != 0 or (flags & PINNED) != 0


@computation(
    CLOTH,
    "count the corners of each triangle that lie on the border",
    pinned={True: "or are pinned", False: ""},
    torn={True: "if it is not torn", False: ""},
)
def count_border_corners(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        triangle.border_count = 0
        return
    a, b, c = triangle.a, triangle.b, triangle.c
    n = int(0)
    if v.pinned:
        if is_held(a.border, a.flags):
            n += 1
        if is_held(b.border, b.flags):
            n += 1
        if is_held(c.border, c.flags):
            n += 1
    else:
        if a.border != 0:
            n += 1
        if b.border != 0:
            n += 1
        if c.border != 0:
            n += 1
    triangle.border_count = n


@computation(
    CLOTH,
    "take the least label of the corners for each triangle",
    torn={True: "or -1 where it is torn", False: ""},
)
def label_triangle_piece(triangle: Any) -> None:
    if v.torn and triangle.torn != 0:
        triangle.piece = -1
        return
    triangle.piece = wp.min(triangle.a.component, wp.min(triangle.b.component, triangle.c.component))
