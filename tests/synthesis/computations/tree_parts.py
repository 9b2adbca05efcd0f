"""NumPy statements of what parts of a tree answer, by looking at every box and face."""

from __future__ import annotations

import numpy as np


def _touch(low, high, lowers, uppers):
    return ((lowers[None] <= high[:, None]) & (uppers[None] >= low[:, None])).all(axis=2)


def _faces(mesh):
    corners = mesh.points[mesh.indices.reshape(-1, 3)].astype(float)
    return corners, corners.min(axis=1), corners.max(axis=1)


def group_boxes_in_box(t, v, n):
    p = t.probe
    found = _touch(p.position - p.half_size, p.position + p.half_size, n.grouped_tree.lowers, n.grouped_tree.uppers)
    found &= np.arange(len(n.grouped_tree.lowers))[None] % 4 == p.kind[:, None]
    made = {"probe.hits": found.sum(axis=1)}
    return {**made, "probe.first": np.where(found.any(axis=1), found.argmax(axis=1), -1)} if v.lowest else made


def cast_ray_at_group(t, v, n):
    p = t.probe
    corners, _, _ = _faces(n.grouped_mesh)
    distance, face = [], []
    for x, d, kind in zip(p.position, p.direction, p.kind, strict=True):
        found = [
            (_hit(x, d, corners[k]), k)
            for k in range(len(corners))
            if k % 4 == kind and _hit(x, d, corners[k]) is not None
        ]
        near = min((hit for hit in found if hit[0] < n.ray_length), default=(n.ray_length, -1))
        distance.append(near[0])
        face.append(near[1])
    made = {"probe.distance": np.array(distance)}
    return {**made, "probe.face": np.array(face)} if v.face else made


def _hit(x, d, corners):
    """How far a ray goes to a triangle, by solving for the place on its two edges; None where it misses."""
    a, b, c = corners
    u, w, s = np.linalg.solve(np.stack([b - a, c - a, -d], axis=1), x - a)
    return s if min(u, w, 1.0 - u - w, s) >= 0.0 else None


def boxes_swept_over(t, v, n):
    p = t.probe
    end = n.dt if v.end == "step" else 1.0
    lowers = n.tree.lowers[None] - p.radius[:, None, None]
    uppers = n.tree.uppers[None] + p.radius[:, None, None]
    x, d = p.position[:, None], p.velocity[:, None]
    first, last = (lowers - x) / d, (uppers - x) / d
    enter, leave = np.minimum(first, last).max(axis=2), np.maximum(first, last).min(axis=2)
    return {"probe.hits": ((enter <= leave) & (leave >= 0) & (enter <= end)).sum(axis=1)}


def faces_by_mesh_tree(t, v, n):
    p = t.probe
    _, low, high = _faces(n.mesh)
    if v.shape == "box":
        return {"probe.hits": _touch(p.position - p.half_size, p.position + p.half_size, low, high).sum(axis=1)}
    x = p.position[:, None]
    apart = np.linalg.norm(np.clip(x, low[None], high[None]) - x, axis=2)
    return {"probe.hits": (apart <= p.radius[:, None]).sum(axis=1)}
