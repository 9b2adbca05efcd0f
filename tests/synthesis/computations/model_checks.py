"""Checks of a model: what is wrong with a joint or a contact, as bits, as NumPy states them."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import ShapeKind


def validate_joint(t, v, n):
    j = t.joint
    freedoms = np.array([0, 1, 1, 3, 6])[j.kind]
    faults = (j.dof_count != freedoms) * 1
    if v.limits:
        c = t.coord
        inside = (c.lower <= c.value) & (c.value <= c.upper)
        faults = faults + np.array([not inside[k].all() for k in j.coords]) * 2
    enabled = j.enabled.astype(bool)
    return {"joint.faults": np.where(enabled, faults, 0) if v.disabled == "skip" else faults + ~enabled * 4}


def validate_contact(t, v, n):
    c, s = t.contact, t.shape
    faults = []
    for a, b, normal in zip(c.a, c.b, c.normal, strict=True):
        fault = 0
        if a < 0 or b < 0:
            fault = 1
        else:
            one, other = s.body[a], s.body[b]
            if one == other:
                fault = 2
            exempt = v.planes and ShapeKind.PLANE in (s.kind[a], s.kind[b])
            apart = one >= 0 and other >= 0 and not exempt
            if apart and normal @ (t.body.pose[other, :3] - t.body.pose[one, :3]) < 0:
                fault += 4
        faults.append(fault)
    found = {"contact.faults": np.array(faults)}
    if v.world:
        found["world.status"] = t.world.status.copy()
        np.bitwise_or.at(found["world.status"], c.world, faults)
    return found
