"""Rows over pairs of bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import point


def _jacobian(axis, arm, sign):
    return sign * np.concatenate([axis, np.cross(arm, axis)])


def _inverse_mass(body, i, jacobian):
    weight = np.zeros((6, 6))
    weight[:3, :3], weight[3:, 3:] = np.eye(3) * body.inverse_mass[i], body.inverse_inertia[i]
    return jacobian @ weight @ jacobian


def contact_normal_row(t, v, n):
    c, b, r = t.touch, t.body, t.row
    com = point(b.pose, b.com)
    words = ["jac_a", "jac_b", "body_a", "body_b", "kind", "source", "mass", "bias"]
    words += ["lower", "upper"] if v.bounds else []
    words += ["impulse"] if v.warm != "none" else []
    found = {word: getattr(r, word).copy() for word in words}
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        if max(ends) < 0 or i >= len(r.kind):
            continue
        # a side that is static does not move
        sides = [(e, s) for e, s in zip(ends, (-1, 1), strict=True)]
        jacobians = [_jacobian(c.normal[i], c.point[i] - com[e], s) if e >= 0 else np.zeros(6) for e, s in sides]
        weight = sum(_inverse_mass(b, e, j) for e, j in zip(ends, jacobians, strict=True))
        gap = c.distance[i]
        bias = gap / n.dt if gap >= 0 else n.erp * min(gap + n.slop, 0) / n.dt
        if v.bounce:
            speed = sum(j @ b.twist[e] for e, j in zip(ends, jacobians, strict=True))
            if gap <= 0 and speed < -n.bounce_speed:
                bias = min(bias, c.restitution[i] * speed)
        values = [*jacobians, *ends, RowKind.CONTACT, i, 1 / weight, bias]
        values += [0.0, 1e6] if v.bounds else []
        values += [max(c.push[i], 0) * n.dt if v.warm == "force" else 0.0] if v.warm != "none" else []
        for word, value in zip(words, values, strict=True):
            found[word][i] = value
    return {f"row.{word}": values for word, values in found.items()}


def prepare_body_row(t, v, n):
    r, b = t.row, t.body
    words = ["mass", "velocity", *(["bias"] if v.bias != "none" else [])]
    words += ["lower", "upper"] if v.bounds == "kind" else []
    found = {f"row.{word}": getattr(r, word).copy() for word in words}
    for i, ends in enumerate(zip(r.a, r.b, strict=True)):
        sides = [(e, j) for e, j in zip(ends, (r.jac_a[i], r.jac_b[i]), strict=True) if e >= 0]
        speed = sum(j @ b.twist[e] for e, j in sides)
        found["row.mass"][i] = 1 / sum(_inverse_mass(b, e, j) for e, j in sides) if sides else 0.0
        found["row.velocity"][i] = speed
        if v.bias != "none":
            found["row.bias"][i] = n.erp / n.dt * r.position[i] * (r.kind[i] != RowKind.FRICTION)
        if v.bounds == "kind":
            loss = r.friction[i] * n.dt
            low, high = {RowKind.EQUALITY: (-1e6, 1e6), RowKind.FRICTION: (-loss, loss)}.get(r.kind[i], (0, 1e6))
            found["row.lower"][i], found["row.upper"][i] = low, high
    return found
