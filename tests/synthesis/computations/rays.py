"""Statements for the family ``rays``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import inverse, rotate, to_local, to_world


def _sphere(o, d, c, r):
    """The smallest root that is not negative of |o + t d - c| = r, or -1."""
    roots = np.roots([1.0, 2.0 * d @ (o - c), (o - c) @ (o - c) - r * r])
    found = sorted(root.real for root in roots if abs(root.imag) < 1e-12 and root.real >= 0.0)
    return found[0] if found else -1.0


def _box(o, d, lower, upper):
    """The interval of a ray inside a box, whose directions have no component near zero."""
    ends = np.sort(np.stack([(lower - o) / d, (upper - o) / d]), axis=0)
    return ends[0].max(), ends[1].min()


def _shape(kind, o, d, size):
    if kind == 0:
        return _sphere(o, d, np.zeros(3), size[0])
    if kind == 1:
        t0, t1 = _box(o, d, -size, size)
        return -1.0 if t0 > t1 or t1 < 0.0 else t0 if t0 >= 0.0 else t1
    if kind == 3 and d[2] < -1e-6:
        return -o[2] / d[2]
    return -1.0


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


def occluded(t, v, n):
    ray, shape = t.ray, t.shape
    status = ray.status.copy()
    for i, candidates in enumerate(ray.candidates):
        status[i] = 0
        for s in candidates:
            if v.masked and not shape.groups[s] & ray.mask[i]:
                continue
            o, d = ray.origin[i], ray.direction[i]
            for pose in ([t.body.pose[shape.body[s]]] if shape.body[s] >= 0 else []) + [shape.pose[s]]:
                o, d = to_local(pose, o), rotate(inverse(pose[3:]), d)
            if 0.0 <= _shape(shape.type[s], o, d, shape.size[s]) < ray.max_distance[i]:
                status[i] = 1
    return {"ray.status": status}


def cast_ray(t, v, n):
    ray, shape, body = t.ray, t.shape, t.body
    active = ray.active.astype(bool)
    distance, target_id = np.where(active, -1.0, ray.distance), np.where(active, -1, ray.target_id)
    hit_kind, point = np.where(active, -1, ray.hit_kind), ray.point.copy()
    for i, candidates in enumerate(ray.candidates):
        hits = []
        for s in candidates if active[i] else ():
            b = shape.body[s]
            if v.hidden and not shape.flags[s] & 2:
                continue
            if v.exclude and b >= 0 and b == ray.excluded[i]:
                continue
            o, d = ray.origin[i], ray.direction[i]
            ahead = o + d
            for frame in ([body.pose[b]] if b >= 0 else []) + [shape.pose[s]]:
                o, ahead = to_local(frame, o), to_local(frame, ahead)
            reached = _shape(shape.type[s], o, ahead - o, shape.size[s])
            if 0.0 <= reached < ray.max_distance[i]:
                hits.append((reached, s))
        if hits:
            distance[i], target_id[i] = min(hits)
            hit_kind[i] = shape.type[target_id[i]]
            point[i] = to_world(np.array([*ray.origin[i], 0.0, 0.0, 0.0, 1.0]), ray.direction[i] * distance[i])
    out = {"ray.distance": distance, "ray.target_id": target_id}
    extra = {"shape": {}, "kind": {"ray.hit_kind": hit_kind}, "point": {"ray.point": point}}
    return out | extra[v.outputs]
