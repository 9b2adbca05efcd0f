"""What the computations of ``water_parcels`` give, in NumPy."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def drift_parcels(t, v, n):
    p, c = t.parcel, t.cell
    drifts = (p.stranded == 0) & (p.cell >= 0)
    moved = p.position + n.dt * c.velocity[p.cell]
    stays = (p.stranded != 0) | ((p.cell < 0) & (v.missing == "stay"))
    position = np.where(stays[:, None], p.position, p.next_position)
    made = {"parcel.next_position": np.where(drifts[:, None], moved, position)}
    if v.strand:
        runs_dry = drifts & (c.wet[p.cell] == 0)
        made["parcel.next_position"][runs_dry] = p.position[runs_dry]
        made["parcel.next_stranded"] = np.where(drifts, runs_dry, p.next_stranded)
    return made


def age_parcels(t, v, n):
    p = t.parcel
    mass = p.mass * np.exp(-n.loss_rate * n.dt) if v.decay else p.mass
    if v.end:
        mass = mass * (p.age + 1 < n.oldest)
    made = {"parcel.next_age": p.age + 1}
    return {**made, "parcel.next_mass": mass} if v.decay or v.end else made


def deposit_parcels(t, v, n):
    p, c = t.parcel, t.cell
    share = p.mass / (c.area * c.depth)[p.cell]
    if v.stranded:
        share = share * (p.stranded != 0)
    return {"cell.tracer": summed(c.tracer, p.cell, share)}
