"""Properties copied by map, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import ShapeKind
from tests.synthesis.computations.algebra_field4 import turn


def _filled(start, there, values):
    found = start.copy()
    found[there] = values[there]
    return found


def copy_geom_friction(t, v, n):
    g, s = t.geom, t.shape
    there = g.shape >= 0
    mu = np.maximum(s.friction, n.least_friction) if v.limits == "floor" else s.friction
    rows = np.stack([mu, s.torsion, s.rolling], -1)[g.shape]
    found = {"geom.friction": _filled(g.friction, there, rows)}
    if v.contact:
        found["geom.margin"] = _filled(g.margin, there, s.margin[g.shape])
        found["geom.gap"] = _filled(g.gap, there, s.gap[g.shape])
    return found


def copy_geom_size(t, v, n):
    g = t.geom
    sizes, bounds = g.size.copy(), g.bound.copy() if v.bound else None
    for i, s in enumerate(g.shape):
        if s < 0:
            continue
        a, b, c = t.shape.scale[s]
        match t.shape.kind[s]:
            case ShapeKind.SPHERE:
                sizes[i], radius = (a, 0, 0), a
            case ShapeKind.CAPSULE:
                sizes[i], radius = (a, b, 0), a + b
            case ShapeKind.PLANE:
                sizes[i] = (0, 0, 0) if v.planes == "zero" else (a, b, 0)
                radius = 0.0
            case ShapeKind.BOX:
                sizes[i], radius = (a, b, c), np.hypot(np.hypot(a, b), c)
            case _:
                sizes[i], radius = (0, 0, 0), 0.0
        if v.bound:
            bounds[i] = radius
    return {"geom.size": sizes, **({"geom.bound": bounds} if v.bound else {})}


def copy_geom_pose(t, v, n):
    g = t.geom
    there, pose = g.shape >= 0, t.shape.local_pose[g.shape]
    found = {"geom.position": _filled(g.position, there, pose[:, :3])}
    if v.split == "both":
        q = np.roll(pose[:, 3:], 1, axis=1)
        found["geom.rotation"] = _filled(g.rotation, there, q)
    return found


def update_geom_masks(t, v, n):
    masks = t.geom.mask.copy()
    for g, s in enumerate(t.geom.shape):
        if s < 0:
            continue
        flags, group = int(t.shape.flags[s]), int(t.shape.group[s])
        if not flags & 1 or (v.site and flags & 4) or group == 0:
            masks[g] = 0
        else:
            masks[g] = (4**group, 4**group) if group > 0 else (2 * 4**-group, -1 - 2 * 4**-group)
    return {"geom.mask": masks}


def copy_link_pose_to_body(t, v, n):
    many = min(len(t.body.pose), len(t.link.position))
    pose = t.body.pose.copy()
    q = t.link.rotation[:many]
    pose[:many] = np.hstack([t.link.position[:many], np.roll(q, -1, axis=1)])
    found = {"body.pose": pose}
    if v.velocity:
        found["body.twist"] = t.body.twist.copy()
        found["body.twist"][:many] = np.roll(t.link.velocity[:many], 3, axis=1)
    return found


def copy_link_inertia(t, v, n):
    k, b = t.link, t.body
    there = k.body >= 0
    kept = b.flags[k.body] & 2 == 0 if v.guard else np.ones(len(there), bool)
    found = {
        "link.mass": _filled(k.mass, there, b.mass[k.body] * kept),
        "link.center": _filled(k.center, there, b.com[k.body] * kept[:, None]),
    }
    if v.tensor == "diagonal":
        diagonal = np.diagonal(b.inertia, axis1=1, axis2=2)
        found["link.inertia"] = _filled(k.inertia, there, diagonal[k.body] * kept[:, None])
    return found


def apply_body_wrench(t, v, n):
    b = t.body
    force, torque = b.wrench[:, :3].copy(), b.wrench[:, 3:].copy()
    arm = turn(b.pose[:, 3:], b.com)
    if v.weight:
        free = (b.flags & 4) != 0
        weight = b.mass[:, None] * t.world.gravity[b.world]
        force[free] -= weight[free]
        torque[free] -= np.cross(arm, weight)[free]
    if v.point == "com":
        torque = torque - np.cross(arm, force)
    rows = np.hstack([force, torque])[t.link.body]
    return {"link.force": _filled(t.link.force, t.link.body >= 0, rows)}
