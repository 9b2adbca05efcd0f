"""NumPy statements of readings that are looked up, gated and tested."""

from __future__ import annotations

import numpy as np


def table_lookup(t, v, n):
    place = np.searchsorted(t.knot.place, t.reading.value)
    made = {"reading.place": np.minimum(place, len(t.knot.place) - 1)}
    return {**made, "reading.shaped": np.interp(t.reading.value, t.knot.place, t.knot.value)} if v.value else made


def gain_overflow(t, v, n):
    over = t.reading.log_gain > np.log(np.finfo(np.float32).max)
    made = {"reading.status": over.astype(int)}
    if v.counted:
        made["station.overflows"] = t.station.overflows.copy()
        np.add.at(made["station.overflows"], t.reading.station[over], 1)
    return made


def impossible_cosine(t, v, n):
    return {"reading.status": (np.abs(t.reading.cosine) > 1).astype(int)}


def gate_reading(t, v, n):
    reached = t.reading.value >= n.high
    return {"reading.gated": (~reached if v.inverted else reached).astype(int)}


def active_readings(t, v, n):
    return {
        "station.active": t.station.active
        + np.bincount(t.reading.station[t.reading.count > 0], minlength=len(t.station.active))
    }


def bit_errors(t, v, n):
    wrong = np.array(
        [bin(a ^ b).count("1") for a, b in zip(t.reading.word.tolist(), t.reading.code.tolist(), strict=True)]
    )
    return {"reading.errors": wrong, **({"reading.error_rate": wrong / 16} if v.weight else {})}


def sortable_bits(t, v, n):
    words = t.reading.value.astype(np.float32).view(np.int32)
    return {"reading.key": np.where(words < 0, words ^ 0x7FFFFFFF, words)}
