"""What meets where in a mesh, stated by counting."""

from __future__ import annotations

import numpy as np


def _kept(t, wanted):
    return t.triangle.valid != 0 if wanted else np.ones(len(t.triangle.valid), bool)


def mesh_count_degrees(t, v, n):
    a, b = t.edge.a, t.edge.b
    shown = ((t.vertex.flags[a] & 4) == 0) & ((t.vertex.flags[b] & 4) == 0) if v.hidden else np.ones(len(a), bool)
    made = {"vertex.degree": t.vertex.degree.copy()}
    np.add.at(made["vertex.degree"], np.concatenate([a[shown], b[shown]]), 1)
    if v.total:
        made["part.edge_total"] = t.part.edge_total.copy()
        np.add.at(made["part.edge_total"], t.vertex.part[a[shown]], 1)
    return made


def mesh_count_fans(t, v, n):
    kept = _kept(t, v.valid)
    made = {"vertex.fan_count": t.vertex.fan_count.copy()}
    np.add.at(made["vertex.fan_count"], t.triangle.nodes[kept].ravel(), 1)
    if v.total:
        made["part.face_total"] = t.part.face_total.copy()
        np.add.at(made["part.face_total"], t.triangle.part[kept], 1)
    return made


def mesh_fill_fans(t, v, n):
    cursor, fan, errors = t.vertex.cursor.copy(), t.vertex.fan.copy(), t.part.errors.copy()
    for i in np.flatnonzero(_kept(t, v.valid)):
        for node in t.triangle.nodes[i]:
            if cursor[node] < n.fan_capacity:
                fan[node, cursor[node]] = i
            else:
                errors[t.triangle.part[i]] += 1
            cursor[node] += 1
    made = {"vertex.cursor": cursor, "vertex.fan": fan}
    return {**made, "part.errors": errors} if v.full == "report" else made


def mesh_mark_boundary(t, v, n):
    open_ = (t.edge.left < 0) | (t.edge.right < 0)
    made = {"edge.boundary": open_.astype(int)}
    if v.vertices:
        made["vertex.marked"] = t.vertex.marked.copy()
        ends = np.concatenate([t.edge.a[open_], t.edge.b[open_]])
        np.maximum.at(made["vertex.marked"], ends, 1)
    if v.counted:
        made["part.boundary_total"] = t.part.boundary_total.copy()
        np.add.at(made["part.boundary_total"], t.vertex.part[t.edge.a[open_]], 1)
    return made


def mesh_count_adjacent(t, v, n):
    others = t.triangle.others
    kept = (others >= 0) & (t.triangle.valid[others] != 0)
    if v.rule == "lower":
        kept &= others < np.arange(len(others))[:, None]
    made = {"triangle.adjacent": kept.sum(1)}
    return {**made, "triangle.kept": kept.any(1).astype(int)} if v.rule == "drop" else made


def mesh_degree_histogram(t, v, n):
    histogram = t.part.histogram.copy()
    for part, degree in zip(t.vertex.part, t.vertex.degree, strict=True):
        if degree <= 7 or v.limit == "clamp":
            histogram[part, min(degree, 7)] += 1
    return {"part.histogram": histogram}


def mesh_clear_vertices(t, v, n):
    made = {"vertex.degree": np.zeros_like(t.vertex.degree), "vertex.cursor": np.zeros_like(t.vertex.cursor)}
    if v.marks:
        made["vertex.marked"] = np.zeros_like(t.vertex.marked)
    if v.fan:
        made["vertex.fan"] = np.full_like(t.vertex.fan, -1)
    return made
