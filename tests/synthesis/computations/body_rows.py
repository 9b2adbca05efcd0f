"""Rows over pairs of bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import chain, conjugate, matrix, point, product, turn


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


def connect_rows(t, v, n):
    e, b, r = t.equality, t.body, t.row
    words = ["jac_a", "jac_b", "body_a", "body_b", "kind", "source", "position", "bias"]
    found = {word: getattr(r, word).copy() for word in [*words, *(["velocity"] if v.velocity else [])]}
    first_rows, com = np.full_like(e.first_row, -1), point(b.pose, b.com)
    for i, (p, q) in enumerate(zip(e.a, e.b, strict=True)):
        if not e.active[i] or 3 * i + 3 > len(r.kind) or max(p, q) < 0:
            continue
        first_rows[i] = 3 * i
        # what lies on the world is given in it, and has no Jacobian
        ends = [point(b.pose[k], at) if k >= 0 else at for k, at in ((p, e.anchor_a[i]), (q, e.anchor_b[i]))]
        axes = matrix(b.pose[p, 3:]).T if v.frame == "body" and p >= 0 else np.eye(3)
        for k, axis in enumerate(axes):
            place, gap = 3 * i + k, axis @ (ends[1] - ends[0])
            ja, jb = _jacobian(axis, ends[0] - com[p], -1) * (p >= 0), _jacobian(axis, ends[1] - com[q], 1) * (q >= 0)
            written = [ja, jb, p, q, RowKind.EQUALITY, i, gap, n.erp * gap / n.dt, ja @ b.twist[p] + jb @ b.twist[q]]
            for word, value in zip(found, written, strict=False):
                found[word][place] = value
    return {**{f"row.{word}": values for word, values in found.items()}, "equality.first_row": first_rows}


def weld_rows(t, v, n):
    e, b, r = t.equality, t.body, t.row
    words = ["jac_a", "jac_b", "body_a", "body_b", "kind", "position", "bias", *(["velocity"] if v.velocity else [])]
    found = {word: getattr(r, word).copy() for word in words}
    first_rows, com = np.full_like(e.first_row, -1), point(b.pose, b.com)
    for i, (p, q) in enumerate(zip(e.a, e.b, strict=True)):
        if not e.active[i] or max(p, q) < 0 or 6 * i + 6 > len(r.kind):
            continue
        first_rows[i] = 6 * i
        target = chain(b.pose[p], e.relative_pose[i]) if p >= 0 else e.relative_pose[i]
        held = b.pose[q] if q >= 0 else np.eye(7)[6]
        gap = held[:3] - target[:3]
        error = product(conjugate(target[3:]), held[3:])
        twist = turn(target[3:], 2 * error[:3] * (-1 if error[3] < 0 else 1))
        for k, axis in enumerate(np.eye(3)):
            axis = turn(target[3:], axis) if v.axes == "target" else axis
            made = {
                k: (_jacobian(axis, target[:3] - com[p], -1), _jacobian(axis, held[:3] - com[q], 1), gap),
                3 + k: (np.append(np.zeros(3), -axis), np.append(np.zeros(3), axis), twist),
            }
            for place, (ja, jb, far) in made.items():
                at = 6 * i + place
                ja, jb = ja * (p >= 0), jb * (q >= 0)
                found["jac_a"][at], found["jac_b"][at] = ja, jb
                found["body_a"][at], found["body_b"][at], found["kind"][at] = p, q, RowKind.EQUALITY
                found["position"][at], found["bias"][at] = axis @ far, n.erp / n.dt * (axis @ far)
                if v.velocity:
                    found["velocity"][at] = ja @ b.twist[p] + jb @ b.twist[q]
    return {**{f"row.{word}": values for word, values in found.items()}, "equality.first_row": first_rows}
