"""Scales of sensors: cutoffs, steps, ticks, alignments, as NumPy states them."""

from __future__ import annotations

import numpy as np


def clip_reading(t, v, n):
    s = t.sensor
    cut = np.where(s.cutoff > 0, s.cutoff, np.inf)
    low = -cut if v.sides == "both" else -np.inf
    found = {"sensor.reading": np.clip(s.raw, low, cut)}
    other = s.status // 4 * 4
    return {**found, "sensor.status": other + (s.raw < low) * 1 + (s.raw > cut) * 2} if v.status else found


def quantise_reading(t, v, n):
    s = t.sensor
    x = s.gain * s.raw + s.offset if v.scaled else s.raw
    steps = np.floor(x / s.resolution + (0.5 if v.rounding == "nearest" else 0.0))
    if v.range != "none":
        steps = np.clip(steps, np.ceil(s.lowest / s.resolution), np.floor(s.highest / s.resolution))
    made = {"sensor.reading": s.resolution * steps}
    if v.range == "bits":
        made["sensor.status"] = (s.status & ~3) + (x < s.lowest) + 2 * (x > s.highest)
    return made


def encoder_ticks(t, v, n):
    ticks = np.floor(t.sensor.angle * n.ticks_per_turn / 6.2831853).astype(int)
    if v.form != "many":
        ticks = np.mod(ticks, n.ticks_per_turn)
    return {"sensor.ticks": np.bitwise_xor(ticks, ticks // 2) if v.form == "gray" else ticks}


def correct_inertial(t, v, n):
    s = t.sensor
    gain = s.gain[:, None] if v.scaled else 1.0
    felt = gain * (s.linear - (s.bias if v.bias else 0.0))
    return {"sensor.linear": np.einsum("nji,nj->ni", s.alignment, felt)}
