"""What the computations of ``contact_solver`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of


def contact_row(t: Any, k: int, body: int) -> Any:
    """Velocity of a body's point along the normal is the dot product of this row and its twist."""
    lever = t.contact.point[k] - point_of(t.body.pose[body], t.body.center[body])
    return np.concatenate([t.contact.normal[k], np.cross(lever, t.contact.normal[k])])


def _inverse_mass(t: Any, body: int) -> Any:
    out = np.zeros((6, 6))
    out[:3, :3] = np.eye(3) * t.body.inverse_mass[body]
    out[3:, 3:] = t.body.inverse_inertia[body]
    return out


def _response(t: Any, k: int, body: int, j: Any) -> Any:
    """Change of a body's twist by an impulse at the point of a contact."""
    lever = t.contact.point[k] - point_of(t.body.pose[body], t.body.center[body])
    return _inverse_mass(t, body) @ np.concatenate([j, np.cross(lever, j)])


def contact_effective_mass(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, mass = t.contact, np.zeros_like(t.contact.mass)
    for k in range(len(mass)):
        total = 0.0
        for body in (c.a[k], c.b[k]):
            if body >= 0 and not (v.kinematic and t.body.flags[body] & 1):
                total += contact_row(t, k, body) @ _inverse_mass(t, body) @ contact_row(t, k, body)
        mass[k] = total if total == 0.0 else 1.0 / total
    return {"contact.mass": mass}


def contact_bias(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    bias = n.erp / n.dt * np.minimum(c.distance + n.slop, 0.0)
    least = {"none": np.inf, "fast": n.bounce_speed, "all": 0.0}[v.bounce]
    bounces = c.approach < -least
    bias = np.where(bounces, np.minimum(bias, n.restitution * c.approach), bias)
    return {"contact.bias": np.where(c.distance > 0.0, c.distance / n.dt * bool(v.speculative), bias)}


def solve_contact_normal(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, b = t.contact, t.body
    impulse, delta, counts = c.impulse.copy(), b.delta.copy(), b.contact_count.copy()
    for k in range(len(impulse)):
        sides = [(body, sign) for body, sign in ((c.a[k], -1.0), (c.b[k], 1.0)) if body >= 0]
        if v.done and t.world.done[c.world[k]]:
            continue
        speed = sum(sign * contact_row(t, k, body) @ b.twist[body] for body, sign in sides)
        step = -(speed + c.bias[k]) * c.mass[k] * (n.relaxation if v.relax else 1.0)
        new = max(impulse[k] + step, 0.0)
        for body, sign in sides:
            delta[body] += sign * (new - impulse[k]) * _inverse_mass(t, body) @ contact_row(t, k, body)
            counts[body] += 1
        impulse[k] = new
    return {"contact.impulse": impulse, "body.delta": delta, **({"body.contact_count": counts} if v.counted else {})}


def _tangents(normal: Any) -> Any:
    """Two tangents of each contact: across x where the normal is not close to it, else across y, then across both."""
    axis = np.where(np.abs(normal[:, :1]) < 0.5, np.eye(3)[0], np.eye(3)[1])
    first = np.cross(normal, axis)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    return np.stack([first, np.cross(normal, first)], axis=1)


def project_friction(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, delta = t.contact, t.body.delta.copy()
    limit = (c.friction * c.impulse)[:, None]
    size = np.linalg.norm(c.tangent_impulse, axis=1, keepdims=True)
    inside = c.tangent_impulse * np.minimum(1.0, limit / size)
    if v.cone == "box":
        tangents = _tangents(c.normal)
        along = np.clip(np.einsum("nij,nj->ni", tangents, c.tangent_impulse), -limit, limit)
        inside = np.einsum("nij,ni->nj", tangents, along)
    if v.done:
        inside[t.world.done[c.world] != 0] = c.tangent_impulse[t.world.done[c.world] != 0]
    for k, change in enumerate(inside - c.tangent_impulse):
        for body, sign in ((c.a[k], -1.0), (c.b[k], 1.0)):
            if body >= 0:
                delta[body] += sign * _response(t, k, body, change)
    return {"contact.tangent_impulse": inside, "body.delta": delta}


def warm_start_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, delta, share = t.contact, t.body.delta.copy(), n.warm_share if v.scale else 1.0
    for k in range(len(c.impulse)):
        j = share * (c.impulse[k] * c.normal[k] + (c.tangent_impulse[k] if v.friction else 0.0))
        for body, sign in ((c.a[k], -1.0), (c.b[k], 1.0)):
            if body >= 0:
                delta[body] += sign * _response(t, k, body, j)
    out = {"body.delta": delta}
    if v.scale:
        out["contact.impulse"] = c.impulse * share
        if v.friction:
            out["contact.tangent_impulse"] = share * c.tangent_impulse
    return out


def apply_contact_deltas(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    moves = ((b.flags & 1 == 0) | (not v.kinematic))[:, None]
    share = np.maximum(b.contact_count, 1)[:, None] if v.averaged else 1
    out = {"body.twist": np.where(moves, b.twist + b.delta / share, b.twist)}
    if v.clear:
        out["body.delta"] = np.zeros_like(b.delta)
    return out
