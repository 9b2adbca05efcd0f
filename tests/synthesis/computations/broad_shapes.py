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
