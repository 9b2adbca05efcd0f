"""Statements for the family ``rays``."""

from __future__ import annotations

import numpy as np


def _sphere(o, d, c, r):
    """The smallest root that is not negative of |o + t d - c| = r, or -1."""
    roots = np.roots([1.0, 2.0 * d @ (o - c), (o - c) @ (o - c) - r * r])
    found = sorted(root.real for root in roots if abs(root.imag) < 1e-12 and root.real >= 0.0)
    return found[0] if found else -1.0


def _box(o, d, lower, upper):
    """The interval of a ray inside a box, whose directions have no component near zero."""
    ends = np.sort(np.stack([(lower - o) / d, (upper - o) / d]), axis=0)
    return ends[0].max(), ends[1].min()


def ray_sphere(t, v, n):
    ray, ball = t.ray, t.ball
    distance, target_id = ray.distance.copy(), ray.target_id.copy()
    point, normal = ray.point.copy(), ray.normal.copy()
    for i, s in enumerate(ray.sphere):
        if s < 0:
            if v.miss:
                distance[i], target_id[i] = -1.0, -1
            continue
        o, d, c = ray.origin[i], ray.direction[i], ball.center[s]
        distance[i] = _sphere(o, d, c, ball.radius[s])
        target_id[i] = s if distance[i] >= 0 else -1
        if distance[i] >= 0:
            point[i] = o + distance[i] * d
            normal[i] = (point[i] - c) / np.linalg.norm(point[i] - c)
    out = {"ray.distance": distance}
    if v.miss:
        out["ray.target_id"] = target_id
    if v.outputs != "distance":
        out["ray.point"] = point
    if v.outputs == "normal":
        out["ray.normal"] = normal
    return out


def clip_ray_to_box(t, v, n):
    ray = t.ray
    near, far, status = ray.near.copy(), ray.far.copy(), ray.status.copy()
    for i, b in enumerate(ray.box):
        t0, t1 = _box(ray.origin[i], ray.direction[i], t.box.lower[b], t.box.upper[b])
        t0, t1 = max(t0, near[i]), min(t1, far[i])
        if v.empty == "swap":
            near[i], far[i] = min(t0, t1), t1
        elif t0 > t1:
            status[i] = 0
        else:
            near[i], far[i], status[i] = t0, t1, 1
    out = {"ray.near": near, "ray.far": far}
    return out | ({"ray.status": status} if v.empty == "flag" else {})


def nearest_sphere(t, v, n):
    ray = t.ray
    distance, target_id, hit_count = ray.distance.copy(), ray.target_id.copy(), ray.hit_count.copy()
    for i, balls in enumerate(ray.balls):
        hits = [(_sphere(ray.origin[i], ray.direction[i], t.ball.center[s], t.ball.radius[s]), s) for s in balls]
        hits = [(d, s) for d, s in hits if d >= 0.0]
        allowed = [hit for hit in hits if v.limit == "open" or hit[0] < ray.max_distance[i]]
        hit_count[i] = len(allowed)
        distance[i], target_id[i] = min(allowed, default=(-1.0, -1))
    out = {"ray.distance": distance, "ray.target_id": target_id}
    return out | ({"ray.hit_count": hit_count} if v.outputs == "count" else {})
