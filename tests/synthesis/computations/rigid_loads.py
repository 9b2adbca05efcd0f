"""What the computations of ``rigid_loads`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, rotate


def _center(t: Any, body: int) -> Any:
    return point_of(t.body.pose[body], t.body.center[body])


def _push(t: Any, wrench: Any, body: int, force: Any, point: Any, torque: Any = 0.0) -> None:
    wrench[body, :3] += force
    wrench[body, 3:] += np.cross(point - _center(t, body), force) + torque


def _velocity(t: Any, body: int, point: Any) -> Any:
    return t.body.twist[body, :3] + np.cross(t.body.twist[body, 3:], point - _center(t, body))


def apply_point_load(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, wrench = t.load, t.body.wrench.copy()
    for k, body in enumerate(o.body):
        if body < 0:
            continue
        frame = {"world": 0, "body": 1, "kind": o.kind[k]}[v.frame]
        pose, force, point, torque = t.body.pose[body], o.force[k], o.point[k], o.torque[k]
        if frame == 1:
            force, torque, point = rotate(pose[3:], force), rotate(pose[3:], torque), point_of(pose, point)
        if frame == 2:
            point = _center(t, body) + point
        _push(t, wrench, body, force, point, torque if v.torque else 0.0)
    return {"body.wrench": wrench}


def apply_timed_load(t: Any, v: Any, n: Any) -> dict[str, Any]:
    o, wrench = t.load, t.body.wrench.copy()
    done = (n.time - o.start) / (o.stop - o.start)
    for k, body in enumerate(o.body):
        if body >= 0 and 0.0 <= done[k] < 1.0 and not (v.kinematic and t.body.flags[body] & 1):
            wrench[body] += np.concatenate([o.force[k], o.torque[k]]) * (done[k] if v.ramp else 1.0)
    return {"body.wrench": wrench}


def weight_wrench(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    falls = ((b.flags & 4 == 0) | (not v.flag))[:, None]
    force = np.where(falls, b.mass[:, None] * t.world.gravity[b.world], 0.0)
    acts = np.concatenate([force, np.zeros_like(force)], axis=1) + (b.wrench if v.added else 0.0)
    for i in range(len(acts)):
        acts[i, 3:] -= np.cross(acts[i, :3], point_of(b.pose[i], b.center[i]) - b.pose[i, :3])
    return {"body.origin_wrench": acts}


def buoyant_sphere(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, wrench = t.shape, t.body.wrench.copy()
    for k in np.flatnonzero((s.kind == 0) & (s.body >= 0)):
        body, r = s.body[k], s.scale[k, 0]
        world = t.body.world[body]
        point = point_of(t.body.pose[body], s.frame[k, :3])
        top = np.clip(t.world.water_level[world] - point[2], -r, r)
        # the sphere's sections from its lowest point to the water
        volume = np.pi * (r**2 * (top + r) - (top**3 + r**3) / 3)
        force = -n.fluid_density * volume * t.world.gravity[world]
        u = t.world.current[world] - _velocity(t, body, point)
        if v.drag != "none":
            force = force + volume * u * (n.square_drag * np.linalg.norm(u) if v.drag == "square" else n.drag)
        _push(t, wrench, body, force, point)
    return {"body.wrench": wrench}
