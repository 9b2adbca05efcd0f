"""The material point method: how matter deforms, resists and yields."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.mpm import MPM

MaterialType: Any = MPM.enumerations["MaterialType"]

ACTIVE = 1
RESTART = 2
LEAST_RATIO = 0.6
POLAR_PASSES = 4
TAIT = 7.0
"""Exponent of the Tait equation for water."""


@law
def shear_modulus(young: float, poisson: float) -> float:
    """Shear modulus of an isotropic solid, also Lame's second parameter."""
    return young / (2.0 * (1.0 + poisson))


@law
def lame_lambda(young: float, poisson: float) -> float:
    """Lame's first parameter of an isotropic solid, without bound for an incompressible one."""
    return young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson))


@law
def polar_rotation(F: wp.mat33) -> wp.mat33:
    """Rotation in the polar decomposition of a deformation gradient."""
    # Newton's iteration: each pass takes the mean with the inverse transpose
    R = F
    for _pass in range(POLAR_PASSES):
        R = 0.5 * (R + wp.transpose(wp.inverse(R)))
    return R


@law
def corotated_stress(F: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """Kirchhoff stress of a fixed corotated solid."""
    R = polar_rotation(F)
    J = wp.determinant(F)
    return 2.0 * mu * (F - R) * wp.transpose(F) + wp.identity(n=3, dtype=float) * (lam * J * (J - 1.0))


@law
def neo_hookean_stress(F: wp.mat33, mu: float, lam: float) -> wp.mat33:
    """Kirchhoff stress of a compressible Neo-Hookean solid."""
    J = wp.determinant(F)
    identity = wp.identity(n=3, dtype=float)
    return mu * (F * wp.transpose(F) - identity) + identity * (lam * wp.log(J))


@law
def fluid_stress(C: wp.mat33, J: float, bulk: float, viscosity: float) -> wp.mat33:
    """Kirchhoff stress of a viscous fluid whose pressure is linear in the loss of volume."""
    pressure = bulk * (1.0 - J)
    # Kirchhoff stress: J times that of Cauchy
    return J * (viscosity * (C + wp.transpose(C)) - wp.identity(n=3, dtype=float) * pressure)


@computation(
    MPM,
    "compute the Lame parameters mu and lambda of each material from Young's modulus and Poisson's ratio",
    soft={True: "with mu zero, as for a fluid", False: ""},
)
def mpm_lame(material: Any) -> None:
    material.mu = 0.0 if v.soft else shear_modulus(material.young, material.poisson)
    material.lam = lame_lambda(material.young, material.poisson)


@computation(
    MPM,
    "update the deformation gradient of a particle, F += dt C F",
    guarded={True: "if it is active", False: ""},
    stress={
        "none": "",
        "corotated": "and compute its fixed-corotated Kirchhoff stress",
        "neo": "and compute its Neo-Hookean Kirchhoff stress",
    },
)
def mpm_deformation(particle: Any, dt: Any) -> None:
    C = particle.affine
    F = particle.deformation
    if v.guarded and (particle.flags & ACTIVE) == 0:
        particle.deformation = F
        return
    F = F + dt * C * F
    particle.deformation = F
    if v.stress == "corotated":
        particle.stress = corotated_stress(F, particle.material.mu, particle.material.lam)
    elif v.stress == "neo":
        particle.stress = neo_hookean_stress(F, particle.material.mu, particle.material.lam)


@computation(
    MPM,
    "update the volume ratio J of a fluid particle by the trace of its velocity gradient",
    form={"linear": "explicitly, to at least 0.6", "inverse": "implicitly, to at least 0.6"},
    solid={True: "leaving solids as they are", False: ""},
)
def mpm_volume_ratio(particle: Any, dt: Any) -> None:
    J = particle.volume_ratio
    if v.solid and particle.kind != MaterialType.FLUID:
        particle.volume_ratio = J
        return
    rate = dt * wp.trace(particle.affine)
    if v.form == "linear":
        J = J * (1.0 + rate)
    else:
        J = J / (1.0 - rate)
    particle.volume_ratio = wp.max(J, LEAST_RATIO)


@computation(
    MPM,
    "compute the stress of a weakly compressible fluid particle: viscosity of its affine velocity less the pressure of its volume ratio,",
    state={
        "linear": "K (1 - J) by a linear equation of state",
        "tait": "K / 7 (J^-7 - 1) by the Tait equation of state",
    },
    tension={True: "", False: "with no pressure in tension"},
    measure={"kirchhoff": "as Kirchhoff stress, J times that of Cauchy", "cauchy": "as Cauchy stress"},
    solid={True: "leaving out solids", False: ""},
)
def mpm_fluid_stress(particle: Any) -> None:
    if v.solid and particle.kind != MaterialType.FLUID:
        return
    material = particle.material
    J = particle.volume_ratio
    if v.state == "linear":
        pressure = material.lam * (1.0 - J)
    else:
        pressure = material.lam / TAIT * (wp.pow(J, -TAIT) - 1.0)
    if not v.tension:
        pressure = wp.max(pressure, 0.0)
    C = particle.affine
    sigma = material.viscosity * (C + wp.transpose(C)) - wp.identity(n=3, dtype=float) * pressure
    if v.measure == "kirchhoff":
        particle.stress = J * sigma
    else:
        particle.cauchy = sigma


@computation(
    MPM,
    "compute particle stress by material: fluid, Neo-Hookean elastic or fixed-corotated snow",
    hardened={True: "hardening with plastic compression", False: ""},
    default={"zero": "zero for sand", "keep": ""},
)
def mpm_stress_by_kind(particle: Any) -> None:
    material = particle.material
    kind = particle.kind
    mu = material.mu
    lam = material.lam
    if kind == MaterialType.FLUID:
        particle.stress = fluid_stress(particle.affine, particle.volume_ratio, lam, material.viscosity)
    elif kind == MaterialType.ELASTIC:
        particle.stress = neo_hookean_stress(particle.deformation, mu, lam)
    elif kind == MaterialType.SNOW:
        if v.hardened:
            h = wp.exp(material.hardening * (1.0 - particle.plastic_ratio))
            mu = mu * h
            lam = lam * h
        particle.stress = corotated_stress(particle.deformation, mu, lam)
    elif v.default == "zero":
        particle.stress = wp.mat33()


@computation(
    MPM,
    "accumulate the kinetic energy of particles by world",
    elastic={"none": "", "hencky": "and the elastic energy of Hencky strain"},
    affine={True: "with their affine motion", False: ""},
)
def mpm_energy(particle: Any, dx: Any) -> None:
    world = particle.world
    vel = particle.velocity
    energy = 0.5 * particle.mass * wp.dot(vel, vel)
    if v.affine:
        C = particle.affine
        energy += particle.mass * dx * dx / 8.0 * wp.ddot(C, C)
    world.kinetic += energy
    if v.elastic == "hencky":
        eps = particle.log_strain
        trace = eps[0] + eps[1] + eps[2]
        density = particle.material.mu * wp.length_sq(eps) + 0.5 * particle.material.lam * trace * trace
        world.elastic += particle.volume * density


@computation(
    MPM,
    "reset particles that are flagged to the undeformed state",
    plastic={True: "without plastic strain", False: ""},
    copied={True: "storing the velocity of their source if they have one", False: ""},
)
def mpm_restore_particle(particle: Any) -> None:
    if (particle.flags & RESTART) == 0:
        return
    particle.affine = wp.mat33()
    particle.deformation = wp.identity(n=3, dtype=float)
    particle.volume_ratio = 1.0
    if v.plastic:
        particle.plastic_ratio = 1.0
        particle.plastic_strain = 0.0
    if v.copied:
        source = particle.source
        if exists(source):
            particle.restart = source.velocity
