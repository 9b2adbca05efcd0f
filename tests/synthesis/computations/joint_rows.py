"""Rows of joints between bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import conjugate, matrix, point, product


def copies(t, words):
    return {word: getattr(t.row, word).copy() for word in words}


def named(found):
    return {f"row.{word}": values for word, values in found.items()}


def jacobians(axis, arms):
    return [sign * np.append(axis, np.cross(arm, axis)) for arm, sign in zip(arms, (-1, 1), strict=True)]


WORLD = np.array([0.0, 0, 0, 0, 0, 0, 1]), np.zeros(3), np.zeros(6)


def side(body, i):
    """Pose, centre of mass and twist of a body, or of the world."""
    return (body.pose[i], body.com[i], body.twist[i]) if i >= 0 else WORLD


def hinge_rows(t, v, n):
    e, b = t.equality, t.body
    words = ["jac_a", "jac_b", "bias", "lower", "upper", "body_a", "body_b", "kind", "source"]
    found = copies(t, [*words, *(["velocity"] if v.velocity else [])])
    for i, (p, q) in enumerate(zip(e.a, e.b, strict=True)):
        if 5 * i + 5 > len(t.row.kind):
            continue
        found["lower"][5 * i : 5 * i + 5] = found["upper"][5 * i : 5 * i + 5] = 0.0
        if not e.active[i] or q < 0:
            continue
        pose, com, twist = side(b, p)
        ends = point(pose, e.anchor_a[i]), point(b.pose[q], e.anchor_b[i])
        arms = ends[0] - point(pose, com), ends[1] - point(b.pose[q], b.com[q])
        axis, other = matrix(pose[3:])[:, 2], matrix(b.pose[q, 3:])[:, 2]
        tangent = np.cross(axis, np.eye(3)[1 if abs(axis[0]) > abs(axis[1]) else 0])
        tangent /= np.linalg.norm(tangent)
        tangents = [tangent, np.cross(axis, tangent)]
        rows = [(jacobians(u, arms), u @ (ends[1] - ends[0])) for u in np.eye(3)]
        for u in tangents:
            pair = [np.append(np.zeros(3), -u), np.append(np.zeros(3), u)]
            rows.append((pair, np.cross(axis, other) @ u if v.turn else 0.0))
        for k, ((ja, jb), gap) in enumerate(rows):
            values = [ja * (p >= 0), jb, n.erp / n.dt * gap, -1e6, 1e6, p, q, RowKind.EQUALITY, i]
            for word, value in zip(found, [*values, ja @ twist + jb @ b.twist[q]], strict=False):
                found[word][5 * i + k] = value
    return named(found)


def distance_row(t, v, n):
    e, b = t.equality, t.body
    words = ["jac_a", "jac_b", "bias", "position", "kind", "source", "upper", "lower"]
    words += (["softness"] if v.form == "spring" else []) + (["velocity"] if v.velocity else [])
    found = copies(t, words)
    for i, (p, q) in enumerate(zip(e.a, e.b, strict=True)):
        found["lower"][i] = found["upper"][i] = 0.0
        if not e.active[i] or max(p, q) < 0:
            continue
        (pose_a, com_a, twist_a), (pose_b, com_b, twist_b) = side(b, p), side(b, q)
        ends = point(pose_a, e.anchor_a[i]), point(pose_b, e.anchor_b[i])
        length = np.linalg.norm(ends[1] - ends[0])
        stretch = length - e.rest_length[i]
        arms = ends[0] - point(pose_a, com_a), ends[1] - point(pose_b, com_b)
        ja, jb = jacobians((ends[1] - ends[0]) / length, arms)
        ja, jb = ja * (p >= 0), jb * (q >= 0)
        k, d = e.stiffness[i], e.damping[i]
        bias = k * stretch / (d + n.dt * k) if v.form == "spring" else n.erp / n.dt * stretch
        upper, lower = (0.0, -1e6 * (stretch > 0)) if v.form == "rope" else (1e6, -1e6)
        values = [ja, jb, bias, stretch, RowKind.EQUALITY, i, upper, lower]
        values += [1 / (n.dt * (d + n.dt * k))] if v.form == "spring" else []
        values += [ja @ twist_a + jb @ twist_b] if v.velocity else []
        for word, value in zip(words, values, strict=True):
            found[word][i] = value
    return named(found)


def motor_row(t, v, n):
    e, b = t.equality, t.body
    found = copies(t, ["jac_a", "jac_b", "velocity", "bias", "kind", "lower", "upper"])
    for i, (p, q) in enumerate(zip(e.a, e.b, strict=True)):
        found["lower"][i] = found["upper"][i] = 0.0
        if not e.active[i] or q < 0:
            continue
        pose, _, twist = side(b, p)
        axis = matrix(pose[3:])[:, 2]
        bias = -e.speed[i]
        if v.hold:
            between = product(conjugate(pose[3:]), b.pose[q, 3:])
            bias = n.erp / n.dt * 2 * between[2] * (1 if between[3] >= 0 else -1)
        kind = RowKind.FRICTION if v.limit == "torque" else RowKind.EQUALITY
        limit = e.torque[i] * n.dt if v.limit == "torque" else 1e6
        zeros, speed = np.zeros(3), axis @ (b.twist[q, 3:] - twist[3:])
        values = [np.append(zeros, -axis) * (p >= 0), np.append(zeros, axis), speed, bias, kind, -limit, limit]
        for word, value in zip(found, values, strict=True):
            found[word][i] = value
    return named(found)
