"""Signals of sensors over time: delays, filters, switches, counts, states."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.sensors import SENSORS

DEPTH = 8
LOST = 4
NO_READING = -1.0


@computation(
    SENSORS,
    "store the raw reading of each sensor in its ring of eight",
    due={True: "every period steps at its phase", False: ""},
    clear={True: "filling the ring on the first step", False: ""},
)
def store_reading(sensor: Any, step: Any) -> None:
    if v.clear:
        if step == 0:
            for k in range(DEPTH):
                sensor.history[k] = sensor.raw
            return
    n = step
    if v.due:
        ticks = step + sensor.phase
        if ticks % sensor.period != 0:
            return
        # the ring moves on by one place for each that is stored
        n = ticks // sensor.period
    sensor.history[n % DEPTH] = sensor.raw


@computation(
    SENSORS,
    "read each sensor from its ring of eight",
    due={True: "which takes one every period steps at its phase,", False: ""},
    between={"hold": "as many readings ago as its delay", "blend": "at a fractional lag by linear interpolation"},
    early={True: "or raw until there is enough history", False: ""},
)
def delayed_reading(sensor: Any, step: Any) -> None:
    newest = (step + sensor.phase) // sensor.period if v.due else step
    if v.early:
        # readings that were taken before the newest
        older_count = newest
        if v.due:
            older_count = newest - (sensor.phase + sensor.period - 1) // sensor.period
    if v.between == "hold":
        n = sensor.delay
        if v.early:
            if older_count < n:
                sensor.reading = sensor.raw
                return
            sensor.reading = sensor.history[(newest - n) % DEPTH]
        else:
            sensor.reading = sensor.history[(newest + DEPTH - n) % DEPTH]
    else:
        lag = sensor.lag
        n = int(wp.floor(lag))
        if v.early:
            if older_count <= n:
                sensor.reading = sensor.raw
                return
        f = lag - float(n)
        place = newest - n if v.early else newest + DEPTH - n
        newer = sensor.history[place % DEPTH]
        older = sensor.history[(place - 1) % DEPTH]
        sensor.reading = (1.0 - f) * newer + f * older


@computation(
    SENSORS,
    "low-pass the raw reading of each sensor exponentially",
    valid={True: "holding it while it is invalid", False: ""},
    scaled={True: "after gain and offset", False: ""},
)
def smooth_reading(sensor: Any, smoothing: Any) -> None:
    y = sensor.reading
    if v.valid:
        if not sensor.valid:
            sensor.reading = y
            return
    x = sensor.raw
    if v.scaled:
        x = sensor.gain * x + sensor.offset
    sensor.reading = y + smoothing * (x - y)


@computation(
    SENSORS,
    "reduce the ring of eight readings of each sensor",
    how={
        "mean": "to its mean",
        "middle": "to the mean without its smallest and largest",
        "range": "to its range, largest minus smallest",
    },
)
def reduce_history(sensor: Any) -> None:
    total = float(0.0)
    lo = sensor.history[0]
    hi = sensor.history[0]
    for k in range(DEPTH):
        x = sensor.history[k]
        total += x
        lo = wp.min(lo, x)
        hi = wp.max(hi, x)
    if v.how == "mean":
        sensor.reading = total / float(DEPTH)
    elif v.how == "middle":
        sensor.reading = (total - lo - hi) / float(DEPTH - 2)
    else:
        sensor.reading = hi - lo


@computation(
    SENSORS,
    "switch each sensor with hysteresis, on above its high threshold and off below its low one,",
    events={True: "counting the switches", False: ""},
    valid={True: "but hold it while it is invalid", False: ""},
)
def switch_sensor(sensor: Any) -> None:
    level = sensor.level
    x = sensor.raw
    new = level
    if x > sensor.high:
        new = 1
    elif x < sensor.low:
        new = 0
    if v.valid:
        if not sensor.valid:
            new = level
    sensor.level = new
    if v.events:
        if new != level:
            sensor.events += 1


@computation(
    SENSORS,
    "count the steps since every sensor last had a valid reading",
    bit={True: "and set the lost bit of its status from patience steps on", False: ""},
    reset={True: "and pass its raw reading on, or -1 from patience steps on", False: ""},
)
def watch_sensor(sensor: Any, patience: Any) -> None:
    if sensor.valid:
        sensor.silent = 0
        if v.bit:
            sensor.status = sensor.status & ~LOST
        if v.reset:
            sensor.reading = sensor.raw
        return
    n = sensor.silent + 1
    sensor.silent = n
    if v.bit:
        status = sensor.status & ~LOST
        if n >= patience:
            status = status | LOST
        sensor.status = status
    if v.reset:
        if n >= patience:
            sensor.reading = NO_READING


@computation(
    SENSORS,
    "fuse each sensor with its redundant twin, or take its raw reading where it has none,",
    trust={
        "equal": "by their mean",
        "gain": "by the mean weighted by gain",
        "valid": "taking the valid one, or their mean where both or neither are",
    },
)
def blend_twins(sensor: Any) -> None:
    twin = sensor.twin
    x = sensor.raw
    if not exists(twin):
        sensor.reading = x
        return
    y = twin.raw
    if v.trust == "equal":
        sensor.reading = 0.5 * (x + y)
    elif v.trust == "gain":
        a = sensor.gain
        b = twin.gain
        sensor.reading = (a * x + b * y) / (a + b)
    else:
        if sensor.valid and not twin.valid:
            sensor.reading = x
        elif twin.valid and not sensor.valid:
            sensor.reading = y
        else:
            sensor.reading = 0.5 * (x + y)
