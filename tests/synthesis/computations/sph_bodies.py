"""What rigid bodies in a fluid must do."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import quaternion_product, rotate, spiky, turn_back


def center_of(t: Any, i: int) -> Any:
    """The centre of mass of a body in the world."""
    pose = t.body.pose[i]
    return pose[:3] + rotate(pose[3:], t.body.center[i])


def stepped(pose: Any, twist: Any, com: Any, dt: float) -> Any:
    """The pose after a step about the centre of mass."""
    q = pose[3:] + dt / 2 * quaternion_product(np.append(twist[3:], 0), pose[3:])
    q = q / np.linalg.norm(q)
    return np.concatenate([pose[:3] + rotate(pose[3:], com) + dt * twist[:3] - rotate(q, com), q])


def sph_fluid_reaction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, p = t.boundary, t.particle
    found = {"boundary.reaction": np.zeros_like(b.position)}
    found |= {"body.wrench": t.body.wrench.copy()} if v.body else {}
    for i, near in enumerate(b.fluid):
        f = np.zeros(3)
        for j in near:
            d = p.position[j] - b.position[i]
            pressure = max(p.pressure[j], 0) if v.positive else p.pressure[j]
            share = pressure / p.density[j] ** 2
            if v.friction:
                c = t.phase.sound_speed[p.phase[j]]
                mu = min((p.velocity[j] - b.velocity[i]) @ d, 0) * n.alpha * n.h * c / (d @ d + 0.01 * n.h**2)
                share = share - mu / p.density[j]
            f += t.phase.rest_density[p.phase[j]] * p.mass[j] * b.volume[i] * share * spiky(d, n.h)
        found["boundary.reaction"][i] = f
        if v.body and b.body[i] >= 0:
            found["body.wrench"][b.body[i]] += np.append(f, np.cross(b.position[i] - center_of(t, b.body[i]), f))
    return found


def sph_gather_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    wrench, wet = np.zeros((len(b.samples), 6)), np.zeros(len(b.samples), int)
    for i, ids in enumerate(b.samples):
        if v.kinematic and b.kinematic[i]:
            continue
        f = t.boundary.reaction[ids]
        wrench[i, 3:] = np.cross(t.boundary.position[ids] - center_of(t, i), f).sum(0)
        wrench[i, :3] = f.sum(0)
        if v.gravity and b.world[i] >= 0:
            wrench[i, :3] += b.mass[i] * t.world.gravity[b.world[i]]
        wet[i] = ((f * t.boundary.outward[ids]).sum(1) < 0).sum()
    return {"body.wrench": wrench, **({"body.pushed_count": wet} if v.counted else {})}


def sph_body_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    pose, twist = b.pose.copy(), b.twist.copy()
    for i in range(len(pose)):
        q = b.pose[i, 3:]
        if not b.kinematic[i]:
            w, torque = turn_back(q, twist[i, 3:]), turn_back(q, b.wrench[i, 3:])
            if v.gyroscopic:
                torque = torque - np.cross(w, b.inertia[i] @ w)
            w = w + n.dt * np.linalg.solve(b.inertia[i], torque)
            twist[i] = np.append(twist[i, :3] + n.dt / b.mass[i] * b.wrench[i, :3], rotate(q, w))
            twist[i] /= 1 + n.damping * n.dt if v.damped else 1
        pose[i] = stepped(b.pose[i], twist[i], b.center[i], n.dt)
    return {"body.pose": pose, "body.twist": twist}


def sph_push_out(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    x, vel, wrench = p.position.copy(), p.velocity.copy(), t.body.wrench.copy()
    for i, b in enumerate(p.solid):
        if b < 0 or (v.masked and not p.flags[i] & 1):
            continue
        pose = t.body.pose[b]
        local = turn_back(pose[3:], x[i] - pose[:3])
        depths = t.body.extent[b] - np.abs(local)
        axis = int(np.argmin(depths))
        if depths[axis] <= 0:
            continue
        normal = rotate(pose[3:], np.eye(3)[axis] * (1 if local[axis] >= 0 else -1))
        arm = p.position[i] - center_of(t, b)
        twist = t.body.twist[b]
        speed = (vel[i] - twist[:3] - np.cross(twist[3:], arm)) @ normal
        vel[i] -= (1 + n.restitution) * min(speed, 0) * normal
        x[i] += depths[axis] * normal
        force = p.mass[i] * (p.velocity[i] - vel[i]) / n.dt
        wrench[b] += np.append(force, np.cross(arm, force))
    found = {"particle.position": x}
    if v.speed != "keep":
        found["particle.velocity"] = vel
    return {**found, "body.wrench": wrench} if v.speed == "react" else found


def sph_body_bounds(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    low, high = b.pose[:, :3].copy(), b.pose[:, :3].copy()
    for i, pose in enumerate(b.pose):
        if v.source == "box":
            corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * b.extent[i]
            points = np.array([pose[:3] + rotate(pose[3:], c) for c in corners])
        else:
            points = np.array([pose[:3] + rotate(pose[3:], c) for c in [np.zeros(3), *t.boundary.offset[b.samples[i]]]])
        low[i], high[i] = points.min(0), points.max(0)
    pad = n.h if v.margin else 0
    return {"body.lower": low - pad, "body.upper": high + pad}
