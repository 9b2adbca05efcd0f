"""Rows of joints, line searches, columns and reports."""

from __future__ import annotations

import numpy as np

LIMIT, MOTOR, SPRING, LOCKED = range(4)
EQUALITY, FRICTION, CONTACT = range(3)
RUNNING, CONVERGED, FAILED = range(3)


def solver_prepare_joint(t, v, n):
    names = ("error", "bias", "mass", "softness", "low", "high")
    made = {name: getattr(t.joint, name).copy() for name in names}
    kind = np.full_like(t.joint.kind, -1)
    for i, joint_type in enumerate(t.joint.type):
        if v.enabled and not t.joint.enabled[i]:
            continue
        q, w, target = t.joint.position[i], t.joint.inverse_inertia[i], t.joint.target[i]
        reach = n.limit_margin if v.margin else 0.0
        low, high = -1.0e6, 1.0e6
        mass, gamma = 1.0 / w, 0.0
        if joint_type == LIMIT:
            below, above = q < t.joint.lower[i] + reach, q > t.joint.upper[i] - reach
            if not below and not above:
                continue
            error = q - (t.joint.lower if below else t.joint.upper)[i]
            low, high = (0.0, high) if below else (low, 0.0)
            bias = n.recovery * error / n.dt
        elif joint_type == MOTOR:
            # no impulse where it turns at its target speed
            error, bias = 0.0, -t.joint.target_speed[i]
            high = t.joint.most[i] * n.dt
            low = -high
        elif joint_type == SPRING:
            # an implicit spring: softness 1 / (dt c + dt^2 k)
            k, c = t.joint.stiffness[i], t.joint.damping[i]
            error = q - target
            bias = k * error / (c + n.dt * k)
            gamma = 1.0 / (n.dt * c + n.dt**2 * k)
            mass = 1.0 / (w + gamma)
        else:
            error, bias = q, n.recovery * q / n.dt
        kind[i] = joint_type
        for name, value in zip(names, (error, bias, mass, gamma, low, high), strict=True):
            made[name][i] = value
    return {**{f"joint.{name}": value for name, value in made.items()}, "joint.kind": kind}


def _cost(kind, x, d, most):
    if kind == CONTACT and x >= 0.0:
        return np.zeros(3)
    if kind == FRICTION and abs(x) >= most / d:
        return np.array([most * abs(x) - most**2 / (2.0 * d), np.sign(x) * most, 0.0])
    return np.array([0.5 * d * x**2, d * x, d])


def solver_line_point(t, v, n):
    made = {name: getattr(t.world, name).copy() for name in ("cost", "slope", "curvature")}
    for i, w in enumerate(t.row.world):
        if v.guard and t.world.done[w]:
            continue
        jv = t.row.along[i]
        x = t.row.residual[i] + t.world.alpha[w] * jv
        cost, first, second = _cost(t.row.type[i], x, t.row.stiffness[i], t.row.friction[i])
        made["cost"][w] += cost
        made["slope"][w] += first * jv
        made["curvature"][w] += second * jv**2
    kept = {"all": ["cost", "slope", "curvature"], "cost": ["cost"]}[v.what]
    return {f"world.{name}": made[name] for name in kept}


def solver_turn_column(t, v, n):
    turned = t.column.turned.copy()
    rotation, left = t.column.rotation.copy(), t.column.left.copy()
    for i in range(len(rotation)):
        whole = np.append(t.column.entries[i], t.column.below[i]).astype(float)
        for k in range(1, n.basis):
            c, s = t.column.rotations[i][k - 1]
            whole[[k - 1, k]] = np.array([[c, s], [-s, c]]) @ whole[[k - 1, k]]
        r = np.hypot(*whole[-2:])
        rotation[i] = whole[-2:] / r
        whole[-2] = r
        turned[i], left[i] = whole[:-1], abs(rotation[i, 1] * t.column.beta[i])
    made = {"column.rotation": rotation}
    if v.whole:
        made["column.turned"] = turned
    return {**made, "column.left": left} if v.left else made


def solver_report(t, v, n):
    world = t.world
    conditions = [
        v.capacity & (world.row_total > n.row_capacity),
        (world.row_total == 0) | (np.sqrt(world.norm) <= n.tolerance * np.sqrt(world.norm_start)),
        (world.iteration >= n.most_iterations) | ((world.cost > world.cost_old) & ~world.accepted.astype(bool)),
    ]
    status = np.select(conditions, [FAILED, CONVERGED, FAILED], RUNNING)
    made = {"world.status": status, "world.done": status != RUNNING}
    if v.counted:
        made["launch.unfinished"] = t.launch.unfinished.copy()
        made["launch.unfinished"][0] += (status == RUNNING).sum()
    return made
