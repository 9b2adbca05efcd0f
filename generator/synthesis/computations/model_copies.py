"""State copied between tables: by parent, by map, into columns, from the variant that is shown."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.computations.property_maps import bounding_radius
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import KINEMATIC


@law
def com_twist_to_origin(twist: wp.spatial_vector, pose: wp.transform, com: wp.vec3) -> wp.spatial_vector:
    """Twist of a body at its origin, from the one at its centre of mass, linear part first."""
    omega = wp.spatial_bottom(twist)
    r = wp.quat_rotate(wp.transform_get_rotation(pose), com)
    return wp.spatial_vector(wp.spatial_top(twist) - wp.cross(omega, r), omega)


@law
def split_pose(tf: wp.transform) -> tuple[wp.vec3, wp.quat]:
    """Position and orientation of a pose."""
    return wp.transform_get_translation(tf), wp.transform_get_rotation(tf)


@computation(
    SIMULATION,
    "convert body poses from origin to centre of mass",
    axes={"body": "", "world": "with axis-aligned frames"},
)
def shift_pose_to_com(body: Any) -> None:
    if v.axes == "body":
        body.com_pose = wp.transform_multiply(body.pose, wp.transform(body.com, wp.quat_identity()))
    else:
        body.com_pose = wp.transform(wp.transform_point(body.pose, body.com), wp.quat_identity())


@computation(
    SIMULATION,
    "convert body twists from the centre of mass to the body origin, v - omega x r",
    frame={"world": "", "body": "in the body frame"},
)
def shift_twist_to_origin(body: Any) -> None:
    X = body.pose
    twist = com_twist_to_origin(body.twist, X, body.com)
    if v.frame == "body":
        q = wp.transform_get_rotation(X)
        vel = wp.quat_rotate_inv(q, wp.spatial_top(twist))
        omega = wp.quat_rotate_inv(q, wp.spatial_bottom(twist))
        twist = wp.spatial_vector(vel, omega)
    body.origin_twist = twist


@computation(
    SIMULATION,
    "compute the world pose of every shape from the pose of its body",
    loose={"local": "with static shapes at their local pose", "skip": ""},
    bound={True: "and bounds that hold it however it is turned, planes and meshes as boxes", False: ""},
)
def update_shape_pose(shape: Any) -> None:
    if v.loose == "local":
        X = shape.local_pose
        if exists(shape.body):
            X = wp.transform_multiply(shape.body.pose, shape.local_pose)
    else:
        X = wp.transform_multiply(shape.body.pose, shape.local_pose)
    shape.world_pose = X
    if v.bound:
        p = wp.transform_get_translation(X)
        radius = bounding_radius(shape.kind, shape.scale)
        r = wp.vec3(radius, radius, radius)
        shape.lower = p - r
        shape.upper = p + r


@computation(
    SIMULATION,
    "activate the shapes of one model variant and hide the others",
    body={True: "static ones too", False: ""},
    copy={True: "storing each one's own number, -1 if it is hidden", False: ""},
)
def select_shape_variant(shape: Any, variant: Any) -> None:
    chosen = shape.variant == variant
    if v.body:
        if not exists(shape.body):
            chosen = False
    shape.active = chosen
    if v.copy:
        if chosen:
            shape.geom_id = shape.index
        else:
            shape.geom_id = -1


@computation(
    SIMULATION,
    "reset kinematic bodies to their model poses",
    twist={"none": "", "model": "with model velocities", "zero": "at rest"},
    wrench={True: "clearing their wrenches", False: ""},
)
def hold_kinematic_bodies(body: Any) -> None:
    if (body.flags & KINEMATIC) == 0:
        return
    body.pose = body.initial_pose
    if v.twist == "model":
        body.twist = body.initial_twist
    elif v.twist == "zero":
        body.twist = wp.spatial_vector()
    if v.wrench:
        body.wrench = wp.spatial_vector()


@computation(
    SIMULATION,
    "store solver accelerations as the warm start of the next step",
    reset={True: "zero in worlds that reset", False: ""},
    force={True: "and clear forces", False: ""},
)
def store_warmstart(dof: Any) -> None:
    if v.reset:
        if dof.world.reset:
            dof.warmstart = 0.0
        else:
            dof.warmstart = dof.acceleration
    else:
        dof.warmstart = dof.acceleration
    if v.force:
        dof.force = 0.0
