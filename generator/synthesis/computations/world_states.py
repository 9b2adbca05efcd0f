"""Clocks, snapshots and starting states of simulated worlds."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import INVALID


@computation(
    SIMULATION,
    "restart the time of worlds marked for a reset and advance that of the others by dt",
    counted={True: "with their step counts", False: ""},
)
def advance_or_restart_time(world: Any, dt: Any) -> None:
    if world.reset:
        world.time = 0.0
        if v.counted:
            world.step_count = 0
        return
    world.time = world.time + dt
    if v.counted:
        world.step_count = world.step_count + 1


@computation(
    SIMULATION,
    "save the pose of the bodies of worlds whose state is not flagged invalid",
    twist={True: "and their twist", False: ""},
    moving={True: "skipping sleeping ones", False: ""},
)
def save_body_state(body: Any) -> None:
    if (body.world.errors & INVALID) != 0:
        return
    if v.moving:
        if body.asleep == 1:
            return
    body.saved_pose = body.pose
    if v.twist:
        body.saved_twist = body.twist


@computation(
    SIMULATION,
    "restore the saved poses of bodies in worlds with errors",
    twist={"saved": "with saved twists", "zero": "at rest"},
    forces={True: "and clear their wrenches", False: ""},
)
def restore_body_state(body: Any) -> None:
    world = body.world
    if world.errors == 0:
        return
    body.pose = body.saved_pose
    if v.twist == "saved":
        body.twist = body.saved_twist
    else:
        body.twist = wp.spatial_vector()
    if v.forces:
        body.wrench = wp.spatial_vector()


@computation(
    SIMULATION,
    "fill the array of coordinates by repeating the reference coordinates along it",
    scaled={True: "times their scale", False: ""},
    masked={True: "in worlds marked for a reset", False: ""},
)
def repeat_reference(coord: Any) -> None:
    if v.masked:
        if not coord.world.reset:
            return
    k = coord.index % count(reference)
    if v.scaled:
        coord.value = reference[k].scale * reference[k].value
    else:
        coord.value = reference[k].value


@computation(
    SIMULATION,
    "place the bodies of worlds marked for a reset by their initial poses in the frame of the world,",
    twist={"zero": "at rest", "turned": "with initial twists rotated into it"},
)
def place_bodies_in_world(body: Any) -> None:
    world = body.world
    if not world.reset:
        return
    X = world.origin
    body.pose = wp.transform_multiply(X, body.initial_pose)
    if v.twist == "zero":
        body.twist = wp.spatial_vector()
    else:
        qd = body.initial_twist
        linear = wp.transform_vector(X, wp.spatial_top(qd))
        angular = wp.transform_vector(X, wp.spatial_bottom(qd))
        body.twist = wp.spatial_vector(linear, angular)


@computation(
    SIMULATION,
    "overwrite the coordinates of worlds marked for a reset with initial values and note changes over the tolerance",
    optional={True: "in their tree", False: "by counting them in each world"},
)
def overwrite_coord(coord: Any, tolerance: Any) -> None:
    value = coord.value
    if coord.world.reset:
        change = wp.abs(coord.initial - value)
        value = coord.initial
        if v.optional:
            if change > tolerance and exists(coord.tree):
                wp.atomic_max(coord.tree.changed, 1)
        else:
            if change > tolerance:
                wp.atomic_add(coord.world.changed_count, 1)
    coord.value = value
