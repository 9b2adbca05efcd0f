"""State copied between tables, as NumPy states it."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import chain, point, turn, turn_back

KINEMATIC = 2


def shift_pose_to_com(t, v, n):
    pose = t.body.pose.copy()
    pose[:, :3] = point(t.body.pose, t.body.com)
    if v.axes == "world":
        pose[:, 3:] = (0.0, 0.0, 0.0, 1.0)
    return {"body.com_pose": pose}


def shift_twist_to_origin(t, v, n):
    q, omega = t.body.pose[:, 3:], t.body.twist[:, 3:]
    velocity = t.body.twist[:, :3] + np.cross(turn(q, t.body.com), omega)
    if v.frame == "body":
        velocity, omega = turn_back(q, velocity), turn_back(q, omega)
    return {"body.origin_twist": np.hstack([velocity, omega])}


def update_shape_pose(t, v, n):
    s, pose = t.shape, t.shape.world_pose.copy()
    for i, b in enumerate(s.body):
        if b >= 0:
            pose[i] = chain(t.body.pose[b], s.local_pose[i])
        elif v.loose == "local":
            pose[i] = s.local_pose[i]
    found = {"shape.world_pose": pose}
    if v.bound:
        there = ((s.body >= 0) | (v.loose == "local"))[:, None]
        ways = {0: s.scale[:, 0], 2: s.scale[:, :2].sum(1)}
        radius = np.linalg.norm(s.scale, axis=1)
        for kind, reach in ways.items():
            radius = np.where(s.kind == kind, reach, radius)
        radius = radius[:, None]
        found["shape.lower"] = np.where(there, pose[:, :3] - radius, s.lower)
        found["shape.upper"] = np.where(there, pose[:, :3] + radius, s.upper)
    return found


def select_shape_variant(t, v, n):
    s = t.shape
    shown = s.variant == n.variant
    if v.body:
        shown = shown & (s.body >= 0)
    return {
        "shape.active": shown,
        **({"shape.geom_id": np.where(shown, np.arange(len(shown)), -1)} if v.copy else {}),
    }


def hold_kinematic_bodies(t, v, n):
    b = t.body
    held = ((b.flags & KINEMATIC) != 0)[:, None]
    found = {"body.pose": np.where(held, b.initial_pose, b.pose)}
    if v.twist != "none":
        found["body.twist"] = np.where(held, b.initial_twist if v.twist == "model" else 0.0, b.twist)
    if v.wrench:
        found["body.wrench"] = np.where(held, 0.0, b.wrench)
    return found


def store_warmstart(t, v, n):
    start = t.dof.acceleration * (~t.world.reset.astype(bool)[t.dof.world] if v.reset else 1.0)
    return {"dof.warmstart": start, **({"dof.force": 0.0 * start} if v.force else {})}
