"""Quaternions, rigid transforms and spatial vectors: one line a built-in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.synthesis.screening.builtins.vector import normalize
from generator.synthesis.screening.lanes.arithmetic import conjugate, cross, dot, multiply, rotate, turned_twice
from generator.synthesis.screening.lanes.values import Numbers, Pose, Quat, joined

IDENTITY = np.array([[0, 0, 0, 1]], np.float32)


def from_axis_angle(axis: Numbers, angle: Numbers) -> Quat:
    half = angle * angle.dtype.type(0.5)
    return Quat(joined(axis * np.sin(half)[:, None], np.cos(half)))


def to_axis_angle(q: Quat) -> tuple[Numbers, Numbers]:
    size = np.sqrt(dot(q.a[:, :3], q.a[:, :3]))
    axis = np.where(size[:, None] > 0, q.a[:, :3] / size[:, None], q.a.dtype.type(0))
    return np.where(q.a[:, 3:] < 0, -axis, axis), 2 * np.arctan2(size, np.abs(q.a[:, 3]))


def about(axis: int, angle: Numbers) -> Numbers:
    """The quaternions of turns around a coordinate axis."""
    q = np.zeros((len(angle), 4), angle.dtype)
    q[:, axis], q[:, 3] = np.sin(angle * angle.dtype.type(0.5)), np.cos(angle * angle.dtype.type(0.5))
    return q


def from_rpy(roll: Numbers, pitch: Numbers, yaw: Numbers) -> Quat:
    """Rotations about the fixed x, y and z axes, in that order."""
    return Quat(turned_twice(about(2, yaw), turned_twice(about(1, pitch), about(0, roll))))


def to_rpy(q: Quat) -> Numbers:
    x, y, z, w = q.a.T
    roll = np.arctan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2 * (w * y - z * x), -1, 1))
    yaw = np.arctan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))
    return np.stack([roll, pitch, yaw], axis=1).astype(q.a.dtype)


def from_matrix(m: Numbers) -> Quat:
    """The rotation of the upper left 3x3 part, by the largest of the four components."""
    diagonal = [m[:, i, i] for i in range(3)]
    trace = diagonal[0] + diagonal[1] + diagonal[2]
    turn = [m[:, 2, 1] - m[:, 1, 2], m[:, 0, 2] - m[:, 2, 0], m[:, 1, 0] - m[:, 0, 1]]
    whole = np.stack([*turn, 1 + trace], axis=1)
    for i in (2, 1, 0):
        j, k = (i + 1) % 3, (i + 2) % 3
        case = np.empty_like(whole)
        case[:, i] = 1 + diagonal[i] - diagonal[j] - diagonal[k]
        case[:, j], case[:, k] = m[:, i, j] + m[:, j, i], m[:, k, i] + m[:, i, k]
        case[:, 3] = turn[i]
        largest = (trace < 0) & (diagonal[i] >= np.maximum(diagonal[j], diagonal[k]))
        whole = np.where(largest[:, None], case, whole)
    return normalize(Quat(whole))


def to_matrix(q: Quat) -> Numbers:
    return np.stack([rotate(q.a, e[None]) for e in np.eye(3, dtype=q.a.dtype)], axis=2)


def slerp(a: Quat, b: Quat, t: Numbers) -> Quat:
    axis, angle = to_axis_angle(Quat(turned_twice(conjugate(a.a), b.a)))
    return Quat(turned_twice(a.a, from_axis_angle(axis, t * angle).a))


def twist(axis: Numbers, q: Quat) -> Quat:
    return normalize(Quat(joined(axis * dot(q.a[:, :3], axis)[:, None], q.a[:, 3])))


def inverse_pose(t: Pose) -> Pose:
    back = conjugate(t.a[:, 3:])
    return Pose(joined(-rotate(back, t.a[:, :3]), back))


def homogeneous(linear: Numbers, position: Numbers) -> Numbers:
    m = np.zeros((max(len(linear), len(position)), 4, 4), position.dtype)
    m[:, :3, :3], m[:, :3, 3], m[:, 3, 3] = linear, position, 1
    return m


def moved_twist(t: Pose, x: Numbers) -> Numbers:
    w, v = rotate(t.a[:, 3:], x[:, :3]), rotate(t.a[:, 3:], x[:, 3:])
    return joined(w, v + cross(t.a[:, :3], w))


def moved_wrench(t: Pose, x: Numbers) -> Numbers:
    torque, force = rotate(t.a[:, 3:], x[:, :3]), rotate(t.a[:, 3:], x[:, 3:])
    return joined(torque + cross(t.a[:, :3], force), force)


def spatial_cross(a: Numbers, b: Numbers) -> Numbers:
    return joined(cross(a[:, :3], b[:, :3]), cross(a[:, 3:], b[:, :3]) + cross(a[:, :3], b[:, 3:]))


def spatial_cross_dual(a: Numbers, b: Numbers) -> Numbers:
    return joined(cross(a[:, :3], b[:, :3]) + cross(a[:, 3:], b[:, 3:]), cross(a[:, :3], b[:, 3:]))


def spatial_adjoint(r: Numbers, s: Numbers) -> Numbers:
    r, s = np.broadcast_arrays(r, s)
    return np.concatenate([np.concatenate([r, np.zeros_like(r)], 2), np.concatenate([s, r], 2)], axis=1)


TABLE: dict[str, Callable[..., Any]] = {
    "quat_identity": lambda: Quat(IDENTITY),
    "quat_from_axis_angle": from_axis_angle,
    "quat_to_axis_angle": to_axis_angle,
    "quat_from_matrix": from_matrix,
    "quat_rpy": from_rpy,
    "quat_to_rpy": to_rpy,
    "quat_inverse": lambda q: Quat(conjugate(q.a)),
    "quat_rotate": lambda q, v: rotate(q.a, v),
    "quat_rotate_inv": lambda q, v: rotate(conjugate(q.a), v),
    "quat_slerp": slerp,
    "quat_to_matrix": to_matrix,
    "quat_twist": twist,
    "quat_twist_angle": lambda axis, q: 2 * np.arctan2(np.abs(dot(axis, q.a[:, :3])), q.a[:, 3]),
    "quat_twist_angle_signed": lambda axis, q: 2 * np.arctan2(dot(axis, q.a[:, :3]), q.a[:, 3]),
    "transform_identity": lambda: Pose(joined(np.zeros((1, 3), np.float32), IDENTITY)),
    "transform_get_translation": lambda t: t.a[:, :3],
    "transform_get_rotation": lambda t: Quat(t.a[:, 3:]),
    "transform_set_translation": lambda t, p: (None, Pose(joined(p, t.a[:, 3:]))),
    "transform_set_rotation": lambda t, q: (None, Pose(joined(t.a[:, :3], q.a))),
    "transform_multiply": multiply,
    "transform_point": lambda t, p: t.a[:, :3] + rotate(t.a[:, 3:], p),
    "transform_vector": lambda t, v: rotate(t.a[:, 3:], v),
    "transform_inverse": inverse_pose,
    "transform_to_matrix": lambda t: homogeneous(to_matrix(Quat(t.a[:, 3:])), t.a[:, :3]),
    "transform_from_matrix": lambda m: Pose(joined(m[:, :3, 3], from_matrix(m).a)),
    "transform_compose": lambda p, q, s: homogeneous(to_matrix(q) * s[:, None, :], p),
    "spatial_adjoint": spatial_adjoint,
    "spatial_dot": dot,
    "spatial_cross": spatial_cross,
    "spatial_cross_dual": spatial_cross_dual,
    "spatial_top": lambda v: v[:, :3],
    "spatial_bottom": lambda v: v[:, 3:],
    "velocity_at_point": lambda qd, r: qd[:, 3:] + cross(qd[:, :3], r),
    "transform_twist": moved_twist,
    "transform_wrench": moved_wrench,
}
