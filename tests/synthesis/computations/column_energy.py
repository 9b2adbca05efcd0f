"""What the computations of the family ``column_energy`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def upward_radiation(t, v, n):
    c, k = t.column, t.level
    ground = 0.00567 * c.surface_temperature**4
    if v.ground == "grey":
        ground = 0.96 * ground
    heating, outgoing = np.zeros(len(k.temperature)), []
    for some, flux in zip(c.levels, ground, strict=True):
        for i in some:
            black = 0.00567 * k.temperature[i] ** 4
            heating[i] = k.absorption[i] * (flux - 2 * black)
            flux = flux + k.absorption[i] * (black - flux)
        outgoing.append(flux)
    made = {"column.outgoing": np.array(outgoing)}
    if v.heating:
        made["level.heating"] = heating
    return made


def column_sunlight(t, v, n):
    c = t.column
    # between the sun and the zenith: a triangle on the sphere with the pole
    zenith = np.sin(c.latitude) * np.sin(n.declination) + np.cos(c.latitude) * np.cos(n.declination) * np.cos(n.hour)
    height = np.maximum(zenith, 0)
    albedo = np.where(c.snow > 0.1, 0.8, c.albedo) if v.snow else c.albedo
    way = np.exp(-0.2 / np.maximum(height, 0.05)) if v.air else 1
    return {"column.sunlight": height * (1 - albedo) * way}


def melt_snow(t, v, n):
    c = t.column
    rate = n.melting * np.where(c.land == 2, 0.5, 1) if v.kind == "ice" else n.melting
    melt = np.minimum(c.snow, rate * n.dt * np.maximum(c.surface_temperature - n.freezing, 0))
    left = c.snow - melt
    if v.kind == "land":
        melt, left = np.where(c.land == 0, 0, melt), np.where(c.land == 0, 0, left)
    return {"column.next_snow": left, "column.melt": melt}


def vertical_mixing(t, v, n):
    k = t.level
    # what flows down through each border of two levels of a column leaves the upper and reaches the lower
    flow = n.mixing * np.diff(k.temperature) * (k.column[1:] == k.column[:-1])
    warmth = k.temperature.copy()
    warmth[:-1] += flow
    warmth[1:] -= flow
    if v.ground:
        lowest = np.append(True, k.column[1:] != k.column[:-1])
        warmth += np.where(lowest, n.mixing * (t.column.surface_temperature[k.column] - k.temperature), 0)
    return {"level.next_temperature": warmth}
