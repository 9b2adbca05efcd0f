"""Air in columns: moisture, clouds and rain, pressure."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.earth import EARTH

DRY_RATIO = 0.622
DRY_EXPONENT = 0.286
MELTING_POINT = 2.7315
TRIPLE_PRESSURE = 0.00611
LATENT_HEAT_OVER_CP = 25.0
"""Of water over the heat capacity of air, in hundreds of kelvin."""
SUBLIMATION_HEAT_OVER_CP = 28.2
"""That of ice, with which vapour below the melting point is in balance."""
BAR_PER_KILOMETRE = 0.1
"""Pressure of a kilometre of air of 1 kg/m^3, at gravity 1 (10 m/s^2)."""

GAS_CONSTANT = 2.87
"""Of dry air, in kilometres times gravity over a hundred kelvin: the scale height is this times the temperature."""


@law
def vapour_pressure(t: float) -> float:
    """Saturation vapour pressure by Magnus, over ice below freezing, in bar and hundreds of kelvin."""
    d = t - MELTING_POINT
    if d >= 0.0:
        return TRIPLE_PRESSURE * wp.exp(17.62 * d / (2.4312 + d))
    return TRIPLE_PRESSURE * wp.exp(22.46 * d / (2.7262 + d))


@law
def saturation_ratio(t: float, p: float) -> float:
    """Mixing ratio of vapour at saturation, its pressure held to half of the air's at most."""
    e = wp.min(vapour_pressure(t), 0.5 * p)
    return DRY_RATIO * e / (p - e)


@computation(
    EARTH,
    "compute how much vapour each level can hold",
    humidity={True: "and its relative humidity, at most one", False: ""},
)
def saturation_humidity(level: Any) -> None:
    qs = saturation_ratio(level.temperature, level.pressure)
    level.saturation = qs
    if v.humidity:
        level.humidity = wp.min(level.vapour / qs, 1.0)


@computation(
    EARTH,
    "condense a share of the vapour above saturation into clouds",
    back={True: "and let clouds evaporate below it", False: ""},
    heat={True: "with the heat that is set free", False: ""},
)
def condense_clouds(level: Any, condensing: Any) -> None:
    q = level.vapour
    c = level.cloud
    excess = q - saturation_ratio(level.temperature, level.pressure)
    if v.back:
        change = wp.max(condensing * excess, -c)
    else:
        change = condensing * wp.max(excess, 0.0)
    level.next_vapour = q - change
    level.next_cloud = c + change
    if v.heat:
        heat = LATENT_HEAT_OVER_CP if level.temperature >= MELTING_POINT else SUBLIMATION_HEAT_OVER_CP
        level.next_temperature = level.temperature + heat * change


@computation(
    EARTH,
    "let cloud water above a threshold fall as rain",
    ice={True: "or as snow where it freezes", False: ""},
    counted={True: "and count the levels that it falls from", False: ""},
)
def rain_out(column: Any, threshold: Any, freezing: Any) -> None:
    rain = float(0.0)
    if v.ice:
        snow = float(0.0)
    if v.counted:
        n = int(0)
    for k in column.levels:
        c = k.cloud
        left = wp.min(c, threshold)
        k.next_cloud = left
        if v.counted:
            if c > threshold:
                n += 1
        # kg/m^3 times km is 1000 kg/m^2, which is a metre of water
        fallen = (c - left) * k.density * k.thickness
        if v.ice:
            if k.temperature < freezing:
                snow += fallen
                continue
        rain += fallen
    column.rain = rain
    if v.ice:
        column.next_snow = column.snow + snow
    if v.counted:
        column.raining = n


@computation(
    EARTH,
    "add up the mass of the water vapour in each column",
    cloud={True: "and of the water of its clouds", False: ""},
)
def water_path(column: Any) -> None:
    total = float(0.0)
    for k in column.levels:
        q = k.vapour
        if v.cloud:
            q += k.cloud
        total += q * k.density * k.thickness
    column.water = total


@computation(
    EARTH,
    "find the lowest level with clouds in each column",
    counted={True: "and count those with clouds", False: ""},
)
def cloud_base(column: Any, least_cloud: Any) -> None:
    base = int(-1)
    if v.counted:
        n = int(0)
    for k in column.levels:
        if k.cloud < least_cloud:
            continue
        if v.counted:
            if base < 0:
                base = k.index
            n += 1
        else:
            base = k.index
            break
    column.base = base
    if v.counted:
        column.cloudy = n


@computation(
    EARTH,
    "integrate the pressure from the ground up to the middle of each level in each column",
    form={"density": "by the density of each level", "scale": "by the scale height of each level"},
)
def hydrostatic_pressure(column: Any, gravity_ratio: Any) -> None:
    p = float(column.surface_pressure)
    for k in column.levels:
        if v.form == "density":
            half = 0.5 * BAR_PER_KILOMETRE * gravity_ratio * k.density * k.thickness
            k.next_pressure = p - half
            p -= 2.0 * half
        else:
            factor = wp.exp(-gravity_ratio * k.thickness / (GAS_CONSTANT * k.temperature))
            k.next_pressure = p * wp.sqrt(factor)
            p = p * factor


@computation(
    EARTH,
    "compute the potential temperature of each level at the pressure of its ground",
    stable={True: "and whether it is stable over the ground", False: ""},
)
def potential_temperature(level: Any) -> None:
    theta = level.temperature * wp.pow(level.column.surface_pressure / level.pressure, DRY_EXPONENT)
    level.potential = theta
    if v.stable:
        level.stable = 1 if theta >= level.column.surface_temperature else 0
