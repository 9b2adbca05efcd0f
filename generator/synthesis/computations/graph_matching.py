"""Fronts, matchings and roots of graphs, and half edges of triangles."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

FIXED = 1
"""Bit of flags: a vertex that is left out."""

Choice: Any = None
"""The enumeration of the schema."""


@law
def outranks(priority: int, index: int, other_priority: int, other_index: int) -> bool:
    """Whether a vertex comes before another by priority, and among equals by the greater number."""
    if priority != other_priority:
        return priority > other_priority
    return index > other_index


@law
def majority(a: int, b: int, c: int) -> int:
    """Colour that at least two of three share, the highest where all differ."""
    if a == b or a == c:
        return a
    if b == c:
        return b
    return wp.max(a, wp.max(b, c))


@computation(
    MESHES,
    "push the unvisited neighbours of each vertex of a search front onto the next front",
    full={"drop": "", "report": "and count those for which there is no room"},
    fixed={True: "leaving out fixed vertices", False: ""},
)
def graph_push_front(vertex: Any, search_level: Any, front_capacity: Any) -> None:
    if vertex.level != search_level:
        return
    for a in vertex.arcs:
        head = a.head
        if head.level >= 0:
            continue
        if v.fixed and (head.flags & FIXED) != 0:
            continue
        # who marks it first pushes it
        before = wp.atomic_max(head.marked, 1)
        if before > 0:
            continue
        part = head.part
        slot = wp.atomic_add(part.front_total, 1)
        if slot < front_capacity:
            part.front[slot] = head.index
        elif v.full == "report":
            part.errors += 1


@computation(
    MESHES,
    "choose an independent set of roots in a graph whose arcs go both ways: open vertices beside no root that outrank all open neighbours, by priority and then by number",
    covered={True: "and cover neighbours of roots", False: ""},
    left={True: "telling each part whether some stay open", False: ""},
)
def graph_choose_roots(vertex: Any) -> None:
    choice = vertex.choice
    vertex.choice_next = choice
    if choice != Choice.OPEN:
        return
    best = int(1)
    if v.covered:
        near_root = int(0)
    for a in vertex.arcs:
        head = a.head
        if head.index == vertex.index:
            continue
        other = head.choice
        if other == Choice.ROOT:
            if v.covered:
                near_root = 1
            else:
                best = 0
        elif other == Choice.OPEN:
            if outranks(head.priority, head.index, vertex.priority, vertex.index):
                best = 0
    if v.covered and near_root == 1:
        vertex.choice_next = Choice.COVERED
        return
    if best == 1:
        vertex.choice_next = Choice.ROOT
    elif v.left:
        wp.atomic_max(vertex.part.has_open, 1)


@computation(
    MESHES,
    "let each vertex want the neighbour of its heaviest arc, or itself where there is none,",
    free={True: "if both are open", False: ""},
    kept={True: "keeping the weight of that arc", False: ""},
)
def graph_want_heaviest(vertex: Any) -> None:
    best = float(0.0)
    want = int(vertex.index)
    if v.free and vertex.choice != Choice.OPEN:
        vertex.wanted = want
        return
    for a in vertex.arcs:
        head = a.head
        if head.index == vertex.index:
            continue
        if v.free and head.choice != Choice.OPEN:
            continue
        w = a.weight
        if w > best or (w == best and head.index < want):
            best = w
            want = head.index
    vertex.wanted = want
    if v.kept:
        vertex.wanted_weight = best


@computation(
    MESHES,
    "match vertices that want each other",
    number={"own": "", "pair": "and number each pair by its lower vertex"},
    counted={True: "counting the pairs", False: ""},
)
def graph_match_pairs(vertex: Any) -> None:
    want = vertex.wanted
    vertex.match = -1
    if v.number == "pair":
        vertex.label_next = vertex.index
    if want == vertex.index:
        return
    if vertex[want].wanted != vertex.index:
        return
    vertex.match = want
    if v.number == "pair":
        vertex.label_next = wp.min(vertex.index, want)
    if v.counted and vertex.index < want:
        vertex.part.pair_total += 1


@computation(
    MESHES,
    "give each triangle the colour that most of its vertices have, the highest where all differ,",
    mixed={True: "and mark triangles whose vertices differ", False: ""},
    counted={True: "and count by part those whose vertices differ", False: ""},
)
def mesh_face_labels(triangle: Any) -> None:
    a = triangle.nodes[0].color
    b = triangle.nodes[1].color
    c = triangle.nodes[2].color
    triangle.color = majority(a, b, c)
    if v.mixed:
        triangle.mixed = 0 if a == b and b == c else 1
    if v.counted and (a != b or b != c):
        triangle.part.mixed_total += 1


@computation(
    MESHES,
    "link the half edges of each triangle",
    origin={True: "with the vertices that they leave", False: ""},
    open={"mark": "", "count": "and count by part those without a twin"},
)
def mesh_link_halves(triangle: Any) -> None:
    for k in range(3):
        a = triangle.nodes[k].index
        b = triangle.nodes[(k + 1) % 3].index
        triangle.following[k] = 3 * triangle.index + (k + 1) % 3
        if v.origin:
            triangle.leaving[k] = a
        other = triangle.others[k]
        twin = int(-1)
        if exists(other):
            for m in range(3):
                # a twin leaves where this one ends
                if other.nodes[m].index == b:
                    twin = 3 * other.index + m
        triangle.twins[k] = twin
        if v.open == "count" and twin < 0:
            triangle.part.errors += 1
