"""What is read from histograms, as NumPy states it."""

from __future__ import annotations

import numpy as np


def histogram_peak(t, v, n):
    histogram = t.group.histogram
    peaks = np.argmax(histogram, axis=1)
    if v.tie == "last":
        peaks = histogram.shape[1] - 1 - np.argmax(histogram[:, ::-1], axis=1)
    return {"group.peak": np.where(histogram.sum(1) < n.least, -1, peaks) if v.least else peaks}


def histogram_median(t, v, n):
    medians = []
    edges = np.linspace(n.low, n.high, int(n.bins) + 1)
    for histogram, mean in zip(t.group.histogram, t.group.mean, strict=True):
        total = np.concatenate([[0], np.cumsum(histogram)])
        if total[-1] == 0:
            medians.append(mean if v.empty == "mean" else 0.0)
            continue
        k = np.flatnonzero(total[1:] >= total[-1] / 2)[0]
        medians.append(np.interp(total[-1] / 2, total[k : k + 2], edges[k : k + 2]))
    return {"group.median": np.array(medians)}


def bin_deviation(t, v, n):
    o, e = t.bin.observed.astype(float), t.bin.expected
    likelihood = 2 * (o * (np.log(np.maximum(o, 1)) - np.log(e)) - o + e)
    share = {"pearson": (o - e) ** 2 / e, "signed": (o - e) / np.sqrt(e), "likelihood": likelihood}[v.form]
    return {"bin.misfit": np.where(e < n.least, 0, share) if v.least else share}
