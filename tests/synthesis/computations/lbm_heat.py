"""What heat on the lattice D2Q5 must give."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.synthesis.computations.lbm_collision import C


def lbm_collide_scalar(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    w = np.array([1 / 3] + [1 / 6] * 4)
    eq = w * c.temperature[..., None] * (1 + 3 * (c.velocity @ C[:5].T) if v.flow else 1)
    after = c.g - (c.g - eq) / n.tau_scalar
    return {"cell.g_next": np.where(c.solid[..., None], c.g_next, after) if v.solid else after}


def lbm_temperature(t: Any, v: Any, n: Any) -> dict[str, Any]:
    total = t.cell.g.sum(-1)
    if v.wall:
        wall = t.cell.wall.reshape(total.shape)
        total = np.where(wall >= 0, t.wall.temperature[wall], total)
    return {"cell.temperature": total}


def lbm_buoyancy(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.cell
    up = n.lift * (c.temperature - n.reference) * (c.density if v.weighted else 1)
    return {"cell.force": np.where((c.kind == 0)[..., None], np.stack([0 * up, up], -1), 0)}
