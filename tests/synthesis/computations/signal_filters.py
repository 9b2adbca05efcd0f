"""Statements for the family ``signal_filters``."""

from __future__ import annotations

import numpy as np


def fir_filter(t, v, n):
    x = t.sample.value
    output, used = np.zeros_like(x), np.zeros_like(x)
    for i, taps in enumerate(t.sample.taps):
        for k in taps:
            lag, weight = t.tap.lag[k], t.tap.weight[k]
            places = [] if v.border == "zero" and i < lag else [i - lag if v.border == "wrap" else max(i - lag, 0)]
            end = {"zero": len(x), "hold": i + lag + 1, "wrap": i + lag + 1}[v.border]
            if v.symmetric and lag > 0 and i + lag < end:
                places.append((i + lag) % len(x) if v.border == "wrap" else min(i + lag, len(x) - 1))
            output[i] += weight * x[places].sum()
            used[i] += abs(weight) * (2 if v.symmetric and lag > 0 else 1)
    return {"sample.output": np.where(used > 0, output / np.where(used > 0, used, 1), output) if v.scaled else output}


def gather_taps(t, v, n):
    received = (t.sample.valid | (not v.gate))[t.tap.source]
    parts = np.where(received, t.tap.weight * t.sample.value[t.tap.source], 0)
    shares = (
        received * {"none": np.zeros(len(parts)), "weights": np.abs(t.tap.weight), "count": np.ones(len(parts))}[v.mean]
    )
    output = []
    for taps in t.sample.taps:
        total = shares[taps].sum()
        output.append(parts[taps].sum() / (total if total > 0 else 1))
    return {"sample.output": np.array(output)}


def smooth_signal(t, v, n):
    x, old = t.sample.value, t.sample.output
    if v.law == "leaky":
        return {"sample.output": n.mix * x + (1 - n.mix) * old}
    weights = [0.5, 0.5, 0.0] if v.law == "pair" else [0.25, 0.5, 0.25]
    padded = np.pad(x, 1, mode="edge")
    return {"sample.output": sum(w * padded[k : k + len(x)] for k, w in enumerate(weights))}


def lagged_difference(t, v, n):
    x = t.sample.value
    output = np.zeros_like(x) if v.start == "zero" else t.sample.output.copy()
    output[n.lag :] = x[n.lag :] - x[: -n.lag]
    return {"sample.output": output}


def adapt_taps(t, v, n):
    adapted = t.tap.weight_out.copy()
    kept = 1.0 - n.leak if v.law == "leaky" else 1.0
    for error, taps in zip(t.sample.desired - t.sample.filtered, t.sample.taps, strict=True):
        error = np.sign(error) if v.law == "sign" else error
        adapted[taps] = kept * t.tap.weight[taps] + n.step * error * t.sample.value[t.tap.source[taps]]
    return {"tap.weight_out": adapted}


def window_frame(t, v, n):
    has = t.sample.frame >= 0
    centered = t.sample.value - np.where(has, t.frame.mean[t.sample.frame], 0.0)
    return {"sample.output": centered * t.sample.window if v.window else centered}
