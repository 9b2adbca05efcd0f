"""Statements for the family ``image_lines``."""

from __future__ import annotations

import numpy as np


def sum_lines(t, v, n):
    integral, counts = t.texel.integral.copy(), t.line.mask_count.copy()
    sums = t.line.sum.copy()
    for i, texels in enumerate(t.line.texels):
        counted = t.texel.value[texels] * (t.texel.mask[texels] if v.masked else 1.0)
        integral[texels] = np.cumsum(counted)
        sums[i], counts[i] = counted.sum(), t.texel.mask[texels].sum()
    out = {"line.sum": sums} | ({"texel.integral": integral} if v.running else {})
    return out | ({"line.mask_count": counts} if v.masked else {})


def brightest_of_line(t, v, n):
    brightest = np.full(len(t.line.brightest), -1)
    for i, texels in enumerate(t.line.texels):
        used = [k for k in texels if t.texel.mask[k] or not v.masked]
        brightest[i] = max(used, key=lambda k: t.texel.value[k], default=-1)
    return {"line.brightest": brightest}


def longest_run(t, v, n):
    runs, counts = t.line.run_length.copy(), t.line.mask_count.copy()
    for i, texels in enumerate(t.line.texels):
        text = "".join("x" if t.texel.mask[k] else " " for k in texels)
        runs[i], counts[i] = max((len(run) for run in text.split(" ")), default=0), text.count("x")
    return {"line.run_length": runs} | ({"line.mask_count": counts} if v.total else {})
