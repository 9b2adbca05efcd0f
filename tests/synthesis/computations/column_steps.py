"""What the computations of the family ``column_steps`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def column_step(t, v, n):
    c, k = t.column, t.level
    d = k.temperature - 2.7315
    e = np.minimum(0.00611 * np.exp(17.62 * d / (2.4312 + d)), k.pressure / 2)
    saturated = 0.622 * e / (k.pressure - e)
    vapour, cloud, warmth = k.next_vapour.copy(), k.next_cloud.copy(), k.next_temperature.copy()
    rains, waters, bases, counts = [], [], [], []
    for levels in c.levels:
        rain = water = 0.0
        for i in levels:
            mass, excess = k.density[i] * k.thickness[i], n.condensing * (k.vapour[i] - saturated[i])
            change = excess if excess > -k.cloud[i] else -k.cloud[i]
            held = k.cloud[i] + change
            cloud[i] = min(held, n.threshold)
            rain += (held - cloud[i]) * mass
            vapour[i] = k.vapour[i] - change
            warmth[i] = k.temperature[i] + 25 * change
            water += (vapour[i] + cloud[i]) * mass
        cloudy = levels[cloud[levels] > 0]
        rains.append(rain)
        waters.append(water)
        bases.append(cloudy[0] if len(cloudy) else -1)
        counts.append(len(cloudy))
    made = {"level.next_vapour": vapour, "level.next_cloud": cloud, "level.next_temperature": warmth}
    made |= {"column.water": np.array(waters), "column.base": np.array(bases), "column.rain": np.array(rains)}
    if v.counted:
        made["column.cloudy"] = np.array(counts)
    if v.snow:
        frozen = (c.surface_temperature < n.freezing) & (c.land != 0)
        made["column.next_snow"] = c.snow + np.where(frozen, rains, 0)
        made["column.rain"] = np.where(frozen, 0, rains)
    return made


def bordered_face_flux(t, v, n):
    f, c = t.face, t.cell
    there = (f.left >= 0) & (f.right >= 0) & (f.closed == 0)
    ha, hb = c.depth[f.left], c.depth[f.right]
    ua, ub = (c.velocity[f.left] * f.normal).sum(axis=1), (c.velocity[f.right] * f.normal).sum(axis=1)
    speed = (ua + ub) / 2
    a, b = (ha * c.tracer[f.left], hb * c.tracer[f.right]) if v.tracer else (ha, hb)
    flux = np.where(speed >= 0, speed * a, speed * b)
    if v.scheme == "rusanov":
        waves = [sign * u + np.sqrt(n.gravity * h) for u, h in ((ua, ha), (ub, hb)) for sign in (1, -1)]
        fastest = np.max(waves, axis=0)
        flux = ((ua + fastest) * a + (ub - fastest) * b) / 2
    # the water comes from the left where the flux is above zero
    if v.dry:
        there = there & (np.where(flux > 0, ha, hb) >= n.dry_depth)
    flux = np.where(there, flux * f.length, 0)
    kind = "tracer_" if v.tracer else ""
    exchange = summed(getattr(c, f"{kind}exchange"), np.where(there, f.left, -1), -flux)
    return {f"face.{kind}flux": flux, f"cell.{kind}exchange": summed(exchange, np.where(there, f.right, -1), flux)}
