"""Statements for the family ``ray_marching``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, to_local


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
    distance, target_id, steps = np.full(count, -1.0), np.full(count, -1), ray.hit_count.copy()
    for i in np.flatnonzero(ray.active):
        s, steps[i] = ray.near[i], 0
        usable = [k for k in ray.candidates[i] if not v.masked or shape.groups[k] & ray.mask[i]]
        while s <= ray.far[i] and steps[i] < 32:
            p = ray.origin[i] + s * ray.direction[i]
            away = [_field(shape.type[k], to_local(shape.pose[k], p), shape.size[k]) for k in usable]
            away = [a - (shape.margin[k] if v.margin else 0.0) for a, k in zip(away, usable, strict=True)]
            steps[i] += 1
            nearest = min(away, default=1e6)
            if nearest < 1e-3:
                distance[i], target_id[i] = s, usable[int(np.argmin(away))]
                break
            s += nearest
    out = {"ray.distance": distance, "ray.target_id": target_id}
    return out | ({"ray.hit_count": steps} if v.steps else {})


def ray_end_point(t, v, n):
    ray = t.ray
    reach = np.where((ray.distance >= 0) & (v.end == "hit"), ray.distance, ray.far)
    return {"ray.point": ray.origin + reach[:, None] * ray.direction}


def reset_ray_interval(t, v, n):
    ray = t.ray
    far = np.where((ray.distance > 0) & (v.to == "hit"), ray.distance, ray.max_distance)
    return {"ray.near": np.zeros(len(far)), "ray.far": far}


def reverse_ray(t, v, n):
    ray = t.ray
    used = (ray.active | (not v.active))[:, None]
    ends = ray.origin + ray.far[:, None] * ray.direction
    turned = np.where(used, -ray.direction, ray.direction)
    return {"ray.origin": np.where(used, ends, ray.origin), "ray.direction": turned}


def body_ray_counts(t, v, n):
    counts = t.body.ray_count.copy()
    for s in t.ray.target:
        if s >= 0 and t.shape.body[s] >= 0 and (not v.kind or t.shape.type[s] == 1):
            counts[t.shape.body[s]] += 1
    return {"body.ray_count": counts}


def body_of_hit(t, v, n):
    target_id = t.ray.target_id.copy()
    for i, s in enumerate(t.ray.target):
        if s >= 0 and (t.shape.body[s] >= 0 or v.missing == "world"):
            target_id[i] = t.shape.body[s]
    return {"ray.target_id": target_id}


def stop_rays_that_hit(t, v, n):
    ray = t.ray
    hits = (ray.distance >= 0.0) & (ray.distance <= ray.far)
    out = {"ray.active": ray.active & ~hits}
    return out | ({"ray.status": np.where(hits, 1, ray.status)} if v.status else {})


def face_normal_of_hit(t, v, n):
    normal = t.ray.normal.copy()
    for i, f in enumerate(t.ray.face):
        if f >= 0:
            away = v.flip and t.triangle.normal[f] @ t.ray.direction[i] > 0
            normal[i] = -t.triangle.normal[f] if away else t.triangle.normal[f]
    return {"ray.normal": normal}


def shape_sphere_bounds(t, v, n):
    shape = t.shape
    lower, upper = shape.lower.copy(), shape.upper.copy()
    for i, b in enumerate(shape.body):
        if b >= 0:
            center = compose(t.body.pose[b], shape.pose[i])[:3]
            reach = np.linalg.norm(shape.size[i]) + (shape.margin[i] if v.margin else 0.0)
            lower[i], upper[i] = center - reach, center + reach
    return {"shape.lower": lower, "shape.upper": upper}
