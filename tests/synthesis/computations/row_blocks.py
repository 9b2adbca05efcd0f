"""Rows that belong together, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind
from tests.synthesis.computations.algebra_field4 import conjugate, product, turn
from tests.synthesis.computations.row_tables import SOFT, Rows, gains, impedance


def _nearest_in_cone(f, mu):
    """The point of the cone nearest to a force, and whether it is the tip (0), inside (1) or on the side (2)."""
    t = np.hypot(f[1], f[2])
    if mu * t <= -f[0]:
        return 0 * f, 0
    if t <= mu * f[0]:
        return f, 1
    side = np.array([1.0, *(mu * f[1:] / t)])
    return side * (f @ side) / (side @ side), 2


def relax_contact_block(t, v, n):
    c, r, b = t.touch, t.row, t.body
    impulses, zones, change = c.impulse.copy(), c.zone.copy(), b.change.copy()
    for i, ends in enumerate(zip(c.a, c.b, strict=True)):
        rows = 3 * i + np.arange(3)
        if rows[-1] >= len(r.kind):
            continue
        # the world, which is body -1, stands still
        sides = [(end, jac[rows]) for end, jac in zip(ends, (r.jac_a, r.jac_b), strict=True) if end >= 0]
        speed = r.bias[rows] + sum(jacobian @ b.twist[end] for end, jacobian in sides)
        f = r.impulse[rows] - n.relaxation * r.mass[rows] * speed
        if v.cone == "project":
            f, zone = _nearest_in_cone(f, c.friction[i])
        else:
            size, limit = np.hypot(f[1], f[2]), c.friction[i] * max(f[0], 0.0)
            zone = 0 if f[0] <= 0 else 2 if size > limit else 1
            f = np.array([max(f[0], 0.0), *(f[1:] * (limit / size if size > limit else 1.0))])
        impulses[i], zones[i] = f, zone
        for end, jacobian in sides:
            wrench = jacobian.T @ (f - r.impulse[rows])
            change[end, :3] += b.inverse_mass[end] * wrench[:3]
            change[end, 3:] += b.inverse_inertia[end] @ wrench[3:]
    found = {"touch.zone": zones, "touch.impulse": impulses}
    return {**found, "body.change": change} if v.apply else found


def contact_cone_force(t, v, n):
    c, r = t.touch, t.row
    forces, zones, cost = c.force.copy(), c.zone.copy(), t.island.cost.copy()
    for i, (first, w) in enumerate(zip(c.first_row, c.island, strict=True)):
        if v.solved and t.island.solved[w]:
            continue
        forces[i], zones[i] = 0.0, 0
        if first < 0:
            continue
        free = -r.weight[first] * r.residual[first : first + 3]
        if c.dimension[i] < 3:
            forces[i, 0], zones[i] = max(free[0], 0.0), 2 * (free[0] > 0)
        else:
            forces[i], zones[i] = _nearest_in_cone(free, c.friction[i])
        cost[w] += forces[i] @ forces[i] / (2 * r.weight[first])
    found = {"touch.zone": zones, "touch.force": forces}
    return {**found, "island.cost": cost} if v.cost else found


def row_line_cost(t, v, n):
    r, costs = t.row, [t.island.cost.copy(), t.island.half_cost.copy()][: v.steps]
    words = ("slope", "derivative", "force")
    found = {f"row.{word}": getattr(r, word).copy() for word in words}

    def value(i, x):
        weight, loss = r.weight[i], r.friction[i]
        if r.kind[i] == RowKind.FRICTION:
            inner = np.clip(x, -loss / weight, loss / weight)
            return weight * inner * (x - inner / 2), weight * inner
        pushed = x if r.kind[i] == RowKind.EQUALITY else min(x, 0.0)
        return weight * pushed**2 / 2, weight * pushed

    for i, w in enumerate(r.island):
        if v.solved and t.island.solved[w]:
            continue
        slope = r.jacobian[i] @ t.freedom.search[r.island[i] * n.dofs :][: n.dofs]
        start = value(i, r.residual[i])
        ends = [value(i, r.residual[i] + share * n.trial_step * slope) for share in (1.0, 0.5)[: v.steps]]
        for cost, end in zip(costs, ends, strict=True):
            cost[w] += end[0] - start[0]
        for word, one in zip(words, (slope, slope * ends[0][1], -ends[0][1]), strict=True):
            found[f"row.{word}"][i] = one
    return {**found, **dict(zip(("island.cost", "island.half_cost"), costs, strict=False))}


def rotation_limit_row(t, v, n):
    e, b = t.equality, t.body
    words = ["kind", "source", "position", "velocity", "jac_a", "jac_b"]
    words += (["body_a", "body_b"] if v.bodies else []) + (SOFT if v.soft else [])
    rows = Rows(t, n, words, ["dropped"])
    for i, (p, q, w) in enumerate(zip(e.a, e.b, e.island, strict=True)):
        if not e.active[i]:
            continue
        # the world is not turned, does not move and has no Jacobian
        turns = [b.pose[k, 3:] if k >= 0 else np.eye(4)[3] for k in (p, q)]
        speeds = [b.twist[k, 3:] * (k >= 0) for k in (p, q)]
        between = product(conjugate(turns[0]), turns[1])
        between = between if between[3] >= 0 else -between
        size = np.linalg.norm(between[:3])
        pos = e.largest[i] - 2 * np.arccos(between[3])
        if pos >= 0:
            continue
        place, _ = rows.reserve(w, [("dropped", True)])
        if place is None:
            continue
        axis = turn(turns[0], between[:3] / size)
        vel = axis @ (speeds[0] - speeds[1])
        rows.write(place, kind=RowKind.LIMIT, source=i, position=pos, velocity=vel)
        jacobian = np.append(np.zeros(3), axis)
        rows.write(place, jac_a=jacobian * (p >= 0), jac_b=-jacobian * (q >= 0))
        if v.bodies:
            rows.write(place, body_a=p, body_b=q)
        if v.soft:
            (k, d), imp = gains(e, i, n.dt), impedance(pos, e, i)
            rows.write(place, reference=-d * vel - k * imp * pos, weight=imp / ((1 - imp) * e.inverse_weight[i]))
    return rows.found
