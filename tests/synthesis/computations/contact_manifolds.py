"""What the computations of ``contact_manifolds`` give, in NumPy."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from tests.synthesis.computations.algebra_field1 import point_of, rotation_matrix
from tests.synthesis.computations.contact_geometry import BOX, ContactList


def box_separating_axis(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, distance, axes = t.shape, t.pair.distance.copy(), t.pair.axis.copy()
    for k, (a, b) in enumerate(zip(t.pair.first, t.pair.second, strict=True)):
        first, second = rotation_matrix(s.pose[a, 3:]).T, rotation_matrix(s.pose[b, 3:]).T
        d = s.pose[b, :3] - s.pose[a, :3]
        tried = [*first, *second]

        def gap(axis: Any, a: int = a, b: int = b, d: Any = d, first: Any = first, second: Any = second) -> float:
            half = np.abs(first @ axis) @ s.scale[a] + np.abs(second @ axis) @ s.scale[b]
            return float(abs(axis @ d) - half)

        if v.edges:
            crossed = [np.cross(x, y) for x in first for y in second]
            tried += [x / np.linalg.norm(x) for x in crossed if np.linalg.norm(x) >= 0.1]
        best = max(tried, key=gap)
        distance[k] = gap(best)
        axes[k] = best if best @ d >= 0.0 else -best
    return {"pair.distance": distance, "pair.axis": axes}


def reduce_pair_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, keep, impulse = t.contact, t.contact.keep.copy(), t.contact.impulse.copy()
    counts = np.zeros_like(t.pair.contact_count)
    for k, points in enumerate(t.pair.points):
        if not len(points):
            continue
        x = c.point[points]
        deepest = int(np.argmin(c.distance[points]))
        kept = {deepest}
        away = ((x - x[deepest]) ** 2).sum(axis=1)
        if away.max() > 1e-6:
            far = int(np.argmax(away))
            kept.add(far)
            area = (np.cross(x[far] - x[deepest], x - x[deepest]) ** 2).sum(axis=1)
            if v.third and area.max() > 1e-6:
                kept.add(int(np.argmax(area)))
        chosen = np.isin(np.arange(len(points)), list(kept))
        keep[points] = np.where(chosen, 1, 0)
        impulse[points] = np.where(chosen, impulse[points], 0.0)
        counts[k] = len(kept)
    out = {"contact.keep": keep, "pair.contact_count": counts}
    return out | ({"contact.impulse": impulse} if v.mark == "impulse" else {})


def pair_contact_center(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, center, depth = t.contact, np.zeros_like(t.pair.center), np.zeros_like(t.pair.depth)
    for k, points in enumerate(t.pair.points):
        touching = [i for i in points if c.distance[i] <= 0.0]
        weights = c.impulse[touching] if v.weight == "impulse" else np.ones(len(touching))
        if weights.sum() > 0.0:
            center[k] = weights @ c.point[touching] / weights.sum()
        depth[k] = max((-c.distance[i] for i in touching), default=0.0)
    return {"pair.center": center, **({"pair.depth": depth} if v.depth else {})}


def collide_capsule_ground(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, out, touching = t.shape, ContactList(t, n.contact_max), np.zeros_like(t.shape.touching)
    for k in range(len(touching)):
        flat = v.merge and abs(rotation_matrix(s.pose[k, 3:])[2, 2]) < 0.2
        for side in (0.0,) if flat else (-1.0, 1.0):
            end = point_of(s.pose[k], np.array([0.0, 0.0, side * s.scale[k, 1]]))
            gap = end[2] - s.scale[k, 0]
            if gap > n.margin:
                continue
            had = out.lost[0]
            middle = np.array([end[0], end[1], gap / 2])
            out.add(point=middle, normal=np.array([0.0, 0.0, 1.0]), distance=gap, friction=s.friction[k])
            touching[k] += out.lost[0] == had
    friction = ("friction",) if v.friction else ()
    written = out.written("point", "normal", "distance", *friction)
    return written | {"counter.lost": out.lost, "shape.touching": touching}


def collide_box_ground(t: Any, v: Any, n: Any) -> dict[str, Any]:
    s, out, touching = t.shape, ContactList(t, n.contact_max), t.shape.touching.copy()
    for k in np.flatnonzero(s.kind == BOX):
        corners = [np.array(sign)[::-1] for sign in product((1, -1), repeat=3)]
        points = [point_of(s.pose[k], sign * s.scale[k]) for sign in corners]
        low = [(i, p) for i, p in enumerate(points) if p[2] <= n.margin]
        if v.limit == "four":
            low = low[:4]
        for i, p in low:
            out.add(point=p * [1.0, 1.0, 0.5], normal=np.array([0.0, 0.0, 1.0]), distance=p[2], feature=i)
        touching[k] = len(low)
    feature = ("feature",) if v.ids else ()
    return out.written("point", "normal", "distance", *feature) | {"shape.touching": touching}
