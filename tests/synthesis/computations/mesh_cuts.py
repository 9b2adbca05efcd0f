"""Collapses and cuts, stated by solutions and signs."""

from __future__ import annotations

import numpy as np


def mesh_collapse_edges(t, v, n):
    middle, cost, state = t.edge.point.copy(), t.edge.cost.copy(), t.edge.state.copy()
    for i, (a, b) in enumerate(zip(t.edge.a, t.edge.b, strict=True)):
        stays = [node for node in (a, b) if t.vertex.flags[node] & 1]
        if v.fixed and len(stays) == 2:
            state[i], cost[i] = 0, 1e10
            middle[i] = (t.vertex.position[a] + t.vertex.position[b]) / 2
            continue
        q = (t.vertex.plane_error[a] + t.vertex.plane_error[b]).astype(float)
        between = (t.vertex.position[a] + t.vertex.position[b]) / 2
        x = np.linalg.solve(q[:3, :3] + 0.05 * np.eye(3), 0.05 * between - q[:3, 3])
        if v.fixed and stays:
            x = t.vertex.position[stays[0]]
        middle[i] = x
        p = np.append(x, 1.0)
        cost[i] = p @ q @ p
        if v.state:
            state[i] = cost[i] < n.cheap
    made = {"edge.point": middle, "edge.cost": cost}
    return {**made, "edge.state": state} if v.state else made


def mesh_cut_triangles(t, v, n):
    heights = t.vertex.height[t.triangle.nodes]
    inside = heights < 0.0
    made = {"triangle.code": inside @ [1, 2, 4]}
    if v.pieces:
        made["triangle.pieces"] = np.array([0, 1, 2, 1])[inside.sum(1)]
    if v.points == "both":
        ends = {"triangle.cut_a": t.triangle.cut_a.copy(), "triangle.cut_b": t.triangle.cut_b.copy()}
        for i, side in enumerate(inside):
            if side.all() or not side.any():
                continue
            alone = int(np.flatnonzero(side == (side.sum() == 1))[0])
            x, h = t.vertex.position[t.triangle.nodes[i]], heights[i]
            start = 1 if side.sum() == 1 else 2
            for name, step in (("triangle.cut_a", start), ("triangle.cut_b", 3 - start)):
                other = (alone + step) % 3
                part = h[alone] / (h[alone] - h[other])
                ends[name][i] = (1.0 - part) * x[alone] + part * x[other]
        made |= ends
    return made
