"""Smoothed particles: pressure of a phase and the step in time that it allows."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.sph import SPH

ACTIVE = 1
COURANT = 0.4
ACCELERATION_SHARE = 0.25


@law
def tait_pressure(density: float, rest: float, speed: float, gamma: float) -> float:
    """Pressure by Tait's equation of state, zero at rest density and negative below it."""
    stiffness = rest * speed * speed / gamma
    return stiffness * (wp.pow(density / rest, gamma) - 1.0)


@computation(
    SPH,
    "compute the pressure of each particle",
    law={"tait": "from the Tait equation of state", "linear": "from the linear equation of state c^2 (rho - rho_0)"},
    clamped={True: "clamped at zero", False: ""},
)
def sph_pressure(particle: Any) -> None:
    phase = particle.phase
    rho = particle.density
    if v.law == "tait":
        p = tait_pressure(rho, phase.rest_density, phase.sound_speed, phase.gamma)
    else:
        c = phase.sound_speed
        p = c * c * (rho - phase.rest_density)
    particle.pressure = wp.max(p, 0.0) if v.clamped else p


@law
def stable_step(h: float, speed: float, acceleration: float) -> float:
    """Largest stable step by the CFL condition and the force condition."""
    by_speed = COURANT * h / speed
    if acceleration == 0.0:
        return by_speed
    return wp.min(by_speed, ACCELERATION_SHARE * wp.sqrt(h / acceleration))


@computation(
    SPH,
    "find the largest stable step of each world by the CFL condition and the force condition, by atomic minimum,",
    viscous={True: "and the viscous condition of Morris, 0.125 h^2 / nu", False: ""},
    guarded={True: "over active particles", False: ""},
)
def sph_step_limit(particle: Any, h: Any) -> None:
    world = particle.world
    if v.guarded and (particle.flags & ACTIVE) == 0:
        return
    phase = particle.phase
    speed = phase.sound_speed + wp.length(particle.velocity)
    step = stable_step(h, speed, wp.length(particle.acceleration))
    if v.viscous:
        nu = phase.viscosity / phase.rest_density
        step = wp.min(step, 0.125 * h * h / nu)
    wp.atomic_min(world.step_limit, step)
