"""Clusters: the nearest centre, centres that move, rivals, as NumPy states them."""

from __future__ import annotations

import numpy as np


def nearest_center(t, v, n):
    s, g = t.sample, t.group
    squares = ((s.point[:, None] - g.center[None]) ** 2).sum(2)
    cluster, ordered = squares.argmin(1), np.sort(squares, axis=1)
    found = {"sample.cluster": cluster}
    if v.score != "none":
        distance, gap = np.sqrt(ordered[:, 0]), ordered[:, 1] - ordered[:, 0]
        found |= {"sample.distance": distance} if v.score == "distance" else {"sample.gap": gap}
    if v.sums:
        found |= {"group.point_sum": g.point_sum.copy(), "group.count": g.count.copy()}
        np.add.at(found["group.point_sum"], cluster, s.point)
        np.add.at(found["group.count"], cluster, 1)
    return found


def update_center(t, v, n):
    g = t.group
    many = g.count[:, None]
    center = np.where(many > 0, g.point_sum / np.maximum(many, 1), 0.0 if v.empty == "zero" else g.center)
    found = {"group.center": center}
    return {**found, "group.shift": np.linalg.norm(center - g.center, axis=1)} if v.shift else found
