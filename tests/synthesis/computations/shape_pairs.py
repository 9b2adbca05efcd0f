"""Statements for the family ``shape_pairs``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import compose, inverse, matrix_of, rotate, to_local, to_world, unit

SPHERE, BOX, CAPSULE, PLANE = range(4)
UP = np.array([0.0, 0.0, 1.0])


def _pairs(t):
    """Number and shapes of the pairs that have both."""
    return [(i, a, b) for i, (a, b) in enumerate(zip(t.pair.a, t.pair.b, strict=True)) if a >= 0 and b >= 0]


def relative_pose(t, v, n):
    local, near = t.pair.local.copy(), np.zeros(len(t.pair.a), dtype=bool)
    for i, *shapes in _pairs(t):
        xa, xb = (
            compose(t.body.pose[t.shape.body[s]], t.shape.pose[s])
            if v.bodies and t.shape.body[s] >= 0
            else t.shape.pose[s]
            for s in shapes
        )
        back = np.array([*rotate(inverse(xa[3:]), -xa[:3]), *inverse(xa[3:])])
        local[i], near[i] = compose(back, xb), True
    return {"pair.local": local} | ({"pair.complete": near} if v.missing == "mark" else {})


def classify_pair(t, v, n):
    kind = t.pair.kind.copy()
    for i, a, b in _pairs(t):
        types = [t.shape.type[a], t.shape.type[b]]
        types = sorted(types) if v.order else types
        one_body = t.shape.body[a] == t.shape.body[b] >= 0
        kind[i] = -1 if v.same and one_body else types[0] * 4 + types[1]
    return {"pair.kind": kind}


def pair_distance(t, v, n):
    distance, normal, point = np.full(len(t.pair.a), 1.0e6), t.pair.normal.copy(), t.pair.point.copy()
    for i, a, b in _pairs(t):
        pose, size, kind = t.shape.pose[a], t.shape.size[a], t.shape.type[a]
        center, radius = t.shape.pose[b, :3], t.shape.size[b, 0]
        p = to_local(pose, center)
        core = {SPHERE: 0.0 * p, BOX: np.clip(p, -size, size), CAPSULE: UP * np.clip(p[2], -size[1], size[1])}
        core = core.get(kind, p * [1, 1, 0])
        skin = size[0] if kind in (SPHERE, CAPSULE) else 0.0
        away = np.linalg.norm(p - core)
        if kind == BOX and away < 1e-6:  # out through the face with the shortest way
            way, k = min((size[k] - abs(p[k]), k) for k in range(3))
            side = np.sign(p[k] + 1e-6)  # of a centre in the middle the upper one
            normal[i] = side * rotate(pose[3:], np.eye(3)[k])
            distance[i] = -way - radius
            point[i] = center + normal[i] * (way + distance[i] / 2)
            distance[i] -= (t.shape.margin[a] + t.shape.margin[b]) if v.margin else 0.0
            continue
        out = unit(p - core) if away >= 1e-6 else rotate(inverse(pose[3:]), UP)
        if kind == PLANE:
            away, out = p[2], UP
        away = 0.0 if 0.0 <= away < 1e-6 and kind != PLANE else away
        normal[i] = rotate(pose[3:], out)
        distance[i] = away - skin - radius
        point[i] = to_world(pose, core + out * skin) + normal[i] * distance[i] / 2
        distance[i] -= (t.shape.margin[a] + t.shape.margin[b]) if v.margin else 0.0
    out = {"pair.distance": distance, "pair.normal": normal}
    return out | ({"pair.point": point} if v.outputs == "point" else {})


def separate_boxes(t, v, n):
    separation, axis = np.full(len(t.pair.a), 1.0e6), np.full(len(t.pair.a), -1)
    for i, a, b in _pairs(t):
        frames = [matrix_of(t.shape.pose[s, 3:]) for s in (a, b)]
        offset = t.shape.pose[b, :3] - t.shape.pose[a, :3]
        axes = {3 * side + k: frames[side][:, k] for k in range(3) for side in range(2)}
        if v.edges:
            axes |= {6 + k: np.cross(frames[0][:, k // 3], frames[1][:, k % 3]) for k in range(9)}
        separation[i] = -1e6
        for k, u in axes.items():
            length = np.linalg.norm(u)
            if length < 1e-3:
                continue
            reach = sum(np.abs(frame.T @ u) @ t.shape.size[s] for frame, s in zip(frames, (a, b), strict=True))
            gap = (abs(offset @ u) - reach) / length
            if gap > separation[i] + 1e-4:
                separation[i], axis[i] = gap, k
    return {"pair.axis": axis} | ({"pair.separation": separation} if v.gap else {})
