"""NumPy statements of the computations whose blocks stride over a record."""

from __future__ import annotations

import numpy as np


def lanes_sum(t, v, n):
    x = t.sequence.logits
    return {"sequence.total": x.sum(axis=1)} if v.of == "values" else {"sequence.square_total": (x**2).sum(axis=1)}


def lanes_peak(t, v, n):
    s = t.sequence
    return {"sequence.peak": (s.logits * (s.gate if v.gated else 1.0)).max(axis=1)}


def lanes_histogram(t, v, n):
    x = t.window.samples
    edges = np.linspace(-1.0, 1.0, 9)
    made = {"window.histogram": np.stack([np.histogram(row, edges)[0] for row in x])}
    if v.weighted:
        made["window.bin_sizes"] = np.stack([np.histogram(row, edges, weights=np.abs(row))[0] for row in x])
    return made


def lanes_turned_window(t, v, n):
    w = t.window
    if v.way == "back":
        return {"window.output": w.samples[:, ::-1]}
    return {"window.output": np.stack([np.roll(x, -head) for x, head in zip(w.samples, w.head, strict=True)])}


def lanes_without_oldest(t, v, n):
    w = t.window
    oldest = np.take_along_axis(w.samples, w.head[:, None], axis=1)
    rises = w.samples - oldest
    if v.tapered:
        rises = np.stack([np.roll(row, -head) for row, head in zip(rises, w.head, strict=True)]) * w.taper
    return {"window.output": rises}


def lanes_loud_places(t, v, n):
    w = t.window
    places = w.loud_places.copy()
    loud = (np.abs(w.samples) if v.side == "both" else w.samples) > n.threshold
    for row, marks in zip(places, loud, strict=True):
        found = np.flatnonzero(marks)
        row[: len(found)] = found
    return {"window.loud_places": places, "window.loud_count": loud.sum(axis=1)}


def lanes_stacked_sum(t, v, n):
    x = t.window.samples
    loud = x > n.threshold
    made = {"window.loud_sum": np.where(loud, x, 0.0).sum(axis=1)}
    return {**made, "window.loud_count": loud.sum(axis=1)} if v.counted else made


def lanes_highs_and_lows(t, v, n):
    x = t.window.samples
    return {
        "window.high_count": (x > n.threshold).sum(axis=1),
        "window.low_count": (x < -n.threshold).sum(axis=1),
    }
