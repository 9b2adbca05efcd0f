"""What the computations of ``contact_parameters`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def mix_contact_parameters(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, s = t.contact, t.shape
    dimension, frictions = c.dimension.copy(), c.frictions.copy()
    reference, margin = c.reference.copy(), c.margin.copy()
    for k, (a, b) in enumerate(zip(c.first, c.second, strict=True)):
        if a < 0 or b < 0:
            continue
        pick = [i for i in (a, b) if s.priority[i] == max(s.priority[a], s.priority[b])]
        dimension[k] = s.dimension[pick].max()
        frictions[k] = s.frictions[pick].max(axis=0)
        reference[k] = np.average(s.reference[pick], axis=0, weights=s.weight[pick])
        margin[k] = s.margin[[a, b]].sum() if v.margin == "sum" else s.margin[[a, b]].max()
    out = {"contact.dimension": dimension, "contact.frictions": frictions, "contact.margin": margin}
    return out | ({"contact.reference": reference} if v.reference else {})


def contact_impedance(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.contact
    x = np.clip(-c.distance / n.width, 0.0, 1.0)
    y = np.where(x < 0.5, 2 * x**2, 1 - 2 * (1 - x) ** 2) if v.curve == "smooth" else x
    out = {"contact.impedance": (1 - y) * n.impedance_min + y * n.impedance_max}
    rate = 1.0 / (n.time_constant * n.damping_ratio)
    out["contact.stiffness"] = out["contact.impedance"] * rate**2 / n.impedance_max**2
    if v.outputs == "both":
        slows = 2.0 / n.impedance_max / n.time_constant * c.approach
        out["contact.acceleration"] = -slows - out["contact.stiffness"] * c.distance
    return out
