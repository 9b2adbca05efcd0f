"""Statements for the family ``image_masks``. Rows are the first axis; the grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import shifted

AROUND = [(-1, 0), (1, 0), (0, -1), (0, 1)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def _nearby(values, corners):
    return np.stack([shifted(values, *step) for step in AROUND + (CORNERS if corners else [])])


def majority_mask(t, v, n):
    votes = t.pixel.mask + _nearby(t.pixel.mask, v.shape == "square").sum(axis=0)
    grown = votes > (4.5 if v.shape == "square" else 2.5)
    return {"pixel.new_mask": grown} | ({"pixel.marked": grown ^ t.pixel.mask.astype(bool)} if v.border else {})


def erode_mask(t, v, n):
    left = t.pixel.mask & _nearby(t.pixel.mask, False).all(axis=0)
    out = {"pixel.new_mask": left} | ({"pixel.marked": t.pixel.mask & ~left} if v.border else {})
    return out | ({"pixel.new_label": t.pixel.label * left} if v.labels else {})


def count_mask_neighbours(t, v, n):
    degree = _nearby(t.pixel.mask, v.around == 8).sum(axis=0)
    return {"pixel.degree": degree * t.pixel.mask if v.own else degree}


def spread_labels(t, v, n):
    labels = np.concatenate([t.pixel.label[None], _nearby(t.pixel.label, v.around == 8)])
    smallest = np.where(labels == 0, 1000, labels).min(axis=0)
    return {"pixel.new_label": np.where(t.pixel.mask & (smallest < 1000), smallest, 0)}


def label_borders(t, v, n):
    label = t.pixel.label
    ends = (shifted(label, 1, 0) != label) | (shifted(label, 0, 1) != label)
    return {"pixel.marked": ends & t.pixel.mask if v.masked else ends}


def link_weak_edges(t, v, n):
    edge = t.pixel.edge
    touches = (_nearby(edge, v.around == 8) == 2).any(axis=0)
    return {"pixel.marked": (edge == 2) | ((edge == 1) & touches)}


def fill_holes(t, v, n):
    mask, value = t.pixel.mask, t.pixel.value
    known = _nearby(mask, False)
    counts = known.sum(axis=0)
    means = (_nearby(value, False) * known).sum(axis=0) / np.maximum(counts, 1)
    out = {"pixel.next_value": np.where(mask | (counts == 0), value, means)}
    return out | ({"pixel.new_mask": mask | (counts > 0)} if v.mark else {})


def mark_motion(t, v, n):
    change = t.pixel.value - t.pixel.background
    moves = np.abs(change) > n.mark_level
    if v.clean:
        moves = moves & _nearby(moves, False).any(axis=0)
    blended = t.pixel.background + n.rate * change
    return {
        "pixel.moving": moves,
        "pixel.background_out": np.where(moves, t.pixel.background, blended) if v.update == "still" else blended,
    }


def optical_flow_step(t, v, n):
    g = t.pixel.gradient
    mean = _nearby(t.pixel.flow, False).mean(axis=0)
    residual = (g * mean).sum(axis=-1) + t.pixel.value - t.pixel.previous
    flow = mean - g * (residual / (1.0 + (g**2).sum(axis=-1)))[..., None]
    return {"pixel.flow_out": np.where(t.pixel.mask[..., None], flow, 0.0) if v.masked else flow}
