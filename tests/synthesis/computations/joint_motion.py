"""Joints in motion by type: coordinates in time and at rest, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import JointKind
from tests.synthesis.computations.algebra_field4 import product, unit


def advance_joint(t, v, n):
    j, values, rates = t.joint, t.joint.values.copy(), t.joint.rates.copy()
    for i, kind in enumerate(j.kind):
        if kind == JointKind.FIXED or (v.disabled and not j.enabled[i]):
            continue
        if v.rates:
            rates[i] += n.dt * j.accelerations[i]
        if kind in (JointKind.HINGE, JointKind.SLIDE):
            values[i, 0] += n.dt * rates[i, 0]
            continue
        first = 3 if kind == JointKind.FREE else 0
        values[i, :first] += n.dt * rates[i, :first]
        q = values[i, first : first + 4]
        spin = np.append(rates[i, first : first + 3], 0.0)
        values[i, first : first + 4] = unit(q + n.dt / 2 * product(spin, q))
    return {"joint.values": values, **({"joint.rates": rates} if v.rates else {})}


def rest_joint(t, v, n):
    j = t.joint
    values, solver = np.zeros_like(j.values), np.zeros_like(j.solver_values)
    free, ball, single = (
        j.kind == JointKind.FREE,
        j.kind == JointKind.BALL,
        np.isin(j.kind, (JointKind.HINGE, JointKind.SLIDE)),
    )
    values[free, 6] = values[ball, 3] = solver[free, 3] = solver[ball, 0] = 1.0
    values[single, 0] = solver[single, 0] = j.rest[single]
    found = {"joint.values": values, **({"joint.rates": np.zeros_like(j.rates)} if v.rates else {})}
    return {**found, **({"joint.solver_values": solver} if v.given == "solver" else {})}
