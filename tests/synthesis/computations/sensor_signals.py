"""Signals of sensors over time, as NumPy states them."""

from __future__ import annotations

import numpy as np


def store_reading(t, v, n):
    s, history = t.sensor, t.sensor.history.copy()
    number, rest = np.divmod(n.step + s.phase, s.period) if v.due else (np.full(len(s.raw), n.step), 0 * s.phase)
    stored = rest[:, None] + (np.arange(8) - number[:, None]) % 8 == 0
    if v.clear and n.step == 0:
        stored[:] = True
    history = np.where(stored, s.raw[:, None], history)
    return {"sensor.history": history}


def delayed_reading(t, v, n):
    s = t.sensor
    rows = np.arange(len(s.raw))
    last = np.floor((n.step + s.phase) / s.period).astype(int) if v.due else np.full(len(rows), n.step)
    # of the steps until now, those at which there was a reading
    steps = np.arange(n.step + 1)[:, None]
    taken = ((steps + s.phase) % s.period == 0).sum(axis=0) if v.due else np.full(len(rows), n.step + 1)
    if v.between == "hold":
        reading, early = s.history[rows, (last - s.delay) % 8], taken <= s.delay
    else:
        newest = [
            np.interp(lag, np.arange(9), s.history[i, (last[i] - np.arange(9)) % 8]) for i, lag in enumerate(s.lag)
        ]
        reading, early = np.array(newest), taken <= np.floor(s.lag) + 1
    return {"sensor.reading": np.where(early, s.raw, reading) if v.early else reading}


def smooth_reading(t, v, n):
    s = t.sensor
    target = s.raw * s.gain + s.offset if v.scaled else s.raw
    reading = n.smoothing * target + (1 - n.smoothing) * s.reading
    return {"sensor.reading": np.where(s.valid, reading, s.reading) if v.valid else reading}


def reduce_history(t, v, n):
    ordered = np.sort(t.sensor.history, axis=1)
    spread = ordered[:, -1] - ordered[:, 0]
    return {"sensor.reading": {"mean": ordered.mean(1), "middle": ordered[:, 1:-1].mean(1), "range": spread}[v.how]}


def switch_sensor(t, v, n):
    s = t.sensor
    level = np.select([s.raw > s.high, s.raw < s.low], [1, 0], s.level)
    if v.valid:
        level = np.where(s.valid, level, s.level)
    found = {"sensor.level": level}
    return {**found, "sensor.events": s.events + (level != s.level)} if v.events else found


def watch_sensor(t, v, n):
    s, valid = t.sensor, t.sensor.valid.astype(bool)
    silent = np.where(valid, 0, s.silent + 1)
    lost = silent >= n.patience
    found = {"sensor.silent": silent, **({"sensor.status": s.status % 4 + lost * 4} if v.bit else {})}
    if v.reset:
        found["sensor.reading"] = np.select([valid, lost], [s.raw, -1.0], s.reading)
    return found


def blend_twins(t, v, n):
    s, there = t.sensor, t.sensor.twin >= 0
    other = s.raw[s.twin]
    share = np.full(len(there), 0.5)
    if v.trust == "gain":
        share = s.gain / (s.gain + s.gain[s.twin])
    elif v.trust == "valid":
        share = (1 + s.valid.astype(float) - s.valid[s.twin].astype(float)) / 2
    blended = share * s.raw + (1 - share) * other
    return {"sensor.reading": np.where(there, blended, s.raw)}
