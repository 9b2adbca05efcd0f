"""The material point method: where snow, sand and metal yield."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.mpm import MPM

MaterialType: Any = MPM.enumerations["MaterialType"]

ACTIVE = 1
EPSILON = 1.0e-6


@law
def sand_return(eps: wp.vec3, mu: float, lam: float, slope: float) -> tuple[wp.vec3, float]:
    """Logarithmic strains returned to Drucker and Prager's cone, and how far outside they were."""
    trace = eps[0] + eps[1] + eps[2]
    # what is pulled apart comes loose
    if trace >= 0.0:
        return wp.vec3(0.0), wp.length(eps)
    mean = trace / 3.0
    dev = eps - wp.vec3(mean, mean, mean)
    size = wp.length(dev)
    if size < EPSILON:
        return eps, 0.0
    excess = size + (3.0 * lam + 2.0 * mu) / (2.0 * mu) * trace * slope
    if excess <= 0.0:
        return eps, 0.0
    return eps - dev * (excess / size), excess


@computation(
    MPM,
    "update the deformation of a snow particle and clamp its singular values to the yield range",
    ratio={True: "tracking the plastic volume ratio", False: ""},
)
def mpm_snow_yield(particle: Any, dt: Any) -> None:
    F = (wp.identity(n=3, dtype=float) + dt * particle.affine) * particle.elastic
    if particle.kind != MaterialType.SNOW:
        particle.elastic = F
        if v.ratio:
            particle.plastic_ratio = particle.plastic_ratio
        return
    lower = 1.0 - particle.material.compression_limit
    upper = 1.0 + particle.material.stretch_limit
    U, s, V = wp.svd3(F)
    clamped = wp.vec3(wp.clamp(s[0], lower, upper), wp.clamp(s[1], lower, upper), wp.clamp(s[2], lower, upper))
    particle.elastic = U * wp.diag(clamped) * wp.transpose(V)
    if v.ratio:
        before = s[0] * s[1] * s[2]
        after = clamped[0] * clamped[1] * clamped[2]
        particle.plastic_ratio = particle.plastic_ratio * before / after


@computation(
    MPM,
    "project the Hencky strain of sand onto the Drucker-Prager cone",
    hardened={True: "accumulating plastic strain", False: ""},
    active={True: "if it is active", False: ""},
)
def mpm_sand_yield(particle: Any) -> None:
    eps = particle.log_strain
    if v.active and (particle.flags & ACTIVE) == 0:
        particle.log_strain = eps
        if v.hardened:
            particle.plastic_strain = particle.plastic_strain
        return
    material = particle.material
    if v.hardened:
        returned, amount = sand_return(eps, material.mu, material.lam, material.slope)
    else:
        returned, _amount = sand_return(eps, material.mu, material.lam, material.slope)
    particle.log_strain = returned
    if v.hardened:
        particle.plastic_strain = particle.plastic_strain + amount


@computation(
    MPM,
    "project the Hencky strain of metal onto the von Mises cylinder of radius yield / (2 mu) (radial return)",
    hardened={True: "with a radius that grows by the hardening times the plastic strain", False: ""},
    rate={True: "through Perzyna viscosity", False: ""},
)
def mpm_metal_yield(particle: Any, dt: Any) -> None:
    material = particle.material
    eps = particle.log_strain
    mean = (eps[0] + eps[1] + eps[2]) / 3.0
    dev = eps - wp.vec3(mean, mean, mean)
    size = wp.length(dev)
    limit = material.yield_stress / (2.0 * material.mu)
    if v.hardened:
        limit = limit * (1.0 + material.hardening * particle.plastic_strain)
    excess = size - limit
    if excess <= 0.0:
        particle.log_strain = eps
        if v.hardened:
            particle.plastic_strain = particle.plastic_strain
        return
    if v.rate:
        excess = excess * dt / (dt + material.viscosity / (2.0 * material.mu))
    particle.log_strain = eps - dev * (excess / size)
    if v.hardened:
        particle.plastic_strain = particle.plastic_strain + excess
