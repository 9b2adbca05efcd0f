"""What the computations of ``ray_casts`` give, in NumPy."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import inverse, rotate, to_local, to_world, unit
from tests.synthesis.computations.rays import _box, _sphere

SPHERE, BOX, _, PLANE = range(4)
UP = np.array([0.0, 0.0, 1.0])


def _shape(kind, o, d, size):
    if kind == 0:
        return _sphere(o, d, np.zeros(3), size[0])
    if kind == 1:
        t0, t1 = _box(o, d, -size, size)
        return -1.0 if t0 > t1 or t1 < 0.0 else t0 if t0 >= 0.0 else t1
    if kind == 3 and d[2] < -1e-6:
        return -o[2] / d[2]
    return -1.0


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


def cast_ray_at_target(t, v, n):
    ray, shape = t.ray, t.shape
    distance, normal, counts = ray.distance.copy(), ray.normal.copy(), shape.hit_count.copy()
    for i, s in enumerate(ray.target):
        distance[i] = -1.0
        if s < 0:
            continue
        pose, size, kind = shape.pose[s], shape.size[s], shape.type[s]
        o, d = to_local(pose, ray.origin[i]), rotate(inverse(pose[3:]), ray.direction[i])
        reached, out = -1.0, UP
        if kind == SPHERE:
            roots = np.roots([1.0, 2.0 * o @ d, o @ o - size[0] ** 2])
            if np.isreal(roots).all():
                reached = min(roots.real, key=lambda root: (root < 0.0, root))
                out = unit(o + reached * d)
        elif kind == BOX:
            ends = np.sort(np.stack([(-size - o) / d, (size - o) / d]), axis=0)
            enters, leaves = int(ends[0].argmax()), int(ends[1].argmin())
            if ends[0, enters] <= ends[1, leaves]:
                inside = ends[0, enters] < 0.0
                reached = ends[1, leaves] if inside else ends[0, enters]
                out = np.sign(d) * (np.eye(3)[leaves] if inside else -np.eye(3)[enters])
        elif kind == PLANE and d[2] < -1e-6:
            reached = -o[2] / d[2]
        if shape.groups[s] & ray.mask[i] and 0.0 <= reached <= ray.max_distance[i]:
            distance[i], normal[i] = reached, rotate(pose[3:], out)
            counts[s] += 1
    out = {"ray.distance": distance} | ({"ray.normal": normal} if v.normal else {})
    return out | ({"shape.hit_count": counts} if v.count else {})
