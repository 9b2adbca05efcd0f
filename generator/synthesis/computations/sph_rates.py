"""Smoothed particles: all rates of a particle from one walk over its neighbours."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.computations.sph_fluid import approach_viscosity
from generator.synthesis.computations.sph_kernels import spiky_gradient
from generator.synthesis.schemas.sph import SPH

ACTIVE = 1


@computation(
    SPH,
    "compute the density rate and the acceleration of each particle in one loop over its neighbours, "
    "continuity and symmetric pressure terms,",
    viscosity={"none": "", "artificial": "with artificial viscosity", "laminar": "with laminar viscosity"},
    heat={True: "with heat conduction", False: ""},
    gravity={True: "with gravity", False: ""},
    walls={True: "with boundary samples", False: ""},
    guarded={True: "among active ones, zero for others", False: ""},
)
def sph_rates(particle: Any, h: Any, alpha: Any) -> None:
    if v.guarded and (particle.flags & ACTIVE) == 0:
        particle.density_rate = 0.0
        particle.acceleration = wp.vec3(0.0)
        if v.heat:
            particle.heating = 0.0
        return
    x = particle.position
    vel = particle.velocity
    rho = particle.density
    p = particle.pressure / (rho * rho)
    a = wp.vec3(0.0)
    rate = float(0.0)
    if v.heat:
        heating = float(0.0)
    if v.viscosity == "artificial":
        sound_speed = particle.phase.sound_speed
    if v.viscosity == "laminar":
        viscosity = particle.phase.viscosity
    for q in particle.neighbours:
        if v.guarded and (q.flags & ACTIVE) == 0:
            continue
        d = x - q.position
        r2 = wp.dot(d, d)
        if r2 >= h * h or r2 == 0.0:
            continue
        m = q.mass
        grad = spiky_gradient(d, h)
        dv = vel - q.velocity
        rate += m * wp.dot(dv, grad)
        share = p + q.pressure / (q.density * q.density)
        if v.viscosity == "artificial":
            mean = 0.5 * (rho + q.density)
            speed = 0.5 * (sound_speed + q.phase.sound_speed)
            share += approach_viscosity(d, dv, h, alpha, speed, mean)
        a -= m * share * grad
        if v.viscosity == "laminar":
            mu = viscosity + q.phase.viscosity
            a += m * mu * wp.dot(d, grad) / (rho * q.density * r2) * dv
        if v.heat:
            k = particle.conductivity + q.conductivity
            heating += m * k * (particle.temperature - q.temperature) * wp.dot(d, grad) / (rho * q.density * r2)
    if v.walls:
        rest_density = particle.phase.rest_density
        for b in particle.samples:
            d = x - b.position
            grad = spiky_gradient(d, h)
            rate += rest_density * b.volume * wp.dot(vel - b.velocity, grad)
            a -= rest_density * b.volume * p * grad
    if v.gravity:
        world = particle.world
        if exists(world):
            a += world.gravity
    particle.density_rate = rate
    particle.acceleration = a
    if v.heat:
        particle.heating = heating
