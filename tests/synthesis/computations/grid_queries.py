"""NumPy statements of what grains ask a hash grid, by looking at every pair."""

from __future__ import annotations

import numpy as np


def _pairs(t):
    d = t.grain.position[:, None] - t.grain.position[None]
    return d, np.linalg.norm(d, axis=2), ~np.eye(len(d), dtype=bool)


def hashed_density(t, v, n):
    _, r, others = _pairs(t)
    weights = np.where((r < n.reach) & (others | v.own), np.maximum(1 - r / n.reach, 0) ** 3, 0)
    return {"grain.density": weights @ t.grain.mass * 15 / (np.pi * n.reach**3)}


def hashed_contact_force(t, v, n):
    g = t.grain
    d, r, others = _pairs(t)
    overlap = g.radius[:, None] + g.radius[None] - r
    unit = d / np.where(others, r, 1)[..., None]
    size = n.stiffness * overlap
    if v.damped:
        size = np.maximum(size - n.damping * ((g.velocity[:, None] - g.velocity[None]) * unit).sum(axis=2), 0)
    near = others & (overlap > 0)
    return {"grain.force": (unit * np.where(near, size, 0)[..., None]).sum(axis=1)}


def hashed_smoothing(t, v, n):
    _, r, others = _pairs(t)
    near = others & (r < n.reach)
    if v.kind:
        near &= t.grain.kind[:, None] == t.grain.kind[None]
    near = near | np.eye(len(near), dtype=bool)
    return {"grain.smoothed": near @ t.grain.velocity / near.sum(axis=1)[:, None]}


def hashed_neighbour_count(t, v, n):
    _, r, others = _pairs(t)
    many = (others & (r < n.reach)).sum(axis=1)
    made = {"grain.neighbour_count": many}
    return {**made, "grain.crowded": many > 3} if v.crowded else made


def hashed_nearest(t, v, n):
    _, r, others = _pairs(t)
    return {"grain.nearest": np.minimum(np.where(others, r, np.inf).min(axis=1), n.reach)}


def hashed_label_spread(t, v, n):
    _, r, _ = _pairs(t)
    return {"grain.lowest": np.where(r < n.reach, t.grain.label[None], 1000).min(axis=1)}
