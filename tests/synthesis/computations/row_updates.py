"""What a solver does with rows over degrees of freedom, as NumPy states it."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.constraint_rows import RowKind


def _open(t, wanted):
    return ~t.island.solved.astype(bool)[t.row.island] if wanted else np.ones(len(t.row.kind), bool)


def _of_island(t, n, values):
    """A value of each degree of freedom, in one row for each row of a constraint."""
    return values.reshape(len(t.island.cost), n.dofs)[t.row.island]


def clear_row(t, v, n):
    words = ["jacobian"]
    if v.what == "all":
        words += ["position", "velocity", "weight", "reference", "friction", "force"]
    found = {f"row.{word}": getattr(t.row, word).copy() for word in words}
    for column in found.values():
        column[_open(t, v.solved)] = 0.0
    return found


def row_jacobian_product(t, v, n):
    vector = _of_island(t, n, t.freedom.velocity if v.what == "velocity" else t.freedom.acceleration)
    product = (t.row.jacobian * vector).sum(axis=1) - (0.0 if v.what == "velocity" else t.row.reference)
    return {f"row.{v.what}": np.where(_open(t, v.solved), product, getattr(t.row, v.what))}


def row_reference(t, v, n):
    r = t.row
    position = r.position - r.margin if v.margin else r.position
    spring = r.stiffness * r.impedance * position
    if v.kinds == "friction":
        spring[r.kind == RowKind.FRICTION] = 0.0
    return {"row.reference": -(r.damping * r.velocity + spring)}


def row_weight(t, v, n):
    r = t.row
    diagonal = np.maximum((r.jacobian**2 * _of_island(t, n, t.freedom.inverse_mass)).sum(axis=1), 1e-10)
    weight = r.impedance / (1 - r.impedance) / diagonal
    if v.diagonal == "friction":
        weight = np.where(r.kind == RowKind.FRICTION, 1 / diagonal, weight)
    return {"row.weight": weight}


def update_row_force(t, v, n):
    r, forces, states = t.row, t.row.force.copy(), t.row.state.copy()
    cost = t.island.cost.copy()
    for i in np.flatnonzero(_open(t, v.solved)):
        weight, x, loss = r.weight[i], r.residual[i], r.friction[i]
        free = -weight * x
        force, state, energy = free, 1, free * -x / 2
        if r.kind[i] == RowKind.FRICTION and abs(free) >= loss:
            # Huber: beyond the bound the cost goes on along its tangent
            force, state = np.copysign(loss, free), 2 if free > 0 else 3
            energy = loss * abs(x) - loss**2 / (2 * weight)
        elif r.kind[i] in (RowKind.LIMIT, RowKind.CONTACT) and x >= 0.0:
            force, state, energy = 0.0, 0, 0.0
        forces[i], states[i] = force, state
        cost[r.island[i]] += energy
    return {"row.force": forces, "row.state": states, **({"island.cost": cost} if v.cost else {})}


def row_force_to_dofs(t, v, n):
    applied = t.freedom.applied.reshape(len(t.island.cost), n.dofs).copy()
    np.add.at(applied, t.row.island, (t.row.force * _open(t, v.solved))[:, None] * t.row.jacobian)
    return {"freedom.applied": applied.ravel()}


def count_rows_by_kind(t, v, n):
    words = {"equality_count": RowKind.EQUALITY, "friction_count": RowKind.FRICTION, "limit_count": RowKind.LIMIT}
    found = {}
    for word, kind in words.items():
        found[f"island.{word}"] = getattr(t.island, word) + np.bincount(
            t.row.island[t.row.kind == kind], minlength=len(t.island.cost)
        )
    if v.form == "total":
        found["island.row_count"] = t.island.row_count + np.bincount(t.row.island, minlength=len(t.island.cost))
    return found


def clamp_row_count(t, v, n):
    many = t.island.row_demand
    found = {"island.row_count": np.clip(many, None, n.row_max)}
    if v.dropped:
        found["island.dropped"] = many - found["island.row_count"]
    return {**found, "island.solved": many == 0} if v.solved else found


def mask_row_jacobian(t, v, n):
    f = t.freedom
    side = (f.position >= f.upper) * 1.0 - (f.position <= f.lower)
    kept = (side == 0) | ((side * f.velocity < 0) & (v.held == "moving"))
    return {"row.jacobian": t.row.jacobian * _of_island(t, n, kept)}
