"""Everything that is known of a Gaussian before its image is blended, in one go."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

PRUNED = 2
SH_BASE = 0.28209479
THIN = 1.0e-6
"""Determinant of a covariance on the screen that is not inverted, in px^4."""


@law
def screen_covariance(cov: wp.mat33, r: wp.mat33, p: wp.vec3, focal: wp.vec2) -> wp.vec3:
    """Entries xx, xy, yy of a splat's covariance on the screen, by EWA's local affine projection."""
    # rows of the Jacobian of the projection, turned into the world
    jx = wp.transpose(r) @ wp.vec3(focal[0] / p[2], 0.0, -focal[0] * p[0] / (p[2] * p[2]))
    jy = wp.transpose(r) @ wp.vec3(0.0, focal[1] / p[2], -focal[1] * p[1] / (p[2] * p[2]))
    cx = cov @ jx
    cy = cov @ jy
    return wp.vec3(wp.dot(jx, cx), wp.dot(jx, cy), wp.dot(jy, cy))


@law
def largest_deviation(xx: float, xy: float, yy: float) -> float:
    """Standard deviation along the longer axis of a 2D Gaussian."""
    mid = 0.5 * (xx + yy)
    return wp.sqrt(mid + wp.sqrt(wp.max(mid * mid - xx * yy + xy * xy, 0.0)))


@law
def tile_index(x: float, tile_size: int, tiles: int) -> int:
    """Tile of a pixel coordinate, clamped from zero to one past the last."""
    return wp.clamp(int(wp.floor(x / float(tile_size))), 0, tiles)


@computation(
    RENDERING,
    "prepare each Gaussian for the image of a camera that looks along its z axis: centre, depth and conic on the screen, and which tiles it touches",
    color={True: "with a colour that is the same in all directions", False: ""},
    pruned={
        True: "leaving out those that are pruned, lie too near or too far, are too thin or touch no tile",
        False: "leaving out those that lie too near or too far, are too thin or touch no tile",
    },
)
def prepare_gaussian(splat: Any, dilation: Any, tile_size: Any, tiles_x: Any, tiles_y: Any) -> None:
    camera = splat.camera
    splat.radius = 0
    splat.tile_count = 0
    if v.pruned:
        if (splat.flags & PRUNED) != 0:
            return
    view = wp.transform_inverse(camera.pose)
    p = wp.transform_point(view, splat.position)
    if p[2] < camera.near or p[2] > camera.far:
        return
    m = wp.quat_to_matrix(splat.rotation) @ wp.diag(splat.scale)
    cov = m @ wp.transpose(m)
    r = wp.quat_to_matrix(wp.transform_get_rotation(view))
    c = screen_covariance(cov, r, p, camera.focal)
    xx = c[0] + dilation
    xy = c[1]
    yy = c[2] + dilation
    det = xx * yy - xy * xy
    if det < THIN:
        return
    x = camera.focal[0] * p[0] / p[2] + camera.center[0]
    y = camera.focal[1] * p[1] / p[2] + camera.center[1]
    radius = wp.ceil(3.0 * largest_deviation(xx, xy, yy))
    x0 = tile_index(x - radius, tile_size, tiles_x)
    y0 = tile_index(y - radius, tile_size, tiles_y)
    x1 = tile_index(x + radius + float(tile_size), tile_size, tiles_x)
    y1 = tile_index(y + radius + float(tile_size), tile_size, tiles_y)
    n = (x1 - x0) * (y1 - y0)
    if n == 0:
        return
    splat.mean = wp.vec2(x, y)
    splat.depth = p[2]
    splat.conic = wp.vec3(yy / det, -xy / det, xx / det)
    splat.radius = int(radius)
    splat.tile_lower = wp.vec2i(x0, y0)
    splat.tile_upper = wp.vec2i(x1, y1)
    splat.tile_count = n
    if v.color:
        splat.color = wp.max(SH_BASE * splat.harmonics[0] + wp.vec3(0.5, 0.5, 0.5), wp.vec3(0.0, 0.0, 0.0))


@computation(
    RENDERING,
    "tell whether a Gaussian no farther than the far plane lies over each pixel, and find the one that counts most by its opacity there",
    depth={True: "and its depth", False: ""},
)
def dominant_gaussian(pixel: Any) -> None:
    best = float(0.0)
    found = int(-1)
    if v.depth:
        depth = float(0.0)
    far = pixel.camera.far
    for splat in pixel.splats:
        if splat.depth > far:
            continue
        d = pixel.screen - splat.mean
        c = splat.conic
        q = c[0] * d[0] * d[0] + 2.0 * c[1] * d[0] * d[1] + c[2] * d[1] * d[1]
        w = splat.opacity * wp.exp(-0.5 * q)
        if w > best:
            best = w
            found = splat.index
            if v.depth:
                depth = splat.depth
    pixel.dominant = found
    if found < 0:
        pixel.valid = False
        return
    pixel.valid = True
    if v.depth:
        pixel.depth = depth
