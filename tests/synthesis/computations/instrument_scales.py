"""NumPy statements of readings brought to scales."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np


def sound_level(t, v, n):
    level = 20 * (np.log(t.reading.pressure) - np.log(n.reference)) / np.log(10)
    return {"reading.level": np.maximum(level, 0) if v.floor else level}


def octave_of_frequency(t, v, n):
    octaves = np.log(t.reading.frequency / n.base) / np.log(2)
    made = {"reading.octave": octaves}
    return {**made, "reading.note": ((octaves % 1) * 12).astype(int)} if v.note else made


def direction_of_heading(t, v, n):
    north = np.exp(1j * np.pi * t.reading.heading / 180)
    made = {"reading.direction": np.stack([north.imag, north.real], axis=1)}
    return {**made, "reading.turns": np.round(t.reading.heading / 360)} if v.turns else made


def course_over_ground(t, v, n):
    return {"reading.course": np.angle(t.reading.velocity @ np.array([1j, 1]), deg=True)}


def clock_ticks(t, v, n):
    whole, part = np.divmod(t.reading.time * n.rate, 1)
    return {"reading.ticks": whole.astype(int), **({"reading.rest": part} if v.rest else {})}


def normal_quantile(t, v, n):
    r = t.reading
    ranks = r.share if v.tail == "lower" else 1 - r.tail / 2
    z = np.array([NormalDist().inv_cdf(float(rank)) for rank in ranks])
    made = {"reading.quantile": r.mean + r.spread * z}
    return made if v.tail == "lower" else {**made, "reading.lower_quantile": r.mean - r.spread * z}


def sphere_radius(t, v, n):
    return {"reading.radius": (3 * t.reading.volume / (4 * np.pi)) ** (1 / 3)}


def dead_zone(t, v, n):
    x = t.reading.value
    y = np.where(x > n.zone, x - n.zone, np.where(x < -n.zone, x + n.zone, 0))
    return {"reading.shaped": np.clip(y, -1, 1) if v.saturated else y}


def fade_reading(t, v, n):
    x = t.reading.value
    s = np.clip(np.abs(x) / n.high if v.mirrored else (x - n.low) / (n.high - n.low), 0, 1)
    return {"reading.shaped": x * s * s * (3 - 2 * s)}


def catenary(t, v, n):
    c = t.cable
    up, down = np.exp(c.half_span / c.scale), np.exp(-c.half_span / c.scale)
    made = {"cable.sag": c.scale * ((up + down) / 2 - 1)}
    if v.length:
        made["cable.length"] = c.scale * (up - down)
    if v.tension:
        made["cable.tension"] = c.weight * c.scale * (up + down) / 2
    return made


def instrument_score(t, v, n):
    r = t.reading
    score = (r.value - r.mean) / np.maximum(r.spread, n.least_deviation)
    if v.flat == "zero":
        score = np.where(r.spread < n.least_deviation, 0.0, score)
    return {"reading.shaped": np.clip(score, -n.limit, n.limit) if v.clipped else score}
