"""Quantities of whole worlds: mass, momentum, energy, bounds; and where batched worlds lie."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import GRAVITY_OFF

SPACING = 2.0


@computation(
    SIMULATION,
    "sum mass and first moment of the bodies of each world by atomics",
    point={"com": "at their centres of mass", "origin": "at their origins"},
    momentum={True: "and linear momentum", False: ""},
    count={True: "and their number", False: ""},
)
def sum_world_mass(body: Any) -> None:
    world = body.world
    m = body.mass
    if v.point == "com":
        p = wp.transform_point(body.pose, body.com)
    else:
        p = wp.transform_get_translation(body.pose)
    world.mass += m
    world.moment += m * p
    if v.momentum:
        world.momentum += m * wp.spatial_top(body.twist)
    if v.count:
        world.body_count += 1


@law
def body_kinetic_energy(mass: float, inertia: wp.mat33, pose: wp.transform, twist: wp.spatial_vector) -> float:
    """Kinetic energy of a rigid body, its twist told at the centre of mass."""
    vel = wp.spatial_top(twist)
    # inertia is given in the frame of the body
    omega = wp.quat_rotate_inv(wp.transform_get_rotation(pose), wp.spatial_bottom(twist))
    return 0.5 * (mass * wp.dot(vel, vel) + wp.dot(omega, inertia * omega))


@computation(
    SIMULATION,
    "compute the kinetic energy of the bodies of each world",
    potential={True: "plus gravitational potential energy", False: ""},
    awake={True: "over awake ones", False: ""},
)
def world_energy(world: Any) -> None:
    energy = float(0.0)
    for b in world.bodies:
        if v.awake:
            if b.asleep != 0:
                continue
        energy += body_kinetic_energy(b.mass, b.inertia, b.pose, b.twist)
        if v.potential:
            energy -= b.mass * wp.dot(world.gravity, wp.transform_point(b.pose, b.com))
    world.energy = energy


@computation(
    SIMULATION,
    "add the weight of each body to its wrench",
    moment={True: "with its moment about the body's origin", False: ""},
    exempt={True: "unless its flag turns gravity off", False: ""},
)
def add_body_weight(body: Any) -> None:
    if v.exempt:
        if (body.flags & GRAVITY_OFF) != 0:
            return
    f = body.mass * body.world.gravity
    if v.moment:
        r = wp.quat_rotate(wp.transform_get_rotation(body.pose), body.com)
        body.wrench += wp.spatial_vector(f, wp.cross(r, f))
    else:
        body.wrench += wp.spatial_vector(f, wp.vec3(0.0))


@computation(
    SIMULATION,
    "compute the bounds of the bodies of each world by atomic minimum and maximum over",
    com={True: "their centres of mass", False: "their origins"},
    margin={True: "widened by a margin", False: ""},
)
def world_bounds(body: Any, padding: Any) -> None:
    world = body.world
    if v.com:
        p = wp.transform_point(body.pose, body.com)
    else:
        p = wp.transform_get_translation(body.pose)
    if v.margin:
        r = wp.vec3(padding, padding, padding)
        wp.atomic_min(world.lower, p - r)
        wp.atomic_max(world.upper, p + r)
    else:
        wp.atomic_min(world.lower, p)
        wp.atomic_max(world.upper, p)


@law
def box_reach(q: wp.quat, half: wp.vec3) -> wp.vec3:
    """Half extents of the axis-aligned box round a turned box."""
    R = wp.quat_to_matrix(q)
    x = wp.abs(R[0, 0]) * half[0] + wp.abs(R[0, 1]) * half[1] + wp.abs(R[0, 2]) * half[2]
    y = wp.abs(R[1, 0]) * half[0] + wp.abs(R[1, 1]) * half[1] + wp.abs(R[1, 2]) * half[2]
    z = wp.abs(R[2, 0]) * half[0] + wp.abs(R[2, 1]) * half[1] + wp.abs(R[2, 2]) * half[2]
    return wp.vec3(x, y, z)


@computation(
    SIMULATION,
    "place the frames of batched worlds 2 m apart",
    shape={"square": "on a grid of a given number of columns", "line": "in a line"},
)
def arrange_worlds(world: Any, columns: Any) -> None:
    i = world.index
    if v.shape == "square":
        row = i // columns
        col = i - row * columns
        p = wp.vec3(SPACING * float(col), SPACING * float(row), 0.0)
    else:
        p = wp.vec3(SPACING * float(i), 0.0, 0.0)
    world.origin = wp.transform(p, wp.quat_identity())


@computation(
    SIMULATION,
    "compute the tracking error of each world, squared differences of its coordinates to the reference,",
    form={"sum": "summed", "mean": "averaged", "largest": "the largest of them"},
    scale={True: "with each reference times its scale", False: ""},
)
def world_coord_error(world: Any) -> None:
    total = float(0.0)
    n = int(0)
    for c in world.coords:
        k = n % count(reference)
        if v.scale:
            e = c.value - reference[k].scale * reference[k].value
        else:
            e = c.value - reference[k].value
        if v.form == "largest":
            total = wp.max(total, e * e)
        else:
            total += e * e
        n += 1
    if v.form == "mean":
        if n > 0:
            total = total / float(n)
    world.tracking_error = total


@computation(
    SIMULATION,
    "compute the PD control force of each degree of freedom",
    forward={True: "with a feedforward force", False: ""},
    limit={
        "none": "",
        "effort": "clamped to its effort limit",
        "speed": "clamped to an effort limit that falls with the speed in its direction (DC motor)",
    },
    done={True: "zero in worlds that are done", False: ""},
)
def dof_control_force(dof: Any) -> None:
    if v.done:
        if dof.world.done:
            dof.applied = 0.0
            return
    tau = dof.stiffness * (dof.target - dof.position) - dof.damping * dof.velocity
    if v.forward:
        tau += dof.force
    if v.limit == "effort":
        tau = wp.clamp(tau, -dof.effort_limit, dof.effort_limit)
    elif v.limit == "speed":
        top = dof.effort_limit
        share = dof.velocity / dof.velocity_limit
        tau = wp.clamp(tau, -top * wp.clamp(1.0 + share, 0.0, 1.0), top * wp.clamp(1.0 - share, 0.0, 1.0))
    dof.applied = tau


@computation(
    SIMULATION,
    "sum the mass of the bodies of each kinematic tree",
    still={True: "over awake ones", False: ""},
    free={True: "and mark it as awake where it has an awake one", False: ""},
)
def sum_tree_mass(tree: Any) -> None:
    mass = float(0.0)
    awake = int(0)
    for b in tree.bodies:
        if v.still:
            if b.asleep != 0:
                continue
        mass += b.mass
        if v.free:
            if v.still:
                awake = 1
            elif b.asleep == 0:
                awake = 1
    tree.mass = mass
    if v.free:
        tree.awake = awake
