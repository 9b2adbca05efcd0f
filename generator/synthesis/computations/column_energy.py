"""The energy of columns: radiation, sunlight, snow, mixing."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.earth import EARTH

STEFAN_BOLTZMANN = 0.00567
COVERING_SNOW = 0.1
SNOW_ALBEDO = 0.8
OPTICAL_DEPTH = 0.2
LOWEST_SUN = 0.05
EMISSIVITY = 0.96
"""Of soil and water in the infrared."""


@law
def sun_height(latitude: float, declination: float, hour: float) -> float:
    """Sine of the sun's elevation by latitude, declination and hour angle, zero at night."""
    s = wp.sin(latitude) * wp.sin(declination) + wp.cos(latitude) * wp.cos(declination) * wp.cos(hour)
    return wp.max(s, 0.0)


@computation(
    EARTH,
    "carry infrared radiation up through the grey levels of each column",
    ground={"black": "from black ground", "grey": "from grey ground"},
    heating={True: "and store what each level gains", False: ""},
)
def upward_radiation(column: Any) -> None:
    t = column.surface_temperature
    up = STEFAN_BOLTZMANN * t * t * t * t
    if v.ground == "grey":
        up = EMISSIVITY * up
    flux = float(up)
    for k in column.levels:
        black = STEFAN_BOLTZMANN * k.temperature * k.temperature * k.temperature * k.temperature
        taken = k.absorption * flux
        given = k.absorption * black
        if v.heating:
            k.heating = taken - 2.0 * given
        flux = flux - taken + given
    column.outgoing = flux


@computation(
    EARTH,
    "compute the sunlight that each column takes up",
    snow={True: "with ground that is brighter under snow", False: ""},
    air={True: "weakened on its way through the air", False: ""},
)
def column_sunlight(column: Any, declination: Any, hour: Any) -> None:
    height = sun_height(column.latitude, declination, hour)
    if height <= 0.0:
        column.sunlight = 0.0
        return
    albedo = column.albedo
    if v.snow:
        if column.snow > COVERING_SNOW:
            albedo = SNOW_ALBEDO
    light = height * (1.0 - albedo)
    if v.air:
        light *= wp.exp(-OPTICAL_DEPTH / wp.max(height, LOWEST_SUN))
    column.sunlight = light


@computation(
    EARTH,
    "melt the snow of each column by its warmth",
    kind={"all": "", "land": "and leave none over the sea", "ice": "and half as fast on ice"},
)
def melt_snow(column: Any, freezing: Any, melting: Any, dt: Any) -> None:
    snow = column.snow
    if v.kind == "land":
        if column.land == Ground.SEA:
            column.next_snow = 0.0
            column.melt = 0.0
            return
    rate = melting
    if v.kind == "ice":
        if column.land == Ground.ICE:
            rate = 0.5 * melting
    melt = wp.min(rate * wp.max(column.surface_temperature - freezing, 0.0) * dt, snow)
    column.next_snow = snow - melt
    column.melt = melt


@computation(
    EARTH,
    "mix the temperature of each level with those above and below it in its column",
    ground={True: "and that of the lowest with the ground", False: ""},
)
def vertical_mixing(level: Any, mixing: Any) -> None:
    i = level.index
    t = level.temperature
    above = float(t)
    below = level.column.surface_temperature if v.ground else float(t)
    if i + 1 < count(level):
        if level[i + 1].column.index == level.column.index:
            above = level[i + 1].temperature
    if i > 0:
        if level[i - 1].column.index == level.column.index:
            below = level[i - 1].temperature
    level.next_temperature = t + mixing * (above - 2.0 * t + below)
