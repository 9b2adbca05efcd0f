"""What the computations of ``tendons`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np


def joint_tendon_length(t: Any, v: Any, n: Any) -> dict[str, Any]:
    w, c = t.wrap, t.coord
    length, rate, mass = (np.zeros_like(x) for x in (t.tendon.length, t.tendon.rate, t.tendon.mass))
    for k, terms in enumerate(t.tendon.wraps):
        row, at = w.coefficient[terms], w.coord[terms]
        length[k], rate[k] = row @ c.position[at], row @ c.velocity[at]
        if len(terms):
            mass[k] = 1.0 / (row**2 / c.inertia[at]).sum()
    out = {"tendon.length": length}
    return out | ({"tendon.rate": rate} if v.rate else {}) | ({"tendon.mass": mass} if v.mass else {})


def tendon_spring_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e = t.tendon
    free = {"range": np.clip(e.length, e.lower, e.upper), "upper": e.upper}.get(v.spring, e.rest)
    stretch = e.length - free
    force = -e.stiffness * stretch - (e.damping * e.rate if v.damped else 0.0)
    pulls = v.spring in ("slack", "upper")
    return {"tendon.force": np.where(stretch > 0.0, np.minimum(force, 0.0), 0.0) if pulls else force}


def spread_tendon_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    effort = t.coord.effort.copy()
    for k, terms in enumerate(t.tendon.wraps):
        np.add.at(effort, t.wrap.coord[terms], t.wrap.coefficient[terms] * t.tendon.force[k])
    return {"coord.effort": effort}


def mark_tendon_limits(t: Any, v: Any, n: Any) -> dict[str, Any]:
    e, barred = t.tendon, t.coord.barred.copy()
    for k, wraps in enumerate(e.wraps):
        coords, rises = t.wrap.coord[wraps], np.sign(t.wrap.coefficient[wraps]).astype(int)
        if e.length[k] >= e.upper[k]:
            np.bitwise_or.at(barred, coords, np.choose(rises + 1, (1, 0, 2)))
        elif v.limits == "both" and e.length[k] <= e.lower[k]:
            np.bitwise_or.at(barred, coords, np.choose(rises + 1, (2, 0, 1)))
    return {"coord.barred": barred}
