"""What the computations of ``contact_forces`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, pose_inverse

OPEN, STICK, SLIP = range(3)


def _lever(t: Any, body: int, point: Any) -> Any:
    return point - point_of(t.body.pose[body], t.body.center[body])


def contact_penalty_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, wrench = t.contact, t.body.wrench.copy()
    for k in range(len(c.point)):
        depth, up = -c.distance[k], c.normal[k]
        if depth <= 0.0:
            continue
        sides = [(body, sign) for body, sign in ((c.a[k], -1.0), (c.b[k], 1.0)) if body >= 0]
        u = np.zeros(3)
        for body, sign in sides:
            u += sign * (t.body.twist[body, :3] + np.cross(t.body.twist[body, 3:], _lever(t, body, c.point[k])))
        along = u @ up
        if v.law == "linear":
            push = n.stiffness * depth + n.damping * max(-along, 0.0)
        else:
            push = max(n.stiffness * depth * (1.0 - n.dissipation * along), 0.0)
        force = push * up
        side = u - along * up
        speed = np.linalg.norm(side)
        if v.friction and speed >= 1e-6:
            force = force - min(n.friction_stiffness * speed, c.friction[k] * push) * side / speed
        for body, sign in sides:
            wrench[body] += sign * np.concatenate([force, np.cross(_lever(t, body, c.point[k]), force)])
    return {"body.wrench": wrench}


def contact_relative_velocity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, b = t.contact, t.body
    velocity, approach = c.velocity.copy(), c.approach.copy()

    def at(body: int, point: Any) -> Any:
        twist = b.twist[body] + (b.delta[body] if v.changed else 0.0)
        return twist[:3] + np.cross(twist[3:], _lever(t, body, point)) if body >= 0 else np.zeros(3)

    for k, point in enumerate(c.point):
        u = at(c.b[k], point) - at(c.a[k], point)
        approach[k] = c.normal[k] @ u
        velocity[k] = u - approach[k] * c.normal[k] if v.split == "tangent" else u
    found = {} if v.split == "normal" else {"contact.velocity": velocity}
    if v.split in ("normal", "both"):
        found["contact.parting" if v.changed else "contact.approach"] = approach
    return found


def rolling_resistance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, wrench = t.contact, t.body.wrench.copy()
    for k, impulse in enumerate(c.impulse):
        pair = [(body, side) for body, side in ((c.a[k], -1.0), (c.b[k], 1.0)) if body >= 0]
        if not pair or impulse <= 0.0:
            continue
        spin = sum(side * t.body.twist[body, 3:] for body, side in pair)
        if not v.spin:
            spin = spin - (spin @ c.normal[k]) * c.normal[k]
        size = np.linalg.norm(spin) if v.law == "dry" else 1.0
        rolling = n.rolling if v.law == "dry" else n.rolling_damping
        for body, side in pair:
            wrench[body, 3:] -= side * rolling * impulse / n.dt * spin / size
    return {"body.wrench": wrench}


def contact_stick_slip(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    apart = c.distance > 0.0
    grip = c.friction * c.impulse * np.where((c.state != SLIP) & bool(v.hysteresis), n.static_ratio, 1.0)
    slips = np.linalg.norm(c.tangent_impulse, axis=1) > 0.999 * grip
    out = {"contact.state": np.where(apart, OPEN, np.where(slips, SLIP, STICK))}
    if v.clear:
        out["contact.impulse"] = np.where(apart, 0.0, c.impulse)
        out["contact.tangent_impulse"] = np.where(apart[:, None], 0.0, c.tangent_impulse)
    return out


def report_shape_forces(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, force = t.contact, t.shape.force.copy()
    for k in np.flatnonzero(c.state != OPEN):
        f = (c.impulse[k] * c.normal[k] + (c.tangent_impulse[k] if v.friction else 0.0)) / n.dt
        if c.first[k] >= 0:
            force[c.first[k]] -= f
        if c.second[k] >= 0 and v.side == "both":
            force[c.second[k]] += f
    return {"shape.force": force}


def refresh_contact_distance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, ends = t.contact, []
    for bodies, offsets in ((c.a, c.offset_a), (c.b, c.offset_b)):
        placed = [point_of(t.body.pose[b], x) if b >= 0 else x for b, x in zip(bodies, offsets, strict=True)]
        ends.append(np.array(placed))
    distance = ((ends[1] - ends[0]) * c.normal).sum(axis=1)
    out = {"contact.distance": distance, "contact.point": (ends[0] + ends[1]) / 2}
    if v.state:
        near = np.where(c.state == OPEN, STICK, c.state)
        out["contact.state"] = np.where(distance > n.margin, OPEN, near)
    return out


def localize_contact_point(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, out = t.contact, {}
    for name, bodies, sign in (("offset_a", c.a, -1.0), ("offset_b", c.b, 1.0)):
        half = sign * c.distance[:, None] * c.normal / 2 if v.surface else 0.0 * c.normal
        world = c.point + half
        local = [point_of(pose_inverse(t.body.pose[b]), x) if b >= 0 else x for b, x in zip(bodies, world, strict=True)]
        out[f"contact.{name}"] = np.array(local)
    return out
