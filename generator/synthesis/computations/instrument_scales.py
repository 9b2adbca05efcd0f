"""Readings brought to scales: decibels, octaves, headings, ticks, quantiles, radii, dead zones, cables."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.instruments import INSTRUMENTS

SQRT_TWO = 1.4142135
SEMITONES = 12.0


@law
def decibels(ratio: float) -> float:
    """Level of a ratio of amplitudes, not of powers."""
    return 20.0 * wp.log10(ratio)


@computation(
    INSTRUMENTS,
    "compute the level of each reading's sound pressure in decibels",
    floor={True: "not below that of the reference", False: ""},
)
def sound_level(reading: Any, reference: Any) -> None:
    ratio = reading.pressure / reference
    if v.floor:
        ratio = wp.max(ratio, 1.0)
    reading.level = decibels(ratio)


@computation(
    INSTRUMENTS,
    "compute how many octaves above a base frequency each reading's frequency lies",
    note={True: "and the semitone within its octave", False: ""},
)
def octave_of_frequency(reading: Any, base: Any) -> None:
    octaves = wp.log2(reading.frequency / base)
    reading.octave = octaves
    if v.note:
        reading.note = int(wp.frac(octaves) * SEMITONES)


@computation(
    INSTRUMENTS,
    "turn the compass heading of each reading into a direction, clockwise from north",
    turns={True: "and round its turns to the nearest whole number", False: ""},
)
def direction_of_heading(reading: Any) -> None:
    angle = wp.radians(reading.heading)
    reading.direction = wp.vec2(wp.sin(angle), wp.cos(angle))
    if v.turns:
        reading.turns = wp.rint(reading.heading / 360.0)


@computation(
    INSTRUMENTS, "compute the course over ground of each reading in degrees between -180 and 180, clockwise from north"
)
def course_over_ground(reading: Any) -> None:
    velocity = reading.velocity
    reading.course = wp.degrees(wp.atan2(velocity[0], velocity[1]))


@computation(
    INSTRUMENTS,
    "count the whole ticks of a clock up to the time of each reading",
    rest={True: "and keep the part of a tick that is left", False: ""},
)
def clock_ticks(reading: Any, rate: Any) -> None:
    ticks = reading.time * rate
    reading.ticks = int(wp.trunc(ticks))
    if v.rest:
        reading.rest = wp.frac(ticks)


@computation(
    INSTRUMENTS,
    "compute",
    tail={
        "lower": "the normal quantile of each reading from the share below it",
        "outside": "the lower and the upper normal quantile of each reading, which leave half of its share of all readings outside each",
    },
)
def normal_quantile(reading: Any) -> None:
    if v.tail == "lower":
        z = SQRT_TWO * wp.erfinv(2.0 * reading.share - 1.0)
    else:
        z = SQRT_TWO * wp.erfcinv(reading.tail)
        reading.lower_quantile = reading.mean - reading.spread * z
    reading.quantile = reading.mean + reading.spread * z


@computation(INSTRUMENTS, "compute the radius of the sphere that has each reading's volume")
def sphere_radius(reading: Any) -> None:
    reading.radius = wp.cbrt(3.0 * reading.volume / (4.0 * wp.pi))


@computation(
    INSTRUMENTS,
    "leave a dead zone out of each reading's value",
    saturated={True: "and limit it to one", False: ""},
)
def dead_zone(reading: Any, zone: Any) -> None:
    size = wp.max(wp.abs(reading.value) - zone, 0.0)
    if v.saturated:
        size = wp.min(size, 1.0)
    reading.shaped = wp.copysign(size, reading.value)


@computation(
    INSTRUMENTS,
    "fade each reading in by a smooth step",
    mirrored={True: "of its size, from zero to the upper edge", False: "between two edges"},
)
def fade_reading(reading: Any, low: Any, high: Any) -> None:
    x = reading.value
    if v.mirrored:
        reading.shaped = x * wp.smoothstep(0.0, high, wp.abs(x))
    else:
        reading.shaped = x * wp.smoothstep(low, high, x)


@computation(
    INSTRUMENTS,
    "compute the sag of each cable that hangs as a catenary",
    length={True: "and its length", False: ""},
    tension={True: "and the tension at its ends", False: ""},
)
def catenary(cable: Any) -> None:
    a = cable.scale
    growth = wp.cosh(cable.half_span / a)
    cable.sag = a * (growth - 1.0)
    if v.length:
        cable.length = 2.0 * a * wp.sinh(cable.half_span / a)
    if v.tension:
        cable.tension = cable.weight * a * growth


@computation(
    INSTRUMENTS,
    "compute the standard score of each reading,",
    flat={"zero": "zero where its deviation is below the least,", "floor": "with a least deviation,"},
    clipped={True: "clipped to a limit on both sides", False: ""},
    fast={False: "", True: "by an approximate division"},
)
def instrument_score(reading: Any, least_deviation: Any, limit: Any) -> None:
    sigma = reading.spread
    if v.flat == "zero":
        if sigma < least_deviation:
            reading.shaped = 0.0
            return
    else:
        sigma = wp.max(sigma, least_deviation)
    apart = reading.value - reading.mean
    if v.fast:
        z = wp.div_approx(apart, sigma)
    else:
        z = apart / sigma
    if v.clipped:
        z = wp.clamp(z, -limit, limit)
    reading.shaped = z
