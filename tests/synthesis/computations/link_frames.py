"""NumPy statements of poses as matrices and orientations as angles."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field1 import quaternion_product
from tests.synthesis.computations.link_algebra import about, matrices, product, turns


def _of_angles(angles):
    x, y, z = np.eye(3)
    roll, pitch, yaw = (about(np.broadcast_to(e, angles.shape), angles[:, k]) for k, e in enumerate((x, y, z)))
    return roll, pitch, yaw


def link_matrix(t, v, n):
    k = t.link
    if not v.scaled:
        return {"link.matrix": matrices(k.pose)}
    made = matrices(np.concatenate([k.position, k.orientation], axis=1))
    made[:, :3, :3] *= k.scale[:, None, :]
    return {"link.matrix": made}


def link_point_of_matrices(t, v, n):
    points = np.concatenate([t.link.offset, np.ones((len(t.link.offset), 1))], axis=1)
    return {
        "link.world_point": np.einsum("nij,njk,nk->ni", matrices(t.link.pose), matrices(t.link.local_pose), points)[
            :, :3
        ]
    }


def link_point_of_parts(t, v, n):
    k = t.link
    local = k.position + np.einsum("nij,nj->ni", turns(k.orientation), k.scale * k.offset)
    return {"link.world_point": k.pose[:, :3] + np.einsum("nij,nj->ni", turns(k.pose[:, 3:]), local)}


def pin_link(t, v, n):
    made = t.link.pose.copy()
    if v.what == "position":
        made[:, :3] = t.link.position
    else:
        made[:, 3:] = t.link.orientation
    return {"link.pose": made}


def link_orientation_of_angles(t, v, n):
    roll, pitch, yaw = _of_angles(t.link.angles)
    found = product(yaw, product(pitch, roll)) if v.way == "rpy" else product(roll, product(pitch, yaw))
    return {"link.turned": found}


def link_angles_of_orientation(t, v, n):
    q = t.link.orientation
    if v.of == "frame":
        q = np.array([quaternion_product(a, b) for a, b in zip(q, t.link.local_pose[:, 3:], strict=True)])
    r = turns(q)
    if v.way == "rpy":
        angles = [np.arctan2(r[:, 2, 1], r[:, 2, 2]), -np.arcsin(r[:, 2, 0]), np.arctan2(r[:, 1, 0], r[:, 0, 0])]
    else:
        # half the sum and half the difference of the outer angles (Bernardes and Viollet 2022): these may pass pi
        x, y, z, w = q.T
        half_sum, half_gap = np.arctan2(x + z, w + y), np.arctan2(z - x, w - y)
        angles = [half_sum - half_gap, np.arcsin(r[:, 0, 2]), half_sum + half_gap]
    made = {"link.read_angles": np.stack(angles, axis=1)}
    return made | {"link.locked": np.abs(angles[1]) > 1.3} if v.lock else made


def _twist_angle(t):
    q, axis = t.link.orientation, t.link.axis
    return 2.0 * np.arctan2((q[:, :3] * axis).sum(axis=1), q[:, 3])


def link_joint_angle(t, v, n):
    angle = _twist_angle(t)
    turn = angle - 2.0 * np.pi * np.round(angle / (2.0 * np.pi))
    return {"link.angle": turn if v.signed else np.abs(turn)}


def link_swing(t, v, n):
    twist = about(t.link.axis, _twist_angle(t))
    back = twist * np.array([-1.0, -1.0, -1.0, 1.0])
    return {"link.turned": twist if v.kept == "twist" else product(t.link.orientation, back)}


def link_rotation_vector(t, v, n):
    q = t.link.orientation
    size = np.linalg.norm(q[:, :3], axis=1)
    angle = 2.0 * np.arctan2(size, np.abs(q[:, 3])) * np.where(q[:, 3] < 0, -1.0, 1.0)
    return {"link.rotation_vector": q[:, :3] * (angle * (n.gain if v.partial else 1.0) / size)[:, None]}
