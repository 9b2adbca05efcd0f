"""Forces on point masses: contact, drag, attraction, the ground; the strain of springs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.particles import PARTICLES

ACTIVE = 1
FIXED = 2
EPSILON = 1.0e-6
SPHERE_DRAG = 0.47
"""Drag coefficient of a sphere."""


@law
def is_particle_free(flags: int) -> bool:
    """Whether forces may move a particle: it is active and not fixed."""
    return (flags & ACTIVE) != 0 and (flags & FIXED) == 0


@law
def particle_contact_force(n: wp.vec3, vrel: wp.vec3, gap: float, k_n: float, k_d: float, k_mu: float) -> wp.vec3:
    """Force of a contact by its signed gap: pushes where closed, pulls where open, with Coulomb friction."""
    vn = wp.dot(n, vrel)
    # only damp while approaching
    jn = gap * k_n
    jd = wp.min(vn, 0.0) * k_d
    fn = jn + jd
    vt = vrel - n * vn
    vs = wp.length(vt)
    if vs > EPSILON:
        vt = vt / vs
    # Coulomb limit on the tangential part
    ft = wp.min(vs * k_d, k_mu * wp.abs(fn))
    return -n * fn - vt * ft


@computation(
    PARTICLES,
    "compute the strain of each spring",
    measure={"engineering": "", "log": "as logarithmic strain", "green": "as Green-Lagrange strain"},
    breaking={True: "breaking it past its limit", False: ""},
)
def spring_strain(spring: Any) -> None:
    a, b = spring.a, spring.b
    length = wp.length(b.position - a.position)
    if v.measure == "engineering":
        strain = (length - spring.rest_length) / spring.rest_length
    elif v.measure == "log":
        strain = wp.log(wp.max(length, EPSILON) / spring.rest_length)
    else:
        ratio = length / spring.rest_length
        strain = 0.5 * (ratio * ratio - 1.0)
    spring.strain = strain
    if v.breaking and strain > spring.limit:
        spring.broken = 1


@computation(
    PARTICLES,
    "accumulate, in the world of their first end, the energy k x^2 / 2 of unbroken springs",
    tension={True: "that are stretched", False: ""},
)
def spring_elastic_energy(spring: Any) -> None:
    if spring.broken != 0:
        return
    a, b = spring.a, spring.b
    stretch = wp.length(b.position - a.position) - spring.rest_length
    if v.tension:
        stretch = wp.max(stretch, 0.0)
    a.world.energy += 0.5 * spring.stiffness * stretch * stretch


@computation(
    PARTICLES,
    "accelerate particles towards the point masses of their world",
    why={"softened": "softening keeps the pull finite where a particle meets an attractor"},
    kernel={"softened": "with Plummer softening", "cutoff": "within range"},
    frozen={True: "unless fixed", False: ""},
)
def attractor_pull(particle: Any, softening: Any, dt: Any) -> None:
    if v.frozen and (particle.flags & FIXED) != 0:
        return
    x = particle.position
    acc = wp.vec3(0.0)
    for attractor in particle.world.attractors:
        d = attractor.center - x
        r2 = wp.dot(d, d)
        if v.kernel == "softened":
            r2 += softening * softening
            acc += d * (attractor.strength / (r2 * wp.sqrt(r2)))
        else:
            if r2 > attractor.reach * attractor.reach:
                continue
            acc += d * (attractor.strength / (r2 * wp.sqrt(r2)))
    particle.velocity = particle.velocity + acc * dt


@computation(
    PARTICLES,
    "resolve particle contact with the ground plane by restitution",
    friction={"none": "", "scale": "with tangential damping", "cone": "with impulse-limited Coulomb friction"},
)
def ground_bounce(particle: Any, restitution: Any, friction: Any, slide_loss: Any) -> None:
    world = particle.world
    n = world.ground_normal
    x = particle.position
    vel = particle.velocity
    gap = wp.dot(n, x) - world.ground_offset - particle.radius
    if gap >= 0.0:
        return
    vn = wp.dot(n, vel)
    vt = vel - n * vn
    particle.position = x - n * gap
    # a particle that leaves already keeps its velocity
    if vn < 0.0:
        if v.friction == "scale":
            vt = vt * (1.0 - slide_loss)
        if v.friction == "cone":
            speed = wp.length(vt)
            if speed > 0.0:
                vt = vt * wp.max(0.0, 1.0 + friction * (1.0 + restitution) * vn / speed)
        vn = -restitution * vn
    particle.velocity = vt + n * vn


@computation(
    PARTICLES,
    "compute penalty contact forces between overlapping particles, and attraction up to a gap of the cohesion's reach, with damping and Coulomb friction",
    fixed={True: "for free ones", False: ""},
    counted={True: "counting contacts", False: ""},
    accumulate={True: "adding to the present forces", False: ""},
)
def particle_contacts(particle: Any, stiffness: Any, damping: Any, friction: Any, cohesion: Any) -> None:
    if v.fixed and not is_particle_free(particle.flags):
        return
    x = particle.position
    vel = particle.velocity
    radius = particle.radius
    f = wp.vec3()
    touching = int(0)
    for other in particle.neighbours:
        n = x - other.position
        d = wp.length(n)
        err = d - radius - other.radius
        if err > cohesion or d < EPSILON:
            continue
        n = n / d
        f += particle_contact_force(n, vel - other.velocity, err, stiffness, damping, friction)
        touching += 1
    if v.accumulate:
        particle.force = particle.force + f
    else:
        particle.force = f
    if v.counted:
        particle.contact_count = touching


@computation(
    PARTICLES,
    "apply drag relative to the wind,",
    law={
        "stokes": "6 pi viscosity radius u (Stokes)",
        "quadratic": "quadratic in speed over the cross-section, of coefficient 0.47",
    },
)
def wind_drag(particle: Any, viscosity: Any, air_density: Any) -> None:
    u = particle.world.wind - particle.velocity
    if v.law == "stokes":
        particle.force += u * (6.0 * wp.pi * viscosity * particle.radius)
    else:
        area = wp.pi * particle.radius * particle.radius
        particle.force += u * (0.5 * SPHERE_DRAG * air_density * area * wp.length(u))
