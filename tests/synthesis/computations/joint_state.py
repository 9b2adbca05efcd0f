"""What the computations of ``joint_state`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

HINGE, SLIDE, BALL, FIXED = range(4)


def _owner(t: Any) -> Any:
    """The joint of each coordinate."""
    owner = np.full(len(t.coord.position), -1)
    for k, coords in enumerate(t.joint.coords):
        owner[coords] = k
    return owner


def project_joint_limits(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, owner = t.coord, _owner(t)
    kind = t.joint.kind[owner]
    done = (owner >= 0) & ((v.kinds == "all") | (kind == HINGE) | (kind == SLIDE))
    inside = np.clip(c.position, c.lower, c.upper)
    moved = done & (inside != c.position)
    out = {"coord.position": np.where(moved, inside, c.position)}
    return out | ({"coord.velocity": np.where(moved, 0.0, c.velocity)} if v.speed else {})


def copy_mapped_coords(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, done = t.coord, _owner(t) >= 0
    out = {}
    for name, values in {"copied": c.position, "copied_velocity": c.velocity}.items():
        missing = 0.0 if v.missing == "zero" else getattr(c, name)
        out[f"coord.{name}"] = np.where(done, np.where(c.source >= 0, values[c.source], missing), getattr(c, name))
    if v.part == "position":
        del out["coord.copied_velocity"]
    return out


def sum_subtree_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, total = t.body, t.body.subtree_mass.copy()
    for i, m in enumerate(b.mass):
        if v.kinematic and b.flags[i] & 1:
            continue
        total[i] += m
        while b.parent[i] >= 0:
            i = b.parent[i]
            total[i] += m
    return {"body.subtree_mass": total}


def joint_tracking_error(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, error, counts = t.coord, np.zeros_like(t.joint.tracking), np.zeros_like(t.joint.driven_count)
    gap = c.target - c.position if v.driven == "position" else c.target_velocity - c.velocity
    for k, coords in enumerate(t.joint.coords):
        off = np.array([gap[i] for i in coords if c.mode[i] == (1 if v.driven == "position" else 2)])
        counts[k] = len(off)
        if len(off):
            error[k] = {"largest": abs(off).max(), "mean": abs(off).mean(), "rms": np.sqrt((off**2).mean())}[v.measure]
    stored = "joint.tracking" if v.driven == "position" else "joint.velocity_tracking"
    return {stored: error, **({"joint.driven_count": counts} if v.counted else {})}


def count_joint_limits(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, j, counts = t.coord, t.joint, np.zeros_like(t.joint.limited_count)
    outside = (c.position < c.lower) | (c.position > c.upper)
    for k, coords in enumerate(j.coords):
        if not (v.ball and j.kind[k] == BALL) and not (v.enabled and not j.enabled[k]):
            counts[k] = outside[coords].sum()
    return {"joint.limited_count": counts}


def reset_joint_group(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, owner = t.coord, _owner(t)
    anew = (owner >= 0) & (t.joint.group[owner] == n.group)
    out = {"coord.position": np.where(anew, c.initial, c.position)}
    if v.velocity:
        out["coord.velocity"] = np.where(anew, 0.0, c.velocity)
    if v.target:
        out["coord.target"] = np.where(anew, c.initial, c.target)
    return out


def clamp_joint_efforts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, j, effort, power = t.coord, t.joint, t.coord.effort.copy(), t.joint.power.copy()
    for k, coords in enumerate(j.coords):
        if v.skip and not j.enabled[k]:
            continue
        effort[coords] = np.clip(effort[coords], -c.effort_limit[coords], c.effort_limit[coords])
        power[k] = effort[coords] @ c.velocity[coords]
    return {"coord.effort": effort, **({"joint.power": power} if v.report else {})}
