"""Readings that are looked up, gated, tested for overflow and nonsense, and compared bit by bit."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.instruments import INSTRUMENTS

SIGN_BIT = 31
ALL_BUT_SIGN = 0x7FFFFFFF
WORD_BITS = 16
"""Bits of a word that is sent."""


@computation(
    INSTRUMENTS,
    "find the place of each reading in the table of knots by lower bound, that of the first knot not below it or else of the last",
    value={False: "", True: "and interpolate the table's value there"},
)
def table_lookup(reading: Any) -> None:
    x = reading.value
    k = wp.lower_bound(knot.place, x)
    reading.place = k
    if v.value:
        last = count(knot) - 1
        right = wp.clamp(k, 1, last)
        x0 = knot[right - 1].place
        x1 = knot[right].place
        share = wp.clamp((x - x0) / (x1 - x0), 0.0, 1.0)
        reading.shaped = wp.lerp(knot[right - 1].value, knot[right].value, share)


@computation(
    INSTRUMENTS,
    "flag readings whose gain, given by its logarithm, overflows",
    counted={True: "and count them at their station", False: ""},
)
def gain_overflow(reading: Any) -> None:
    gain = wp.exp(reading.log_gain)
    status = int(0)
    if wp.isinf(gain):
        status = 1
        if v.counted:
            reading.station.overflows += 1
    reading.status = status


@computation(
    INSTRUMENTS,
    "mark the readings whose cosine no angle has",
    test={"nan": "", "finite": "by asking whether the sine is finite"},
)
def impossible_cosine(reading: Any) -> None:
    c = reading.cosine
    sine = wp.sqrt(1.0 - c * c)
    bad = int(0)
    if v.test == "nan":
        if wp.isnan(sine):
            bad = 1
    else:
        if not wp.isfinite(sine):
            bad = 1
    reading.status = bad


@computation(
    INSTRUMENTS,
    "gate each reading by whether it reaches the upper edge",
    inverted={False: "", True: "the other way round"},
)
def gate_reading(reading: Any, high: Any) -> None:
    below = wp.step(reading.value - high)
    if v.inverted:
        reading.gated = int(below)
    else:
        reading.gated = 1 - int(below)


@computation(INSTRUMENTS, "count the readings with samples at each station")
def active_readings(reading: Any) -> None:
    reading.station.active += wp.nonzero(reading.count)


@computation(
    INSTRUMENTS,
    "count the wrong bits of each reading",
    weight={False: "", True: "and their share of the 16 bits that were sent"},
)
def bit_errors(reading: Any) -> None:
    wrong = wp.bit_count(reading.word ^ reading.code)
    reading.errors = wrong
    if v.weight:
        reading.error_rate = float(wrong) / float(WORD_BITS)


@computation(INSTRUMENTS, "turn the bits of each reading's value into a whole number that sorts as the value does")
def sortable_bits(reading: Any) -> None:
    word = wp.cast(reading.value, wp.int32)
    reading.key = word ^ ((word >> SIGN_BIT) & ALL_BUT_SIGN)
