"""Gaussians on a screen: covariances, tiles, colours, blending, and which of them split, stay or go."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

SH_C0 = 0.28209479
SH_C1 = 0.48860251
SH_C2 = 1.09254843
SH_C20 = 0.31539157
SH_C22 = 0.54627422
MIN_ALPHA = 0.00392157
MIN_TRANSMITTANCE = 0.05
MAX_ALPHA = 0.99
FROZEN = 1
PRUNED = 2


@law
def covariance_matrix(rotation: wp.quat, scale: wp.vec3) -> wp.mat33:
    """Covariance of an anisotropic Gaussian of these deviations along its own turned axes."""
    r = wp.quat_to_matrix(rotation)
    m = r @ wp.diag(scale)
    return m @ wp.transpose(m)


@law
def inverse_covariance(cov: wp.mat22) -> wp.vec3:
    """Conic of a 2D Gaussian: entries xx, xy, yy of its inverse covariance."""
    a = cov[0, 0]
    b = cov[0, 1]
    c = cov[1, 1]
    det = a * c - b * b
    return wp.vec3(c / det, -b / det, a / det)


@law
def splat_radius(cov: wp.mat22) -> float:
    """Three standard deviations of a splat along its longer axis, in pixels."""
    mid = 0.5 * (cov[0, 0] + cov[1, 1])
    det = cov[0, 0] * cov[1, 1] - cov[0, 1] * cov[0, 1]
    root = wp.sqrt(wp.max(mid * mid - det, 0.0))
    return 3.0 * wp.sqrt(mid + root)


@law
def splat_alpha(d: wp.vec2, conic: wp.vec3, opacity: float) -> float:
    """Opacity of a Gaussian splat at an offset from its centre, capped just below one."""
    power = -0.5 * (conic[0] * d[0] * d[0] + conic[2] * d[1] * d[1]) - conic[1] * d[0] * d[1]
    return wp.min(opacity * wp.exp(power), MAX_ALPHA)


@computation(
    RENDERING,
    "compute the covariance of each Gaussian from its rotation and scale",
    frame={"world": "", "camera": "in the frame of its camera"},
    frozen={True: "unless it is frozen", False: ""},
)
def gaussian_covariance(splat: Any) -> None:
    if v.frozen:
        if (splat.flags & FROZEN) != 0:
            return
    q = splat.rotation
    if v.frame == "camera":
        q = wp.quat_inverse(wp.transform_get_rotation(splat.camera.pose)) * q
        splat.view_covariance = covariance_matrix(q, splat.scale)
    else:
        splat.covariance = covariance_matrix(q, splat.scale)


@computation(
    RENDERING,
    "project onto the screen of a camera that looks along its z axis the centre of each Gaussian",
    behind={
        "zero": "with its radius, 0 where the Gaussian lies too near",
        "skip": "with its depth, unless the Gaussian lies too near",
    },
)
def project_gaussian_center(splat: Any) -> None:
    camera = splat.camera
    p = wp.transform_point(wp.transform_inverse(camera.pose), splat.position)
    z = p[2]
    splat.depth = z
    if z < camera.near:
        if v.behind == "zero":
            splat.radius = 0
        return
    inv_z = 1.0 / z
    splat.mean = wp.vec2(
        camera.focal[0] * p[0] * inv_z + camera.center[0], camera.focal[1] * p[1] * inv_z + camera.center[1]
    )
    if v.behind == "zero":
        splat.radius = int(wp.ceil(splat_radius(splat.spread)))


@computation(
    RENDERING,
    "project the covariance of each Gaussian onto the screen of a camera that looks along its z axis, unless the Gaussian lies too near,",
    dilated={True: "and widen it so that no Gaussian falls between pixels", False: ""},
)
def project_gaussian_covariance(splat: Any, dilation: Any) -> None:
    camera = splat.camera
    p = wp.transform_point(wp.transform_inverse(camera.pose), splat.position)
    z = p[2]
    if z < camera.near:
        return
    r = wp.transpose(wp.quat_to_matrix(wp.transform_get_rotation(camera.pose)))
    fx = camera.focal[0]
    fy = camera.focal[1]
    # rows of the projection's Jacobian
    jx = wp.vec3(fx / z, 0.0, -fx * p[0] / (z * z))
    jy = wp.vec3(0.0, fy / z, -fy * p[1] / (z * z))
    cov = r @ splat.covariance @ wp.transpose(r)
    cx = cov @ jx
    cy = cov @ jy
    xx = wp.dot(jx, cx)
    xy = wp.dot(jx, cy)
    yy = wp.dot(jy, cy)
    if v.dilated:
        splat.widened = wp.mat22(xx + dilation, xy, xy, yy + dilation)
    else:
        splat.spread = wp.mat22(xx, xy, xy, yy)


@computation(
    RENDERING,
    "invert the covariance of each Gaussian on the screen, widened by a blur,",
    fade={True: "and lower its opacity by what the blur adds", False: ""},
    radius={True: "and store its radius in pixels", False: ""},
)
def gaussian_conic(splat: Any, dilation: Any) -> None:
    cov = splat.spread
    wide = wp.mat22(cov[0, 0] + dilation, cov[0, 1], cov[1, 0], cov[1, 1] + dilation)
    splat.conic = inverse_covariance(wide)
    if v.fade:
        splat.opacity = splat.opacity * wp.sqrt(wp.determinant(cov) / wp.determinant(wide))
    if v.radius:
        splat.radius = int(wp.ceil(splat_radius(wide)))


@computation(
    RENDERING,
    "count the tiles that each Gaussian touches,",
    outputs={"count": "", "range": "and store the first and the one past the last"},
    behind={"zero": "with none where its radius is 0", "skip": "with none where it lies too near"},
    hidden={True: "with none where it is pruned", False: ""},
)
def gaussian_tiles(splat: Any, tile_size: Any, tiles_x: Any, tiles_y: Any) -> None:
    if v.behind == "zero":
        unseen = splat.radius == 0
    else:
        unseen = splat.depth < splat.camera.near
    if v.hidden:
        unseen = unseen or (splat.flags & PRUNED) != 0
    if unseen:
        splat.tile_count = 0
        return
    if v.behind == "zero":
        r = float(splat.radius)
    else:
        r = splat_radius(splat.spread)
    width = float(tile_size)
    x0 = wp.clamp(int(wp.floor((splat.mean[0] - r) / width)), 0, tiles_x)
    y0 = wp.clamp(int(wp.floor((splat.mean[1] - r) / width)), 0, tiles_y)
    x1 = wp.clamp(int(wp.floor((splat.mean[0] + r) / width)) + 1, 0, tiles_x)
    y1 = wp.clamp(int(wp.floor((splat.mean[1] + r) / width)) + 1, 0, tiles_y)
    if v.outputs == "range":
        splat.tile_lower = wp.vec2i(x0, y0)
        splat.tile_upper = wp.vec2i(x1, y1)
    splat.tile_count = (x1 - x0) * (y1 - y0)


@computation(
    RENDERING,
    "evaluate the colour of each Gaussian, at least zero,",
    degree={
        0: "by its spherical harmonics of degree zero, the same in all directions",
        1: "by its spherical harmonics up to degree one in the direction from its camera",
        2: "by its spherical harmonics up to degree two in the direction from its camera",
    },
)
def gaussian_color(splat: Any) -> None:
    c = SH_C0 * splat.harmonics[0]
    if v.degree >= 1:
        d = wp.normalize(splat.position - wp.transform_get_translation(splat.camera.pose))
        c = (
            c
            - SH_C1 * d[1] * splat.harmonics[1]
            + SH_C1 * d[2] * splat.harmonics[2]
            - SH_C1 * d[0] * splat.harmonics[3]
        )
    if v.degree == 2:
        c += SH_C2 * d[0] * d[1] * splat.harmonics[4] - SH_C2 * d[1] * d[2] * splat.harmonics[5]
        c += SH_C20 * (3.0 * d[2] * d[2] - 1.0) * splat.harmonics[6]
        c += SH_C22 * (d[0] * d[0] - d[1] * d[1]) * splat.harmonics[8] - SH_C2 * d[0] * d[2] * splat.harmonics[7]
    splat.color = wp.max(c + wp.vec3(0.5, 0.5, 0.5), wp.vec3(0.0, 0.0, 0.0))


@computation(
    RENDERING,
    "blend the Gaussians over each pixel, front to back",
    outputs={"color": "", "depth": "with the depth", "alpha": "with the opacity"},
    stop={True: "and stop where less than a twentieth of the light passes", False: ""},
)
def blend_gaussians(pixel: Any, background: Any) -> None:
    color = wp.vec3()
    if v.outputs == "depth":
        depth = float(0.0)
    T = float(1.0)
    for splat in pixel.splats:
        d = pixel.screen - splat.mean
        alpha = splat_alpha(d, splat.conic, splat.opacity)
        if alpha < MIN_ALPHA:
            continue
        color += splat.color * (alpha * T)
        if v.outputs == "depth":
            depth += splat.depth * (alpha * T)
        T = T * (1.0 - alpha)
        if v.stop:
            if T < MIN_TRANSMITTANCE:
                break
    pixel.color = color + background * T
    if v.outputs == "depth":
        pixel.depth = depth
    elif v.outputs == "alpha":
        pixel.alpha = 1.0 - T
