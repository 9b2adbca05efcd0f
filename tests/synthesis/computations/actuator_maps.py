"""Actuators and sites, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import DriveKind
from tests.synthesis.computations.algebra_field4 import chain, point


def actuator_force(t, v, n):
    forces, d = t.actuator.force.copy(), t.dof
    for i, (k, j, u) in enumerate(zip(t.actuator.kind, t.actuator.dof, t.actuator.control, strict=True)):
        if j < 0:
            continue
        gear = t.actuator.gear[i] if v.geared else 1.0
        if k == DriveKind.FORCE:
            force = gear * u
        elif k == DriveKind.POSITION:
            force = gear * (d.stiffness[j] * (u - gear * d.position[j]) - d.damping[j] * gear * d.velocity[j])
        else:
            force = gear * d.damping[j] * (u - gear * d.velocity[j])
        forces[i] = np.clip(force, -d.effort_limit[j], d.effort_limit[j]) if v.clamp else force
    return {"actuator.force": forces}


def update_actuator_gains(t, v, n):
    a = t.actuator
    gain, bias = a.gain.copy(), a.bias.copy()
    for i, (k, j) in enumerate(zip(a.kind, a.dof, strict=True)):
        if j < 0:
            gain[i], bias[i] = 0.0, 0.0
            continue
        kp, kd = t.dof.stiffness[j], t.dof.damping[j]
        gain[i] = {DriveKind.FORCE: 1.0, DriveKind.POSITION: kp, DriveKind.VELOCITY: kd}[k]
        bias[i] = 0.0
        if k == DriveKind.POSITION:
            bias[i, 1] = -kp
        if k == DriveKind.VELOCITY or (k == DriveKind.POSITION and v.bias == "full"):
            bias[i, 2] = -kd
    return {"actuator.gain": gain, "actuator.bias": bias}


def update_site_pose(t, v, n):
    s, b = t.site, t.body
    pose = s.pose.copy()
    velocity = s.velocity.copy() if v.velocity else None
    for i, k in enumerate(s.body):
        if k >= 0:
            pose[i] = chain(b.pose[k], s.local_pose[i])
            if v.velocity:
                arm = pose[i, :3] - point(b.pose[k], b.com[k])
                velocity[i] = b.twist[k, :3] + np.cross(b.twist[k, 3:], arm)
        else:
            pose[i] = s.local_pose[i]
            if v.velocity:
                velocity[i] = 0.0
    return {"site.pose": pose, **({"site.velocity": velocity} if v.velocity else {})}


def gather_actuator_length(t, v, n):
    a = t.actuator
    value = np.where(a.dof < 0, 0.0, t.dof.position[a.dof])
    value = value * a.gear if v.gear else value
    return {"actuator.length": value if v.default else np.where(a.dof < 0, a.length, value)}


def scatter_actuator_force(t, v, n):
    a, applied = t.actuator, t.dof.applied.copy()
    for i, j in enumerate(a.dof):
        if j < 0 or (v.done and t.world.done[t.dof.world[j]]):
            continue
        applied[j] += a.control[i] * (a.gear[i] if v.gear else 1.0)
    return {"dof.applied": applied}
