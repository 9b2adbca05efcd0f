"""Statements for the family ``gaussian_preprocess``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import matrix_of, to_local

PREPARED = ["mean", "depth", "conic", "radius", "tile_lower", "tile_upper", "tile_count", "color"]


def prepare_gaussian(t, v, n):
    splat, camera = t.splat, t.camera
    out = {name: getattr(splat, name).copy() for name in PREPARED}
    out["radius"][:] = out["tile_count"][:] = 0
    tiles = np.array([n.tiles_x, n.tiles_y])
    for i, c in enumerate(splat.camera):
        pose = camera.pose[c]
        x, y, z = to_local(pose, splat.position[i])
        if (v.pruned and splat.flags[i] & 2) or not camera.near[c] <= z <= camera.far[c]:
            continue
        axes = matrix_of(splat.rotation[i])
        cov = axes @ np.diag(splat.scale[i] ** 2) @ axes.T
        fx, fy = camera.focal[c]
        jacobian = np.array([[fx / z, 0.0, -fx * x / z**2], [0.0, fy / z, -fy * y / z**2]]) @ matrix_of(pose[3:]).T
        spread = jacobian @ cov @ jacobian.T + n.dilation * np.eye(2)
        if np.linalg.det(spread) < 1e-6:
            continue
        mean = camera.focal[c] * [x, y] / z + camera.center[c]
        radius = np.ceil(3.0 * np.sqrt(np.linalg.eigvalsh(spread)[1]))
        lower = np.clip(np.floor((mean - radius) / n.tile_size), 0, tiles)
        upper = np.clip(np.floor((mean + radius) / n.tile_size + 1), 0, tiles)
        if (upper > lower).all():
            inverted = np.linalg.inv(spread)
            out["mean"][i], out["depth"][i], out["radius"][i] = mean, z, radius
            out["conic"][i] = inverted[0, 0], inverted[0, 1], inverted[1, 1]
            out["tile_lower"][i], out["tile_upper"][i], out["tile_count"][i] = lower, upper, (upper - lower).prod()
            out["color"][i] = np.maximum(0.5 + splat.harmonics[i, 0] / np.sqrt(4.0 * np.pi), 0.0)
    return {f"splat.{name}": out[name] for name in PREPARED if name != "color" or v.color}


def dominant_gaussian(t, v, n):
    pixel, splat = t.pixel, t.splat
    object_id, depth = np.full(len(pixel.camera), -1), pixel.depth.copy()
    for i, near in enumerate(pixel.splats):
        weights = {}
        for k in near:
            xx, xy, yy = splat.conic[k]
            d = pixel.screen[i] - splat.mean[k]
            form = d @ np.array([[xx, xy], [xy, yy]]) @ d
            seen = splat.depth[k] <= t.camera.far[pixel.camera[i]]
            weights[k] = splat.opacity[k] * np.exp(-form / 2) if seen else 0.0
        best = max(weights, key=lambda k: weights[k], default=-1)
        if best >= 0 and weights[best] > 0.0:
            object_id[i], depth[i] = best, splat.depth[best]
    out = {"pixel.dominant": object_id, "pixel.valid": object_id >= 0}
    return out | ({"pixel.depth": depth} if v.depth else {})
