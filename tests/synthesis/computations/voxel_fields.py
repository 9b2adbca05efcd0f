"""NumPy statements of fields beside a volume."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.synthesis.computations.volume_queries import _linear, _places


def voxel_heat(t, v, n):
    field = t.voxel.heat.reshape(8, 8, 8)
    i, j, k = t.tracer.cell.T
    heat = field[i, j, k].astype(float)
    if v.side == "next":
        heat = np.where(i < 7, 0.5 * (heat + field[np.minimum(i + 1, 7), j, k]), heat)
    return {"tracer.heat": heat - (n.total_heat / 512.0 if v.mean else 0.0)}


def _at(t, n, x):
    beside = SimpleNamespace(values=t.voxel.heat.reshape(8, 8, 8) - n.ambient_heat)
    return _linear(beside, _places(n.volume, x)) + n.ambient_heat


def sampled_voxel_heat(t, v, n):
    x, h = t.tracer.position + n.ahead * t.tracer.velocity, 1e-4
    made = {"tracer.heat": _at(t, n, x)}
    if v.slope:
        steps = [np.eye(3)[axis] * h for axis in range(3)]
        made["tracer.heat_slope"] = np.stack([(_at(t, n, x + s) - _at(t, n, x - s)) / (2 * h) for s in steps], axis=1)
    return made
