"""The material point method: whole steps of particles in one kernel, as fast codes write them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.mpm_material import fluid_stress, neo_hookean_stress
from generator.synthesis.computations.mpm_transfer import quadratic_weights
from generator.synthesis.schemas.mpm import MPM

MaterialType: Any = MPM.enumerations["MaterialType"]

ACTIVE = 1
EPSILON = 1.0e-6
LEAST_FACTOR = 0.1
MOST_FACTOR = 2.0


@law
def clamp_point(x: wp.vec3, low: float, high: float) -> wp.vec3:
    """Point clamped to a cube whose bounds are the same along every axis."""
    return wp.vec3(wp.clamp(x[0], low, high), wp.clamp(x[1], low, high), wp.clamp(x[2], low, high))


@law
def inward(x: float, speed: float, low: float, high: float) -> float:
    """Speed along an axis, without what would lead further out of the bounds."""
    if x < low:
        return wp.max(speed, 0.0)
    if x > high:
        return wp.min(speed, 0.0)
    return speed


@law
def pair_weight(wx: wp.vec3, wy: wp.vec3, wz: wp.vec3, i: int, j: int, k: int) -> float:
    """Weight of a node of the stencil, the product of its weights along the axes."""
    return wx[i] * wy[j] * wz[k]


@computation(
    MPM,
    "fuse the update of F or J, stress and particle-to-grid transfer of MLS-MPM, by material (fluid, Neo-Hookean elastic, snow likewise with linear hardening within [0.1, 2])",
    gravity={True: "with gravity", False: ""},
    sand={True: "with sand that resists compression only", False: "with sand free of stress"},
    guarded={True: "for active particles", False: ""},
)
def mpm_scatter_step(particle: Any, dt: Any, dx: Any) -> None:
    if v.guarded and (particle.flags & ACTIVE) == 0:
        return
    material = particle.material
    kind = particle.kind
    C = particle.affine
    stress = wp.mat33()
    if kind == MaterialType.FLUID:
        J = particle.volume_ratio * (1.0 + dt * wp.trace(C))
        particle.volume_ratio = J
        stress = fluid_stress(C, J, material.lam, material.viscosity)
    elif kind == MaterialType.ELASTIC:
        F = particle.deformation + dt * C * particle.deformation
        particle.deformation = F
        stress = neo_hookean_stress(F, material.mu, material.lam)
    elif kind == MaterialType.SNOW:
        h = wp.clamp(material.hardening * (1.0 - particle.plastic_ratio) + 1.0, LEAST_FACTOR, MOST_FACTOR)
        F = particle.deformation + dt * C * particle.deformation
        particle.deformation = F
        stress = neo_hookean_stress(F, material.mu * h, material.lam * h)
    elif v.sand:
        J = particle.volume_ratio * (1.0 + dt * wp.trace(C))
        particle.volume_ratio = J
        if J < 1.0:
            stress = wp.identity(n=3, dtype=float) * (material.lam * J * (J - 1.0))
    m = particle.mass
    A = m * C - dt * 4.0 / (dx * dx) * particle.volume * stress
    p = m * particle.velocity
    if v.gravity:
        if exists(particle.world):
            p += dt * m * particle.world.gravity
    fx = particle.fraction
    wx = quadratic_weights(fx[0])
    wy = quadratic_weights(fx[1])
    wz = quadratic_weights(fx[2])
    for i in range(3):
        for j in range(3):
            for k in range(3):
                node = particle.nodes[(i * 3 + j) * 3 + k]
                weight = pair_weight(wx, wy, wz, i, j, k)
                d = (wp.vec3(float(i), float(j), float(k)) - fx) * dx
                node.momentum += weight * (p + A * d)
                node.mass += weight * m


@computation(
    MPM,
    "fuse grid-to-particle transfer (APIC) and advection",
    inside={True: "clamped inside the padding, where no velocity leads out", False: ""},
    deformation={True: "with the deformation update", False: ""},
    guarded={True: "for active particles", False: ""},
)
def mpm_gather_step(particle: Any, dt: Any, dx: Any, side: Any, padding: Any) -> None:
    if v.guarded and (particle.flags & ACTIVE) == 0:
        return
    x = particle.position
    fx = particle.fraction
    wx = quadratic_weights(fx[0])
    wy = quadratic_weights(fx[1])
    wz = quadratic_weights(fx[2])
    new_v = wp.vec3(0.0)
    new_c = wp.mat33()
    for i in range(3):
        for j in range(3):
            for k in range(3):
                node = particle.nodes[(i * 3 + j) * 3 + k]
                d = wp.vec3(float(i), float(j), float(k)) - fx
                g_v = pair_weight(wx, wy, wz, i, j, k) * node.velocity
                new_v += g_v
                new_c += wp.outer(g_v, d) * (4.0 / dx)
    new_x = x + dt * new_v
    if v.inside:
        low = float(padding) * dx
        high = float(side - padding) * dx
        new_v = wp.vec3(
            inward(new_x[0], new_v[0], low, high),
            inward(new_x[1], new_v[1], low, high),
            inward(new_x[2], new_v[2], low, high),
        )
        new_x = clamp_point(new_x, low, high)
    particle.position = new_x
    particle.velocity = new_v
    particle.affine = new_c
    if v.deformation:
        particle.deformation = particle.deformation + dt * new_c * particle.deformation


@computation(
    MPM,
    "apply contact with a rigid collider within a grid spacing to a particle's velocity,",
    shape={"sphere": "the collider a sphere", "plane": "the collider a plane with its y axis as normal"},
    friction={True: "with Coulomb friction", False: ""},
    reaction={True: "accumulating the reaction impulse", False: ""},
)
def mpm_collide_particle(particle: Any, dx: Any) -> None:
    x = particle.position
    vel = particle.velocity
    collider = particle.collider
    if not exists(collider):
        particle.velocity = vel
        return
    pose = collider.pose
    center = wp.transform_get_translation(pose)
    arm = x - center
    if v.shape == "sphere":
        r = wp.length(arm)
        n = arm / wp.max(r, EPSILON)
        gap = r - collider.size[0]
    else:
        n = wp.quat_rotate(wp.transform_get_rotation(pose), wp.vec3(0.0, 1.0, 0.0))
        gap = wp.dot(n, arm)
    wall = wp.spatial_top(collider.twist) + wp.cross(wp.spatial_bottom(collider.twist), arm)
    relative = vel - wall
    along = wp.dot(relative, n)
    if gap > dx or along >= 0.0:
        particle.velocity = vel
        return
    slide = relative - along * n
    if v.friction:
        speed = wp.length(slide)
        if speed > EPSILON:
            slide = slide * (wp.max(speed + collider.friction * along, 0.0) / speed)
    new_vel = wall + slide
    particle.velocity = new_vel
    if v.reaction:
        impulse = particle.mass * (vel - new_vel)
        collider.impulse += wp.spatial_vector(impulse, wp.cross(arm, impulse))


@computation(
    MPM,
    "update the velocity of a rigid collider by its accumulated impulse",
    fixed={True: "unless kinematic", False: ""},
    position={True: "and move its pose", False: ""},
)
def mpm_collider_step(collider: Any, dt: Any) -> None:
    pose = collider.pose
    twist = collider.twist
    vel = wp.spatial_top(twist)
    w = wp.spatial_bottom(twist)
    q = wp.transform_get_rotation(pose)
    if not v.fixed or not collider.kinematic:
        vel += wp.spatial_top(collider.impulse) / collider.mass
        local = wp.quat_rotate_inv(q, wp.spatial_bottom(collider.impulse))
        w += wp.quat_rotate(q, wp.inverse(collider.inertia) * local)
    collider.twist = wp.spatial_vector(vel, w)
    if v.position:
        center = wp.transform_get_translation(pose) + dt * vel
        turned = wp.normalize(q + 0.5 * dt * (wp.quat(w[0], w[1], w[2], 0.0) * q))
        collider.pose = wp.transform(center, turned)


@computation(
    MPM,
    "compute the signed distance of grid nodes to a box collider, one spacing where there is none,",
    mark={True: "marking inner nodes", False: ""},
)
def mpm_node_distance(node: Any, dx: Any) -> None:
    collider = node.collider
    if not exists(collider):
        node.distance = dx
        if v.mark:
            node.inner = 0
        return
    local = wp.transform_point(wp.transform_inverse(collider.pose), node.position)
    e = collider.size
    q = wp.vec3(wp.abs(local[0]) - e[0], wp.abs(local[1]) - e[1], wp.abs(local[2]) - e[2])
    outer = wp.length(wp.max(q, wp.vec3(0.0)))
    inner = wp.min(wp.max(q[0], wp.max(q[1], q[2])), 0.0)
    d = outer + inner
    node.distance = d
    if v.mark:
        node.inner = 1 if d <= 0.0 else 0


@computation(
    MPM,
    "mark grid nodes in the border padding",
    kind={"any": "", "side": "by their last side, 1 to 6"},
    corner={True: "counting their sides", False: ""},
)
def mpm_mark_border(node: Any, side: Any, padding: Any) -> None:
    ijk = node.place
    mark = int(0)
    n = int(0)
    for axis in range(3):
        if ijk[axis] < padding:
            mark = 1 if v.kind == "any" else 2 * axis + 1
            n += 1
        elif ijk[axis] >= side - padding:
            mark = 1 if v.kind == "any" else 2 * axis + 2
            n += 1
    node.mark = mark
    if v.corner:
        node.sides = n
