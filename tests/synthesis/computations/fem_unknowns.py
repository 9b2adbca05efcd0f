"""What loads, fixed unknowns and steps of finite elements must be."""

from __future__ import annotations

from typing import Any

import numpy as np


def held(node: Any) -> Any:
    """Which axes of each node are fixed."""
    return (node.fixed[:, None] >> np.arange(3)) & 1 > 0


def area_vectors(x: Any, corners: Any) -> Any:
    """Half the cross product of two edges."""
    a, b, c = x[corners].transpose(1, 0, 2)
    return (np.cross(a, b) + np.cross(b, c) + np.cross(c, a)) / 2


def fem_face_load(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    s = area_vectors(t.node.position if v.follower else t.node.rest, f.corners)
    area = np.linalg.norm(s, axis=1)
    push = np.where((f.kind == 0)[:, None], f.traction * area[:, None], -f.pressure[:, None] * s) / 3
    push[f.kind >= 2] = 0
    found = {"node.load": t.node.load.copy()}
    for k in range(3):
        np.add.at(found["node.load"], f.corners[:, k], push)
    if v.heat:
        found["node.heat"] = t.node.heat.copy()
        lost = f.film * area * (t.node.temperature[f.corners].mean(1) - n.ambient) / 3
        np.add.at(found["node.heat"], f.corners, -np.where(f.kind == 2, lost, 0)[:, None])
    return found


def fem_face_normals(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = t.face
    s = area_vectors(t.node.position, f.corners)
    outer = f.beyond < 0 if v.inner else np.ones(len(s), bool)
    found = {"node.normal": t.node.normal.copy()}
    for k in range(3):
        np.add.at(found["node.normal"], f.corners[outer, k], s[outer])
    if v.area:
        found["face.area"] = np.linalg.norm(s, axis=1)
    return found


def fem_explicit_step(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    free = np.where(held(x), 0, 1) if v.fixed else 1
    f = x.force + (x.load if v.load else 0)
    acc = free * (f / x.mass[:, None] - (n.mass_damping * x.velocity if v.damped else 0))
    vel = free * (x.velocity + n.dt * acc)
    return {"node.acceleration": acc, "node.velocity": vel, "node.displacement": x.displacement + n.dt * vel}


def fem_newmark(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    free = np.where(held(x), 0, 1) if v.fixed else 1
    predicted = n.dt * x.velocity + n.dt**2 / 2 * (1 - 2 * n.beta) * x.acceleration
    acc = (x.displacement - x.former - predicted) / (n.beta * n.dt**2)
    vel = x.velocity + n.dt * ((1 - n.gamma) * x.acceleration + n.gamma * acc)
    return {"node.velocity": free * vel, "node.acceleration": free * acc}


def fem_fixed_rows(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    gap = x.prescribed - x.displacement
    if v.way == "row":
        return {"node.residual": np.where(held(x), x.diagonal * gap, x.residual)}
    stiff = n.penalty * held(x)
    return {"node.residual": x.residual + stiff * gap, "node.diagonal": x.diagonal + stiff}


def fem_unknown_rhs(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.dof
    bc = {"value": lambda: d.prescribed, "difference": lambda: d.prescribed - d.value, "zero": lambda: 0 * d.axis}[
        v.fixed
    ]()
    found = {"dof.rhs": np.where(d.fixed, bc, t.node.residual[d.node, d.axis])}
    return {**found, **({"dof.diagonal": np.where(d.fixed, 1, d.diagonal)} if v.diagonal else {})}


def fem_number_unknowns(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.dof
    counts, ids = t.body.free_count.copy(), np.full(len(d.fixed), -1)
    for i, body in enumerate(d.body):
        if body >= 0 and not d.fixed[i] and not (v.master and d.master[i] >= 0):
            ids[i] = counts[body]
            counts[body] += 1
    return {"dof.equation": ids, "body.free_count": counts}


def fem_gather_unknown(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.dof
    value = t.node.displacement[d.node, d.axis]
    return {"dof.value": np.where(d.fixed, d.prescribed, value) if v.fixed else value}


def fem_apply_increment(t: Any, v: Any, n: Any) -> dict[str, Any]:
    d = t.dof
    moved = np.where(d.fixed, 0, d.increment)
    du = np.where(d.master >= 0, moved[d.master], moved) if v.master else moved
    return {"dof.value": d.value + np.where(d.fixed, 0, du) * (n.scale if v.scaled else 1)}


def fem_residual_norm(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    square = (np.where(held(x), 0, x.residual) if v.fixed else x.residual) ** 2
    norm = t.body.norm.copy()
    np.add.at(norm, x.body[x.body >= 0], square.sum(1)[x.body >= 0])
    return {"body.norm": norm}


def fem_node_weight(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    weight = np.where((x.body >= 0)[:, None], x.mass[:, None] * t.body.gravity[x.body], 0)
    found = {"node.load": x.load + (np.where(held(x), 0, weight) if v.fixed else weight)}
    return {**found, **({"node.force": 0 * x.load} if v.cleared else {})}
