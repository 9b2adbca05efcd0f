"""Statements for the family ``frames``."""

from __future__ import annotations

import numpy as np


def clear_frame(t, v, n):
    count = len(t.pixel.color)
    out = {"pixel.color": t.camera.backdrop[t.pixel.camera]}
    out |= {"pixel.depth": t.camera.far[t.pixel.camera]} if v.depth == "far" else {}
    out |= {"pixel.object_id": np.full(count, -1)} if v.ids else {}
    return out | ({"pixel.sum": np.zeros((count, 3)), "pixel.weight": np.zeros(count)} if v.sums else {})


def resolve_pixel(t, v, n):
    pixel = t.pixel
    color = pixel.sum / pixel.weight[:, None]
    if v.exposure:
        color = color * t.camera.exposure[pixel.camera][:, None]
    return {"pixel.color": np.where(pixel.valid[:, None], color, n.background) if v.empty == "background" else color}


def count_object_pixels(t, v, n):
    counts, nearest = t.thing.pixel_count.copy(), t.thing.nearest_depth.copy()
    seen = (t.pixel.object >= 0) & t.pixel.valid
    np.add.at(counts, t.pixel.object[seen], 1)
    np.minimum.at(nearest, t.pixel.object[seen], t.pixel.depth[seen])
    return {"thing.pixel_count": counts} | ({"thing.nearest_depth": nearest} if v.nearest else {})


def color_by_object(t, v, n):
    color = np.tile(n.background, (len(t.pixel.color), 1))
    for i, obj in enumerate(t.pixel.object):
        if obj >= 0:
            m = t.thing.material[obj]
            color[i] = t.thing.color[obj] * (t.finish.albedo[m] if v.material and m >= 0 else 1.0)
    return {"pixel.color": color}
