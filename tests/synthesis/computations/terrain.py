"""Statements for the family ``terrain``. The grid closes on itself."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import shifted

AROUND = [(1, 0), (0, 1), (-1, 0), (0, -1)]
CORNERS = [(-1, -1), (-1, 1), (1, -1), (1, 1)]


def thermal_erosion(t, v, n):
    h, made = t.cell.height, t.cell.height.copy()
    for step in AROUND + (CORNERS if v.around == 8 else []):
        drop = h - shifted(h, *step)
        made -= n.rate * np.sign(drop) * np.maximum(np.abs(drop) - n.talus * np.hypot(*step), 0.0)
    return {"cell.height_out": np.where(t.cell.locked, h, made) if v.locked else made}


def classify_terrain(t, v, n):
    h = t.cell.height
    kind = np.select([h < n.sea_level, t.cell.slope > 0.5, h > n.snow_line], [0, 2, 3], 1)
    return {"cell.material": kind} | ({"cell.weights": np.eye(4)[kind]} if v.weights else {})


def drainage_direction(t, v, n):
    surface = t.cell.height + (t.cell.water if v.surface == "water" else 0.0)
    around = np.stack([surface] + [shifted(surface, *step) for step in AROUND])
    return {"cell.downhill": around.argmin(axis=0) - 1}


def terrain_slope(t, v, n):
    h = t.cell.height
    dx, dy = ((shifted(h, a, b) - shifted(h, -a, -b)) / 2 for a, b in AROUND[:2])
    out = {"cell.slope": np.maximum(abs(dx), abs(dy)) if v.law == "largest" else np.hypot(dx, dy)}
    normal = np.stack([-dx, -dy, np.ones_like(dx)], axis=-1) / np.sqrt(1 + dx**2 + dy**2)[..., None]
    return out | ({"cell.normal": normal} if v.normal else {})


def flood_cells(t, v, n):
    deep = n.sea_level - t.cell.height
    out = {"cell.water": np.where(deep > 0, deep, 0.0 if v.dry else t.cell.water)}
    bare = np.where((t.cell.material == 0) & v.dry, 1, t.cell.material)
    return out | {"cell.material": np.where(deep > 0, 0, bare)}


def stream_power_erosion(t, v, n):
    c, h = t.cell, t.cell.height
    drop = h - np.min([shifted(h, *step) for step in AROUND], axis=0)
    loss = np.where(drop > 0, np.minimum(n.erodibility * np.sqrt(c.water), 1) * drop, 0)
    made = np.where((drop < 0) & v.pits, h - drop / 2, h - loss)
    free = ~c.locked.astype(bool) | (not v.locked)
    found = {"cell.height_out": np.where(free, made, h)}
    return {**found, "cell.sediment_out": c.sediment + loss * free} if v.carried else found
