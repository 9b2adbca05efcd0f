"""NumPy statements of what tracers read in volumes, by the eight voxels around each place."""

from __future__ import annotations

import numpy as np


def _places(volume, x):
    return x / volume.radius + 4.0


def _linear(volume, places):
    """Values between voxels, one axis after another; zero beyond the volume."""
    padded = np.pad(volume.values.astype(float), [(2, 2)] * 3 + [(0, 0)] * (volume.values.ndim - 3))
    found = []
    for place in np.clip(places, -1.5, 8.5):
        low = np.floor(place).astype(int)
        block = padded[tuple(slice(k + 2, k + 4) for k in low)]
        for share in place - low:
            block = block[0] * (1 - share) + block[1] * share
        found.append(block)
    return np.array(found)


def volume_density(t, v, n):
    return {"tracer.density": _linear(n.volume, _places(n.volume, t.tracer.position))}


def volume_slope(t, v, n):
    x, h = t.tracer.position, 1e-4
    steps = [np.eye(3)[axis] * h for axis in range(3)]
    slope = [(_at(n, x + s) - _at(n, x - s)) / (2 * h) for s in steps]
    return {"tracer.slope": np.stack(slope, axis=1), "tracer.density": _at(n, x)}


def _at(n, x):
    return _linear(n.volume, _places(n.volume, x))


def advect_by_volume(t, v, n):
    x = t.tracer.position
    u = _linear(n.flow, _places(n.flow, x))
    if v.order == 2:
        u = _linear(n.flow, _places(n.flow, x + u * n.dt / 2))
    return {"tracer.moved": x + u * n.dt}


def voxel_density(t, v, n):
    return {"tracer.density": n.volume.values[tuple(t.tracer.cell.T)]}


def voxel_drag(t, v, n):
    slip = n.flow.values[tuple(t.tracer.cell.T)] - t.tracer.velocity
    pressure = n.fluid_density / 2 * np.linalg.norm(slip, axis=1)
    return {"tracer.drag": slip * (0.47 * np.pi * t.tracer.radius**2 * pressure)[:, None]}


def voxel_center(t, v, n):
    return {"tracer.center": (t.tracer.cell - 4.0) * n.volume.radius}


def volume_column_density(t, v, n):
    k = t.tracer
    h = n.volume.radius
    along = h * k.velocity / np.linalg.norm(k.velocity, axis=1, keepdims=True)
    densities = [_linear(n.volume, _places(n.volume, k.position + j * along)) for j in range(4)]
    return {"tracer.column": h * np.sum(densities, axis=0)}
