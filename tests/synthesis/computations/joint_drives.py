"""What the computations of ``joint_drives`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def drive_joint_coord(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    spring, brake = c.stiffness * (c.target - c.position), c.damping * (c.target_velocity - c.velocity)
    effort = spring + brake
    if v.mode == "coded":
        modes = [np.zeros_like(spring), spring - c.damping * c.velocity, brake]
        effort = np.choose(c.mode, modes)
    if v.feedforward == "gravity":
        effort = effort + c.gravity_effort
    return {"coord.effort": np.clip(effort, -c.effort_limit, c.effort_limit) if v.clamp else effort}


def integral_joint_drive(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    error = c.target - c.position
    total = c.integral + n.dt * error
    if v.windup == "clamp":
        total = np.clip(total, -n.integral_limit, n.integral_limit)
    effort = c.stiffness * error - c.damping * c.velocity + n.integral_gain * total
    full = np.abs(effort) > c.effort_limit
    kept = np.where(full, c.integral, total) if v.windup == "stop" else total
    return {"coord.effort": np.clip(effort, -c.effort_limit, c.effort_limit), "coord.integral": kept}


def joint_limit_effort(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    over = c.position - np.clip(c.position, c.lower, c.upper)
    # only motion that leads further out is damped
    outward = np.where(over > 0.0, np.maximum(c.velocity, 0.0), np.minimum(c.velocity, 0.0))
    effort = np.where(over == 0.0, 0.0, -c.limit_stiffness * over - c.limit_damping * outward)
    out = {"coord.effort": effort + (c.effort if v.sets == "add" else 0.0)}
    if v.state:
        out["coord.at_limit"] = np.where(over < 0.0, 1, np.where(over > 0.0, 2, 0))
    return out


def joint_friction_effort(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    level = c.friction
    if v.law == "stribeck":
        level = level + level * (n.static_ratio - 1.0) / np.exp((c.velocity / n.slow_speed) ** 2)
    effort = c.effort - level * np.clip(c.velocity / n.friction_speed, -1.0, 1.0)
    return {"coord.effort": effort - (c.viscosity * c.velocity if v.viscous else 0.0)}


def integrate_joint_coord(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    rate = c.acceleration if v.source == "acceleration" else c.effort / (c.inertia + c.armature)
    velocity = c.velocity + n.dt * rate
    if v.speed:
        velocity = np.clip(velocity, -c.velocity_limit, c.velocity_limit)
    position = c.position + n.dt * velocity
    if v.limits == "stop":
        low, high = position < c.lower, position > c.upper
        velocity = np.where(low, np.maximum(velocity, 0.0), np.where(high, np.minimum(velocity, 0.0), velocity))
        position = np.clip(position, c.lower, c.upper)
    return {"coord.position": position, "coord.velocity": velocity}


def mimic_joint_effort(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, effort, residual = t.mimic, t.coord.effort.copy(), t.mimic.residual.copy()
    for k, (follower, leader) in enumerate(zip(m.follower, m.leader, strict=True)):
        if min(follower, leader) < 0 or (v.enabled and not m.enabled[k]):
            continue
        law = np.poly1d([m.quadratic[k] if v.law == "quadratic" else 0.0, m.ratio[k], m.offset[k]])
        q = t.coord.position[leader]
        residual[k] = t.coord.position[follower] - law(q)
        # the gradient of the spring's energy
        effort[follower] -= n.stiffness * residual[k]
        effort[leader] += n.stiffness * residual[k] * law.deriv()(q)
    return {"coord.effort": effort, **({"mimic.residual": residual} if v.residual else {})}


def mimic_joint_target(t: Any, v: Any, n: Any) -> dict[str, Any]:
    m, c = t.mimic, t.coord
    target, speed = m.target.copy(), m.target_velocity.copy()
    for k in np.flatnonzero(m.follower >= 0):
        i, j = m.follower[k], m.leader[k]
        if j < 0 or not m.enabled[k]:
            target[k], speed[k] = c.position[i], 0.0
            continue
        q = m.offset[k] + m.ratio[k] * (c.target if v.of == "target" else c.position)[j]
        q = min(max(q, c.lower[i]), c.upper[i]) if v.limits else q
        target[k] = q
        speed[k] = m.ratio[k] * (c.target_velocity if v.of == "target" else c.velocity)[j]
    return {"mimic.target": target, **({"mimic.target_velocity": speed} if v.velocity else {})}


def update_joint_target(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.coord
    goal = np.clip(c.goal, c.lower, c.upper) if v.limits else c.goal
    way = goal - c.target
    step = np.clip(way, -n.max_step, n.max_step) if v.law == "step" else n.alpha * way
    return {"coord.target": c.target + step}
