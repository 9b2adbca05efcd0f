"""What the computations of ``particle_shapes`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, rotate, rotate_back

SPHERE, BOX, CAPSULE, PLANE = range(4)


def _distance(kind: int, p: Any, scale: Any) -> float:
    if kind == SPHERE:
        return float(np.linalg.norm(p) - scale[0])
    if kind == CAPSULE:
        return float(np.linalg.norm(p - [0.0, 0.0, np.clip(p[2], -scale[1], scale[1])]) - scale[0])
    if kind == BOX:
        inside = (np.abs(p) - scale).max()
        return float(inside) if inside <= 0.0 else float(np.linalg.norm(p - np.clip(p, -scale, scale)))
    return float(p[2])


def _nearest(t: Any, s: int, x: Any) -> tuple[float, Any, Any]:
    """Distance of a point from a shape, the point in its frame, and the slope of the distance there."""
    pose, kind, scale = t.shape.pose[s], t.shape.kind[s], t.shape.scale[s]
    local = rotate_back(pose[3:], x - pose[:3])
    steps = 1e-6 * np.eye(3)
    slope = [(_distance(kind, local + h, scale) - _distance(kind, local - h, scale)) / 2e-6 for h in steps]
    return _distance(kind, local, scale), local, np.array(slope)


def _speed(t: Any, s: int, x: Any) -> Any:
    return t.shape.twist[s, :3] + np.cross(t.shape.twist[s, 3:], x - t.shape.pose[s, :3])


def particle_shape_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, force, wrench = t.particle, t.particle.force.copy(), t.shape.wrench.copy()
    for i, w in enumerate(p.world):
        if w < 0 or not p.flags[i] & 1:
            continue
        for s in t.world.shapes[w]:
            away, _, slope = _nearest(t, s, p.position[i])
            depth = p.radius[i] - away
            if depth < 0.0 or not t.shape.flags[s] & 1:
                continue
            up = rotate(t.shape.pose[s, 3:], slope)
            u = p.velocity[i] - _speed(t, s, p.position[i])
            push = t.shape.stiffness[s] * depth + n.damping * max(-(u @ up), 0.0)
            f = push * up
            side = u - (u @ up) * up
            size = np.linalg.norm(side)
            if v.friction and size > 1e-6:
                f = f - min(n.damping * size, (n.friction + t.shape.friction[s]) / 2 * push) * side / size
            force[i] += f
            wrench[s] -= np.concatenate([f, np.cross(p.position[i] - t.shape.pose[s, :3], f)])
    return {"particle.force": force, **({"shape.wrench": wrench} if v.react else {})}


def list_shape_touches(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, c, o = t.particle, t.counter, t.touch
    found, dropped = c.found.copy(), c.dropped.copy()
    ids, shapes, points, normals = (x.copy() for x in (o.particle_index, o.shape_index, o.point, o.normal))
    for i, w in enumerate(p.world):
        for s in t.world.shapes[w] if w >= 0 and p.flags[i] & 1 else ():
            away, local, slope = _nearest(t, s, p.position[i])
            if away >= p.radius[i] + (n.margin if v.margin == "wide" else 0.0):
                continue
            place = found[0]
            found[0] += 1
            if place >= n.contact_max:
                dropped[0] += 1
                continue
            ids[place], shapes[place], points[place] = i, s, local - away * slope
            normals[place] = rotate(t.shape.pose[s, 3:], slope)
    out = {"touch.particle_index": ids, "touch.shape_index": shapes, "touch.point": points, "touch.normal": normals}
    return out | {"counter.found": found} | ({"counter.dropped": dropped} if v.lost else {})


def solve_shape_touch(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, o = t.particle, t.touch
    delta, counts, wrench = p.delta.copy(), p.delta_count.copy(), t.shape.wrench.copy()
    for k, (i, s) in enumerate(zip(o.particle, o.shape, strict=True)):
        if min(i, s) < 0 or not p.flags[i] & 1:
            continue
        up, anchor = o.normal[k], point_of(t.shape.pose[s], o.point[k])
        depth = p.radius[i] - up @ (p.position[i] - anchor)
        if depth < 0.0:
            continue
        move = depth * up
        slide = n.dt * (p.velocity[i] - _speed(t, s, anchor))
        slide = slide - (slide @ up) * up
        size = np.linalg.norm(slide)
        if v.friction and size > 1e-6:
            move = move - min(size, n.friction * depth) * slide / size
        move = n.relaxation * move
        delta[i] += move
        counts[i] += 1
        f = -t.shape.stiffness[s] * depth * up
        wrench[s] += np.concatenate([f, np.cross(anchor - t.shape.pose[s, :3], f)])
    out = {"particle.delta": delta}
    if v.counted:
        out["particle.delta_count"] = counts
    return out | ({"shape.wrench": wrench} if v.react else {})


def refresh_shape_touches(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, o = t.particle, t.touch
    ids, points, normals, counts = (x.copy() for x in (o.particle_index, o.point, o.normal, p.contact_count))
    for k, (i, s) in enumerate(zip(o.particle, o.shape, strict=True)):
        if min(i, s) < 0:
            continue
        away, local, slope = _nearest(t, s, p.position[i])
        collides = p.flags[i] & 1 and (not v.flags or t.shape.flags[s] & 1)
        if not collides or away > p.radius[i]:
            ids[k] = -1
            continue
        ids[k], points[k] = i, local - away * slope
        normals[k] = rotate(t.shape.pose[s, 3:], slope)
        counts[i] += 1
    out = {"touch.point": points, "touch.normal": normals}
    return out | ({"touch.particle_index": ids} if v.mark == "index" else {"particle.contact_count": counts})


def count_shape_touches(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, counts = t.touch, t.particle.contact_count.copy()
    for k in range(min(t.counter.touches[0], len(o.particle_index))):
        i = o.particle_index[k]
        known = 0 <= i < len(counts) and (not v.valid or 0 <= o.shape_index[k] < len(t.shape.kind))
        if known:
            counts[i] += 1
    return {"particle.contact_count": counts}
