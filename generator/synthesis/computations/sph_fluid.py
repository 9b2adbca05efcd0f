"""Smoothed particles: densities, pressures, forces between neighbours, corrections of position."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.sph_kernels import cubic_spline, spiky_gradient, wendland_kernel
from generator.synthesis.schemas.sph import SPH

ACTIVE = 1
EPSILON = 1.0e-6
SOFTENING = 0.01
CLUMPING = 0.1
CLUMPING_RADIUS = 0.3


@law
def approach_viscosity(d: wp.vec3, dv: wp.vec3, h: float, alpha: float, speed: float, density: float) -> float:
    """Monaghan's artificial viscosity of two particles that approach, zero where they part."""
    approach = wp.dot(dv, d)
    if approach >= 0.0:
        return 0.0
    mu = h * approach / (wp.length_sq(d) + SOFTENING * h * h)
    return (2.0 * alpha * mu * mu - alpha * speed * mu) / density


@computation(
    SPH,
    "sum the density of each fluid particle over itself and its neighbours",
    kernel={"cubic": "with the cubic spline kernel", "wendland": "with the Wendland C2 kernel"},
    form={"mass": "", "number": "as its own mass times the sum of the kernel"},
    solid={True: "and boundary samples by their volumes", False: ""},
)
def sph_density(particle: Any, h: Any) -> None:
    x = particle.position
    w0 = cubic_spline(0.0, h) if v.kernel == "cubic" else wendland_kernel(0.0, h)
    if v.form == "number":
        total = w0
    else:
        rho = particle.mass * w0
    for q in particle.neighbours:
        r = wp.length(x - q.position)
        w = cubic_spline(r, h) if v.kernel == "cubic" else wendland_kernel(r, h)
        if v.form == "number":
            total += w
        else:
            rho += q.mass * w
    if v.form == "number":
        rho = particle.mass * total
    if v.solid:
        rest_density = particle.phase.rest_density
        for b in particle.samples:
            r = wp.length(x - b.position)
            w = cubic_spline(r, h) if v.kernel == "cubic" else wendland_kernel(r, h)
            rho += rest_density * b.volume * w
    particle.density = rho


@computation(
    SPH,
    "compute the pressure acceleration of each particle with the spiky gradient",
    form={"momentum": "in symmetric form p_i / rho_i^2 + p_j / rho_j^2", "mean": "with the mean pressure"},
    gravity={True: "plus gravity", False: ""},
    guarded={True: "over active ones alone and zero for the others", False: ""},
)
def sph_pressure_acceleration(particle: Any, h: Any) -> None:
    if v.guarded and (particle.flags & ACTIVE) == 0:
        particle.acceleration = wp.vec3(0.0)
        return
    x = particle.position
    rho_i = particle.density
    p_i = particle.pressure
    a = wp.vec3(0.0)
    if v.form == "momentum":
        term = p_i / (rho_i * rho_i)
    for q in particle.neighbours:
        if v.guarded and (q.flags & ACTIVE) == 0:
            continue
        rho_j = q.density
        grad = spiky_gradient(x - q.position, h)
        if v.form == "momentum":
            a -= q.mass * (term + q.pressure / (rho_j * rho_j)) * grad
        else:
            a -= q.mass * (p_i + q.pressure) / (2.0 * rho_i * rho_j) * grad
    if v.gravity:
        world = particle.world
        if exists(world):
            a += world.gravity
    particle.acceleration = a


@computation(
    SPH,
    "compute the viscous force on each particle",
    law={
        "artificial": "with Monaghan's artificial viscosity",
        "laminar": "with Morris' laminar viscosity of both phases",
    },
)
def sph_viscous_force(particle: Any, h: Any, alpha: Any) -> None:
    xi = particle.position
    vi = particle.velocity
    rho_i = particle.density
    f = wp.vec3()
    for q in particle.neighbours:
        d = xi - q.position
        dv = vi - q.velocity
        grad = spiky_gradient(d, h)
        if v.law == "artificial":
            speed = 0.5 * (particle.phase.sound_speed + q.phase.sound_speed)
            rho_mean = 0.5 * (rho_i + q.density)
            f -= q.mass * approach_viscosity(d, dv, h, alpha, speed, rho_mean) * grad
        else:
            mu = particle.phase.viscosity + q.phase.viscosity
            f += q.mass * mu * wp.dot(d, grad) / (rho_i * q.density * (wp.length_sq(d) + SOFTENING * h * h)) * dv
    particle.force = particle.mass * f


@computation(
    SPH,
    "compute the XSPH velocity of each particle, moved a share of the way towards that of its neighbours,",
    normalized={True: "normalised by the kernel sum", False: ""},
    fluid={True: "over those of its own kind", False: ""},
)
def sph_smooth_velocity(particle: Any, h: Any, epsilon: Any) -> None:
    vel = particle.velocity
    dv = wp.vec3(0.0)
    if v.normalized:
        total = float(0.0)
    for q in particle.neighbours:
        if v.fluid and q.kind != particle.kind:
            continue
        w = q.mass / q.density * cubic_spline(wp.length(particle.position - q.position), h)
        dv += w * (q.velocity - vel)
        if v.normalized:
            total += w
    if v.normalized and total > EPSILON:
        dv = dv / total
    particle.smooth_velocity = vel + epsilon * dv


@computation(
    SPH,
    "compute the Lagrange multiplier of the density constraint of each particle as in position based fluids (zero where "
    "it is not compressed),",
    solid={True: "with boundary samples", False: ""},
)
def sph_density_multiplier(particle: Any, h: Any, relaxation: Any) -> None:
    rest = particle.phase.rest_density
    c = particle.density / rest - 1.0
    if c <= 0.0:
        particle.multiplier = 0.0
        return
    x = particle.position
    grad_i = wp.vec3(0.0)
    total = float(0.0)
    for q in particle.neighbours:
        grad_j = spiky_gradient(x - q.position, h) * (q.mass / rest)
        grad_i += grad_j
        total += wp.dot(grad_j, grad_j)
    if v.solid:
        for b in particle.samples:
            grad_i += spiky_gradient(x - b.position, h) * b.volume
    total += wp.dot(grad_i, grad_i)
    particle.multiplier = -c / (total + relaxation)


@computation(
    SPH,
    "compute the position based fluids correction of each particle from the multipliers of its neighbours",
    spread={True: "with an artificial pressure against clumping", False: ""},
)
def sph_position_correction(particle: Any, h: Any) -> None:
    x = particle.position
    lam = particle.multiplier
    delta = wp.vec3(0.0)
    if v.spread:
        w0 = wendland_kernel(CLUMPING_RADIUS * h, h)
    for q in particle.neighbours:
        d = x - q.position
        s = lam + q.multiplier
        if v.spread:
            ratio = wendland_kernel(wp.length(d), h) / w0
            s -= CLUMPING * ratio * ratio * ratio * ratio
        delta += q.mass * s * spiky_gradient(d, h)
    particle.correction = delta / particle.phase.rest_density


@computation(
    SPH,
    "compute the vorticity of each particle as an SPH curl",
    divergence={True: "and the divergence of its velocity", False: ""},
)
def sph_vorticity(particle: Any, h: Any) -> None:
    curl = wp.vec3()
    if v.divergence:
        div = float(0.0)
    for q in particle.neighbours:
        grad = spiky_gradient(particle.position - q.position, h)
        dv = q.velocity - particle.velocity
        volume = q.mass / q.density
        curl += volume * wp.cross(grad, dv)
        if v.divergence:
            div += volume * wp.dot(grad, dv)
    particle.vorticity = curl
    if v.divergence:
        particle.divergence = div


@computation(
    SPH,
    "compute the heat that each particle takes up per mass and time by conduction, after Cleary and Monaghan",
    mean={
        "harmonic": "with the harmonic mean of conductivities",
        "plain": "with the arithmetic mean of conductivities",
    },
)
def sph_heat_rate(particle: Any, h: Any) -> None:
    k_i = particle.conductivity
    rate = float(0.0)
    for q in particle.neighbours:
        d = particle.position - q.position
        r2 = wp.dot(d, d)
        if r2 == 0.0:
            continue
        if v.mean == "harmonic":
            k = 2.0 * k_i * q.conductivity / (k_i + q.conductivity)
        else:
            k = 0.5 * (k_i + q.conductivity)
        slope = wp.dot(d, spiky_gradient(d, h)) / r2
        rate += q.mass * k * (particle.temperature - q.temperature) * slope / (particle.density * q.density)
    particle.heating = 2.0 * rate
