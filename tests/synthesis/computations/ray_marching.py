"""Statements for the family ``ray_marching``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_local


def _field(kind, p, size):
    """Distance of a point of the shape's frame to the nearest point of it, below zero inside."""
    if kind == 1:
        beyond = np.abs(p) - size
        return np.linalg.norm(beyond[beyond > 0]) if (beyond > 0).any() else beyond.max()
    core = np.array([0.0, 0.0, np.clip(p[2], -size[1], size[1])]) * (kind == 2)
    return p[2] if kind == 3 else np.linalg.norm(p - core) - size[0]


def march_ray(t, v, n):
    ray, shape = t.ray, t.shape
    count = len(ray.near)
    distance, target_id, steps = np.full(count, -1.0), np.full(count, -1), ray.step_count.copy()
    for i in np.flatnonzero(ray.active):
        s, steps[i] = ray.near[i], 0
        usable = [k for k in ray.candidates[i] if not v.masked or shape.groups[k] & ray.mask[i]]
        while s <= ray.far[i] and steps[i] < 32:
            p = ray.origin[i] + s * ray.direction[i]
            at = [to_local(t.body.pose[shape.body[k]], p) if shape.body[k] >= 0 else p for k in usable]
            away = [
                _field(shape.type[k], to_local(shape.pose[k], x), shape.size[k])
                for k, x in zip(usable, at, strict=True)
            ]
            away = [a - (shape.margin[k] if v.margin else 0.0) for a, k in zip(away, usable, strict=True)]
            steps[i] += 1
            nearest = min(away, default=1e6)
            if nearest < 1e-3:
                distance[i], target_id[i] = s, usable[int(np.argmin(away))]
                break
            s += nearest
    out = {"ray.distance": distance, "ray.target_id": target_id}
    return out | ({"ray.step_count": steps} if v.steps else {})
