"""Walks over the arcs of a graph: levels, labels, colours, distances, ranks."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.meshes import MESHES

vertex: Any = None
"""The entity, which edges and triangles count and number."""

FIXED = 1
"""Bit of flags: a vertex that stays as it is."""


@law
def shared_rank(rank: float, degree: int) -> float:
    """Rank that a vertex hands on along each of its arcs, zero where it has none."""
    if degree == 0:
        return 0.0
    return rank / float(degree)


@computation(
    MESHES,
    "relax the shortest distance of each vertex of a graph whose arcs go both ways, one pull-style Bellman-Ford sweep over its arcs",
    weight={"arc": "", "unit": "with unit arc lengths"},
    parent={True: "and keep the predecessor up to date", False: ""},
)
def graph_relax_distances(vertex: Any) -> None:
    own = vertex.distance
    best = own
    last = vertex.parent
    for a in vertex.arcs:
        head = a.head
        d = head.distance + a.weight if v.weight == "arc" else head.distance + 1.0
        if d < best:
            best = d
            last = head.index
    vertex.distance_next = best
    if v.parent:
        vertex.parent_next = last


@computation(
    MESHES,
    "relax the shortest distances across each edge by atomic minima, one edge-parallel Bellman-Ford sweep",
    way={"both": "in both directions", "forward": "from the first end to the second"},
)
def graph_relax_edge(edge: Any) -> None:
    a, b = edge.a, edge.b
    w = edge.weight
    wp.atomic_min(b.distance_next, a.distance + w)
    if v.way == "both":
        wp.atomic_min(a.distance_next, b.distance + w)


@computation(
    MESHES,
    "compute one PageRank iteration in a graph whose arcs go both ways: each vertex sums what its neighbours hand on, times the damping, plus the teleport term",
    teleport={"uniform": "(1 - damping) / n", "value": "(1 - damping) times its own preference"},
    weighted={
        True: "where a rank is shared in proportion to the weights of the arcs, the same both ways",
        False: "where a rank is shared evenly among the arcs",
    },
)
def graph_page_rank(vertex: Any, damping: Any) -> None:
    total = float(0.0)
    for a in vertex.arcs:
        head = a.head
        if v.weighted:
            total += a.weight / head.strength * head.rank
        else:
            total += shared_rank(head.rank, head.degree)
    if v.teleport == "value":
        vertex.rank_next = (1.0 - damping) * vertex.preference + damping * total
    else:
        vertex.rank_next = (1.0 - damping) / float(count(vertex)) + damping * total


@computation(
    MESHES,
    "average the values of the neighbours of each vertex, one Jacobi sweep of harmonic smoothing",
    own={True: "counting its own value too", False: ""},
    weighted={True: "weighted by the arcs", False: ""},
    fixed={True: "with fixed vertices held as boundary values", False: ""},
)
def graph_average(vertex: Any) -> None:
    x = vertex.value
    if v.fixed and (vertex.flags & FIXED) != 0:
        vertex.value_next = x
        return
    total = x if v.own else float(0.0)
    weight = float(1.0) if v.own else float(0.0)
    for a in vertex.arcs:
        head = a.head
        if v.weighted:
            total += a.weight * head.value
            weight += a.weight
        else:
            total += head.value
            weight += 1.0
    if v.own or weight > 0.0:
        vertex.value_next = total / weight
    else:
        vertex.value_next = x


@computation(
    MESHES,
    "count the arcs of each vertex",
    rule={
        "all": "other than self-loops",
        "upper": "that lead to a vertex of a higher number",
        "lower": "that lead to a vertex of a lower number",
    },
    marked={True: "and flag the arcs that were counted", False: ""},
)
def graph_count_arcs(vertex: Any) -> None:
    n = int(0)
    for a in vertex.arcs:
        if v.marked:
            a.used = 0
        head = a.head
        if v.rule == "upper":
            if head.index <= vertex.index:
                continue
        elif v.rule == "lower":
            if head.index >= vertex.index:
                continue
        else:
            if head.index == vertex.index:
                continue
        n += 1
        if v.marked:
            a.used = 1
    vertex.degree = n


@computation(
    MESHES,
    "count the triangles on each edge of a graph whose arcs go both ways by intersecting the adjacency lists of its ends",
    rule={
        "all": "",
        "higher": "counting each triangle at the edge opposite its highest vertex",
        "total": "counting each triangle at the edge opposite its highest vertex, and adding the counts up by part",
    },
)
def graph_common_neighbors(edge: Any) -> None:
    a, b = edge.a, edge.b
    n = int(0)
    for p in a.arcs:
        x = p.head
        if v.rule == "all":
            if x.index == a.index or x.index == b.index:
                continue
        elif x.index <= wp.max(a.index, b.index):
            continue
        for q in b.arcs:
            if q.head.index == x.index:
                n += 1
                break
    edge.triangles = n
    if v.rule == "total":
        a.part.face_total += n
