"""Scales of sensors: cutoffs, steps, ticks, alignments."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS

CLIPPED_LOW = 1
CLIPPED_HIGH = 2
TURN = 6.2831853


@computation(
    SENSORS,
    "clip the raw reading of each sensor with a positive cutoff",
    sides={"both": "to plus or minus it", "positive": "to it from above"},
    status={True: "and set a status bit for the side that was clipped", False: ""},
)
def clip_reading(sensor: Any) -> None:
    cut = sensor.cutoff
    x = sensor.raw
    status = int(0)
    # no cutoff, no limit
    if cut > 0.0:
        if x > cut:
            x = cut
            status = CLIPPED_HIGH
        if v.sides == "both":
            if x < -cut:
                x = -cut
                status = CLIPPED_LOW
    sensor.reading = x
    if v.status:
        sensor.status = status


@computation(
    SENSORS,
    "quantise the raw reading of each sensor to its resolution",
    rounding={"nearest": "rounding to nearest", "down": "rounding down"},
    scaled={True: "after gain and offset", False: ""},
)
def quantise_reading(sensor: Any) -> None:
    step = sensor.resolution
    x = sensor.raw
    if v.scaled:
        x = sensor.gain * x + sensor.offset
    if v.rounding == "nearest":
        sensor.reading = step * wp.floor(x / step + 0.5)
    else:
        sensor.reading = step * wp.floor(x / step)


@law
def gray_code(n: int) -> int:
    return n ^ (n >> 1)


@computation(
    SENSORS,
    "convert the angle of each encoder to ticks",
    code={"plain": "", "gray": "in Gray code"},
    wrap={True: "modulo one turn", False: ""},
)
def encoder_ticks(sensor: Any, ticks_per_turn: Any) -> None:
    n = int(wp.floor(sensor.raw / TURN * float(ticks_per_turn)))
    if v.wrap or v.code == "gray":
        n = n % ticks_per_turn
        if n < 0:
            n += ticks_per_turn
    if v.code == "gray":
        n = gray_code(n)
    sensor.ticks = n


@computation(
    SENSORS,
    "correct the accelerometer of each sensor by the transpose of its misalignment",
    order={"after": "", "before": "after scaling by its gain"},
    bias={True: "removing its bias", False: ""},
)
def correct_inertial(sensor: Any) -> None:
    a = sensor.linear
    if v.order == "after":
        a = wp.transpose(sensor.alignment) * a
        if v.bias:
            a = a - sensor.bias
    else:
        if v.bias:
            a = a - sensor.bias
        a = wp.transpose(sensor.alignment) * (sensor.gain * a)
    sensor.linear = a
