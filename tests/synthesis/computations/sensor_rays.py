"""Rays of sensors, as NumPy states them."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import point, turn


def _hit(origin, direction, center, radius):
    """The first crossing of a ray with a ball, as a root of a polynomial; infinite where there is none."""
    offset = origin - center
    roots = np.roots([direction @ direction, 2 * offset @ direction, offset @ offset - radius**2])
    ahead = [root.real for root in roots if abs(root.imag) < 1e-9 and root.real >= 0]
    return min(ahead, default=np.inf)


def cast_sensor_ray(t, v, n):
    r, b = t.ray, t.ball
    distance, balls, hits, seen = r.distance.copy(), r.ball.copy(), r.hit.copy(), b.seen.copy()
    for i, s in enumerate(r.sensor):
        site = t.sensor.site[s]
        if site < 0:
            distance[i], balls[i] = -1.0, -1
            continue
        pose = t.site.pose[site]
        direction = turn(pose[3:], r.direction[i])
        crossings = [_hit(pose[:3], direction, c, radius) for c, radius in zip(b.center, b.radius, strict=True)]
        k = int(np.argmin(crossings))
        missed = not np.isfinite(crossings[k]) or (v.limit and crossings[k] > n.far)
        distance[i], balls[i] = (-1.0, -1) if missed else (crossings[k], k)
        if not missed:
            hits[i] = pose[:3] + crossings[k] * direction
            seen[k] += 1
    found = {"ray.distance": distance, "ray.ball": balls}
    return {**found, **({"ray.hit": hits} if v.hit else {}), **({"ball.seen": seen} if v.seen else {})}


def shortest_ray(t, v, n):
    reading, closest = [], []
    for rays in t.sensor.rays:
        near = [k for k in rays if 0 <= t.ray.distance[k] < n.far]
        best = min(near, key=lambda k: t.ray.distance[k], default=-1)
        closest.append(best)
        reading.append(t.ray.distance[best] if best >= 0 else -1.0 if v.none == "minus" else n.far)
    found = {"sensor.reading": np.array(reading)}
    return {**found, "sensor.closest": np.array(closest)} if v.which else found


def shorten_sensor_range(t, v, n):
    r, nearest = t.ray, t.sensor.nearest.copy()
    taken = (r.distance >= 0) & ((r.distance < n.far) if v.limit else True)
    np.minimum.at(nearest, r.sensor[taken], r.distance[taken])
    found = {"sensor.nearest": nearest}
    if v.hits:
        found["sensor.hits"] = t.sensor.hits + np.bincount(r.sensor[taken], minlength=len(nearest))
    return found


def mean_ray_distance(t, v, n):
    reading = []
    for rays in t.sensor.rays:
        hit = rays[t.ray.distance[rays] >= 0]
        distance = t.ray.distance[hit]
        weight = t.ray.weight[hit] / (1 + distance**2 if v.form == "near" else 1.0)
        nothing = n.far if v.none == "far" else 0.0
        reading.append(np.average(distance, weights=weight) if len(hit) else nothing)
    return {"sensor.reading": np.array(reading)}


def sector_ranges(t, v, n):
    ranges = np.full(t.sensor.sector_range.shape, n.far if v.empty == "far" else -1.0)
    for i, rays in enumerate(t.sensor.rays):
        for k in range(8):
            mine = [d for d in t.ray.distance[rays[t.ray.sector[rays] == k]] if 0 <= d < n.far]
            if mine:
                ranges[i, k] = min(mine)
    return {"sensor.sector_range": ranges}


def ray_point(t, v, n):
    r, hits = t.ray, t.ray.hit.copy()
    for i, s in enumerate(r.sensor):
        site = t.sensor.site[s]
        beyond = r.distance[i] < 0 or r.distance[i] > n.far
        hit_nothing = beyond and v.none == "zero"
        if site < 0 and v.frame == "world" and not hit_nothing:
            continue
        length = n.far if beyond else r.distance[i]
        p = length * r.direction[i]
        hits[i] = point(t.site.pose[site], p) if v.frame == "world" else p
        if hit_nothing:
            hits[i] = 0.0
    return {"ray.hit": hits}


def limit_rays(t, v, n):
    r = t.ray
    distance = np.where(r.distance < t.sensor.radius[r.sensor], -1.0, r.distance) if v.near else r.distance
    return {"ray.distance": np.where(distance > n.far, -1.0 if v.far == "minus" else n.far, distance)}
