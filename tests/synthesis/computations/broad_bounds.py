"""Bounds of boxes and worlds, stated by corners."""

from __future__ import annotations

import numpy as np


def broad_box_bounds(t, v, n):
    center, half = t.box.center, t.box.half
    if v.turned:
        corners = np.array(np.meshgrid(*[[-1.0, 1.0]] * 3)).reshape(3, 8).T
        turned = np.einsum("nij,cj,nj->nci", t.box.axes, corners, half)
        half = turned.max(1)
    if v.margin == "own":
        half = half + t.box.margin[:, None]
    if v.disabled:
        half = half * t.box.active.astype(bool)[:, None]
    return {"box.lower": center - half, "box.upper": center + half}


def broad_project_boxes(t, v, n):
    axis = np.asarray(n.axis)
    middle = t.box.center @ axis
    r = np.linalg.norm(t.box.half, axis=1) if v.form == "sphere" else t.box.half @ np.abs(axis)
    if v.margin:
        r = r + t.box.margin
    return {"box.low": middle - r, "box.high": middle + r}


def broad_sweep_ranges(t, v, n):
    ends = np.searchsorted(t.box.sorted_low, t.box.high[t.box.order], side="right")
    return {"box.reach": np.maximum(ends - np.arange(len(ends)) - 1, 0)}


def broad_world_bounds(t, v, n):
    taken = t.box.active.astype(bool) if v.active else np.ones(len(t.box.type), bool)
    if v.planes:
        taken &= t.box.type != 0
    made = {"world.lower": t.world.lower.copy(), "world.upper": t.world.upper.copy()}
    np.minimum.at(made["world.lower"], t.box.world[taken], t.box.lower[taken])
    np.maximum.at(made["world.upper"], t.box.world[taken], t.box.upper[taken])
    return made
