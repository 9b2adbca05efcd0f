"""What finite volumes must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def outward(t: Any, i: int) -> Any:
    """The faces of a cell, and 1 where they point out of it, else -1."""
    faces = t.mesh_cell.faces[i]
    return faces, np.where(t.face.owner[faces] == i, 1.0, -1.0)


def fv_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    found = np.zeros_like(t.mesh_cell.gradient)
    for i in range(len(found)):
        faces, sign = outward(t, i)
        if not v.active or t.mesh_cell.active[i]:
            found[i] = (sign * t.face.value[faces] * t.face.area[faces]) @ t.face.normal[faces]
            found[i] /= t.mesh_cell.volume[i] if v.scaled else 1
    return {"mesh_cell.gradient" if v.scaled else "mesh_cell.gradient_integral": found}


def fv_outflow(t: Any, v: Any, n: Any) -> dict[str, Any]:
    cells = range(len(t.mesh_cell.faces))
    pairs = [outward(t, i) for i in cells]
    found = {"mesh_cell.outflow": np.array([sign @ t.face.rate[faces] for faces, sign in pairs])}
    if v.counted:
        found["mesh_cell.outflow_faces"] = np.array([(sign * t.face.rate[faces] > 0).sum() for faces, sign in pairs])
    if v.border:
        found["mesh_cell.at_border"] = np.array([int((t.face.neighbour[faces] < 0).any()) for faces, _ in pairs])
    return found


def fv_update(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.mesh_cell
    new = c.value + (n.relaxation * c.residual / c.diagonal if v.diagonal else n.dt * c.residual / c.volume)
    found = {"mesh_cell.value": np.where(c.active, new, c.value) if v.active else new}
    return {**found, **({"mesh_cell.residual": 0 * c.residual} if v.cleared else {})}


def fv_limit_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.mesh_cell
    found = np.ones(len(c.value))
    for i, near in enumerate(c.around):
        changes = np.append(c.value[near] - c.value[i], 0)
        for rise in (c.center[near] - c.center[i]) @ c.gradient[i] / 2:
            if abs(rise) > 1e-6:
                r = (changes.max() if rise > 0 else changes.min()) / rise
                smooth = r * (r + 2) / (r * (r + 1) + 2)
                found[i] = min(found[i], r if v.scheme == "minmax" else smooth)
    return {"mesh_cell.limiter": found}


def fv_difference_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.mesh_cell
    found = np.zeros_like(c.center)
    for i, near in enumerate(c.around):
        d = c.center[near] - c.center[i]
        far = (d**2).sum(1) >= 1e-6
        d, rise = d[far], (c.value[near] - c.value[i])[far]
        r = np.linalg.norm(d, axis=1)
        w = 1 / r if v.weights == "inverse" else 1 / r**2
        if len(d):
            found[i] = 3 * (w * rise / r**2) @ d / w.sum()
    return {"mesh_cell.gradient": found}


def fv_restrict(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.mesh_cell
    share = c.residual * (c.active if v.active else 1)
    found = {"coarse.rhs": np.array([share[m].sum() for m in t.coarse.members])}
    if v.active:
        found["coarse.active_count"] = np.array([c.active[m].sum() for m in t.coarse.members])
    return {**found, **({"coarse.value": np.zeros(len(t.coarse.members))} if v.initial else {})}
