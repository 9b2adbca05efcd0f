"""What nodes that touch faces must do."""

from __future__ import annotations

from typing import Any

import numpy as np


def projected(p: Any, corners: Any) -> tuple[Any, Any, float]:
    """Barycentric coordinates of the foot of a point, the unit normal, and twice the area."""
    a, b, c = corners
    normal = np.cross(b - a, c - a)
    area = np.linalg.norm(normal)
    if area**2 <= 1e-3 * ((b - a) @ (b - a)) * ((c - a) @ (c - a)):
        return np.full(3, -1.0), normal, 0.0
    st = np.linalg.lstsq(np.stack([b - a, c - a], -1), p - a, rcond=None)[0]
    return np.array([1 - st.sum(), *st]), normal / area, float(area)


def fem_face_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    force = x.force.copy()
    gaps = x.gap.copy() if v.gap else None
    for i in np.flatnonzero(x.facet >= 0):
        ids = t.face.corners[x.facet[i]]
        w, normal, area = projected(x.position[i], x.position[ids])
        if i in ids or area == 0 or w.min() < 0:
            continue
        gap = (x.position[i] - w @ x.position[ids]) @ normal
        if gaps is not None:
            gaps[i] = gap
        if gap >= 0:
            continue
        f = -n.penalty * gap * normal
        if v.friction:
            slide = x.velocity[i] - w @ x.velocity[ids]
            slide = slide - (slide @ normal) * normal
            f = f + n.friction * n.penalty * gap * slide / (np.linalg.norm(slide) + n.slip_speed)
        force[i] += f
        np.add.at(force, ids, -w[:, None] * f)
    return {"node.force": force, **({"node.gap": gaps} if gaps is not None else {})}


def fem_face_side(t: Any, v: Any, n: Any) -> dict[str, Any]:
    x = t.node
    state = x.contact.copy()
    counts = t.body.contact_count.copy() if v.count else None
    for i in np.flatnonzero(x.facet >= 0):
        w, normal, area = projected(x.position[i], x.position[t.face.corners[x.facet[i]]])
        behind = (x.position[i] - x.position[t.face.corners[x.facet[i], 0]]) @ normal < -1e-5
        state[i] = area > 0 and behind and w.min() >= 0
        if counts is not None and state[i] and x.body[i] >= 0:
            counts[x.body[i]] += 1
    return {"node.contact": state, **({"body.contact_count": counts} if counts is not None else {})}
