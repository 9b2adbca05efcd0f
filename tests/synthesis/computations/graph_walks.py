"""Distances, ranks and averages over the arcs of a graph."""

from __future__ import annotations

import numpy as np


def _arcs(t, i):
    """Pairs (arc, head) of a vertex."""
    return [(a, t.arc.head[a]) for a in t.vertex.arcs[i] if t.arc.head[a] >= 0]


def graph_relax_distances(t, v, n):
    distance, parent = t.vertex.distance.copy(), t.vertex.parent.copy()
    for i in range(len(distance)):
        ways = [(t.vertex.distance[i], t.vertex.parent[i])]
        for a, head in _arcs(t, i):
            ways.append((t.vertex.distance[head] + (t.arc.weight[a] if v.weight == "arc" else 1.0), head))
        distance[i], parent[i] = min(ways, key=lambda way: way[0])
    made = {"vertex.distance_next": distance}
    return {**made, "vertex.parent_next": parent} if v.parent else made


def graph_relax_edge(t, v, n):
    made = t.vertex.distance_next.copy()
    for a, b, w in zip(t.edge.a, t.edge.b, t.edge.weight, strict=True):
        made[b] = min(made[b], t.vertex.distance[a] + w)
        if v.way == "both":
            made[a] = min(made[a], t.vertex.distance[b] + w)
    return {"vertex.distance_next": made}


def graph_page_rank(t, v, n):
    count = len(t.vertex.rank)
    share = np.where(t.vertex.degree == 0, 0.0, t.vertex.rank / np.maximum(t.vertex.degree, 1))
    share = t.vertex.rank / t.vertex.strength if v.weighted else share
    made = t.vertex.rank_next.copy()
    for i in range(count):
        total = sum(share[head] * (t.arc.weight[a] if v.weighted else 1.0) for a, head in _arcs(t, i))
        start = t.vertex.preference[i] if v.teleport == "value" else 1.0 / count
        made[i] = start + n.damping * (total - start)
    return {"vertex.rank_next": made}


def graph_average(t, v, n):
    made = t.vertex.value.copy()
    for i in range(len(made)):
        if v.fixed and t.vertex.flags[i] & 1:
            continue
        terms = [(t.arc.weight[a] if v.weighted else 1.0, t.vertex.value[head]) for a, head in _arcs(t, i)]
        if v.own:
            terms.append((1.0, t.vertex.value[i]))
        if terms:
            weights, values = np.array(terms).T
            made[i] = weights @ values / weights.sum()
    return {"vertex.value_next": made}


def graph_count_arcs(t, v, n):
    degree, used = t.vertex.degree.copy(), t.arc.used.copy()
    for i, arcs in enumerate(t.vertex.arcs):
        for a in arcs:
            used[a] = 0
        heads = _arcs(t, i)
        counted = [a for a, head in heads if {"all": head != i, "upper": head > i, "lower": head < i}[v.rule]]
        for a in counted:
            used[a] = 1
        degree[i] = len(counted)
    return {"vertex.degree": degree, "arc.used": used} if v.marked else {"vertex.degree": degree}


def graph_common_neighbors(t, v, n):
    state, total = t.edge.triangles.copy(), t.part.face_total.copy()
    for i, (a, b) in enumerate(zip(t.edge.a, t.edge.b, strict=True)):
        around_b = {head for _, head in _arcs(t, b)}
        shared = [head for _, head in _arcs(t, a) if head in around_b and head not in (a, b)]
        state[i] = sum(head > max(a, b) for head in shared) if v.rule != "all" else len(shared)
        total[t.vertex.part[a]] += state[i]
    return {"edge.triangles": state, "part.face_total": total} if v.rule == "total" else {"edge.triangles": state}
