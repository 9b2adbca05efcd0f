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
            used[i] += abs(weight) * len(places)
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


def biquad_block(t, v, n):
    channel = t.channel
    block_out, memory = channel.block_out.copy(), channel.memory.copy()
    for c in np.flatnonzero(~(channel.muted & v.muted)):
        (b0, b1, b2), (a1, a2) = channel.forward[c], channel.backward[c]
        # transposed direct form 2 as a linear system of the state
        step, drive = np.array([[-a1, 1.0], [-a2, 0.0]]), np.array([b1 - a1 * b0, b2 - a2 * b0])
        z = memory[c].copy()
        for k in range(8):
            x = channel.block[c, k]
            block_out[c, k], z = b0 * x + z[0], step @ z + drive * x
        memory[c] = z
    return {"channel.block_out": block_out, "channel.memory": memory}


def envelope_block(t, v, n):
    level, block_out = t.channel.level.copy(), t.channel.block_out.copy()
    for k in range(8):
        size = np.abs(t.channel.block[:, k])
        level += np.where(size > level, t.channel.attack, t.channel.release) * (size - level)
        block_out[:, k] = np.where(level < n.threshold, 0.0, t.channel.block[:, k])
    out = {"channel.level": level} | ({"channel.block_out": block_out} if v.gate else {})
    return out | ({"channel.peak": np.abs(t.channel.block).max(axis=1)} if v.peak else {})


def compress_dynamics(t, v, n):
    channel = t.sample.channel
    x = t.sample.value * (t.channel.drive[channel] if v.driven else 1.0)
    level = t.channel.level[channel]
    allowed = np.minimum(level, n.threshold) + np.maximum(level - n.threshold, 0.0) / n.ratio
    bent = np.clip(x, -1, 1)
    made = {"compress": x * allowed / level, "limit": np.clip(x, -n.threshold, n.threshold), "soft": bent - bent**3 / 3}
    return {"sample.output": made[v.law]}


def delay_line(t, v, n):
    channel = t.channel
    each = np.arange(len(channel.head))
    old = channel.ring[each, (channel.head - channel.delay) % 8]
    ring = channel.ring.copy()
    ring[each, channel.head] = channel.level
    delayed = n.mix * old + (1 - n.mix) * channel.level if v.mix else old
    return {"channel.delayed": delayed, "channel.ring": ring, "channel.head": (channel.head + 1) % 8}


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


def adapt_tap(t, v, n):
    s = t.tap.source
    error = (t.sample.desired - t.sample.output)[s]
    error = np.sign(error) if v.law == "sign" else error
    kept = 1.0 - n.leak if v.law == "leaky" else 1.0
    return {"tap.weight_out": kept * t.tap.weight + n.step * error * t.sample.value[s]}


def window_frame(t, v, n):
    has = t.sample.frame >= 0
    centered = t.sample.value - np.where(has, t.frame.mean[t.sample.frame], 0.0)
    return {"sample.output": centered * t.sample.window if v.window else centered}
