"""Steps of Krylov solvers, stated for whole vectors."""

from __future__ import annotations

import numpy as np


def _done(t):
    return t.world.done.astype(bool)


def solver_step_length(t, v, n):
    alpha = t.world.rho / t.world.curvature
    old = t.world.rho
    if v.guard:
        alpha, old = np.where(_done(t), t.world.alpha, alpha), np.where(_done(t), t.world.rho_old, old)
    return {"world.alpha": alpha, "world.rho_old": old} if v.kept else {"world.alpha": alpha}


def solver_direction_factor(t, v, n):
    if v.formula == "polak":
        beta = np.maximum((t.world.rho - t.world.rho_cross) / t.world.rho_old, 0.0)
    else:
        beta = t.world.rho / t.world.rho_old
    if v.restart:
        beta = np.where(t.world.iteration % n.cycle == 0, 0.0, beta)
    return {"world.beta": beta}


def solver_advance(t, v, n):
    w = t.unknown.world
    moved = ~_done(t)[w] if v.guard else np.ones(len(w), bool)
    alpha = np.where(moved, t.world.alpha[w], 0.0)
    made = {"unknown.x": t.unknown.x + alpha * t.unknown.p}
    if v.residual != "none":
        r = t.unknown.r - alpha * t.unknown.q
        made["unknown.r"] = r
        if v.residual == "measured":
            made["world.square"] = t.world.square.copy()
            np.add.at(made["world.square"], w[moved], r[moved] ** 2)
    return made


def solver_turn(t, v, n):
    w = t.unknown.world
    z = t.unknown.inverse_diagonal * t.unknown.r if v.precondition == "diagonal" else t.unknown.z
    beta = t.world.beta[w]
    if v.first:
        beta = np.where(t.world.iteration[w] == 0, 0.0, beta)
    p = z + beta * t.unknown.p
    return {"unknown.p": np.where(_done(t)[w], t.unknown.p, p) if v.guard else p}


def solver_dot(t, v, n):
    free = ~t.unknown.fixed.astype(bool) if v.fixed else np.ones(len(t.unknown.r), bool)
    other = t.unknown.z if v.precondition else t.unknown.r
    dot, largest = t.world.dot.copy(), t.world.largest.copy()
    np.add.at(dot, t.unknown.world[free], (t.unknown.r * other)[free])
    np.maximum.at(largest, t.unknown.world[free], np.abs(t.unknown.r[free]))
    return {"world.dot": dot, "world.largest": largest} if v.largest else {"world.dot": dot}


def solver_start(t, v, n):
    r = t.unknown.b - t.unknown.image
    if v.fixed:
        r = r * ~t.unknown.fixed.astype(bool)
    if not v.precondition:
        return {"unknown.r": r, "unknown.p": r}
    z = r * t.unknown.inverse_diagonal
    return {"unknown.r": r, "unknown.z": z, "unknown.p": z}


def solver_stabilize(t, v, n):
    alpha, omega = t.world.alpha[t.unknown.world], t.world.omega[t.unknown.world]
    made = {"unknown.x": t.unknown.x + alpha * t.unknown.p + omega * t.unknown.r}
    if v.residual:
        made["unknown.r"] = t.unknown.r - omega * t.unknown.t
    return made


def solver_second_length(t, v, n):
    omega = t.world.image_dot / t.world.image_square
    made = {"world.omega": omega}
    if v.breakdown:
        broken = np.abs(omega) < n.least_omega
        made["world.done"] = np.where(broken, True, t.world.done)
        made["world.status"] = np.where(broken, 2, t.world.status)
    return made


def solver_chebyshev(t, v, n):
    w = t.unknown.world
    z = t.unknown.r * (t.unknown.inverse_diagonal if v.precondition else 1.0)
    d = t.world.beta[w] * t.unknown.step + n.relaxation * z
    if v.first:
        d = np.where(t.world.iteration[w] == 0, n.relaxation * z, d)
    return {"unknown.step": d, "unknown.x": t.unknown.x + d}


def solver_block_precondition(t, v, n):
    z = np.einsum("nij,nj->ni", t.node.inverse_block, t.node.r)
    made = {"node.x": t.node.x + n.relaxation * z} if v.added == "move" else {"node.z": z}
    if v.dot:
        made["world.dot"] = t.world.dot.copy()
        np.add.at(made["world.dot"], t.node.world, (t.node.r * z).sum(1))
    return made


def solver_mix(t, v, n):
    theta = t.world.mixing[t.unknown.world]
    if v.clamped:
        theta = np.clip(theta, -1.0, 1.0)
    return {"unknown.x": t.unknown.g + theta * (t.unknown.g_old - t.unknown.g)}


def solver_mix_factor(t, v, n):
    w = t.world
    change = w.rho - 2 * w.rho_cross + w.rho_old
    aitken = n.relaxation * (w.rho_old - w.rho_cross) / change
    theta = aitken if v.form == "aitken" else (w.rho - w.rho_cross) / change
    return {"world.mixing": np.clip(theta, 0, 1) if v.clamped else theta}
