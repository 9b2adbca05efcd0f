"""Rows between bodies, stated by impulses and moments."""

from __future__ import annotations

import numpy as np

EQUALITY, FRICTION, CONTACT = range(3)
SATISFIED, QUADRATIC, LINEAR_LOW, LINEAR_HIGH = range(4)


def solver_project_row(t, v, n):
    impulse, dv, dw = t.row.impulse.copy(), t.body.dv.copy(), t.body.dw.copy()
    for i, (a, b) in enumerate(zip(t.row.a, t.row.b, strict=True)):
        linear = t.row.linear[i]
        ends = ((a, -1.0, t.row.angular_a[i]), (b, 1.0, t.row.angular_b[i]))
        sides = [(body, sign, arm) for body, sign, arm in ends if body >= 0]
        speed = sum(sign * linear @ t.body.velocity[body] + arm @ t.body.spin[body] for body, sign, arm in sides)
        change = -t.row.mass[i] * (speed + t.row.bias[i]) * (n.relaxation if v.relaxed else 1.0)
        low, high = 0.0, np.inf
        if v.bound == "both":
            high = t.row.limit[i]
        elif v.bound == "friction":
            normal = t.row.normal[i]
            high = t.row.limit[i] if normal < 0 else n.friction * t.row.impulse_old[normal]
            low = 0.0 if normal < 0 else -high
        impulse[i] = np.clip(t.row.impulse[i] + change, low, high)
        given = impulse[i] - t.row.impulse[i]
        for body, sign, arm in sides:
            dv[body] += sign * given * t.body.inverse_mass[body] * linear
            dw[body] += given * t.body.inverse_inertia[body] @ arm
    return {"row.impulse": impulse, "body.dv": dv, "body.dw": dw}


def solver_warm_start(t, v, n):
    dv, dw = t.body.dv.copy(), t.body.dw.copy()
    for i, impulse in enumerate(t.row.impulse * (n.warm_share if v.scaled else 1.0)):
        ends = ((t.row.a[i], -1.0, t.row.angular_a[i]), (t.row.b[i], 1.0, t.row.angular_b[i]))
        for body, sign, arm in ends:
            if body >= 0:
                dv[body] += sign * impulse * t.body.inverse_mass[body] * t.row.linear[i]
                dw[body] += impulse * t.body.inverse_inertia[body] @ arm
    made = {"row.impulse": t.row.impulse * n.warm_share} if v.scaled else {}
    return {**made, "body.dv": dv, **({"body.dw": dw} if v.angular else {})}


def solver_effective_mass(t, v, n):
    mass, bias = t.row.mass.copy(), t.row.bias.copy()
    a = n.frequency * n.dt
    softness = 1.0 / (1.0 + a * (2.0 + a))
    for i in range(len(mass)):
        inverse = 0.0
        for body, arm in ((t.row.a[i], t.row.angular_a[i]), (t.row.b[i], t.row.angular_b[i])):
            if body >= 0:
                inverse += t.body.inverse_mass[body] + arm @ t.body.inverse_inertia[body] @ arm
        if inverse == 0.0:
            mass[i] = bias[i] = 0.0
            continue
        mass[i] = (1.0 - softness if v.soft else 1.0) / inverse
        bias[i] = (n.frequency / (2.0 + a) if v.soft else n.recovery / n.dt) * t.row.error[i]
    return {"row.mass": mass, "row.bias": bias} if v.bias else {"row.mass": mass}


def solver_average_corrections(t, v, n):
    many = t.node.valence > 0
    mean = t.node.correction / np.maximum(t.node.valence, 1)[:, None] * (n.relaxation if v.relaxed else 1.0)
    made = {"node.x": np.where(many[:, None], t.node.x + mean, t.node.x)}
    if v.clear:
        made["node.correction"] = np.zeros_like(t.node.correction)
        made["node.valence"] = np.zeros_like(t.node.valence)
    return made


def solver_apply_changes(t, v, n):
    share = 1.0 / np.maximum(t.body.touching, 1)[:, None] if v.mean else 1.0
    return {"body.velocity": t.body.velocity + share * t.body.dv, "body.spin": t.body.spin + share * t.body.dw}


def solver_count_touching(t, v, n):
    counted = {
        "all": np.ones(len(t.row.type), bool),
        "no friction": t.row.type != FRICTION,
        "contact": t.row.type == CONTACT,
    }[v.types]
    made = t.body.touching.copy()
    for ends in (t.row.a, t.row.b):
        np.add.at(made, ends[counted & (ends >= 0)], 1)
    return {"body.touching": made}
