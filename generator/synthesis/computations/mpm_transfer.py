"""The material point method: what particles give to nodes and nodes to particles."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.mpm import MPM

ACTIVE = 1
EPSILON = 1.0e-6
STENCIL = 27
SLOW = 0.5
"""Speed below which a particle rests, m/s."""


@law
def quadratic_weights(f: float) -> wp.vec3:
    """Quadratic B-spline weights of three nodes, at a distance from the first in grid spacings."""
    a = 1.5 - f
    b = f - 1.0
    c = f - 0.5
    return wp.vec3(0.5 * a * a, 0.75 - b * b, 0.5 * c * c)


@law
def quadratic_slopes(f: float) -> wp.vec3:
    """Derivatives of the quadratic B-spline weights of three nodes, per grid spacing."""
    return wp.vec3(f - 1.5, 2.0 - 2.0 * f, f - 0.5)


@law
def stencil_weight(wx: wp.vec3, wy: wp.vec3, wz: wp.vec3, k: int) -> float:
    """Weight of one of 27 nodes, the product of its weights along the axes."""
    return wx[k // 9] * wy[(k // 3) % 3] * wz[k % 3]


@law
def stencil_offset(f: wp.vec3, k: int) -> wp.vec3:
    """Way from a particle to one of its 27 nodes, in grid spacings."""
    return wp.vec3(float(k // 9), float((k // 3) % 3), float(k % 3)) - f


@computation(
    MPM,
    "transfer particle mass and momentum to 27 grid nodes by quadratic B-splines (P2G)",
    why={"affine": "the affine part keeps the angular momentum, which a plain transfer loses"},
    affine={True: "with APIC's affine momentum", False: ""},
    stress={True: "and the MLS stress impulse", False: ""},
    guarded={True: "for active particles", False: ""},
)
def mpm_particle_to_grid(particle: Any, dt: Any, dx: Any) -> None:
    if v.guarded and (particle.flags & ACTIVE) == 0:
        return
    fx = particle.fraction
    wx, wy, wz = quadratic_weights(fx[0]), quadratic_weights(fx[1]), quadratic_weights(fx[2])
    m = particle.mass
    vel = particle.velocity
    if v.affine and v.stress:
        A = m * particle.affine - dt * 4.0 / (dx * dx) * particle.volume * particle.stress
    elif v.affine:
        A = m * particle.affine
    elif v.stress:
        A = -dt * 4.0 / (dx * dx) * particle.volume * particle.stress
    for k in range(STENCIL):
        node = particle.nodes[k]
        weight = stencil_weight(wx, wy, wz, k)
        if v.affine or v.stress:
            node.momentum += weight * (m * vel + A * (stencil_offset(fx, k) * dx))
        else:
            node.momentum += weight * m * vel
        node.mass += weight * m


@computation(
    MPM,
    "gather particle velocity from 27 grid nodes by quadratic B-splines (G2P)",
    scheme={"apic": "with APIC's affine matrix", "pic": "as plain PIC", "flip": "as a FLIP/PIC blend"},
    moved={True: "and advect it", False: ""},
)
def mpm_grid_to_particle(particle: Any, dt: Any, dx: Any, blend: Any) -> None:
    fx = particle.fraction
    wx, wy, wz = quadratic_weights(fx[0]), quadratic_weights(fx[1]), quadratic_weights(fx[2])
    new_v = wp.vec3(0.0)
    if v.scheme == "apic":
        new_c = wp.mat33()
    if v.scheme == "flip":
        old_v = wp.vec3(0.0)
    for k in range(STENCIL):
        node = particle.nodes[k]
        weight = stencil_weight(wx, wy, wz, k)
        g_v = node.velocity
        new_v += weight * g_v
        if v.scheme == "apic":
            new_c += wp.outer(g_v, stencil_offset(fx, k)) * (weight * 4.0 / dx)
        if v.scheme == "flip":
            old_v += weight * node.former
    if v.moved:
        particle.position = particle.position + dt * new_v
    if v.scheme == "flip":
        particle.velocity = (1.0 - blend) * new_v + blend * (particle.velocity + new_v - old_v)
    else:
        particle.velocity = new_v
    if v.scheme == "apic":
        particle.affine = new_c


@computation(
    MPM,
    "scatter the internal force of particles to grid nodes by B-spline gradients",
    measure={"kirchhoff": "", "cauchy": "of their Cauchy stress over the current volume"},
    gravity={True: "with gravity", False: ""},
)
def mpm_internal_force(particle: Any, dx: Any) -> None:
    fx = particle.fraction
    wx, wy, wz = quadratic_weights(fx[0]), quadratic_weights(fx[1]), quadratic_weights(fx[2])
    gx, gy, gz = quadratic_slopes(fx[0]), quadratic_slopes(fx[1]), quadratic_slopes(fx[2])
    volume = particle.volume
    if v.measure == "cauchy":
        f = -volume * particle.volume_ratio * particle.cauchy
    else:
        f = -volume * particle.stress
    if v.gravity:
        world = particle.world
        weight_force = particle.mass * world.gravity if exists(world) else wp.vec3(0.0)
    for k in range(STENCIL):
        node = particle.nodes[k]
        i = k // 9
        j = (k // 3) % 3
        m = k % 3
        gradient = wp.vec3(gx[i] * wy[j] * wz[m], wx[i] * gy[j] * wz[m], wx[i] * wy[j] * gz[m]) / dx
        if v.gravity:
            node.force += f * gradient + wx[i] * wy[j] * wz[m] * weight_force
        else:
            node.force += f * gradient


@computation(
    MPM,
    "measure particle density from grid mass",
    volume={True: "setting the volume ratio", False: ""},
)
def mpm_grid_density(particle: Any, dx: Any) -> None:
    fx = particle.fraction
    wx, wy, wz = quadratic_weights(fx[0]), quadratic_weights(fx[1]), quadratic_weights(fx[2])
    rho = float(0.0)
    for k in range(STENCIL):
        rho += stencil_weight(wx, wy, wz, k) * particle.nodes[k].mass
    rho = rho / (dx * dx * dx)
    particle.density = rho
    if v.volume:
        if rho > EPSILON:
            particle.volume_ratio = particle.mass / (rho * particle.volume)
        else:
            particle.volume_ratio = 1.0


@computation(
    MPM,
    "tabulate quadratic B-spline weights along each axis",
    slopes={True: "with derivatives", False: ""},
)
def mpm_weights(particle: Any) -> None:
    fx = particle.fraction
    for axis in range(3):
        particle.weights[axis] = quadratic_weights(fx[axis])
        if v.slopes:
            particle.slopes[axis] = quadratic_slopes(fx[axis])


@computation(
    MPM,
    "find the base node of the quadratic stencil of a particle,",
    outside={"none": "-1 near the border", "clamp": "clamped inside the grid"},
    fraction={True: "with its local coordinates", False: ""},
)
def mpm_base_node(particle: Any, dx: Any, side: Any, origin: Any) -> None:
    p = (particle.position - origin) / dx
    i = int(wp.floor(p[0] - 0.5))
    j = int(wp.floor(p[1] - 0.5))
    k = int(wp.floor(p[2] - 0.5))
    if v.outside == "none":
        if i < 0 or i >= side - 2 or j < 0 or j >= side - 2 or k < 0 or k >= side - 2:
            particle.base = -1
            if v.fraction:
                particle.cell_fraction = wp.vec3()
            return
    else:
        i = wp.clamp(i, 0, side - 3)
        j = wp.clamp(j, 0, side - 3)
        k = wp.clamp(k, 0, side - 3)
    particle.base = (i * side + j) * side + k
    if v.fraction:
        fx = p - wp.vec3(float(i), float(j), float(k))
        if v.outside == "clamp":
            # the weights hold half a cell about the middle node
            fx = wp.min(wp.max(fx, wp.vec3(0.5)), wp.vec3(1.5))
        particle.cell_fraction = fx


@computation(
    MPM,
    "count active particles near each grid node",
    moving={True: "only those faster than 0.5 m/s", False: ""},
)
def mpm_count_particles(particle: Any) -> None:
    if (particle.flags & ACTIVE) == 0:
        return
    if v.moving and wp.length(particle.velocity) <= SLOW:
        return
    for k in range(STENCIL):
        particle.nodes[k].touch_count += 1
