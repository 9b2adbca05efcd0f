"""Statements for the family ``ray_queues``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import rotate, to_local, to_world, unit


def ray_into_shape_frame(t, v, n):
    ray, shape = t.ray, t.shape
    o, d = ray.local_origin.copy(), ray.local_direction.copy()
    for i, s in enumerate(ray.target):
        if s < 0:
            continue
        start, end = ray.origin[i], ray.origin[i] + ray.direction[i]
        if shape.body[s] >= 0:
            start, end = (to_local(t.body.pose[shape.body[s]], p) for p in (start, end))
        start, end = (to_local(shape.pose[s], p) for p in (start, end))
        o[i], d[i] = start, end - start
    return {"ray.local_origin": o, "ray.local_direction": d}


def hit_to_world(t, v, n):
    ray = t.ray
    point, normal = np.zeros_like(ray.point), np.zeros_like(ray.normal)
    for i, s in enumerate(ray.target):
        if s >= 0 and ray.distance[i] >= 0.0:
            point[i], normal[i] = ray.local_origin[i] + ray.local_direction[i] * ray.distance[i], ray.normal[i]
            carrier = t.shape.body[s]
            for pose in [t.shape.pose[s], *([t.body.pose[carrier]] if carrier >= 0 else [])]:
                point[i], normal[i] = to_world(pose, point[i]), rotate(pose[3:], normal[i])
    return {"ray.point": point} | ({"ray.normal": normal} if v.normal else {})


def enqueue_rays(t, v, n):
    ray, world = t.ray, t.world
    ray_count, queue = world.ray_count.copy(), world.queue.copy()
    origins, directions = world.queue_origin.copy(), world.queue_direction.copy()
    for i, w in enumerate(ray.world):
        if w < 0 or not ray.active[i] or (v.test == "missed" and ray.distance[i] >= 0.0):
            continue
        slot = ray_count[w]
        ray_count[w] += 1
        if slot < n.capacity:
            queue[w, slot], origins[w, slot], directions[w, slot] = i, ray.origin[i], ray.direction[i]
    out = {"world.ray_count": ray_count, "world.queue": queue}
    return out | ({"world.queue_origin": origins, "world.queue_direction": directions} if v.packed == "ray" else {})


def count_shape_hits(t, v, n):
    ray, shape = t.ray, t.shape
    hits, nearest = shape.hit_count.copy(), shape.nearest.copy()
    bodies, worlds = t.body.ray_count.copy(), t.world.hit_count.copy()
    for i, s in enumerate(ray.target):
        if s < 0 or ray.distance[i] < 0:
            continue
        hits[s] += 1
        nearest[s] = min(nearest[s], ray.distance[i])
        if shape.body[s] >= 0:
            bodies[shape.body[s]] += 1
        if ray.world[i] >= 0:
            worlds[ray.world[i]] += 1
    out = {"shape.hit_count": hits} | ({"shape.nearest": nearest} if v.nearest else {})
    return out | {"shape": {}, "body": {"body.ray_count": bodies}, "world": {"world.hit_count": worlds}}[v.by]


def material_of_hit(t, v, n):
    hit = t.ray.target >= 0
    out = {"ray.material": np.where(hit, t.shape.material[t.ray.target], -1)}
    if v.body:
        out["ray.body_id"] = np.where(hit, t.shape.body[t.ray.target], -1)
    return out | ({"ray.status": hit.astype(int)} if v.flag else {})


def continue_ray(t, v, n):
    ray = t.ray
    origin, direction, active = ray.origin.copy(), ray.direction.copy(), ray.active.copy()
    left = ray.max_distance.copy()
    for i, reached in enumerate(ray.distance):
        if reached < 0:
            active[i] = False
            continue
        d, p = ray.direction[i], ray.origin[i] + ray.direction[i] * reached
        normal = -np.sign(d @ ray.normal[i]) * ray.normal[i]
        across = d - (d @ normal) * normal  # the part along the surface
        if v.law == "mirror":
            direction[i], offset = across + (across - d), normal
        elif v.law == "refract":
            ratio = 1.0 / n.eta if d @ ray.normal[i] > 0 else n.eta
            sine = ratio * np.linalg.norm(across)
            if sine > 1.0:
                direction[i] = across + (across - d)
            else:
                direction[i] = sine * unit(across) - np.sqrt(1.0 - sine * sine) * normal
            offset = direction[i]
        else:
            offset = d
        origin[i] = p + n.bias * offset
        left[i] = max(left[i] - (reached + n.bias), 0.0)
    out = {"ray.origin": origin, "ray.max_distance": left}
    out |= {} if v.law == "through" else {"ray.direction": direction}
    return out | ({"ray.active": active} if v.stop else {})


def face_normal_to_ray(t, v, n):
    ray = t.ray
    behind = np.einsum("ij,ij->i", ray.normal, ray.direction) > 0
    out = {"ray.normal": np.where(behind[:, None], -ray.normal, ray.normal)}
    shorter = np.where(ray.distance >= 0, np.minimum(ray.far, ray.distance), ray.far)
    return out | ({"ray.far": shorter} if v.near else {})


def count_candidates(t, v, n):
    ray = t.ray
    found = [sum(bool(t.shape.groups[s] & ray.mask[i]) for s in near) for i, near in enumerate(ray.candidates)]
    return {"ray.allowed_count": np.array([min(f, n.max_hits) if v.cap else f for f in found])}
