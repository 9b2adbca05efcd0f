"""What the computations of ``cloth_constraints`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def solve_edge_length(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, e = t.vertex, t.edge
    delta, multiplier = p.delta.copy(), e.multiplier.copy()
    for k, (a, b) in enumerate(zip(e.a, e.b, strict=True)):
        if v.colored and e.color[k] != n.color:
            continue
        d = p.position[a] - p.position[b]
        length = np.linalg.norm(d)
        up = d / length if length > 1e-6 else np.zeros(3)
        stretch = (length if length > 1e-6 else 0.0) - e.rest_length[k]
        if v.slack and stretch <= 0.0:
            continue
        weight = p.inverse_mass[a] + p.inverse_mass[b]
        if weight == 0.0:
            continue
        soft = 0.0 if v.kind == "pbd" else e.compliance[k] / n.dt**2
        # Rayleigh damping acts on how far the ends moved along the edge in this step
        lag = soft * n.damping * n.dt if v.kind == "damped" else 0.0
        moved = up @ (p.position[a] - p.previous[a] - p.position[b] + p.previous[b])
        step = -(stretch + soft * multiplier[k] + lag * moved) / ((1.0 + lag) * weight + soft)
        multiplier[k] += step
        delta[a] += p.inverse_mass[a] * step * up
        delta[b] -= p.inverse_mass[b] * step * up
    return {"vertex.delta": delta, **({} if v.kind == "pbd" else {"edge.multiplier": multiplier})}


def limit_edge_strain(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p, e = t.vertex, t.edge
    delta, counts = p.delta.copy(), p.delta_count.copy()
    for k, (a, b) in enumerate(zip(e.a, e.b, strict=True)):
        d = p.position[b] - p.position[a]
        length = np.linalg.norm(d)
        if length < 1e-6:
            continue
        low = n.stretch_min if v.side == "both" else 0.0
        excess = length - np.clip(length, low * e.rest_length[k], n.stretch_max * e.rest_length[k])
        if excess == 0.0:
            continue
        if not p.inverse_mass[[a, b]].any():
            continue
        share = p.inverse_mass[[a, b]] / p.inverse_mass[[a, b]].sum()
        delta[a] += share[0] * excess * d / length
        delta[b] -= share[1] * excess * d / length
        counts[a] += 1
        counts[b] += 1
    return {"vertex.delta": delta, **({"vertex.delta_count": counts} if v.counted else {})}


def hold_pins(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    held = (p.pin >= 0) & t.pin.enabled[p.pin].astype(bool)
    goal = t.pin.target[p.pin]
    if v.hold == "slide":
        axis = t.pin.axis[p.pin]
        goal = goal + ((p.position - goal) * axis).sum(axis=1, keepdims=True) * axis
    mask = held[:, None]
    out = {"vertex.position": np.where(mask, goal, p.position)}
    if v.velocity:
        out["vertex.velocity"] = np.where(mask, (goal - p.position) / n.dt, p.velocity)
    if v.mark:
        out["vertex.flags"] = p.flags // 2 * 2 + held
    return out


def pin_spring_forces(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    force, pull = p.force.copy(), t.pin.pull.copy()
    for i, k in enumerate(p.pin):
        if k >= 0:
            f = t.pin.stiffness[k] * (t.pin.target[k] - p.position[i])
            if v.damped:
                f = f - n.damping * p.velocity[i]
            force[i] += f
            pull[k] -= f
    return {"vertex.force": force, **({"pin.pull": pull} if v.back else {})}


def tether_vertex(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    position, delta, counts = p.position.copy(), p.delta.copy(), p.delta_count.copy()
    for i, k in enumerate(p.pin):
        d = p.position[i] - t.pin.target[k]
        over = np.linalg.norm(d) - t.pin.reach[k]
        if k < 0 or over <= 0.0:
            continue
        move = -over * d / np.linalg.norm(d) * (n.relaxation if v.soft else 1.0)
        position[i] += move
        delta[i] += move
        counts[i] += 1
    if v.counted:
        return {"vertex.delta": delta, "vertex.delta_count": counts}
    return {"vertex.position": position}


def apply_averaged_corrections(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    some = p.delta_count > 0
    moves = some & (p.flags & 1 == 0) if v.pinned else some
    mean = p.delta / np.maximum(p.delta_count, 1)[:, None]
    out = {"vertex.position": p.position + np.where(moves[:, None], n.relaxation * mean, 0.0)}
    if v.clear:
        out["vertex.delta"] = np.where(some[:, None], 0.0, p.delta)
        out["vertex.delta_count"] = np.zeros_like(p.delta_count)
    return out


def end_vertex_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    velocity = (p.position - p.previous) / n.dt
    if v.order == "bdf2":
        velocity = 1.5 * velocity - 0.5 * (p.previous - p.older) / n.dt
    out = {"vertex.velocity": velocity * (1.0 - n.loss if v.damped else 1.0)}
    if v.shift:
        out["vertex.previous"] = p.position
        if v.order == "bdf2":
            out["vertex.older"] = p.previous
    return out


def predict_vertex(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.vertex
    free = p.position + n.dt * p.velocity + n.dt**2 * p.inverse_mass[:, None] * p.force
    if v.pinned == "stay":
        position = np.where((p.flags & 1 > 0)[:, None], p.position, free)
    else:
        position = np.where((p.pin >= 0)[:, None], t.pin.target[p.pin], free)
    return {"vertex.previous": p.position, "vertex.position": position}
