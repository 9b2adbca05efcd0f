"""Statements for the family ``shape_bounds``."""

from __future__ import annotations

import itertools

import numpy as np

from tests.synthesis.computations.algebra_field5 import to_world

SPHERE, BOX, CAPSULE, PLANE = range(4)


def _radius(kind, size):
    return {SPHERE: size[0], BOX: np.linalg.norm(size), CAPSULE: size[0] + size[1], PLANE: 1e6}[kind]


def shape_aabb(t, v, n):
    shape = t.shape
    lower, upper = shape.lower.copy(), shape.upper.copy()
    for i, (kind, size) in enumerate(zip(shape.type, shape.size, strict=True)):
        b = shape.body[i]

        def world(p, i=i, b=b):
            p = to_world(shape.pose[i], np.array(p))
            return to_world(t.body.pose[b], p) if v.body and b >= 0 else p

        center = world([0.0, 0.0, 0.0])
        if kind == BOX:
            points = [world(size * signs) for signs in itertools.product((-1, 1), repeat=3)]
            lower[i], upper[i] = np.min(points, axis=0), np.max(points, axis=0)
        elif kind == CAPSULE:
            points = [world([0.0, 0.0, z]) for z in (-size[1], size[1])]
            lower[i], upper[i] = np.min(points, axis=0) - size[0], np.max(points, axis=0) + size[0]
        else:
            reach = size[0] if kind == SPHERE else 1e6
            lower[i], upper[i] = center - reach, center + reach
        margin = {True: shape.margin[i], "gap": shape.margin[i] + n.gap, False: 0.0}[v.margin]
        lower[i] -= margin
        upper[i] += margin
    return {"shape.lower": lower, "shape.upper": upper}


def grow_world_bounds(t, v, n):
    shape = t.shape
    lower, upper = t.world.lower.copy(), t.world.upper.copy()
    for i, w in enumerate(shape.world):
        left_out = {"hidden": shape.flags[i] % 2 == 1, "planes": shape.type[i] == PLANE, "none": False}[v.skip]
        if w >= 0 and not left_out:
            lower[w] = np.minimum(lower[w], shape.lower[i])
            upper[w] = np.maximum(upper[w], shape.upper[i])
    return {"world.lower": lower, "world.upper": upper}


def cull_shape(t, v, n):
    shape, plane = t.shape, t.plane
    visible, outside = shape.visible.copy(), shape.outside.copy()
    for i, planes in enumerate(shape.planes):
        if v.hidden and shape.flags[i] % 2 == 1:
            visible[i] = False
            continue
        above = plane.normal[planes] @ shape.pose[i, :3] - plane.offset[planes]
        beyond = np.flatnonzero(above < -_radius(shape.type[i], shape.size[i]))
        visible[i] = len(beyond) == 0
        outside[i] = beyond[0] if len(beyond) else -1
    return {"shape.visible": visible} | ({"shape.outside": outside} if v.outputs == "plane" else {})


def box_outcode(t, v, n):
    p, box = t.query.point, t.query.box
    lower, upper = t.box.lower[box], t.box.upper[box]
    sides = range(v.planes // 2)
    flags = sum((p[:, k] < lower[:, k]) * 4**k + (p[:, k] > upper[:, k]) * 2 * 4**k for k in sides)
    return {"query.outcode": flags} | ({"query.side": np.where(flags == 0, -1, 1)} if v.side else {})
