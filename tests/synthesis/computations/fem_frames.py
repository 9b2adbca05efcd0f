"""What attachments, contacts and averages must be."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import quaternion_product, rotate, turn_back


def carried(t: Any, r: int, x: Any) -> Any:
    """Velocity of the point of a frame that lies at ``x``."""
    twist = t.frame.twist[r]
    return twist[:3] + np.cross(twist[3:], x - t.frame.pose[r][:3])


def held(t: Any) -> Any:
    """Which axes of each node are fixed."""
    return (t.node.fixed[:, None] >> np.arange(3)) & 1 > 0


def fem_follow_frame(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    place, vel = x.position.copy(), x.velocity.copy()
    for i in np.flatnonzero(x.frame >= 0):
        pose = t.frame.pose[x.frame[i]]
        target = pose[:3] + rotate(pose[3:], x.local[i])
        place[i] = np.where(held(t)[i], target, place[i]) if v.axes else target
        moved = carried(t, x.frame[i], target)
        vel[i] = np.where(held(t)[i], moved, vel[i]) if v.axes else moved
    return {"node.position": place, **({"node.velocity": vel} if v.velocity else {})}


def fem_attachment_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    force = x.force.copy()
    wrench = t.frame.wrench.copy()
    for i in np.flatnonzero(x.frame >= 0):
        r = x.frame[i]
        arm = rotate(t.frame.pose[r][3:], x.local[i])
        anchor = t.frame.pose[r][:3] + arm
        f = t.frame.stiffness[r] * (anchor - x.position[i])
        if v.damped:
            f = f + t.frame.damping[r] * (carried(t, r, anchor) - x.velocity[i])
        force[i] += f
        wrench[r] -= np.append(f, np.cross(arm, f))
    return {"node.force": force, **({"frame.wrench": wrench} if v.reaction else {})}


def gap_to(t: Any, r: int, x: Any) -> tuple[float, Any]:
    """Distance of a point from the shape of a frame, and the normal."""
    pose, size = t.frame.pose[r], t.frame.size[r]
    p = turn_back(pose[3:], x - pose[:3])
    axis = int(np.argmax(np.abs(p) - size))
    r_ = np.linalg.norm(p)
    side = np.eye(3)[axis] * (1 if p[axis] >= 0 else -1)
    gap, normal = ((r_ - size[0], p / r_), (np.abs(p[axis]) - size[axis], side), (p[1], np.eye(3)[1]))[t.frame.shape[r]]
    return gap, rotate(pose[3:], normal)


def fem_frame_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    found = {"node.force": x.force.copy(), "node.contact": np.where(x.frame < 0, -1, 0)}
    wrench, count = t.frame.wrench.copy(), t.frame.contact_count.copy()
    for i in np.flatnonzero(x.frame >= 0):
        r = x.frame[i]
        gap, normal = gap_to(t, r, x.position[i])
        if gap >= 0:
            continue
        f = -n.penalty * gap * normal
        if v.friction:
            slide = x.velocity[i] - carried(t, r, x.position[i])
            slide = slide - (slide @ normal) * normal
            f = f + t.frame.friction[r] * n.penalty * gap * slide / (np.linalg.norm(slide) + n.slip_speed)
        found["node.force"][i] += f
        found["node.contact"][i] = 1
        wrench[r] -= np.append(f, np.cross(x.position[i] - t.frame.pose[r][:3], f))
        count[r] += 1
    found |= {"frame.wrench": wrench} if v.reaction else {}
    return {**found, **({"frame.contact_count": count} if v.counted else {})}


def fem_frame_reaction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    wrench = t.frame.wrench.copy()
    for i in np.flatnonzero((x.frame >= 0) & (x.fixed != 0)):
        f = np.where(held(t)[i], x.residual[i], 0)
        arm = x.position[i] - t.frame.pose[x.frame[i]][:3] if v.torque else np.zeros(3)
        wrench[x.frame[i]] += np.append(f, np.cross(arm, f))
    return {"frame.wrench": wrench}


def fem_frame_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    pose = t.frame.pose.copy()
    for i, twist in enumerate(t.frame.twist):
        q = pose[i, 3:] + n.dt / 2 * quaternion_product(np.append(twist[3:], 0), pose[i, 3:])
        pose[i, 3:] = q / np.linalg.norm(q)
        pose[i, :3] += 0 if v.fixed else n.dt * twist[:3]
    return {"frame.pose": pose}


def fem_nodal_stress(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.element
    found = np.zeros(len(t.node.near))
    for i, near in enumerate(t.node.near):
        ids = near[e.active[near] > 0] if v.active else near
        if len(ids):
            found[i] = np.average(e.strength[ids], weights=e.size[ids] if v.weighted else None)
    return {"node.average": found}


def fem_corotated_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, m = t.element, t.material
    force = t.node.force.copy()
    for i, nodes in enumerate(e.nodes):
        if v.failed and e.damage[i] > n.limit:
            continue
        mat = e.material[i]
        x, B, R = t.node.position[nodes], e.rest_inverse[i], e.rotation[i]
        if v.damped:
            # where the nodes will be after the damping time
            x = x + m.damping[mat] * t.node.velocity[nodes]
        S = R.T @ (x[1:] - x[0]).T @ B
        strain = (S + S.T) / 2 - np.eye(3)
        P = R @ (2 * m.mu[mat] * strain + m.lam[mat] * np.trace(strain) * np.eye(3))
        size = np.linalg.det(np.linalg.inv(B)) / 6
        f = -size * (P @ B.T).T
        f = np.concatenate([-f.sum(0, keepdims=True), f])
        if v.weight and e.body[i] >= 0:
            f = f + m.density[mat] * size / 4 * t.body.gravity[e.body[i]]
        np.add.at(force, nodes, f)
    return {"node.force": force}
