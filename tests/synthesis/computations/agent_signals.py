"""What agents see, do and are paid, as NumPy states it."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field4 import turn_back


def joint_action_target(t, v, n):
    j = t.joint
    action = np.clip(j.action, -n.action_limit, n.action_limit) if v.clip else j.action
    if v.smooth == "mean":
        action = (action + j.last_action) / 2
    target = j.nominal + action * j.scale
    return {"joint.target": np.clip(target, j.lower, j.upper) if v.limits else target}


def joint_drive_torque(t, v, n):
    j = t.joint
    torque = (j.target - j.position) * j.stiffness - j.velocity * j.damping
    if v.limit:
        torque = np.minimum(np.maximum(torque, -j.effort_limit), j.effort_limit)
    if v.done:
        torque = torque * ~t.environment.done.astype(bool)[j.environment]
    return {"joint.torque": torque}


def observe_joint(t, v, n):
    j, observation = t.joint, t.environment.observation.copy()
    middle, half = (j.upper + j.lower) / 2, (j.upper - j.lower) / 2
    values = {
        "position": j.position,
        "offset": j.position - j.nominal,
        "share": (j.position - middle) / half,
        "velocity": j.velocity,
        "action": j.last_action,
    }[v.what]
    for e, joints in enumerate(t.environment.joints):
        shown = joints[: observation.shape[1]]
        observation[e, : len(shown)] = values[shown]
    return {"environment.observation": observation}


def observe_root(t, v, n):
    e, observation = t.environment, t.environment.observation.copy()
    q, velocity = e.root_pose[:, 3:], e.root_twist[:, :3]
    observation[:, 0] = e.root_pose[:, 2]
    if v.what == "world":
        observation[:, 1:4] = velocity
    else:
        observation[:, 1:4] = turn_back(q, velocity if v.what == "root" else np.tile([0.0, 0.0, -1.0], (len(q), 1)))
    return {"environment.observation": observation}


def push_history(t, v, n):
    e = t.environment
    history = np.hstack([e.observation[:, :4], e.history[:, :8]])
    if v.reset:
        history = np.where(e.reset.astype(bool)[:, None], np.tile(e.observation[:, :4], 3), history)
    return {"environment.next_history": history}


def delay_action(t, v, n):
    j, buffer = t.joint, t.joint.buffer.copy()
    rows = np.arange(len(buffer))
    buffer[:, n.step % 4] = j.action
    played = buffer[rows, (n.step - j.delay) % 4]
    if v.late:
        played = played * (j.delay <= n.step)
    target = j.nominal + j.scale * played
    return {"joint.last_action": played, "joint.target": target, "joint.buffer": buffer}


def progress_reward(t, v, n):
    e = t.environment
    offset = e.target - e.root_pose[:, :3]
    rate = (e.root_twist[:, :3] * offset).sum(1) / np.linalg.norm(offset, axis=1)
    reward = n.progress_weight * rate
    if v.effort:
        reward -= n.effort_weight * np.array([(t.joint.torque[k] ** 2).sum() for k in e.joints])
    if v.alive:
        reward += n.alive_bonus * (e.root_pose[:, 2] >= n.fall_height)
    return {"environment.reward": reward * ~e.done.astype(bool) if v.done == "zero" else reward}


def command_tracking_reward(t, v, n):
    e, q = t.environment, t.environment.root_pose[:, 3:]
    velocity, spin = turn_back(q, e.root_twist[:, :3]), turn_back(q, e.root_twist[:, 3:])
    error = ((e.command[:, :2] - velocity[:, :2]) ** 2).sum(1)
    if v.turn:
        error += (e.command[:, 2] - spin[:, 2]) ** 2
    reward = n.tracking_weight * (np.clip(1 - error, 0, None) if v.shape == "bound" else -error)
    if v.smooth:
        changes = (t.joint.action - t.joint.last_action) ** 2
        reward -= n.smooth_weight * np.array([changes[k].sum() for k in e.joints])
    return {"environment.reward": reward}


def foot_air_time(t, v, n):
    f = t.foot
    on = np.linalg.norm(f.force, axis=1) > 1.0 if v.test == "length" else f.force[:, 2] > 0.5
    found = {"foot.touching": on, "foot.air_time": (f.air_time + n.dt) * ~on}
    if v.landed:
        landing = on & ~f.touching.astype(bool)
        found["foot.landed"] = np.where(landing, f.air_time + n.dt, f.landed)
    return found


def foot_slip_penalty(t, v, n):
    e, f = t.environment, t.foot
    on = f.touching.astype(bool)
    slip = ((f.velocity[:, :2] ** 2).sum(1) * on)[e.feet].sum(1)
    lifted = (~on)[e.feet].sum(1) if v.count else 0
    return {"environment.reward": e.reward + n.air_weight * lifted - n.slip_weight * slip}
