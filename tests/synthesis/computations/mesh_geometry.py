"""Vertices and edges of meshes, stated by angles and sums."""

from __future__ import annotations

import numpy as np


def _angle(t, c):
    """Angle of a triangle at a corner, by the law of cosines."""
    tip, after, before = _around(t, c)
    u, w = after - tip, before - tip
    size = np.linalg.norm(u) * np.linalg.norm(w)
    return np.arccos(np.clip(u @ w / size, -1.0, 1.0)) if size > 0.0 else 0.0


def cotangent(u, w):
    """Of the angle of two edges, whose sine is 0.1 at the least; zero where one has no length."""
    size = np.linalg.norm(u) * np.linalg.norm(w)
    sine = np.linalg.norm(np.cross(u, w)) / size if size > 0.0 else 1.0
    return u @ w / size / max(sine, 0.1) if size > 0.0 else 0.0


def _around(t, c):
    nodes, k = t.triangle.nodes[t.corner.triangle[c]], t.corner.place[c]
    return (t.vertex.position[nodes[(k + step) % 3]].astype(float) for step in range(3))


def _unit(x, floor=1.0e-6):
    length = np.linalg.norm(x)
    return x / length if length >= floor else np.array([0.0, 0.0, 1.0])


def mesh_vertex_normals(t, v, n):
    made = np.zeros_like(t.vertex.normal)
    for i, corners in enumerate(t.vertex.corners):
        total = np.zeros(3)
        for c in corners:
            unit = t.triangle.unit_normal[t.corner.triangle[c]]
            if v.weight == "area":
                tip, after, before = _around(t, c)
                total += np.cross(after - tip, before - tip)
            else:
                total += unit * (_angle(t, c) if v.weight == "angle" else 1.0)
        made[i] = _unit(total)
    return {"vertex.normal": made}


def mesh_part_boxes(t, v, n):
    x = t.vertex.position * (np.asarray(n.axis_scale) if v.scaled else 1.0)
    made = {"part.lower": t.part.lower.copy(), "part.upper": t.part.upper.copy()}
    np.minimum.at(made["part.lower"], t.vertex.part, x)
    np.maximum.at(made["part.upper"], t.vertex.part, x)
    if v.counted:
        made["part.vertex_total"] = t.part.vertex_total.copy()
        np.add.at(made["part.vertex_total"], t.vertex.part, 1)
    return made


def mesh_edge_lengths(t, v, n):
    xa, xb = t.vertex.position[t.edge.a], t.vertex.position[t.edge.b]
    length = np.sqrt(((xa - xb) ** 2).sum(1))
    made = {"edge.length": length}
    if v.state:
        made["edge.state"] = np.select([length < n.shortest, length > n.longest], [1, 2], 0)
    if v.middle:
        made["edge.middle"] = (xa + xb) / 2.0
    return made


def mesh_cotangent_weights(t, v, n):
    made = t.edge.cotangent.copy()
    for i in range(len(made)):
        xa, xb = t.vertex.position[t.edge.a[i]], t.vertex.position[t.edge.b[i]]
        tips = [tip for tip in (t.edge.tip[i], t.edge.other_tip[i]) if tip >= 0]
        if len(tips) < 2 and not v.boundary:
            continue
        total = 0.0
        for tip in tips:
            u, w = xa - t.vertex.position[tip], xb - t.vertex.position[tip]
            total += cotangent(u, w)
        made[i] = max(total / 2.0, 0.0) if v.clamped else total / 2.0
    return {"edge.cotangent": made}


def mesh_edge_laplacian(t, v, n):
    flow, degree = t.vertex.flow.copy(), t.vertex.degree.copy()
    for i, (a, b) in enumerate(zip(t.edge.a, t.edge.b, strict=True)):
        d = t.vertex.position[b] - t.vertex.position[a]
        length = np.linalg.norm(d)
        if v.weight == "length":
            if length < 1.0e-6:
                continue
            d = d / length
        elif v.weight == "edge":
            d = d * t.edge.weight[i]
        flow[a] += d
        flow[b] -= d
        degree[a] += 1
        degree[b] += 1
    made = {"vertex.flow": flow}
    return {**made, "vertex.degree": degree} if v.counted else made


def mesh_smooth(t, v, n):
    made = t.vertex.position.copy()
    for i, arcs in enumerate(t.vertex.arcs):
        arcs = [a for a in arcs if t.arc.head[a] >= 0]
        if not arcs or (v.fixed and t.vertex.flags[i] & 1):
            continue
        weights = t.arc.weight[arcs] if v.weighted else None
        d = np.average(t.vertex.position[t.arc.head[arcs]], axis=0, weights=weights) - t.vertex.position[i]
        if v.tangent:
            up = t.vertex.unit_normal[i]
            d = d - (up @ d) * up
        made[i] += n.step * d
    return {"vertex.smoothed": made}


def mesh_angle_defect(t, v, n):
    made = np.zeros(len(t.vertex.corners))
    for i, corners in enumerate(t.vertex.corners):
        full = np.pi if v.boundary and t.vertex.flags[i] & 2 else 2.0 * np.pi
        made[i] = full - sum(_angle(t, c) for c in corners)
    return {"vertex.curvature": made / t.vertex.area} if v.form == "curvature" else {"vertex.defect": made}


def mesh_edge_angles(t, v, n):
    angle, sharp = t.edge.angle.copy(), t.edge.sharp.copy()
    for i, (left, right) in enumerate(zip(t.edge.left, t.edge.right, strict=True)):
        if left >= 0 and right >= 0:
            angle[i] = t.triangle.unit_normal[left] @ t.triangle.unit_normal[right]
        elif v.none == "one":
            angle[i] = 1.0
        else:
            continue
        sharp[i] = angle[i] < n.crease
    return {"edge.angle": angle, "edge.sharp": sharp} if v.sharp else {"edge.angle": angle}
