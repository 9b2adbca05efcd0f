"""Smoothing kernels of smoothed particles, and the gradient of one."""

from __future__ import annotations

from generator.synthesis.computations.language import law, wp

EPSILON = 1.0e-6


@law
def cubic_spline(r: float, h: float) -> float:
    """Cubic spline kernel in three dimensions, zero from the support radius on."""
    q = r / h
    if q >= 1.0:
        return 0.0
    sigma = 8.0 / (wp.pi * h * h * h)
    if q < 0.5:
        return sigma * (6.0 * q * q * (q - 1.0) + 1.0)
    s = 1.0 - q
    return 2.0 * sigma * s * s * s


@law
def wendland_kernel(r: float, h: float) -> float:
    """Wendland's C2 kernel in three dimensions, zero from the support radius on."""
    q = r / h
    s = wp.max(1.0 - q, 0.0)
    s2 = s * s
    return 21.0 / (2.0 * wp.pi * h * h * h) * s2 * s2 * (4.0 * q + 1.0)


@law
def spiky_gradient(d: wp.vec3, h: float) -> wp.vec3:
    """Gradient of the spiky kernel in three dimensions, zero from the support radius on."""
    r = wp.length(d)
    if r < EPSILON or r >= h:
        return wp.vec3(0.0)
    s = h - r
    h3 = h * h * h
    return d * (-45.0 / (wp.pi * h3 * h3) * s * s / r)
