"""Levels, labels and colours that spread along the arcs of a graph."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.graph_matching import outranks
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

vertex: Any = None
"""The entity, which edges and triangles count and number."""


MOST_COLORS = 31
"""Number of colours that a mask of bits has room for."""


@law
def lowest_free_bit(mask: int) -> int:
    """Number of the lowest bit that is clear: the least colour that no neighbour has taken."""
    color = int(0)
    while ((mask >> color) & 1) != 0 and color < MOST_COLORS:
        color += 1
    return color


@computation(
    MESHES,
    "expand one level of a breadth-first search: every vertex of the present level gives its unvisited neighbours the next level",
    parent={True: "noting a vertex each was reached from", False: ""},
    changed={True: "and flag the parts in which the search goes on", False: ""},
)
def graph_search_push(vertex: Any, search_level: Any) -> None:
    if vertex.level != search_level:
        return
    for a in vertex.arcs:
        head = a.head
        if head.level < 0:
            # whoever comes first, the level is the same
            wp.atomic_max(head.level_next, search_level + 1)
            if v.parent:
                wp.atomic_max(head.parent_next, vertex.index)
            if v.changed:
                wp.atomic_max(head.part.changed, 1)


@computation(
    MESHES,
    "expand one level of a breadth-first search bottom-up, in a graph whose arcs go both ways: an unvisited vertex takes the next level if any of its neighbours has the present one",
    parent={True: "and notes that neighbour as its parent", False: ""},
)
def graph_search_pull(vertex: Any, search_level: Any) -> None:
    if v.parent:
        vertex.parent_next = vertex.parent
    if vertex.level >= 0:
        vertex.level_next = vertex.level
        return
    level = int(-1)
    for a in vertex.arcs:
        head = a.head
        if head.level == search_level:
            level = search_level + 1
            if v.parent:
                vertex.parent_next = head.index
            break
    vertex.level_next = level


@computation(
    MESHES,
    "find connected components of a graph whose arcs go both ways by label propagation, one sweep: each vertex takes",
    rule={
        "min": "the lowest label among itself and its neighbours",
        "max": "the highest label among itself and its neighbours",
    },
    changed={True: "and flag the parts in which a label changed", False: ""},
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
    "shorten the label trees of connected components by pointer jumping: each vertex takes the label of its label",
    twice={True: "two jumps at once", False: ""},
    changed={True: "flagging the parts in which a label changed", False: ""},
)
def graph_jump_labels(vertex: Any) -> None:
    label = vertex.label
    parent = vertex[label].label
    if v.twice:
        parent = vertex[parent].label
    vertex.label_next = parent
    if v.changed and parent != label:
        wp.atomic_max(vertex.part.changed, 1)


@computation(
    MESHES,
    "hook the label trees of connected components together: for each edge whose ends have different labels, the higher root takes the lower label by an atomic minimum",
    compare={"lower": "", "part": "only where both ends are in one part"},
)
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
    "take one round of a greedy colouring of a graph whose arcs go both ways: give each vertex without a colour (-1) the lowest that no neighbour has, from a bit mask of the colours in use,",
    turn={
        "ranked": "once it outranks all neighbours without a colour, by priority and then by number (Jones and Plassmann)",
        "all": "speculatively, leaving conflicts to a later pass",
    },
    changed={True: "and flagging the parts that have such vertices", False: ""},
)
def graph_greedy_color(vertex: Any) -> None:
    color = vertex.color
    if color >= 0:
        vertex.color_next = color
        return
    if v.changed:
        wp.atomic_max(vertex.part.changed, 1)
    mask = int(0)
    for a in vertex.arcs:
        head = a.head
        if head.color >= 0:
            mask = mask | (1 << head.color)
        elif v.turn == "ranked" and outranks(head.priority, head.index, vertex.priority, vertex.index):
            vertex.color_next = -1
            return
    vertex.color_next = lowest_free_bit(mask)


@computation(
    MESHES,
    "find the conflicts of a speculative colouring of a graph whose arcs go both ways, vertices that have the colour of a neighbour,",
    action={"mark": "and mark them", "reset": "and uncolour (-1) the one of the higher number"},
    counted={True: "counting them by part", False: ""},
)
def graph_color_conflicts(vertex: Any) -> None:
    conflict = int(0)
    color = vertex.color
    for a in vertex.arcs:
        head = a.head
        other = head.index < vertex.index if v.action == "reset" else head.index != vertex.index
        if other and head.color >= 0 and head.color == color:
            conflict = 1
            break
    if v.action == "reset":
        vertex.color_next = -1 if conflict != 0 else color
    else:
        vertex.marked = conflict
    if v.counted and conflict != 0:
        vertex.part.errors += 1
