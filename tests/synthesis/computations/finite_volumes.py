"""What finite volumes must give."""

from __future__ import annotations

from typing import Any

import numpy as np


def outward(t: Any, i: int) -> Any:
    """The faces of a cell, and 1 where they point out of it, else -1."""
    faces = t.volume.faces[i]
    return faces, np.where(t.face.owner[faces] == i, 1.0, -1.0)


def fv_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    found = np.zeros_like(t.volume.gradient)
    for i in range(len(found)):
        faces, sign = outward(t, i)
        if not v.active or t.volume.active[i]:
            found[i] = (sign * t.face.value[faces] * t.face.area[faces]) @ t.face.normal[faces]
            found[i] /= t.volume.size[i] if v.scaled else 1
    return {"volume.gradient": found}


def fv_outflow(t: Any, v: Any, n: Any) -> dict[str, Any]:
    cells = range(len(t.volume.faces))
    pairs = [outward(t, i) for i in cells]
    found = {"volume.residual": np.array([sign @ t.face.rate[faces] for faces, sign in pairs])}
    if v.counted:
        found["volume.face_count"] = np.array([len(faces) for faces, _ in pairs])
    if v.border:
        found["volume.at_border"] = np.array([int((t.face.neighbour[faces] < 0).any()) for faces, _ in pairs])
    return found


def fv_update(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.volume
    new = c.value + (n.relaxation * c.residual / c.diagonal if v.diagonal else n.dt * c.residual / c.size)
    found = {"volume.value": np.where(c.active, new, c.value) if v.active else new}
    return {**found, **({"volume.residual": 0 * c.residual} if v.cleared else {})}


def fv_limit_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.volume
    found = np.ones(len(c.value))
    for i, near in enumerate(c.around):
        changes = np.append(c.value[near] - c.value[i], 0)
        for rise in (c.center[near] - c.center[i]) @ c.gradient[i] / 2:
            if abs(rise) > 1e-6:
                r = (changes.max() if rise > 0 else changes.min()) / rise
                smooth = r * (r + 2) / (r * (r + 1) + 2)
                found[i] = min(found[i], r if v.scheme == "minmax" else smooth)
    return {"volume.limiter": found}


def fv_difference_gradient(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.volume
    found = np.zeros_like(c.center)
    for i, near in enumerate(c.around):
        d = c.center[near] - c.center[i]
        far = (d**2).sum(1) >= 1e-6
        d, rise = d[far], (c.value[near] - c.value[i])[far]
        r = np.linalg.norm(d, axis=1)
        w = 1 / r if v.weights == "inverse" else 1 / r**2
        if len(d):
            found[i] = 3 * (w * rise / r**2) @ d / w.sum()
    return {"volume.gradient": found}


def fv_restrict(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c = t.volume
    share = c.size * c.residual * (c.active if v.active else 1)
    found = {"coarse.rhs": np.array([share[m].sum() for m in t.coarse.members])}
    if v.active:
        found["coarse.open_count"] = np.array([c.active[m].sum() for m in t.coarse.members])
    return {**found, **({"coarse.value": np.zeros(len(t.coarse.members))} if v.initial else {})}
