"""What acts on rigid bodies: applied forces, weight, water."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.rigid_bodies import RIGID_BODIES

KINEMATIC = 1
NO_GRAVITY = 4

ForceFrame: Any = None
ShapeType: Any = None


@law
def wrench_at_point(f: wp.vec3, p: wp.vec3, center: wp.vec3) -> wp.spatial_vector:
    """Wrench about a centre of a force that acts at a point, the force first."""
    return wp.spatial_vector(f, wp.cross(p - center, f))


@law
def submerged_volume(depth: float, radius: float) -> float:
    """Volume of a sphere under water by the depth of its lowest point."""
    h = wp.clamp(depth, 0.0, 2.0 * radius)
    return wp.pi * h * h * (3.0 * radius - h) / 3.0


@computation(
    RIGID_BODIES,
    "add each applied force at its point to the wrench of its body about the centre of mass",
    frame={
        "world": "",
        "body": "with force and point in the frame of the body",
        "kind": "with force and point in world axes, in the frame of its body, or in world axes from its centre of mass, by its kind",
    },
    torque={True: "and add its torque", False: ""},
)
def apply_point_load(load: Any) -> None:
    body = load.body
    pose = body.pose
    com = wp.transform_point(pose, body.center)
    f = load.force
    p = load.point
    tau = load.torque if v.torque else wp.vec3()
    if v.frame == "body":
        f = wp.transform_vector(pose, f)
        p = wp.transform_point(pose, p)
        if v.torque:
            tau = wp.transform_vector(pose, tau)
    elif v.frame == "kind":
        if load.kind == ForceFrame.BODY:
            f = wp.transform_vector(pose, f)
            p = wp.transform_point(pose, p)
            if v.torque:
                tau = wp.transform_vector(pose, tau)
        elif load.kind == ForceFrame.COM:
            p = com + p
    w = wrench_at_point(f, p, com)
    if v.torque:
        w += wp.spatial_vector(wp.vec3(), tau)
    body.wrench += w


@computation(
    RIGID_BODIES,
    "add the force and torque of each load to its body between its start and its stop",
    ramp={True: "ramping both up linearly from zero to full in this time", False: ""},
    kinematic={True: "unless the body is kinematic", False: ""},
)
def apply_timed_load(load: Any, time: Any) -> None:
    if time < load.start or time >= load.stop:
        return
    body = load.body
    if v.kinematic and (body.flags & KINEMATIC) != 0:
        return
    w = wp.spatial_vector(load.force, load.torque)
    if v.ramp:
        w = w * ((time - load.start) / (load.stop - load.start))
    body.wrench += w


@computation(
    RIGID_BODIES,
    "compute the wrench about the origin of each body of its weight, which acts at its centre of mass,",
    flag={True: "zero where its flag turns gravity off,", False: ""},
    added={True: "and of what else acts on it there", False: ""},
)
def weight_wrench(body: Any) -> None:
    r = wp.quat_rotate(wp.transform_get_rotation(body.pose), body.center)
    f = body.mass * body.world.gravity
    if v.flag and (body.flags & NO_GRAVITY) != 0:
        f = wp.vec3()
    if v.added:
        f += wp.spatial_top(body.wrench)
        body.origin_wrench = wp.spatial_vector(f, wp.spatial_bottom(body.wrench) + wp.cross(r, f))
    else:
        body.origin_wrench = wp.spatial_vector(f, wp.cross(r, f))


@computation(
    RIGID_BODIES,
    "add Archimedes' buoyancy of each partly submerged sphere, by the volume of its cap below the water "
    "level, to its body",
    drag={
        "none": "",
        "linear": "with drag linear in the submerged volume and the speed relative to the current",
        "square": "with drag linear in the submerged volume and quadratic in the speed relative to the current",
    },
)
def buoyant_sphere(shape: Any, fluid_density: Any, drag: Any, square_drag: Any) -> None:
    if shape.kind != ShapeType.SPHERE:
        return
    body = shape.body
    world = body.world
    center = wp.transform_point(body.pose, wp.transform_get_translation(shape.frame))
    radius = shape.scale[0]
    volume = submerged_volume(world.water_level - center[2] + radius, radius)
    if volume == 0.0:
        return
    f = -fluid_density * volume * world.gravity
    com = wp.transform_point(body.pose, body.center)
    if v.drag != "none":
        vel = wp.spatial_top(body.twist) + wp.cross(wp.spatial_bottom(body.twist), center - com)
        u = world.current - vel
        if v.drag == "linear":
            f += drag * volume * u
        else:
            f += square_drag * volume * wp.length(u) * u
    body.wrench += wrench_at_point(f, center, com)
