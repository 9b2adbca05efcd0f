"""Rows of joints between two bodies, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import chain, conjugate, matrix, point, product, turn
from tests.synthesis.computations.body_rows import _jacobian


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
