"""Statements for the family ``gaussian_splats``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field5 import inverse, matrix_of, to_local, unit

FROZEN, PRUNED = 1, 2


def _pixels_of(cov):
    """Three standard deviations along the longer axis."""
    return 3.0 * np.sqrt(np.linalg.eigvalsh(cov)[-1])


def gaussian_covariance(t, v, n):
    splat = t.splat
    covariance = (splat.view_covariance if v.frame == "camera" else splat.covariance).copy()
    for i, q in enumerate(splat.rotation):
        if v.frozen and splat.flags[i] & FROZEN:
            continue
        r = matrix_of(q)
        if v.frame == "camera":
            r = matrix_of(inverse(t.camera.pose[splat.camera[i], 3:])) @ r
        covariance[i] = r @ np.diag(splat.scale[i] ** 2) @ r.T
    return {"splat.view_covariance" if v.frame == "camera" else "splat.covariance": covariance}


def project_gaussian_center(t, v, n):
    splat, camera = t.splat, t.camera
    depth, mean, radius = splat.depth.copy(), splat.mean.copy(), splat.radius.copy()
    for i, c in enumerate(splat.camera):
        p = to_local(camera.pose[c], splat.position[i])
        depth[i] = p[2]
        radius[i] = 0
        if p[2] >= camera.near[c]:
            mean[i] = camera.focal[c] * p[:2] / p[2] + camera.center[c]
            radius[i] = np.ceil(_pixels_of(splat.spread[i]))
    out = {"splat.depth": depth, "splat.mean": mean}
    return out | ({"splat.radius": radius} if v.behind == "zero" else {})


def project_gaussian_covariance(t, v, n):
    splat, camera = t.splat, t.camera
    spread = (splat.widened if v.dilated else splat.spread).copy()
    for i, c in enumerate(splat.camera):
        pose = camera.pose[c]
        p = to_local(pose, splat.position[i])
        z = p[2]
        if z < camera.near[c]:
            continue
        fx, fy = camera.focal[c]
        jacobian = np.array([[fx / z, 0, -fx * p[0] / z**2], [0, fy / z, -fy * p[1] / z**2]]) @ matrix_of(pose[3:]).T
        spread[i] = jacobian @ splat.covariance[i] @ jacobian.T + np.eye(2) * (n.dilation if v.dilated else 0.0)
    return {"splat.widened" if v.dilated else "splat.spread": spread}


def gaussian_conic(t, v, n):
    splat = t.splat
    widened = splat.spread + n.dilation * np.eye(2)
    inverted = np.linalg.inv(widened)
    out = {"splat.conic": np.stack([inverted[:, 0, 0], inverted[:, 0, 1], inverted[:, 1, 1]], axis=1)}
    shares = np.sqrt(np.linalg.det(splat.spread) / np.linalg.det(widened))
    out |= {"splat.opacity": splat.opacity * shares} if v.fade else {}
    radii = np.array([np.ceil(_pixels_of(cov)) for cov in widened], dtype=int)
    return out | ({"splat.radius": radii} if v.radius else {})


def gaussian_tiles(t, v, n):
    splat = t.splat
    count, lower, upper = splat.tile_count.copy(), splat.tile_lower.copy(), splat.tile_upper.copy()
    most = np.array([n.tiles_x, n.tiles_y])
    for i, cov in enumerate(splat.spread):
        unseen = splat.radius[i] == 0 if v.behind == "zero" else splat.depth[i] < t.camera.near[splat.camera[i]]
        if unseen or (v.hidden and splat.flags[i] & PRUNED):
            count[i] = 0
            continue
        r = splat.radius[i] if v.behind == "zero" else _pixels_of(cov)
        lower[i] = np.clip((splat.mean[i] - r) // n.tile_size, 0, most)
        upper[i] = np.clip((splat.mean[i] + r) // n.tile_size + 1, 0, most)
        count[i] = np.prod(upper[i] - lower[i])
    out = {"splat.tile_count": count}
    return out | ({"splat.tile_lower": lower, "splat.tile_upper": upper} if v.outputs == "range" else {})


def gaussian_color(t, v, n):
    splat = t.splat
    color = 0.5 + splat.harmonics[:, 0] * np.sqrt(1.0 / (4.0 * np.pi))
    for i, c in enumerate(splat.camera):
        x, y, z = unit(splat.position[i] - t.camera.pose[c, :3])
        first = np.sqrt(3.0 / (4.0 * np.pi)) * np.array([-y, z, -x])
        second = np.sqrt(15.0 / (4.0 * np.pi)) * np.array([x * y, -y * z, 0.0, -x * z, (x * x - y * y) / 2.0])
        second[2] = np.sqrt(5.0 / (16.0 * np.pi)) * (2.0 * z * z - x * x - y * y)
        color[i] += first @ splat.harmonics[i, 1:4] if v.degree >= 1 else 0.0
        color[i] += second @ splat.harmonics[i, 4:9] if v.degree == 2 else 0.0
    return {"splat.color": np.maximum(color, 0.0)}


def blend_gaussians(t, v, n):
    pixel, splat = t.pixel, t.splat
    color, depth, alpha = pixel.color.copy(), pixel.depth.copy(), pixel.alpha.copy()
    for i, near in enumerate(pixel.splats):
        weights, passes = [], 1.0
        for g in near:
            xx, xy, yy = splat.conic[g]
            d = pixel.screen[i] - splat.mean[g]
            power = -0.5 * d @ np.array([[xx, xy], [xy, yy]]) @ d
            a = min(splat.opacity[g] * np.exp(power), 0.99) if power <= 0 else 0.0
            a = 0.0 if a < 1.0 / 255.0 or (v.stop and passes < 0.05) else a
            weights.append(a * passes)
            passes *= 1.0 - a
        weights = np.array(weights)
        color[i] = (weights[:, None] * splat.color[near]).sum(axis=0) + passes * n.background
        depth[i], alpha[i] = (weights * splat.depth[near]).sum(), 1.0 - passes
    extra = {"color": {}, "depth": {"pixel.depth": depth}, "alpha": {"pixel.alpha": alpha}}
    return {"pixel.color": color} | extra[v.outputs]
