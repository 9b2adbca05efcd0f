"""Shapes of several types, stated by their points."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.broad_pairs import _groups, _overlap, _pairs

PLANE, SPHERE, CAPSULE, BOX = range(4)


def _matrix(q):
    """Rotation matrix of a quaternion (x, y, z, w)."""
    x, y, z, w = (float(c) for c in q)
    k = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return np.eye(3) + 2.0 * w * k + 2.0 * k @ k


def _apply(pose, x):
    return pose[:3] + _matrix(pose[3:]) @ x


def broad_shape_bounds(t, v, n):
    lower, upper = t.shape.lower.copy(), t.shape.upper.copy()
    for i, kind in enumerate(t.shape.type):
        if v.disabled and not t.shape.active[i]:
            continue
        a, b, c = t.shape.scale[i]
        if kind == BOX:
            points, r = np.array([[x, y, z] for x in (-a, a) for y in (-b, b) for z in (-c, c)]), 0.0
        elif kind == CAPSULE:
            points, r = np.array([[0.0, 0.0, -b], [0.0, 0.0, b]]), a
        else:
            points, r = np.zeros((1, 3)), a if kind == SPHERE else 100.0
        world = np.array([_apply(t.shape.pose[i], point) for point in points])
        if v.body and t.shape.body[i] >= 0:
            world = np.array([_apply(t.body.pose[t.shape.body[i]], point) for point in world])
        r += t.shape.margin[i] if v.margin else 0.0
        lower[i], upper[i] = world.min(0) - r, world.max(0) + r
    return {"shape.lower": lower, "shape.upper": upper}


def _spheres(a, ra, b, rb):
    length = np.linalg.norm(b - a)
    normal = (b - a) / length if length > 1.0e-6 else np.array([0.0, 0.0, 1.0])
    # half way between the two surfaces
    return ra + rb - length, normal, (a + ra * normal + b - rb * normal) / 2.0 if length > 1.0e-6 else None


def _box_and_sphere(pose, half, center, radius):
    turn = _matrix(pose[3:])
    x = turn.T @ (center - pose[:3])
    surface, outward = np.clip(x, -half, half), np.zeros(3)
    away = np.linalg.norm(x - surface)
    if away > 1.0e-6:
        outward = (x - surface) / away
    else:
        face = np.argmin(half - np.abs(x))
        outward[face] = 1.0 if x[face] >= 0 else -1.0
        surface[face] = outward[face] * half[face]
        away = -(half - np.abs(x))[face]
    deepest = x - radius * outward
    return radius - away, turn @ outward, pose[:3] + turn @ (surface + deepest) / 2


def broad_touch_pairs(t, v, n):
    depth, normal, point = t.pair.depth.copy(), t.pair.normal.copy(), t.pair.point.copy()
    accepted = t.pair.accepted.copy()
    for i, a, b in _pairs(t):
        bodies = [t.shape.body[end] for end in (a, b) if t.shape.body[end] >= 0]
        if v.bodies and not any(not t.body.kinematic[body] for body in bodies):
            continue
        pose, center = t.shape.pose[a].astype(float), t.shape.pose[b][:3].astype(float)
        ra, rb = t.shape.scale[a][0], t.shape.scale[b][0]
        if t.shape.type[a] == PLANE:
            up = _matrix(pose[3:])[:, 2]
            foot = center - up * (up @ (center - pose[:3]))
            d, direction = rb - up @ (center - pose[:3]), up
            p = (foot + center - rb * up) / 2.0
        else:
            near = pose[:3]
            if t.shape.type[a] == CAPSULE:
                axis = _matrix(pose[3:])[:, 2]
                near = near + axis * np.clip(axis @ (center - near), -t.shape.scale[a][1], t.shape.scale[a][1])
            if t.shape.type[a] == BOX:
                d, direction, p = _box_and_sphere(pose, t.shape.scale[a], center, rb)
            else:
                d, direction, p = _spheres(near, ra, center, rb)
            if p is None:
                p = near + direction * (ra - d / 2.0)
        if v.margin:
            d += t.shape.margin[a] + t.shape.margin[b]
        accepted[i] = d > 0.0
        if v.kept == "touching" and d <= 0.0:
            depth[i] = 0.0
            continue
        depth[i], normal[i], point[i] = d, direction, p
    made = {"pair.depth": depth, "pair.normal": normal, "pair.point": point}
    return {**made, "pair.accepted": accepted} if v.kept == "touching" else made


def broad_sweep_pairs(t, v, n):
    total, overflow, found = t.world.pair_total.copy(), t.world.overflow.copy(), t.shape.found.copy()
    first, second = t.world.first_ids.copy(), t.world.second_ids.copy()
    for i, a in enumerate(t.shape.order):
        w = t.shape.world[a]
        reach = np.searchsorted(t.shape.sorted_low, t.shape.high[a], side="right")
        for b in t.shape.order[i + 1 : reach]:
            if t.shape.world[b] != w or not _overlap(t, a, b) or (v.filtered and not _groups(t, a, b)):
                continue
            found[[a, b]] += 1
            if total[w] < n.pair_capacity:
                first[w, total[w]], second[w, total[w]] = sorted((a, b))
            else:
                overflow[w] += 1
            total[w] += 1
    made = {"world.pair_total": total, "world.first_ids": first, "world.second_ids": second}
    if v.found:
        made["shape.found"] = found
    return {**made, "world.overflow": overflow} if v.full == "report" else made


def broad_sort_types(t, v, n):
    test, first, second = t.pair.test.copy(), t.pair.low_shape.copy(), t.pair.high_shape.copy()
    for i, a, b in _pairs(t):
        test[i] = -1
        low, high = sorted((a, b), key=lambda shape: t.shape.type[shape])
        types = (t.shape.type[low], t.shape.type[high])
        if v.planes and types == (PLANE, PLANE):
            continue
        first[i], second[i] = low, high
        test[i] = {PLANE: 0, SPHERE: 1 if types[1] == SPHERE else 2}.get(types[0], 3)
    made = {"pair.test": test}
    return {**made, "pair.low_shape": first, "pair.high_shape": second} if v.turned else made
