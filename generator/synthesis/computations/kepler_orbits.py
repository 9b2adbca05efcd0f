"""Kepler's orbits: anomalies, elements, apsides."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.orbits import ORBITS

KEPLER_STEPS = 5


@law
def kepler_step(eccentric: float, mean: float, ecc: float) -> float:
    """Eccentric anomaly after one Newton step on Kepler's equation."""
    return eccentric - (eccentric - ecc * wp.sin(eccentric) - mean) / (1.0 - ecc * wp.cos(eccentric))


@law
def orbit_frame(angles: wp.vec3) -> tuple[wp.vec3, wp.vec3]:
    """Unit vectors in the plane of an orbit, to its perigee and a quarter turn ahead of that."""
    tilt = wp.quat_from_axis_angle(wp.vec3(1.0, 0.0, 0.0), angles[0])
    node = wp.quat_from_axis_angle(wp.vec3(0.0, 0.0, 1.0), angles[1])
    argument = wp.quat_from_axis_angle(wp.vec3(0.0, 0.0, 1.0), angles[2])
    q = node * tilt * argument
    return wp.quat_rotate(q, wp.vec3(1.0, 0.0, 0.0)), wp.quat_rotate(q, wp.vec3(0.0, 1.0, 0.0))


@computation(
    ORBITS,
    "solve Kepler's equation M = E - e sin E by five Newton steps",
    start={"mean": "from the mean anomaly", "former": "from the former solution"},
    missing={"any": "", "planet": "zero for orbits without a planet"},
)
def solve_kepler(orbit: Any) -> None:
    if v.missing == "planet":
        if not exists(orbit.primary):
            orbit.solved = 0.0
            return
    m = orbit.anomaly
    ecc = orbit.eccentricity
    e = float(orbit.eccentric) if v.start == "former" else float(m)
    for _k in range(KEPLER_STEPS):
        e = kepler_step(e, m, ecc)
    orbit.solved = e


@computation(
    ORBITS,
    "convert orbital elements with an eccentric anomaly to a position",
    velocity={True: "and velocity", False: ""},
    around={"origin": "about the planet's centre", "planet": "added to that of the planet"},
)
def orbit_state(orbit: Any) -> None:
    if v.around == "planet" or v.velocity:
        primary = orbit.primary
    a = orbit.axis
    ecc = orbit.eccentricity
    p, q = orbit_frame(orbit.angles)
    c = wp.cos(orbit.eccentric)
    s = wp.sin(orbit.eccentric)
    minor = wp.sqrt(1.0 - ecc * ecc)
    x = p * (a * (c - ecc)) + q * (a * minor * s)
    if v.around == "planet":
        x += primary.position
    orbit.position = x
    if v.velocity:
        speed = wp.sqrt(primary.mu / a) / (1.0 - ecc * c)
        u = (q * (minor * c) - p * s) * speed
        if v.around == "planet":
            u += primary.velocity
        orbit.velocity = u


@computation(
    ORBITS,
    "advance the mean anomaly of each orbit by its mean motion sqrt(mu / a^3), less one whole turn where it passes pi",
    turns={True: "counting revolutions", False: ""},
)
def advance_anomaly(orbit: Any, interval: Any) -> None:
    a = orbit.axis
    m = orbit.anomaly + interval * wp.sqrt(orbit.primary.mu / (a * a * a))
    if v.turns:
        turns = orbit.turns
    if m > wp.pi:
        m -= 2.0 * wp.pi
        if v.turns:
            turns += 1
    orbit.next_anomaly = m
    if v.turns:
        orbit.next_turns = turns


@computation(
    ORBITS,
    "compute the periapsis a (1 - e) and apoapsis a (1 + e) of each orbit",
    height={True: "as altitudes, less the radius of its planet", False: ""},
)
def orbit_apsides(orbit: Any) -> None:
    a = orbit.axis
    ecc = orbit.eccentricity
    low = a * (1.0 - ecc)
    high = a * (1.0 + ecc)
    if v.height:
        planet = orbit.primary
        low -= planet.radius
        high -= planet.radius
        orbit.altitudes = wp.vec2(low, high)
    else:
        orbit.apsides = wp.vec2(low, high)
