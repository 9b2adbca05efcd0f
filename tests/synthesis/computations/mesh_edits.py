"""What is asked before a mesh is changed, stated by angles, sets and signs."""

from __future__ import annotations

import numpy as np


def _cosine(tip, a, b):
    u, w = a - tip, b - tip
    sizes = np.linalg.norm(u) * np.linalg.norm(w)
    return u @ w / sizes if sizes else 0.0


def mesh_flip_edges(t, v, n):
    state = np.zeros_like(t.edge.flipped)
    wanted = np.where(t.vertex.flags & 2, 4, 6)
    for i in range(len(state)):
        nodes = np.array([t.edge.a[i], t.edge.b[i], t.edge.tip[i], t.edge.other_tip[i]])
        a, b, c, d = nodes
        if min(c, d) < 0:
            continue
        if v.fixed and t.vertex.flags[a] & t.vertex.flags[b] & 1:
            continue
        x = t.vertex.position
        if v.rule == "angles":
            state[i] = _cosine(x[c], x[a], x[b]) + _cosine(x[d], x[a], x[b]) < 0.0
        else:
            degrees = t.vertex.degree[nodes]
            errors = [np.abs(degrees + change - wanted[nodes]).sum() for change in ([0] * 4, [-1, -1, 1, 1])]
            state[i] = errors[1] < errors[0]
    return {"edge.flipped": state}


def mesh_walk_ring(t, v, n):
    steps, ok, marked = t.half.steps.copy(), t.half.closed.copy(), t.vertex.marked.copy()
    for i in range(len(steps)):
        path, is_open = [], False
        at = i
        while len(path) < 16 and not is_open and not (path and at == i):
            path.append(at)
            is_open = t.half.twin[at] < 0
            at = at if is_open else t.half.next[t.half.twin[at]]
        steps[i], ok[i] = len(path), at == i and not is_open
        if is_open:
            marked[t.half.origin[i]] = max(marked[t.half.origin[i]], 1)
    made = {"half.steps": steps}
    if v.ends == "mark":
        made["vertex.marked"] = marked
    return {**made, "half.closed": ok} if v.back else made


def mesh_unique_neighbors(t, v, n):
    degree, total = t.vertex.degree.copy(), t.part.edge_total.copy()
    higher = np.zeros_like(degree)
    for i, corners in enumerate(t.vertex.corners):
        around = {node for c in corners for node in t.triangle.nodes[t.corner.triangle[c]].tolist()} - {i}
        degree[i] = len(around)
        higher[i] = len([node for node in around if node > i])
        total[t.vertex.part[i]] += higher[i]
    beside = {"all": {}, "higher": {"vertex.edge_count": higher}, "edges": {"part.edge_total": total}}
    return {"vertex.degree": degree, **beside[v.rule]}


def mesh_weld_vertices(t, v, n):
    x = t.vertex.position.astype(float)
    first = np.arange(len(x))
    for i in first.copy():
        d = np.abs(x[:i] - x[i])
        size = d.max(1) if v.near == "box" else np.sqrt((d**2).sum(1))
        near = np.flatnonzero(size < n.tolerance)
        first[i] = near[0] if len(near) else i
    made = {"vertex.label_next": first}
    return {**made, "vertex.marked": (first != np.arange(len(x))).astype(int)} if v.marked else made
