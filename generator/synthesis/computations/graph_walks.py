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
    if degree == 0:
        return 0.0
    return rank / float(degree)


@computation(
    MESHES,
    "shorten distances along the arcs of each vertex",
    parent={True: "and note the last vertex", False: ""},
    weight={"arc": "", "unit": "with all arcs of length one"},
)
def graph_relax_distances(vertex: Any) -> None:
    own = vertex.distance
    best = own
    last = vertex.index
    for a in vertex.arcs:
        head = a.head
        d = head.distance + a.weight if v.weight == "arc" else head.distance + 1.0
        if d < best:
            best = d
            last = head.index
    vertex.distance_next = best
    if v.parent:
        vertex.parent = last


@computation(
    MESHES,
    "shorten the distances of both ends of each edge",
    way={"both": "", "forward": "from the first end to the second"},
)
def graph_relax_edge(edge: Any) -> None:
    a, b = edge.a, edge.b
    w = edge.weight
    wp.atomic_min(b.distance_next, a.distance + w)
    if v.way == "both":
        wp.atomic_min(a.distance_next, b.distance + w)


@computation(
    MESHES,
    "hand the ranks of vertices on to their neighbours",
    teleport={"uniform": "", "value": "with a preference for some"},
    weighted={True: "by the weights of the arcs", False: "in equal parts"},
)
def graph_page_rank(vertex: Any, damping: Any) -> None:
    total = float(0.0)
    for a in vertex.arcs:
        head = a.head
        if v.weighted:
            total += a.weight * shared_rank(head.rank, head.degree)
        else:
            total += shared_rank(head.rank, head.degree)
    if v.teleport == "value":
        vertex.rank_next = (1.0 - damping) * vertex.preference + damping * total
    else:
        vertex.rank_next = (1.0 - damping) / float(count(vertex)) + damping * total


@computation(
    MESHES,
    "average the values around each vertex",
    own={True: "together with its own", False: ""},
    weighted={True: "by the weights of the arcs", False: ""},
    fixed={True: "except where it stays", False: ""},
)
def graph_average(vertex: Any) -> None:
    x = vertex.value
    if v.fixed and (vertex.flags & FIXED) != 0:
        vertex.value_next = x
        return
    total = x if v.own else float(0.0)
    n = float(1.0) if v.own else float(0.0)
    for a in vertex.arcs:
        head = a.head
        if v.weighted:
            total += a.weight * head.value
            n += a.weight
        else:
            total += head.value
            n += 1.0
    if v.own:
        vertex.value_next = total / n
    else:
        vertex.value_next = x
        if n > 0.0:
            vertex.value_next = total / n


@computation(
    MESHES,
    "count the arcs of each vertex that lead to another",
    rule={"all": "", "upper": "of a higher number", "lower": "of a lower number"},
    marked={True: "and mark them", False: ""},
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
    "count the triangles of a graph at each edge",
    rule={"all": "", "higher": "whose third vertex has the highest number"},
    total={True: "adding them up by part", False: ""},
)
def graph_common_neighbors(edge: Any) -> None:
    a, b = edge.a, edge.b
    n = int(0)
    for p in a.arcs:
        x = p.head
        if v.rule == "higher" and x.index <= b.index:
            continue
        for q in b.arcs:
            if q.head.index == x.index:
                n += 1
                break
    edge.state = n
    if v.total:
        a.part.face_total += n
