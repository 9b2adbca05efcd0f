"""What the computations of the family ``atmosphere`` give, written from the laws."""

from __future__ import annotations

import numpy as np


def _saturation(t, p):
    """Magnus's formula over water and ice, as a mixing ratio."""
    d = t - 2.7315
    exponent = np.where(d >= 0, 17.62 * d / (2.4312 + d), 22.46 * d / (2.7262 + d))
    e = np.minimum(0.00611 * np.exp(exponent), p / 2)
    return 0.622 / (p / e - 1)


def saturation_humidity(t, v, n):
    k = t.level
    saturation = _saturation(k.temperature, k.pressure)
    made = {"level.saturation": saturation}
    if v.humidity:
        made["level.humidity"] = np.minimum(k.vapour / saturation, 1)
    return made


def condense_clouds(t, v, n):
    k = t.level
    change = n.condensing * (k.vapour - _saturation(k.temperature, k.pressure))
    change = np.maximum(change, -k.cloud if v.back else 0)
    made = {"level.next_vapour": k.vapour - change, "level.next_cloud": k.cloud + change}
    if v.heat:
        made["level.next_temperature"] = k.temperature + np.where(k.temperature < 2.7315, 28.2, 25) * change
    return made


def rain_out(t, v, n):
    c, k = t.column, t.level
    left = np.minimum(k.cloud, n.threshold)
    fallen = (k.cloud - left) * k.density * k.thickness
    frozen = fallen * (k.temperature < n.freezing) if v.ice else np.zeros_like(fallen)
    covered = np.zeros(len(left), bool)
    covered[np.concatenate(c.levels)] = True
    made = {
        "level.next_cloud": np.where(covered, left, k.next_cloud),
        "column.rain": np.array([(fallen - frozen)[some].sum() for some in c.levels]),
    }
    if v.ice:
        made["column.next_snow"] = c.snow + [frozen[some].sum() for some in c.levels]
    if v.counted:
        made["column.raining"] = np.array([(k.cloud[some] > n.threshold).sum() for some in c.levels])
    return made


def water_path(t, v, n):
    k = t.level
    q = (k.vapour + k.cloud if v.cloud else k.vapour) * k.density * k.thickness
    return {"column.water": np.array([q[some].sum() for some in t.column.levels])}


def cloud_base(t, v, n):
    cloudy = [some[t.level.cloud[some] >= n.least_cloud] for some in t.column.levels]
    made = {"column.base": np.array([some[0] if len(some) else -1 for some in cloudy])}
    if v.counted:
        made["column.cloudy"] = np.array([len(some) for some in cloudy])
    return made


def hydrostatic_pressure(t, v, n):
    k = t.level
    p = np.zeros(len(k.thickness))
    for some, ground in zip(t.column.levels, t.column.surface_pressure, strict=True):
        # what lies below each level, and half of the level itself
        if v.form == "density":
            step = 0.1 * n.gravity_ratio * k.density[some] * k.thickness[some]
            p[some] = ground - np.cumsum(step) + step / 2
        else:
            step = n.gravity_ratio * k.thickness[some] / (2.87 * k.temperature[some])
            p[some] = ground * np.exp(step / 2 - np.cumsum(step))
    return {"level.next_pressure": p}


def potential_temperature(t, v, n):
    k, c = t.level, t.column
    theta = k.temperature * (c.surface_pressure[k.column] / k.pressure) ** 0.286
    made = {"level.potential": theta}
    if v.stable:
        made["level.stable"] = theta >= c.surface_temperature[k.column]
    return made
