"""What streaming and stencils on the lattice D2Q9 must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field2 import beside
from tests.synthesis.computations.lbm_collision import OPPOSITE, C, equilibrium


def streamed(f: Any, solid: Any = None) -> Any:
    """Populations that arrive from the neighbours that they leave, or that solid neighbours send back."""
    found = f.copy()
    for k, (dx, dy) in enumerate(C[: f.shape[-1]]):
        found[..., k] = beside(f[..., k], -dx, -dy)
        if solid is not None:
            found[..., k] = np.where(beside(solid, -dx, -dy), f[..., OPPOSITE[k]], found[..., k])
    found[..., 0] = f[..., 0]
    return found


def lbm_pull(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    f = streamed(c.f)
    return {"cell.f_next": np.where(c.solid[..., None], f[..., [0, 3, 4, 1, 2, 7, 8, 5, 6]], f) if v.bounce else f}


def lbm_pull_bounce(t: Any, v: Any, n: Any) -> dict[str, Any]:
    f = streamed(t.cell.f, t.cell.solid)
    return {"cell.f_next": np.where(t.cell.solid.astype(bool)[..., None], t.cell.f_next, f) if v.solid else f}


def lbm_stream_scalar(t: Any, v: Any, n: Any) -> dict[str, Any]:
    return {"cell.g_next": streamed(t.cell.g, t.cell.solid if v.solid else None)}


def lbm_phase_force(t: Any, v: Any, n: Any) -> dict[str, Any]:
    rho = t.cell.density
    psi = 1 - np.exp(-rho) if v.potential == "exponential" else rho
    weights = [1 / 9] * 4 + [1 / 36] * 4 if v.diagonal else [1 / 6] * 4
    total = sum(w * beside(psi, *C[k])[..., None] * C[k] for k, w in enumerate(weights, 1))
    return {"cell.force": -n.coupling * psi[..., None] * total}


def lbm_vorticity(t: Any, v: Any, n: Any) -> dict[str, Any]:
    u = t.cell.velocity
    curl = (beside(u, 1, 0) - beside(u, -1, 0))[..., 1] / 2 - (beside(u, 0, 1) - beside(u, 0, -1))[..., 0] / 2
    return {"cell.vorticity": np.where(t.cell.solid, 0, curl) if v.solid else curl}


def lbm_mark_border(t: Any, v: Any, n: Any) -> dict[str, Any]:
    solid = t.cell.solid.astype(int)
    count = sum(beside(solid, *C[k]) for k in range(1, 9 if v.corners else 5))
    return {"cell.mark": np.where(solid > 0, -1, count if v.value == "number" else np.sign(count))}


def lbm_open_border(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    wall = c.wall.reshape(c.kind.shape)
    u, rho = t.wall.velocity[wall], c.density
    inlet = c.f_next.copy()
    inlet[..., 1] = c.f[..., 3] + 2 / 3 * rho * u[..., 0]
    inlet[..., 5] = c.f[..., 7] + rho * (u[..., 0] + u[..., 1]) / 6
    inlet[..., 8] = c.f[..., 6] + rho * (u[..., 0] - u[..., 1]) / 6
    outlet = equilibrium(t.wall.density[wall], c.velocity)
    if v.outlet == "anti":
        outlet = c.f_next.copy()
        for k, back, weight, way in ((3, 1, 1 / 9, (1, 0)), (6, 8, 1 / 36, (1, -1)), (7, 5, 1 / 36, (1, 1))):
            even = 1 + 4.5 * (c.velocity @ np.array(way)) ** 2 - 1.5 * (c.velocity**2).sum(-1)
            outlet[..., k] = 2 * weight * t.wall.density[wall] * even - c.f[..., back]
    found = np.where((c.kind == 2)[..., None], inlet, np.where((c.kind == 3)[..., None], outlet, c.f_next))
    return {"cell.f_next": np.where((wall >= 0)[..., None], found, c.f_next)}


def lbm_smooth_phase(t: Any, v: Any, n: Any) -> dict[str, Any]:
    phi = t.cell.phase
    axes, corners = (sum(beside(phi, *C[k]) for k in span) for span in (range(1, 5), range(5, 9)))
    five, nine = phi / 2 + axes / 8, phi / 4 + axes / 8 + corners / 16
    return {"cell.smooth_phase": five if v.weights == "five" else nine}
