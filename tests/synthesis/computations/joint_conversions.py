"""Coordinates of joints by type, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import JointKind
from tests.synthesis.computations.algebra_field4 import chain, reverse, turn, turn_back, unit


def joint_coords_to_solver(t, v, n):
    j, values, rates = t.joint, t.joint.solver_values.copy(), t.joint.solver_rates.copy()
    for i, kind in enumerate(j.kind):
        row, rate = j.values[i], j.rates[i]
        if kind in (JointKind.FREE, JointKind.BALL):
            first = 3 if kind == JointKind.FREE else 0
            q = row[first : first + 4]
            q = unit(q) if v.unit else q
            values[i, :first] = row[:first]
            values[i, first : first + 4] = np.roll(q, 1)
            rates[i, :3] = rate[:3]
            if first:
                rates[i, 3:] = turn_back(unit(q), rate[3:])
        elif kind in (JointKind.HINGE, JointKind.SLIDE):
            values[i, 0] = row[0] + (j.rest[i] if v.rest else 0.0)
            rates[i, 0] = rate[0]
    return {"joint.solver_values": values, **({"joint.solver_rates": rates} if v.rates else {})}


def joint_coords_from_solver(t, v, n):
    j, values, rates = t.joint, t.joint.values.copy(), t.joint.rates.copy()
    for i, kind in enumerate(j.kind):
        if v.disabled and not j.enabled[i]:
            continue
        row, rate = j.solver_values[i], j.solver_rates[i]
        if kind == JointKind.FREE:
            q = unit(np.roll(row[3:], -1))
            values[i] = [*row[:3], *q]
            spin = turn(q, rate[3:])
            shift = np.cross(spin, turn(q, t.body.com[j.child[i]])) if v.rates == "com" else 0.0
            rates[i] = np.append(rate[:3] + shift, spin)
        elif kind == JointKind.BALL:
            values[i, :4], rates[i, :3] = unit(np.roll(row[:4], -1)), rate[:3]
        elif kind in (JointKind.HINGE, JointKind.SLIDE):
            values[i, 0], rates[i, 0] = row[0] - j.rest[i], rate[0]
    return {"joint.values": values, **({"joint.rates": rates} if v.rates != "none" else {})}


def child_pose_from_coords(t, v, n):
    j = t.joint
    found = {"joint.child_pose": j.child_pose.copy()}
    if v.anchor:
        found |= {"joint.anchor": j.anchor.copy(), "joint.world_axis": j.world_axis.copy()}
    for i, (parent, kind) in enumerate(zip(j.parent, j.kind, strict=True)):
        frame = chain(t.body.pose[parent], j.parent_frame[i]) if parent >= 0 else j.parent_frame[i]
        x, move = j.values[i], np.array([0.0, 0, 0, 0, 0, 0, 1])
        if kind == JointKind.HINGE:
            move[3:] = [*(np.sin(x[0] / 2) * j.axis[i]), np.cos(x[0] / 2)]
        elif kind == JointKind.SLIDE:
            move[:3] = x[0] * j.axis[i]
        elif kind == JointKind.BALL:
            move[3:] = unit(x[:4])
        elif kind == JointKind.FREE:
            move = np.append(x[:3], unit(x[3:]))
        found["joint.child_pose"][i] = chain(chain(frame, move), reverse(j.child_frame[i]))
        if v.anchor:
            found["joint.anchor"][i], found["joint.world_axis"][i] = frame[:3], turn(frame[3:], j.axis[i])
    return found


def joint_force_to_bodies(t, v, n):
    j, wrench = t.joint, t.body.wrench.copy()
    for i, (parent, child, kind) in enumerate(zip(j.parent, j.child, j.kind, strict=True)):
        if kind == JointKind.FIXED or (v.disabled and not j.enabled[i]):
            continue
        frame = chain(t.body.pose[parent], j.parent_frame[i]) if parent >= 0 else j.parent_frame[i]
        load, axis = j.loads[i], turn(frame[3:], j.axis[i])
        force, torque, at = np.zeros(3), np.zeros(3), frame[:3]
        if kind == JointKind.FREE:
            force, torque, at = load[:3], load[3:], t.body.pose[child, :3]
        elif kind == JointKind.BALL:
            torque = turn(frame[3:], load[:3])
        elif kind == JointKind.HINGE:
            torque = axis * load[0]
        else:
            force = axis * load[0]
        for end, sign in ((child, 1), (parent, -1)):
            if end >= 0:
                moment = torque + np.cross(at - t.body.pose[end, :3], force)
                wrench[end] += sign * np.append(force, moment)
    return {"body.wrench": wrench}
