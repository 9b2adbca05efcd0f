"""Sums and searches over the neighbours of points."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.neighbors import NEIGHBORS

POLY6 = 1.56668147
"""Factor of the poly6 kernel, 315 / (64 pi)."""

SMALL = 1.0e-6
"""Distance or determinant under which nothing is divided by it."""

REGULAR = 0.05
"""Determinant over which a matrix of moments is inverted, as a share of that of a ball of points."""


@law
def compact_weight(d: float, reach: float) -> float:
    """Weight that falls to zero at the reach and is smooth there, not normalised."""
    q = 1.0 - d / reach
    if q <= 0.0:
        return 0.0
    return q * q


@law
def poly6_weight(square: float, reach: float) -> float:
    """Poly6 kernel in three dimensions, from the square of the distance."""
    q = 1.0 - square / (reach * reach)
    if q < 0.0:
        return 0.0
    return POLY6 * q * q * q / (reach * reach * reach)


@law
def is_regular(moment: wp.mat33) -> bool:
    """Whether a second moment can be inverted, unlike that of points of a plane."""
    mean = wp.trace(moment) / 3.0
    return wp.determinant(moment) > REGULAR * mean * mean * mean


@law
def separation(d: wp.vec3, touch: float) -> wp.vec3:
    """Way that takes two overlapping balls apart, zero where they do not touch."""
    length = wp.length(d)
    if length >= touch or length < SMALL:
        return wp.vec3(0.0, 0.0, 0.0)
    return (touch - length) / length * d


@computation(
    NEIGHBORS,
    "estimate the density at each point over its neighbours and itself, by a kernel of unit integral,",
    kernel={
        "poly": "the poly6 315 / (64 pi h^3) (1 - d^2/h^2)^3",
        "compact": "15 / (2 pi h^3) (1 - d/h)^2",
        "gauss": "the Gaussian exp(-d^2/h^2) / (pi^1.5 h^3)",
    },
    mass={True: "weighted by mass", False: "counting points, as a number density"},
)
def neighbor_density(point: Any, reach: float) -> None:
    x = point.position
    # its own share, at no distance
    own = poly6_weight(0.0, reach) if v.kernel == "poly" else 1.0
    rho = float(own)
    if v.mass:
        rho *= point.mass
    for q in point.neighbours:
        d = q.position - x
        if v.kernel == "poly":
            w = poly6_weight(wp.dot(d, d), reach)
        elif v.kernel == "compact":
            w = compact_weight(wp.length(d), reach)
        else:
            w = wp.exp(-wp.dot(d, d) / (reach * reach))
        rho += q.mass * w if v.mass else w
    if v.kernel == "compact":
        rho *= 7.5 / (wp.pi * reach * reach * reach)
    elif v.kernel == "gauss":
        rho /= wp.pow(wp.pi, 1.5) * reach * reach * reach
    if v.mass:
        point.density = rho
    else:
        point.number_density = rho


@computation(
    NEIGHBORS,
    "interpolate at each point the scattered values of the others (Shepard)",
    weight={"compact": "with the weight (1 - d/h)^2", "inverse": "with inverse-distance-squared weights"},
    fallback={"own": "falling back to its own", "zero": "falling back to zero"},
)
def neighbor_interpolate(point: Any, reach: Any) -> None:
    x = point.position
    total = float(0.0)
    weights = float(0.0)
    for q in point.neighbours:
        if v.weight == "inverse":
            w = 1.0 / (wp.length_sq(q.position - x) + SMALL)
        else:
            w = compact_weight(wp.length(q.position - x), reach)
        total += w * q.value
        weights += w
    if weights < SMALL:
        point.estimate = point.value if v.fallback == "own" else 0.0
        return
    point.estimate = total / weights


@computation(
    NEIGHBORS,
    "fit the gradient of a value at each point by least squares",
    weighted={True: "weighted by distance", False: ""},
    step={True: "extrapolating the value along a second of its velocity", False: ""},
)
def neighbor_gradient(point: Any, reach: Any) -> None:
    x = point.position
    u = point.value
    moment = wp.mat33()
    total = wp.vec3()
    for q in point.neighbours:
        d = q.position - x
        if v.weighted:
            w = compact_weight(wp.length(d), reach)
            moment += w * wp.outer(d, d)
            total += w * (q.value - u) * d
        else:
            moment += wp.outer(d, d)
            total += (q.value - u) * d
    g = wp.vec3()
    if is_regular(moment):
        g = wp.inverse(moment) * total
    point.slope = g
    if v.step:
        point.estimate = u + wp.dot(g, point.velocity)


@computation(
    NEIGHBORS,
    "average over neighbours within reach, as boids do,",
    what={
        "position": "their positions",
        "velocity": "their velocities (alignment)",
        "both": "their positions relative to its own (cohesion)",
    },
    group={True: "those of its own group alone", False: ""},
)
def neighbor_average(point: Any, reach: Any) -> None:
    x = point.position
    total = wp.vec3(0.0)
    n = int(0)
    for q in point.neighbours:
        if v.group and q.group != point.group:
            continue
        if wp.length(q.position - x) > reach:
            continue
        total += q.velocity if v.what == "velocity" else q.position
        n += 1
    if n == 0:
        point.mean = wp.vec3(0.0)
        return
    point.mean = total / float(n) - x if v.what == "both" else total / float(n)


@computation(
    NEIGHBORS,
    "push overlapping points apart",
    share={
        "half": "by half the overlap, times the share of corrections that is made",
        "mass": "by inverse-mass shares, times the share of corrections that is made",
    },
    group={True: "where their groups differ", False: ""},
    pushed={True: "counting overlaps", False: ""},
)
def neighbor_separate(point: Any, stiffness: Any) -> None:
    x = point.position
    r = point.radius
    push = wp.vec3(0.0)
    n = int(0)
    for q in point.neighbours:
        if v.group and q.group == point.group:
            continue
        d = separation(x - q.position, r + q.radius)
        if v.share == "mass":
            push += q.mass / (q.mass + point.mass) * d
        else:
            push += 0.5 * d
        if v.pushed and wp.length_sq(d) > 0.0:
            n += 1
    point.push = stiffness * push
    if v.pushed:
        point.touching = n


@computation(
    NEIGHBORS,
    "estimate the normal of a point cloud, the least-variance axis of neighbours by six power iterations (the z axis for fewer than three),",
    oriented={True: "turned towards a sensor at the origin", False: ""},
)
def neighbor_normal(point: Any, reach: Any) -> None:
    x = point.position
    moment = wp.mat33()
    n = int(0)
    for q in point.neighbours:
        d = q.position - x
        if wp.length(d) < reach:
            moment += wp.outer(d, d)
            n += 1
    point.normal = wp.vec3(0.0, 0.0, 1.0)
    if n < 3:
        return
    # power iteration on what is left of the largest possible eigenvalue
    flipped = wp.trace(moment) * wp.identity(n=3, dtype=float) - moment
    axis = wp.vec3(1.0, 1.0, 1.0)
    for k in range(6):
        axis = wp.normalize(flipped * axis)
    if v.oriented and wp.dot(axis, x) > 0.0:
        axis = -axis
    point.normal = axis
