"""Bodies and nodes of a solver, stated for all of them at once."""

from __future__ import annotations

import numpy as np


def _limited(x, most):
    return x * np.minimum(1.0, most / np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1.0e-12))


def solver_step_pose(t, v, n):
    linear, spin = t.body.velocity, t.body.spin
    if v.change:
        linear, spin = linear + t.body.dv, spin + t.body.dw
    if v.limit:
        linear, spin = _limited(linear, n.speed_limit), _limited(spin, n.spin_limit)
    pose = t.body.pose.copy()
    pose[:, :3] += n.dt * linear
    axis, w = t.body.pose[:, 3:6], t.body.pose[:, 6:]
    # half the spin, as a quaternion without real part, times the orientation
    rate = np.concatenate([w * spin + np.cross(spin, axis), -(spin * axis).sum(1, keepdims=True)], axis=1) / 2.0
    turned = t.body.pose[:, 3:] + n.dt * rate
    pose[:, 3:] = turned / np.linalg.norm(turned, axis=1, keepdims=True)
    made = {"body.pose": pose}
    if v.change or v.limit:
        made |= {"body.velocity": linear, "body.spin": spin}
    if v.kinematic:
        moves = ~t.body.kinematic.astype(bool)[:, None]
        made = {name: np.where(moves, value, getattr(t.body, name[5:])) for name, value in made.items()}
    return made


def _ends(t, i):
    """Pairs (body, Jacobian) of the bodies that are there."""
    ends = ((t.row.a[i], t.row.jacobian_a[i]), (t.row.b[i], t.row.jacobian_b[i]))
    return [(body, jacobian) for body, jacobian in ends if body >= 0]


def solver_row_speed(t, v, n):
    ends = (_ends(t, i) for i in range(len(t.row.bias)))
    speed = np.array([sum(jacobian @ t.body.twist[body] for body, jacobian in each) for each in ends])
    return {"row.speed": speed + t.row.bias if v.bias else speed}


def solver_row_wrench(t, v, n):
    made = t.body.wrench.copy()
    for i, force in enumerate(t.row.applied):
        if v.satisfied and t.row.state[i] == 0:
            continue
        for body, jacobian in _ends(t, i):
            made[body] += jacobian * (force if v.sign == "plus" else -force)
    return {"body.wrench": made}


def solver_spatial_mass(t, v, n):
    mass, impulse = t.row.mass.copy(), t.row.impulse.copy()
    for i in range(len(mass)):
        ends = _ends(t, i)
        total = sum(j @ t.body.spatial_inverse[body] @ j for body, j in ends) + (n.regularization if v.regular else 0.0)
        mass[i] = 1.0 / total if total else 0.0
        if total:
            speed = sum(j @ t.body.twist[body] for body, j in ends)
            impulse[i] = -(t.row.bias[i] + speed) / total
    return {"row.mass": mass, "row.impulse": impulse} if v.impulse else {"row.mass": mass}


def _free(t, wanted):
    return ~t.node.fixed.astype(bool) if wanted else np.ones(len(t.node.fixed), bool)


def solver_advance_node(t, v, n):
    free = _free(t, v.fixed)
    alpha = np.where(free, t.world.alpha[t.node.world], 0.0)[:, None]
    r = t.node.r - alpha * t.node.q
    made = {"node.x": t.node.x + alpha * t.node.p, "node.r": r}
    if v.measured:
        made["world.square"] = t.world.square.copy()
        np.add.at(made["world.square"], t.node.world[free], (r**2).sum(1)[free])
    return made


def solver_turn_node(t, v, n):
    z = np.einsum("nij,nj->ni", t.node.inverse_block, t.node.r) if v.precondition == "block" else t.node.r
    p = z + t.world.beta[t.node.world][:, None] * t.node.p
    return {"node.p": np.where(_free(t, v.fixed)[:, None], p, 0.0)}


def solver_node_products(t, v, n):
    free = _free(t, v.fixed)
    made = {"world.dot": t.world.dot.copy()}
    np.add.at(made["world.dot"], t.node.world[free], (t.node.p * t.node.q).sum(1)[free])
    if v.both:
        made["world.rho"] = t.world.rho.copy()
        np.add.at(made["world.rho"], t.node.world[free], (t.node.z * t.node.r).sum(1)[free])
    return made
