"""Whole steps of columns and faces: clouds and rain, water across borders."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.earth import EARTH

LATENT_HEAT_OVER_CP = 25.0
"""Of water over the heat capacity of air, in hundreds of kelvin."""


@law
def held_vapour(t: float, p: float) -> float:
    """Mixing ratio at saturation by Magnus's formula over water, in bar and hundreds of kelvin."""
    d = t - 2.7315
    e = wp.min(0.00611 * wp.exp(17.62 * d / (2.4312 + d)), 0.5 * p)
    return 0.622 * e / (p - e)


@law
def cloud_excess(cloud: float, threshold: float) -> float:
    """Cloud water above the threshold from which it rains out, zero below it."""
    if cloud <= threshold:
        return 0.0
    return cloud - threshold


@computation(
    EARTH,
    "condense vapour, evaporate clouds and rain them out at the levels of each column",
    snow={True: "as snow where land or ice is cold", False: ""},
    counted={True: "and count levels with clouds", False: ""},
)
def column_step(column: Any, threshold: Any, condensing: Any, freezing: Any) -> None:
    rain = float(0.0)
    water = float(0.0)
    base = int(-1)
    if v.counted:
        n = int(0)
    for k in column.levels:
        t = k.temperature
        q = k.vapour
        c = k.cloud
        mass = k.density * k.thickness
        # clouds cannot evaporate more than they hold
        change = wp.max(condensing * (q - held_vapour(t, k.pressure)), -c)
        q -= change
        c += change
        fallen = cloud_excess(c, threshold)
        c -= fallen
        rain += fallen * mass
        k.next_vapour = q
        k.next_cloud = c
        k.next_temperature = t + LATENT_HEAT_OVER_CP * change
        water += (q + c) * mass
        if c > 0.0:
            if base < 0:
                base = k.index
            if v.counted:
                n += 1
    column.water = water
    column.base = base
    if v.counted:
        column.cloudy = n
    if v.snow:
        if column.surface_temperature < freezing and column.land != Ground.SEA:
            column.next_snow = column.snow + rain
            column.rain = 0.0
            return
        column.next_snow = column.snow
    column.rain = rain


@computation(
    EARTH,
    "compute and exchange across each open face the flux",
    why={
        "rusanov": "the jump, times the fastest wave, damps what the mean of both sides alone would let oscillate",
        "upwind": "what a flow carries comes from upwind",
    },
    tracer={True: "of the tracer", False: "of water"},
    scheme={
        "upwind": "by its value upwind",
        "rusanov": "by Rusanov's scheme (the mean of both sides less half the fastest wave speed times the jump)",
    },
    dry={True: "and none out of dry cells", False: ""},
)
def bordered_face_flux(face: Any, gravity: Any, dry_depth: Any) -> None:
    left = face.left
    right = face.right
    if not exists(left) or not exists(right) or face.closed != 0:
        if v.tracer:
            face.tracer_flux = 0.0
        else:
            face.flux = 0.0
        return
    n = face.normal
    ha = left.depth
    hb = right.depth
    ua = wp.dot(left.velocity, n)
    ub = wp.dot(right.velocity, n)
    speed = 0.5 * (ua + ub)
    if v.tracer:
        qa = ha * left.tracer
        qb = hb * right.tracer
    else:
        qa = ha
        qb = hb
    if v.scheme == "rusanov":
        fastest = wp.max(wp.abs(ua) + wp.sqrt(gravity * ha), wp.abs(ub) + wp.sqrt(gravity * hb))
        flux = 0.5 * (qa * ua + qb * ub) - 0.5 * fastest * (qb - qa)
    else:
        flux = speed * wp.where(speed >= 0.0, qa, qb)
    flux *= face.length
    if v.dry:
        if (flux > 0.0 and ha < dry_depth) or (flux < 0.0 and hb < dry_depth):
            flux = 0.0
    if v.tracer:
        face.tracer_flux = flux
        left.tracer_exchange -= flux
        right.tracer_exchange += flux
    else:
        face.flux = flux
        left.exchange -= flux
        right.exchange += flux
