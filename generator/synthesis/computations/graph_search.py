"""Levels, labels and colours that spread along the arcs of a graph."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

vertex: Any = None
"""The entity, which edges and triangles count and number."""


FIXED = 1
"""Bit of flags: a vertex that stays as it is."""


MOST_COLORS = 31
"""Number of colours that a mask of bits has room for."""


@law
def lowest_free_bit(mask: int) -> int:
    color = int(0)
    while ((mask >> color) & 1) != 0 and color < MOST_COLORS:
        color += 1
    return color


@computation(
    MESHES,
    "reach the neighbours of all vertices of one level of a breadth-first search",
    parent={True: "and note where each was reached from", False: ""},
    changed={True: "telling each part whether it goes on", False: ""},
)
def graph_search_push(vertex: Any, search_level: Any) -> None:
    if vertex.level != search_level:
        return
    for a in vertex.arcs:
        head = a.head
        if head.level < 0:
            wp.atomic_min(head.level_next, search_level + 1)
            if v.parent:
                wp.atomic_max(head.parent, vertex.index)
            if v.changed:
                wp.atomic_max(head.part.changed, 1)


@computation(
    MESHES,
    "give a vertex that was not reached the next level if a neighbour was",
    parent={True: "and note that neighbour", False: ""},
)
def graph_search_pull(vertex: Any, search_level: Any) -> None:
    if vertex.level >= 0:
        vertex.level_next = vertex.level
        return
    level = int(-1)
    for a in vertex.arcs:
        head = a.head
        if head.level == search_level:
            level = search_level + 1
            if v.parent:
                vertex.parent = head.index
            break
    vertex.level_next = level


@computation(
    MESHES,
    "give each vertex the lowest label around it",
    changed={True: "and tell its part whether that was a lower one", False: ""},
    rule={"min": "", "max": "taking the highest instead"},
)
def graph_spread_labels(vertex: Any) -> None:
    own = vertex.label
    label = own
    for a in vertex.arcs:
        head = a.head
        label = wp.min(label, head.label) if v.rule == "min" else wp.max(label, head.label)
    vertex.label_next = label
    if v.changed and label != own:
        wp.atomic_max(vertex.part.changed, 1)


@computation(
    MESHES,
    "give each vertex the label of its label",
    twice={True: "and of that one", False: ""},
    changed={True: "telling whether it changed", False: ""},
)
def graph_jump_labels(vertex: Any) -> None:
    label = vertex.label
    parent = vertex[label].label
    if v.twice:
        parent = vertex[parent].label
    vertex.label_next = parent
    if v.changed and parent != label:
        wp.atomic_max(vertex.part.changed, 1)


@computation(MESHES, "join the labels of both ends of each edge", compare={"lower": "", "part": "within one part"})
def graph_hook_labels(edge: Any) -> None:
    a, b = edge.a, edge.b
    if v.compare == "part" and a.part.index != b.part.index:
        return
    la = a.label
    lb = b.label
    if la == lb:
        return
    high = wp.max(la, lb)
    low = wp.min(la, lb)
    wp.atomic_min(vertex[high].label_next, low)


@computation(
    MESHES,
    "give each vertex the lowest colour that no neighbour has",
    lower={True: "of those with a lower number", False: ""},
    kept={True: "unless it stays", False: ""},
)
def graph_greedy_color(vertex: Any) -> None:
    if v.kept and (vertex.flags & FIXED) != 0:
        vertex.color_next = vertex.color
        return
    mask = int(0)
    for a in vertex.arcs:
        head = a.head
        if v.lower and head.index >= vertex.index:
            continue
        mask = mask | (1 << head.color)
    vertex.color_next = lowest_free_bit(mask)


@computation(
    MESHES,
    "find vertices that have the colour of a neighbour",
    action={"mark": "and mark them", "reset": "and take the colour from the one of higher number"},
    counted={True: "counting them", False: ""},
)
def graph_color_conflicts(vertex: Any) -> None:
    conflict = int(0)
    color = vertex.color
    for a in vertex.arcs:
        head = a.head
        if head.index == vertex.index or head.color != color:
            continue
        if v.action == "reset":
            if head.index < vertex.index:
                conflict = 1
        else:
            conflict = 1
    if v.action == "reset":
        vertex.color_next = -1 if conflict != 0 else color
    else:
        vertex.marked = conflict
    if v.counted:
        vertex.part.errors += conflict
