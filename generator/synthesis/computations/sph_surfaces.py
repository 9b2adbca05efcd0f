"""Smoothed particles at free surfaces: normals, cohesion, curvature, adhesion to walls."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.sph_kernels import spiky_gradient, wendland_kernel
from generator.synthesis.schemas.sph import SPH

ACTIVE = 1
EPSILON = 1.0e-6


@law
def cohesion_weight(r: float, h: float) -> float:
    """Cohesion kernel of Akinci et al. (2013), which pulls from afar and pushes close by."""
    q = r / h
    s = (1.0 - q) * q
    if q > 0.5:
        weight = s * s * s
    else:
        weight = 2.0 * s * s * s - 1.0 / 64.0
    return 32.0 / (wp.pi * h * h * h) * weight


@computation(
    SPH,
    "compute the surface normal of each particle as the gradient of the colour field",
    kind={True: "over its own kind", False: ""},
    walls={True: "and boundary samples", False: ""},
    scaled={True: "times the smoothing length", False: ""},
)
def sph_colour_gradient(particle: Any, h: Any) -> None:
    x = particle.position
    n = wp.vec3(0.0)
    for q in particle.neighbours:
        if v.kind and q.kind != particle.kind:
            continue
        n += q.mass / q.density * spiky_gradient(x - q.position, h)
    if v.walls:
        for b in particle.samples:
            n += b.volume * spiky_gradient(x - b.position, h)
    if v.scaled:
        particle.normal = h * n
    else:
        particle.color_gradient = n


@computation(
    SPH,
    "compute Akinci's cohesion force on each particle from its neighbours",
    area={True: "with surface area minimisation", False: ""},
    balanced={True: "symmetrised by K = (rho0_i + rho0_j) / (rho_i + rho_j)", False: ""},
    masked={True: "zero where it is inactive", False: ""},
)
def sph_cohesion(particle: Any, h: Any, cohesion: Any, minimisation: Any) -> None:
    if v.masked and (particle.flags & ACTIVE) == 0:
        particle.force = wp.vec3(0.0)
        return
    x = particle.position
    if v.balanced:
        rest = particle.phase.rest_density
    f = wp.vec3(0.0)
    for q in particle.neighbours:
        d = x - q.position
        r = wp.length(d)
        if r < EPSILON or r >= h:
            continue
        pull = cohesion * q.mass * cohesion_weight(r, h) / r * d
        if v.area:
            pull += minimisation * (particle.normal - q.normal)
        if v.balanced:
            pull = (rest + q.phase.rest_density) / (particle.density + q.density) * pull
        f -= particle.mass * pull
    particle.force = f


@computation(
    SPH,
    "compute the continuum surface force on each particle, its volume times -tension times the divergence of the unit "
    "normals times the colour gradient,",
    threshold={True: "over particles where that is no shorter than a threshold", False: ""},
)
def sph_curvature_force(particle: Any, h: Any, tension: Any, least_normal: Any) -> None:
    n = particle.color_gradient
    size = wp.length(n)
    least = least_normal if v.threshold else EPSILON
    if size < least:
        particle.force = wp.vec3()
        return
    x = particle.position
    direction = n / size
    div = float(0.0)
    for q in particle.neighbours:
        other = wp.length(q.color_gradient)
        # short gradients have no sure direction
        if other < least:
            continue
        turn = q.color_gradient / other - direction
        div += q.mass / q.density * wp.dot(turn, spiky_gradient(x - q.position, h))
    particle.force = -tension * div * particle.mass / particle.density * n


@computation(
    SPH,
    "add the adhesion of boundary samples, weighted by the Wendland C2 kernel, to the force on each particle",
    two_way={True: "and the reaction to their bodies", False: ""},
)
def sph_adhesion(particle: Any, h: Any, adhesion: Any) -> None:
    x = particle.position
    total = wp.vec3(0.0)
    for b in particle.samples:
        d = x - b.position
        r = wp.length(d)
        if r < EPSILON:
            continue
        f = -adhesion * particle.mass * b.volume * wendland_kernel(r, h) / r * d
        total += f
        if v.two_way:
            body = b.body
            if exists(body):
                arm = b.position - wp.transform_point(body.pose, body.center)
                body.wrench -= wp.spatial_vector(f, wp.cross(arm, f))
    particle.force += total
