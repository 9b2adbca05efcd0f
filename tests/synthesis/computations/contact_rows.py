"""Contacts between rows and bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import point


def _velocity(body, i, p):
    return body.twist[i, :3] + np.cross(body.twist[i, 3:], p - point(body.pose, body.com)[i])


def contact_tangent(t, v, n):
    c, tangents, seconds = t.touch, t.touch.tangent.copy(), t.touch.binormal.copy()
    for i, (a, b) in enumerate(zip(c.a, c.b, strict=True)):
        normal = c.normal[i]
        axis = np.eye(3)[1 if abs(normal[0]) > abs(normal[1]) else 0]
        tangent = np.cross(normal, axis)
        tangents[i] = tangent / np.linalg.norm(tangent)
        if v.direction == "slip":
            velocity = np.zeros(3)
            for end, sign in ((a, -1), (b, 1)):
                velocity += sign * _velocity(t.body, end, c.point[i]) if end >= 0 else 0
            slip = velocity - normal * (normal @ velocity)
            if np.linalg.norm(slip) > 1e-6:
                tangents[i] = slip / np.linalg.norm(slip)
        seconds[i] = np.cross(normal, tangents[i])
    return {"touch.tangent": tangents, "touch.binormal": seconds}


def contact_friction_rows(t, v, n):
    c, b, r, com = t.touch, t.body, t.row, point(t.body.pose, t.body.com)
    words = ["jac_a", "jac_b", "body_a", "body_b", "kind", "source", "mass", "bias"]
    words += ["lower", "upper"] if v.bounds else []
    found = {word: getattr(r, word).copy() for word in words}
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        if 2 * (i + 1) > n.friction_max:
            continue
        for k in range(2):
            axis, weight, jacobians = c.frame[i, k + 1], 0.0, []
            for end, sign in zip(ends, (-1, 1), strict=True):
                if end < 0 or c.dimension[i] < 3:
                    jacobians.append(np.zeros(6))
                    continue
                spin = np.cross(c.point[i] - com[end], axis)
                weight += b.inverse_mass[end] * axis @ axis + spin @ b.inverse_inertia[end] @ spin
                jacobians.append(sign * np.append(axis, spin))
            limit = c.friction[i] * max(c.push[i], 0) * n.dt
            values = [*jacobians, *ends, RowKind.FRICTION, i, 1 / weight if weight else 0.0, 0.0, -limit, limit]
            for word, value in zip(words, values, strict=False):
                found[word][2 * i + k] = value
    return {f"row.{word}": values for word, values in found.items()}


def reserve_touch_rows(t, v, n):
    c, counts, rows = t.touch, t.island.row_count.copy(), t.touch.first_row.copy()
    dropped = t.island.dropped.copy()
    for i, w in enumerate(c.island):
        if v.margin and c.distance[i] > n.margin:
            rows[i] = -1
            continue
        fits = counts[w] + c.dimension[i] <= n.row_max
        rows[i] = w * n.row_max + counts[w] if fits else -1
        counts[w] += c.dimension[i]
        dropped[w] += 0 if fits else c.dimension[i]
    found = {"touch.first_row": rows, "island.row_count": counts}
    return {**found, "island.dropped": dropped} if v.full == "count" else found


def unpack_contact_force(t, v, n):
    c, forces = t.touch, np.zeros_like(t.touch.force)
    for i, first in enumerate(c.first_row):
        if first < 0:
            continue
        f = np.zeros(3)
        f[: c.dimension[i]] = t.row.impulse[first : first + c.dimension[i]] / n.dt
        if v.cone:
            size, limit = np.hypot(f[1], f[2]), c.friction[i] * f[0]
            f = 0 * f if f[0] <= 0 else f * [1, *[min(1.0, limit / size) if size > 0 else 1.0] * 2]
        forces[i] = c.frame[i].T @ f if v.frame else f
    return {"touch.force": forces}


def update_friction_bounds(t, v, n):
    r = t.row
    there = r.normal >= 0
    limit = r.coefficient * np.clip(r.impulse[r.normal], 0, None)
    return {"row.lower": np.where(there, -limit, r.lower), "row.upper": np.where(there, limit, r.upper)}


def relax_row(t, v, n):
    r, b = t.row, t.body
    impulses, change = r.impulse.copy(), b.change.copy()
    states = r.state.copy()
    for i, ends in enumerate(zip(r.a, r.b, strict=True)):
        sides = [(e, j) for e, j in zip(ends, (r.jac_a[i], r.jac_b[i]), strict=True) if e >= 0]
        speed = sum(j @ b.twist[e] for e, j in sides) + r.bias[i]
        speed += r.softness[i] * r.impulse[i] if v.soft else 0.0
        wanted = r.impulse[i] - speed * r.mass[i] * (n.relaxation if v.relaxed else 1.0)
        impulses[i] = min(max(wanted, r.lower[i]), r.upper[i])
        states[i] = 1 if wanted >= r.upper[i] else -1 if wanted <= r.lower[i] else 0
        for e, j in sides:
            delta = impulses[i] - r.impulse[i]
            change[e, :3] += b.inverse_mass[e] * j[:3] * delta
            change[e, 3:] += b.inverse_inertia[e] @ j[3:] * delta
    return {"row.impulse": impulses, "body.change": change, **({"row.state": states} if v.state else {})}


def count_body_rows(t, v, n):
    r, counts = t.row, t.body.row_count.copy()
    for ends in zip(r.a, r.b, strict=True):
        if min(ends) < 0 and not v.world:
            continue
        for end in ends:
            if end >= 0:
                counts[end] += 1
    return {"body.row_count": counts}


def apply_body_change(t, v, n):
    b = t.body
    change = b.change * (n.relaxation if v.relaxed else 1.0)
    if v.average:
        change = np.where(b.row_count[:, None] == 0, 0.0, change / np.maximum(b.row_count, 1)[:, None])
    return {"body.twist": b.twist + change}
