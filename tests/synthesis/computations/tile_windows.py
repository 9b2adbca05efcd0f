"""NumPy statements of the computations over windows that are tiles."""

from __future__ import annotations

import numpy as np


def tile_taper(t, v, n):
    w = t.window
    taper = np.hanning(32) if v.shape == "hann" else w.taper
    made = {"window.output": w.samples * taper}
    return {**made, "window.energy": (made["window.output"] ** 2).sum(axis=1)} if v.energy else made


def tile_envelope(t, v, n):
    x = t.window.samples
    made = {"window.envelope": np.maximum.accumulate(x, axis=1)}
    return {**made, "window.floor": np.minimum.accumulate(x, axis=1)} if v.floor else made


def tile_sorted_window(t, v, n):
    x = t.window.samples
    made = {"window.keys": np.sort(x, axis=1)}
    if v.order:
        made["window.places"] = np.argsort(x, axis=1, kind="stable")
    if v.median:
        made["window.median"] = np.median(x, axis=1)
    return made


def tile_quantize(t, v, n):
    x = t.window.samples
    return {"window.quantized": np.rint(x * n.levels / (np.abs(x).max(axis=1, keepdims=True) if v.peak else 1.0))}


def tile_flag_fold(t, v, n):
    fold = {"parity": np.bitwise_xor, "any": np.bitwise_or, "all": np.bitwise_and}[v.kind].reduce
    name = {"parity": "parity", "any": "any_flags", "all": "all_flags"}[v.kind]
    return {f"window.{name}": fold(t.window.flags, axis=1)}


def tile_window_range(t, v, n):
    return {"window.width": np.ptp(t.window.samples, axis=1)}


def tile_without_mean(t, v, n):
    return {"window.output": t.window.samples - t.window.samples.mean(axis=1, keepdims=True)}


def tile_unrolled_ring(t, v, n):
    w = t.window
    return {"window.output": np.stack([np.roll(x, -head) for x, head in zip(w.samples, w.head, strict=True)])}


def tile_flag_step(t, v, n):
    w = t.window
    if v.way == "clear":
        return {"window.new_flags": w.flags & ~w.masks}
    return {"window.new_flags": w.flags * 2**w.shifts if v.way == "up" else w.flags // 2**w.shifts}


def tile_mirrored_window(t, v, n):
    return {"window.output": -t.window.samples * (t.window.taper if v.tapered else 1.0)}


def tile_frame_numbers(t, v, n):
    oldest_first = np.arange(32) // 4
    return {"window.frames": np.stack([np.roll(oldest_first, head) for head in t.window.head])}
