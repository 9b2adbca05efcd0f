"""Contacts of a solver, stated by Jacobians over both bodies."""

from __future__ import annotations

import numpy as np

OPEN, STICK, SLIP = range(3)


def _frame(n):
    axis = np.array([0.0, 1.0, 0.0] if abs(n[0]) > abs(n[1]) else [1.0, 0.0, 0.0])
    t = np.cross(n, axis)
    t = t / np.linalg.norm(t)
    return np.stack([n, t, np.cross(n, t)])


def _ends(t, i):
    """Triples (body, sign, arm) of the bodies that are there."""
    ends = ((t.contact.a[i], -1.0, t.contact.arm_a[i]), (t.contact.b[i], 1.0, t.contact.arm_b[i]))
    return [(body, sign, arm.astype(float)) for body, sign, arm in ends if body >= 0]


def _velocity(t, ends):
    moving = [sign * (t.body.velocity[body] + np.cross(t.body.spin[body], arm)) for body, sign, arm in ends]
    return sum(moving, np.zeros(3))


def solver_prepare_contact(t, v, n):
    mass, bias = t.contact.mass.copy(), t.contact.bias.copy()
    for i, depth in enumerate(t.contact.depth):
        ends, frame = _ends(t, i), _frame(t.contact.normal[i].astype(float))
        inverse = np.zeros(3)
        for body, _, arm in ends:
            turned = np.cross(arm, frame)
            inverse += t.body.inverse_mass[body] + np.einsum(
                "ki,ij,kj->k", turned, t.body.inverse_inertia[body], turned
            )
        mass[i] = np.where(inverse > 0.0, 1.0 / np.maximum(inverse, 1.0e-12), 0.0)
        bias[i] = -n.recovery * max(depth - n.slop, 0.0) / n.dt
        if v.open and depth < 0.0:
            bias[i] = -depth / n.dt
        speed = frame[0] @ _velocity(t, ends)
        if v.bounce and speed < -n.threshold:
            bias[i] += t.contact.restitution[i] * speed
    return {"contact.mass": mass, "contact.bias": bias}


def solver_contact_impulse(t, v, n):
    impulse, state = t.contact.impulse.copy(), t.contact.state.copy()
    dv, dw = t.body.dv.copy(), t.body.dw.copy()
    for i in range(len(state)):
        ends = _ends(t, i)
        if v.guard and t.world.done[t.contact.world[i]]:
            continue
        frame = _frame(t.contact.normal[i].astype(float))
        speeds = frame @ _velocity(t, ends) + [t.contact.bias[i], 0.0, 0.0]
        raw = t.contact.impulse[i] - (n.relaxation if v.relaxed else 1.0) * t.contact.mass[i] * speeds
        normal, side = max(raw[0], 0.0), np.linalg.norm(raw[1:])
        most = t.contact.friction[i] * normal
        impulse[i] = [normal, *(raw[1:] * (most / side if side > most else 1.0))]
        state[i] = OPEN if normal == 0.0 else SLIP if side > most else STICK
        _give(t, ends, frame.T @ (impulse[i] - t.contact.impulse[i]), dv, dw)
    made = {"contact.impulse": impulse, "body.dv": dv, "body.dw": dw}
    return {**made, "contact.state": state} if v.state else made


def _give(t, ends, p, dv, dw):
    for body, sign, arm in ends:
        dv[body] += sign * t.body.inverse_mass[body] * p
        dw[body] += sign * t.body.inverse_inertia[body] @ np.cross(arm, p)


def solver_start_contact(t, v, n):
    impulse, touching = t.contact.impulse.copy(), t.body.touching.copy()
    dv, dw = t.body.dv.copy(), t.body.dw.copy()
    for i in range(len(impulse)):
        if v.fade == "open" and t.contact.depth[i] < 0.0:
            impulse[i] = 0.0
            continue
        impulse[i] *= n.warm_share if v.fade == "part" else 1.0
        ends = _ends(t, i)
        _give(t, ends, _frame(t.contact.normal[i].astype(float)).T @ impulse[i], dv, dw)
        for body, _, _ in ends:
            touching[body] += 1
    made = {"body.dv": dv, "body.dw": dw}
    if v.fade != "all":
        made["contact.impulse"] = impulse
    return {**made, "body.touching": touching} if v.touching else made
