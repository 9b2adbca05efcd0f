"""What pressures and time steps of smoothed particles must be."""

from __future__ import annotations

from typing import Any

import numpy as np


def sph_pressure(t: Any, v: Any, n: Any) -> dict[str, Any]:
    phase, rho = t.particle.phase, t.particle.density
    rest, c = t.phase.rest_density[phase], t.phase.sound_speed[phase]
    p = c**2 * (rho - rest)
    if v.law == "tait":
        gamma = t.phase.gamma[phase]
        p = rest * c**2 / gamma * ((rho / rest) ** gamma - 1)
    return {"particle.pressure": np.maximum(p, 0) if v.clamped else p}


def sph_step_limit(t: Any, v: Any, n: Any) -> dict[str, Any]:
    p = t.particle
    limit = t.world.step_limit.copy()
    for i, w in enumerate(p.world):
        if w < 0 or (v.guarded and not p.flags[i] & 1):
            continue
        phase = p.phase[i]
        steps = [0.4 * n.h / (t.phase.sound_speed[phase] + np.linalg.norm(p.velocity[i]))]
        steps.append(0.25 * np.sqrt(n.h / np.linalg.norm(p.acceleration[i])))
        if v.viscous:
            steps.append(0.125 * n.h**2 * t.phase.rest_density[phase] / t.phase.viscosity[phase])
        limit[w] = min(limit[w], *steps)
    return {"world.step_limit": limit}
