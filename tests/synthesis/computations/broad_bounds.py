"""Bounds of boxes and worlds, stated by corners."""

from __future__ import annotations

import numpy as np


def broad_box_bounds(t, v, n):
    center, half = t.shape.center, t.shape.half
    if v.turned:
        corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, 8).T
        turned = np.einsum("nij,cj,nj->nci", t.shape.axes, corners, half)
        half = turned.max(1)
    if v.margin == "own":
        half = half + t.shape.margin[:, None]
    lower, upper = center - half, center + half
    if v.disabled:
        active = t.shape.active.astype(bool)[:, None]
        lower, upper = np.where(active, lower, 1e10), np.where(active, upper, -1e10)
    return {"shape.lower": lower, "shape.upper": upper}


def broad_project_boxes(t, v, n):
    axis = np.asarray(n.axis)
    middle = t.shape.center @ axis
    r = np.linalg.norm(t.shape.half, axis=1) if v.form == "sphere" else t.shape.half @ np.abs(axis)
    if v.margin:
        r = r + t.shape.margin
    return {"shape.low": middle - r, "shape.high": middle + r}


def broad_sweep_ranges(t, v, n):
    ends = np.searchsorted(t.shape.sorted_low, t.shape.high[t.shape.order], side="right")
    return {"shape.reach": np.maximum(ends - np.arange(len(ends)) - 1, 0)}


def broad_world_bounds(t, v, n):
    taken = t.shape.active.astype(bool)
    if v.planes:
        taken &= t.shape.type != 0
    made = {"world.lower": t.world.lower.copy(), "world.upper": t.world.upper.copy()}
    np.minimum.at(made["world.lower"], t.shape.world[taken], t.shape.lower[taken])
    np.maximum.at(made["world.upper"], t.shape.world[taken], t.shape.upper[taken])
    return made
