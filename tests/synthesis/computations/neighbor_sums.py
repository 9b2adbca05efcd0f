"""Sums over neighbours, stated with arrays of differences."""

from __future__ import annotations

import numpy as np


def _around(t, i):
    """The neighbours of a point, the differences of position to them, their lengths."""
    q = np.asarray(t.point.neighbours[i], int)
    d = t.point.position[q].astype(float) - t.point.position[i]
    return q, d, np.linalg.norm(d, axis=1)


def _compact(length, reach):
    return np.maximum(1.0 - length / reach, 0.0) ** 2


def _regular(moment):
    """Whether the volume of moments is a twentieth of that of equal axes, or more."""
    return np.linalg.det(moment) > 0.05 * (np.trace(moment) / 3.0) ** 3


def neighbor_density(t, v, n):
    made = t.point.density.copy()
    for i in range(len(made)):
        q, _, length = _around(t, i)
        q, s = np.append(q, i).astype(int), np.append(length, 0.0) / n.reach
        w = {
            "poly": 315 / (64 * np.pi) * np.maximum(1 - s**2, 0.0) ** 3,
            "compact": 15 / (2 * np.pi) * np.maximum(1 - s, 0.0) ** 2,
            "gauss": np.exp(-(s**2)) / np.pi**1.5,
        }[v.kernel]
        made[i] = (w @ t.point.mass[q] if v.mass else w.sum()) / n.reach**3
    return {"point.density" if v.mass else "point.number_density": made}


def neighbor_interpolate(t, v, n):
    made = t.point.value.copy() if v.fallback == "own" else np.zeros_like(t.point.value)
    for i in range(len(made)):
        q, _, length = _around(t, i)
        q, length = q[q != i], length[q != i]
        w = 1.0 / (length**2 + 1.0e-6) if v.weight == "inverse" else _compact(length, n.reach)
        if w.sum() >= 1.0e-6:
            made[i] = np.average(t.point.value[q], weights=w)
    return {"point.estimate": made}


def neighbor_gradient(t, v, n):
    slope = np.zeros_like(t.point.slope)
    for i in range(len(slope)):
        q, d, length = _around(t, i)
        w = _compact(length, n.reach) if v.weighted else np.ones(len(q))
        moment = (w[:, None] * d).T @ d
        if _regular(moment):
            slope[i] = np.linalg.solve(moment, d.T @ (w * (t.point.value[q] - t.point.value[i])))
    made = {"point.slope": slope}
    if v.step:
        made["point.estimate"] = t.point.value + (slope * t.point.velocity).sum(1)
    return made


def neighbor_average(t, v, n):
    made = np.zeros_like(t.point.mean)
    for i in range(len(made)):
        q, _, length = _around(t, i)
        taken = length <= n.reach
        if v.group:
            taken &= t.point.group[q] == t.point.group[i]
        if taken.any():
            made[i] = (t.point.velocity if v.what == "velocity" else t.point.position)[q[taken]].mean(0)
            if v.what == "both":
                made[i] -= t.point.position[i]
    return {"point.mean": made}


def neighbor_separate(t, v, n):
    push, found = np.zeros_like(t.point.push), np.zeros_like(t.point.touching)
    for i in range(len(push)):
        for q, d, length in zip(*_around(t, i), strict=True):
            overlap = t.point.radius[i] + t.point.radius[q] - length
            if q == i or overlap <= 0.0 or length < 1.0e-6 or (v.group and t.point.group[q] == t.point.group[i]):
                continue
            masses = t.point.mass[q] / (t.point.mass[q] + t.point.mass[i])
            push[i] -= n.stiffness * (masses if v.share == "mass" else 0.5) * overlap * d / length
            found[i] += 1
    return {"point.push": push, "point.touching": found} if v.pushed else {"point.push": push}


def neighbor_normal(t, v, n):
    made = np.tile([0.0, 0.0, 1.0], (len(t.point.normal), 1))
    for i in range(len(made)):
        _, d, length = _around(t, i)
        d = d[length < n.reach]
        if len(d) < 3:
            continue
        moment = d.T @ d
        flipped = np.trace(moment) * np.eye(3) - moment
        axis = np.linalg.matrix_power(flipped / max(np.trace(moment), 1.0e-30), 6) @ np.ones(3)
        size = np.linalg.norm(axis)
        made[i] = axis / size if size > 0.0 else 0.0
        if v.oriented and made[i] @ t.point.position[i] > 0.0:
            made[i] = -made[i]
    return {"point.normal": made}
