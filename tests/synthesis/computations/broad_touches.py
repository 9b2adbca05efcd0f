"""Where the shapes of a pair touch, stated by their points."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.broad_pairs import _pairs
from tests.synthesis.computations.broad_shapes import BOX, CAPSULE, PLANE, _matrix


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
