"""Smoothed particles and rigid bodies: what the fluid does to bodies, and bodies to the fluid."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.sph_kernels import spiky_gradient
from generator.synthesis.schemas.sph import SPH

ACTIVE = 1
SOFTENING = 0.01


@law
def inside_box(p: wp.vec3, extent: wp.vec3) -> tuple[int, float]:
    """Axis of the face of a box nearest to a point inside, and the depth below it, negative outside."""
    axis = int(0)
    depth = extent[0] - wp.abs(p[0])
    for k in range(1, 3):
        d = extent[k] - wp.abs(p[k])
        if d < depth:
            depth = d
            axis = k
    return axis, depth


@law
def velocity_at_arm(twist: wp.spatial_vector, arm: wp.vec3) -> wp.vec3:
    """Velocity of the point of a rigid body at an arm from its centre of mass."""
    return wp.spatial_top(twist) + wp.cross(wp.spatial_bottom(twist), arm)


@law
def integrate_pose(pose: wp.transform, twist: wp.spatial_vector, com: wp.vec3, dt: float) -> wp.transform:
    """Pose after a step at a twist about the centre of mass, the attitude to first order."""
    q = wp.transform_get_rotation(pose)
    center = wp.transform_point(pose, com)
    w = wp.spatial_bottom(twist)
    turned = wp.normalize(q + 0.5 * dt * (wp.quat(w[0], w[1], w[2], 0.0) * q))
    moved = center + dt * wp.spatial_top(twist)
    return wp.transform(moved - wp.quat_rotate(turned, com), turned)


@computation(
    SPH,
    "sum the pressure force of the fluid on each boundary sample by the spiky gradient",
    friction={True: "with artificial viscosity where the fluid approaches", False: ""},
    body={True: "and add force and torque to its body", False: ""},
    positive={True: "with negative pressures taken as zero", False: ""},
)
def sph_fluid_reaction(boundary: Any, h: Any, alpha: Any) -> None:
    x = boundary.position
    volume = boundary.volume
    f = wp.vec3(0.0)
    for q in boundary.fluid:
        rho = q.density
        p = q.pressure
        if v.positive:
            p = wp.max(p, 0.0)
        d = q.position - x
        grad = spiky_gradient(d, h)
        phase = q.phase
        psi = phase.rest_density * volume
        f += q.mass * psi * p / (rho * rho) * grad
        if v.friction:
            dv = q.velocity - boundary.velocity
            approach = wp.dot(dv, d)
            # parts that come apart do not rub
            if approach < 0.0:
                mu = alpha * h * phase.sound_speed * approach / (wp.length_sq(d) + SOFTENING * h * h)
                f -= q.mass * psi * mu / rho * grad
    boundary.reaction = f
    if v.body:
        body = boundary.body
        if exists(body):
            arm = x - wp.transform_point(body.pose, body.center)
            body.wrench += wp.spatial_vector(f, wp.cross(arm, f))


@computation(
    SPH,
    "gather the forces on the boundary samples of each body into force and torque about its centre of mass",
    gravity={True: "plus its weight", False: ""},
    counted={True: "counting the samples pushed inwards", False: ""},
    kinematic={True: "or zero where it is kinematic", False: ""},
)
def sph_gather_wrench(body: Any) -> None:
    if v.kinematic and body.kinematic:
        body.wrench = wp.spatial_vector()
        if v.counted:
            body.pushed_count = 0
        return
    center = wp.transform_point(body.pose, body.center)
    f = wp.vec3(0.0)
    torque = wp.vec3(0.0)
    if v.counted:
        n = int(0)
    for sample in body.samples:
        r = sample.reaction
        f += r
        torque += wp.cross(sample.position - center, r)
        if v.counted and wp.dot(r, sample.outward) < 0.0:
            n += 1
    if v.gravity:
        world = body.world
        if exists(world):
            f += body.mass * world.gravity
    body.wrench = wp.spatial_vector(f, torque)
    if v.counted:
        body.pushed_count = n


@computation(
    SPH,
    "advance each rigid body by semi-implicit Euler under the wrench of the fluid, kinematic ones by their twist,",
    why={
        "damped": "divided by 1 + dt times the damping, a velocity shrinks and never turns round, however long the step",
    },
    gyroscopic={True: "with the gyroscopic torque", False: "without the gyroscopic torque"},
    damped={True: "with implicit damping", False: ""},
)
def sph_body_step(body: Any, dt: Any, damping: Any) -> None:
    pose = body.pose
    twist = body.twist
    if body.kinematic:
        body.pose = integrate_pose(pose, twist, body.center, dt)
        body.twist = twist
        return
    q = wp.transform_get_rotation(pose)
    force = wp.spatial_top(body.wrench)
    tau = wp.quat_rotate_inv(q, wp.spatial_bottom(body.wrench))
    w = wp.quat_rotate_inv(q, wp.spatial_bottom(twist))
    if v.gyroscopic:
        tau -= wp.cross(w, body.inertia * w)
    w += dt * (wp.inverse(body.inertia) * tau)
    vel = wp.spatial_top(twist) + force * (dt / body.mass)
    if v.damped:
        scale = 1.0 / (1.0 + damping * dt)
        vel = vel * scale
        w = w * scale
    new_twist = wp.spatial_vector(vel, wp.quat_rotate(q, w))
    body.pose = integrate_pose(pose, new_twist, body.center, dt)
    body.twist = new_twist


@computation(
    SPH,
    "push each particle inside the box of its body out through the nearest face",
    speed={
        "keep": "",
        "bounce": "and reflect its velocity relative to that face by the restitution",
        "react": "and reflect its velocity relative to that face by the restitution, giving the body the force of it over the step",
    },
    masked={True: "if it is active", False: ""},
)
def sph_push_out(particle: Any, restitution: Any, dt: Any) -> None:
    if v.masked:
        if (particle.flags & ACTIVE) == 0:
            return
    x = particle.position
    body = particle.solid
    pose = body.pose
    local = wp.transform_point(wp.transform_inverse(pose), x)
    axis, depth = inside_box(local, body.extent)
    if depth <= 0.0:
        return
    side = wp.vec3(0.0)
    side[axis] = 1.0 if local[axis] >= 0.0 else -1.0
    n = wp.transform_vector(pose, side)
    if v.speed != "keep":
        arm = x - wp.transform_point(pose, body.center)
        vel = particle.velocity
        vn = wp.dot(vel - velocity_at_arm(body.twist, arm), n)
        if vn < 0.0:
            change = -(1.0 + restitution) * vn * n
            particle.velocity = vel + change
            if v.speed == "react":
                f = particle.mass / dt * change
                body.wrench -= wp.spatial_vector(f, wp.cross(arm, f))
    particle.position = x + depth * n


@computation(
    SPH,
    "compute the axis-aligned bounds of each body",
    source={"box": "from its oriented box", "samples": "over its origin and its boundary samples"},
    margin={True: "widened by the smoothing length", False: ""},
)
def sph_body_bounds(body: Any, h: Any) -> None:
    center = wp.transform_get_translation(body.pose)
    if v.source == "box":
        R = wp.quat_to_matrix(wp.transform_get_rotation(body.pose))
        e = body.extent
        reach = wp.vec3(0.0)
        for k in range(3):
            reach[k] = wp.abs(R[k, 0]) * e[0] + wp.abs(R[k, 1]) * e[1] + wp.abs(R[k, 2]) * e[2]
        low = center - reach
        high = center + reach
    else:
        low = center
        high = center
        for sample in body.samples:
            x = wp.transform_point(body.pose, sample.offset)
            low = wp.min(low, x)
            high = wp.max(high, x)
    if v.margin:
        pad = wp.vec3(h, h, h)
        low -= pad
        high += pad
    body.lower = low
    body.upper = high
