"""Gradients of rendering, written by hand: losses of pixels, blending, samples along rays, covariances."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rendering import RENDERING

MIN_ALPHA = 0.00392157
MAX_ALPHA = 0.99
FROZEN = 1
PRUNED = 2
MOMENTUM = 0.9


@law
def splat_weight(d: wp.vec2, conic: wp.vec3) -> float:
    """Weight of a Gaussian at an offset from its centre, its inverse covariance as xx, xy and yy."""
    power = -0.5 * (conic[0] * d[0] * d[0] + conic[2] * d[1] * d[1]) - conic[1] * d[0] * d[1]
    return wp.exp(power)


@law
def conic_product(conic: wp.vec3, d: wp.vec2) -> wp.vec2:
    """Inverse covariance, kept as xx, xy and yy, times an offset."""
    return wp.vec2(conic[0] * d[0] + conic[1] * d[1], conic[1] * d[0] + conic[2] * d[1])


@computation(
    RENDERING,
    "compute loss and colour gradient of each pixel against its target",
    law={"square": "with the squared error", "absolute": "with the absolute error"},
    total={True: "adding up the loss of the image", False: ""},
    seen={True: "over valid pixels", False: ""},
)
def pixel_loss(pixel: Any) -> None:
    if v.seen:
        if not pixel.valid:
            pixel.color_grad = wp.vec3()
            return
    d = pixel.color - pixel.target
    if v.law == "square":
        loss = wp.dot(d, d)
        pixel.color_grad = 2.0 * d
    else:
        a = wp.abs(d)
        loss = a[0] + a[1] + a[2]
        pixel.color_grad = wp.vec3(wp.sign(d[0]), wp.sign(d[1]), wp.sign(d[2]))
    pixel.loss = loss
    if v.total:
        pixel.camera.loss += loss


@computation(
    RENDERING,
    "backpropagate the colour gradient of each pixel through front-to-back alpha blending to colour and "
    "opacity of its Gaussians",
    mean={True: "and to their screen positions", False: ""},
    conic={True: "and to their conics", False: ""},
)
def blend_gaussians_backward(pixel: Any) -> None:
    g = pixel.color_grad
    # what lies behind the Gaussians that were met
    rest = pixel.color
    T = float(1.0)
    for splat in pixel.splats:
        d = pixel.screen - splat.mean
        w = splat_weight(d, splat.conic)
        alpha = wp.min(splat.opacity * w, MAX_ALPHA)
        if alpha < MIN_ALPHA:
            continue
        own = splat.color * (alpha * T)
        rest = rest - own
        splat.color_grad += g * (alpha * T)
        alpha_grad = wp.dot(g, splat.color * T - rest / (1.0 - alpha))
        splat.opacity_grad += alpha_grad * w
        if v.mean:
            splat.mean_grad += conic_product(splat.conic, d) * (alpha_grad * alpha)
        if v.conic:
            s = -alpha_grad * alpha
            splat.conic_grad += wp.vec3(0.5 * s * d[0] * d[0], s * d[0] * d[1], 0.5 * s * d[1] * d[1])
        T = T * (1.0 - alpha)


@computation(
    RENDERING,
    "backpropagate the colour gradient of each pixel through volume rendering to the densities along its ray",
    color={True: "and to the colours", False: ""},
    seen={True: "for valid pixels", False: ""},
)
def composite_backward(pixel: Any) -> None:
    if v.seen:
        if not pixel.valid:
            return
    g = pixel.color_grad
    rest = pixel.color
    tau = float(0.0)
    for step in pixel.steps:
        before = wp.exp(-tau)
        tau += step.density * step.length
        after = wp.exp(-tau)
        rest = rest - step.color * (before - after)
        step.density_grad = step.length * wp.dot(g, step.color * after - rest)
        if v.color:
            step.color_grad = g * (before - after)


@computation(
    RENDERING,
    "backpropagate the gradient of each conic, the inverse Q of its screen covariance, to that covariance, -Q G Q,",
    frozen={True: "zero where it is frozen", False: ""},
)
def conic_backward(splat: Any) -> None:
    if v.frozen:
        if (splat.flags & FROZEN) != 0:
            splat.spread_grad = wp.mat22(0.0, 0.0, 0.0, 0.0)
            return
    g = splat.conic_grad
    q = wp.inverse(splat.spread)
    # the off-diagonal entry counts twice in the quadratic form
    gq = wp.mat22(g[0], 0.5 * g[1], 0.5 * g[1], g[2])
    splat.spread_grad = -(q @ gq @ q)


@computation(
    RENDERING,
    "backpropagate the gradient of each covariance R S S^T R^T to the scales",
    pruned={True: "unless it is pruned", False: ""},
)
def covariance_backward(splat: Any) -> None:
    if v.pruned:
        if (splat.flags & PRUNED) != 0:
            return
    r = wp.quat_to_matrix(splat.rotation)
    g = splat.covariance_grad
    h = wp.transpose(r) @ (g + wp.transpose(g)) @ r
    s = splat.scale
    splat.scale_grad = wp.vec3(h[0, 0] * s[0], h[1, 1] * s[1], h[2, 2] * s[2])


@computation(
    RENDERING,
    "step the colour of each Gaussian down its gradient",
    momentum={True: "with momentum 0.9", False: ""},
    clamp={True: "clamped to [0, 1]", False: ""},
    frozen={True: "unless it is frozen", False: ""},
)
def step_gaussian_color(splat: Any, learning_rate: Any) -> None:
    if v.frozen:
        if (splat.flags & FROZEN) != 0:
            return
    g = splat.color_grad
    if v.momentum:
        m = MOMENTUM * splat.momentum + g
        splat.momentum = m
        c = splat.color - learning_rate * m
    else:
        c = splat.color - learning_rate * g
    if v.clamp:
        c = wp.min(wp.max(c, wp.vec3(0.0, 0.0, 0.0)), wp.vec3(1.0, 1.0, 1.0))
    splat.color = c


@computation(
    RENDERING,
    "keep for densification of each Gaussian",
    law={
        "size": "the norm of its positional gradient",
        "mean": "the mean of the former and the present norm of its positional gradient",
        "largest": "the largest norm of its positional gradient so far",
    },
)
def keep_gradient_norm(splat: Any) -> None:
    n = wp.length(splat.mean_grad)
    if v.law == "size":
        splat.gradient_norm = n
    elif v.law == "mean":
        splat.gradient_norm = 0.5 * (splat.gradient_norm + n)
    else:
        splat.gradient_norm = wp.max(splat.gradient_norm, n)
