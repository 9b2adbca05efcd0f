"""Meshes as numbers of vertices, stated by sets of them."""

from __future__ import annotations

import numpy as np


def mesh_edge_keys(t, v, n):
    ends = np.stack([t.edge.a, t.edge.b], axis=1).astype(np.int64)
    if not v.directed:
        ends = np.sort(ends, axis=1)
    return {"edge.key": ends[:, 0] * 2**32 + ends[:, 1]}


def mesh_face_keys(t, v, n):
    low, mid, high = np.sort(t.vertex.merged[t.triangle.nodes].astype(np.int64), axis=1).T
    key = low * 2**42 + mid * 2**21 + high
    return {"triangle.key": np.where((low == mid) | (mid == high), -1, key) if v.checked else key}


def _tips(t, sides):
    made = np.full(len(sides), -1)
    for i, side in enumerate(sides):
        if side >= 0:
            nodes = t.triangle.nodes[side]
            others = [node for node in nodes if node not in (t.edge.a[i], t.edge.b[i])]
            made[i] = others[0] if others else nodes[2]
    return made


def mesh_opposite_vertices(t, v, n):
    made = {"edge.left_tip": _tips(t, t.edge.left)}
    return {**made, "edge.right_tip": _tips(t, t.edge.right)} if v.side == "both" else made


def mesh_remap_triangles(t, v, n):
    ids = t.vertex.merged[t.triangle.nodes]
    twice = np.array([len(set(row)) < 3 for row in ids.tolist()])
    made = {}
    if v.degenerate == "mark":
        made["triangle.kept"] = (~twice).astype(int)
    elif v.degenerate == "count":
        made["part.errors"] = t.part.errors.copy()
        np.add.at(made["part.errors"], t.triangle.part, twice)
    if v.turned:
        ids = ids[:, [0, 2, 1]]
    return {**made, "triangle.corner_ids": ids + (n.first_vertex if v.offset else 0)}


def mesh_permute_vertices(t, v, n):
    moved, values = t.vertex.moved.copy(), t.vertex.moved_value.copy()
    shown = (t.vertex.flags & 4) == 0 if v.marked else np.ones(len(moved), bool)
    moved[t.vertex.target[shown]] = t.vertex.position[shown]
    values[t.vertex.target[shown]] = t.vertex.value[shown]
    return {"vertex.moved": moved, "vertex.moved_value": values} if v.second else {"vertex.moved": moved}


def mesh_subdivide(t, v, n):
    made = t.triangle.children.copy()
    base = len(t.vertex.position) if v.offset == "count" else n.first_vertex
    for i, (nodes, sides) in enumerate(zip(t.triangle.nodes, t.triangle.sides, strict=True)):
        if v.valid and t.triangle.valid[i] == 0:
            continue
        m = base + sides
        parts = [(nodes[0], m[0], m[2]), (nodes[1], m[1], m[0]), (nodes[2], m[2], m[1]), (m[0], m[1], m[2])]
        made[i] = np.concatenate(parts)
    return {"triangle.children": made}


def mesh_check_links(t, v, n):
    twin = t.half.twin
    bad = np.array([w >= 0 and twin[w] != i for i, w in enumerate(twin)])
    made = {"half.ok": (~bad).astype(int)}
    if v.boundary:
        made["half.boundary"] = (twin < 0).astype(int)
    if v.counted:
        made["part.errors"] = t.part.errors.copy()
        np.add.at(made["part.errors"], t.vertex.part[t.half.origin], bad)
    return made


def mesh_count_loop(t, v, n):
    steps, back = t.half.steps.copy(), t.half.closed.copy()
    for i in range(len(steps)):
        path = [t.half.next[i]]
        while path[-1] != i and len(path) < 16:
            path.append(t.half.next[path[-1]])
        steps[i], back[i] = len(path), path[-1] == i
    return {"half.steps": steps, "half.closed": back} if v.open else {"half.steps": steps}


def mesh_euler(t, v, n):
    worked = t.part.active.astype(bool) if v.guard else np.ones(len(t.part.euler), bool)
    chi = t.part.vertex_total - t.part.edge_total + t.part.face_total
    made = {"part.euler": np.where(worked, chi, t.part.euler)}
    if v.shape:
        shape = np.where(t.part.boundary_total > 0, 0, np.where(chi == 2, 1, 2))
        made["part.shape"] = np.where(worked, shape, t.part.shape)
    return made
