"""Scales of sensors: cutoffs, steps, ticks, alignments."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sensors import SENSORS

CLIPPED_LOW = 1
CLIPPED_HIGH = 2


@computation(
    SENSORS,
    "clip the raw reading of each sensor with a positive cutoff",
    sides={"both": "to plus or minus it", "positive": "to it from above"},
    status={True: "and set a status bit for the side that was clipped", False: ""},
)
def clip_reading(sensor: Any) -> None:
    cut = sensor.cutoff
    x = sensor.raw
    clipped = int(0)
    # no cutoff, no limit
    if cut > 0.0:
        if x > cut:
            x = cut
            if v.status:
                clipped = CLIPPED_HIGH
        if v.sides == "both":
            if x < -cut:
                x = -cut
                if v.status:
                    clipped = CLIPPED_LOW
    sensor.reading = x
    if v.status:
        # its other bits stay
        sensor.status = (sensor.status & ~(CLIPPED_LOW | CLIPPED_HIGH)) | clipped


@computation(
    SENSORS,
    "quantise the raw reading of each sensor to its resolution",
    rounding={"nearest": "rounding to nearest", "down": "rounding down"},
    scaled={True: "after gain and offset", False: ""},
    range={
        "none": "",
        "clamp": "clamped to the steps inside its range",
        "bits": "clamped to the steps inside its range, with a status bit for the side",
    },
)
def quantise_reading(sensor: Any) -> None:
    step = sensor.resolution
    x = sensor.raw
    if v.scaled:
        x = sensor.gain * x + sensor.offset
    if v.range == "bits":
        saturated = int(0)
        if x < sensor.lowest:
            saturated = CLIPPED_LOW
        elif x > sensor.highest:
            saturated = CLIPPED_HIGH
        # its other bits stay
        sensor.status = (sensor.status & ~(CLIPPED_LOW | CLIPPED_HIGH)) | saturated
    if v.rounding == "nearest":
        k = wp.floor(x / step + 0.5)
    else:
        k = wp.floor(x / step)
    if v.range != "none":
        k = wp.clamp(k, wp.ceil(sensor.lowest / step), wp.floor(sensor.highest / step))
    sensor.reading = step * k


@law
def gray_code(n: int) -> int:
    """Reflected binary Gray code, in which neighbours differ in one bit."""
    return n ^ (n >> 1)


@computation(
    SENSORS,
    "convert the angle of each encoder to ticks",
    form={"many": "", "turn": "modulo one turn", "gray": "modulo one turn in Gray code"},
)
def encoder_ticks(sensor: Any, ticks_per_turn: Any) -> None:
    n = int(wp.floor(sensor.angle / (2.0 * wp.pi) * float(ticks_per_turn)))
    if v.form != "many":
        n = n % ticks_per_turn
        if n < 0:
            n += ticks_per_turn
    if v.form == "gray":
        n = gray_code(n)
    sensor.ticks = n


@computation(
    SENSORS,
    "correct the accelerometer of each sensor by the transpose of its misalignment",
    bias={True: "after removing its bias", False: ""},
    scaled={True: "and scaled by its gain", False: ""},
)
def correct_inertial(sensor: Any) -> None:
    a = sensor.linear
    if v.bias:
        a = a - sensor.bias
    if v.scaled:
        a = sensor.gain * a
    sensor.linear = wp.transpose(sensor.alignment) * a
