"""Resets and fills: what is set back when worlds start anew, by mask, by flag or everywhere."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.simulation import SIMULATION

KINEMATIC = 2
FROZEN = 4
AWAKE = -1
TIMED_OUT = 1
FAULTY = 2
DONE = 4


@computation(
    SIMULATION,
    "set the coordinates of the marked worlds back to their initial values",
    bounded={True: "kept between their limits", False: ""},
    cleared={True: "and clear their limit state", False: ""},
)
def reset_coord(coord: Any) -> None:
    if not coord.world.reset:
        return
    if v.bounded:
        coord.value = wp.clamp(coord.initial, coord.lower, coord.upper)
    else:
        coord.value = coord.initial
    if v.cleared:
        coord.state = 0


@computation(
    SIMULATION,
    "reset the degrees of freedom of the marked worlds",
    start={"zero": "to rest", "model": "to the velocities of the model"},
    history={True: "and drop the accelerations of the last step", False: ""},
    masked={True: "", False: "without looking at the mask"},
)
def reset_dof(dof: Any) -> None:
    if v.masked:
        if not dof.world.reset:
            return
    if v.start == "zero":
        dof.velocity = 0.0
    else:
        dof.velocity = dof.initial_velocity
    dof.force = 0.0
    if v.history:
        dof.acceleration = 0.0
        dof.warmstart = 0.0


@computation(
    SIMULATION,
    "put the bodies of the marked worlds back to where they started",
    kinematic={"reset": "", "keep": "except kinematic ones", "still": "and stop kinematic ones where they are"},
    awake={True: "and wake them", False: ""},
)
def reset_body(body: Any) -> None:
    world = body.world
    if not world.reset:
        return
    if v.kinematic == "keep":
        if (body.flags & KINEMATIC) != 0:
            return
    if v.kinematic == "still":
        if (body.flags & KINEMATIC) != 0:
            body.twist = wp.spatial_vector()
            return
    body.pose = body.initial_pose
    body.twist = body.initial_twist
    body.wrench = wp.spatial_vector()
    if v.awake:
        body.asleep = 0
        body.timer = 0.0


@computation(
    SIMULATION,
    "zero the counters of each world before a step",
    errors={"keep": "", "flag": "and its error bits if asked to", "all": "and its error bits"},
    bounds={True: "and its deepest penetration", False: ""},
)
def zero_world_counters(world: Any, clear_errors: Any) -> None:
    world.contact_count = 0
    world.row_count = 0
    world.awake_count = 0
    if v.bounds:
        world.deepest = 0.0
    if v.errors == "flag":
        if clear_errors:
            world.errors = 0
    if v.errors == "all":
        world.errors = 0


@computation(
    SIMULATION,
    "decide which worlds have to be reset",
    errors={True: "also where an error was found", False: ""},
    status={True: "and say why in status bits", False: ""},
)
def mark_worlds_for_reset(world: Any, max_steps: Any) -> None:
    reason = int(0)
    if world.step_count >= max_steps:
        reason = reason | TIMED_OUT
    if v.errors:
        if world.errors != 0:
            reason = reason | FAULTY
    if world.done:
        reason = reason | DONE
    world.reset = reason != 0
    if v.status:
        world.status = reason


@computation(
    SIMULATION,
    "finish the reset of a world",
    episodes={True: "and count its episodes", False: ""},
)
def finish_world_reset(world: Any) -> None:
    if world.reset:
        world.done = False
        world.step_count = 0
        world.time = 0.0
        if v.episodes:
            world.episode += 1
    world.reset = False


@computation(
    SIMULATION,
    "wake every tree of the marked worlds",
    counts={True: "and count the bodies that are awake", False: ""},
    timers={True: "with their rest times set to zero", False: ""},
)
def reset_tree_sleep(tree: Any) -> None:
    world = tree.world
    if not world.reset:
        return
    tree.asleep = AWAKE
    tree.awake = 1
    tree.can_sleep = 0
    if v.timers:
        for b in tree.bodies:
            b.timer = 0.0
    if v.counts:
        awake = int(0)
        for b in tree.bodies:
            if (b.flags & FROZEN) != 0:
                continue
            awake += 1
        world.awake_count += awake


@computation(
    SIMULATION,
    "forget the contacts of the worlds that are reset",
    rows={True: "and the rows that they had", False: ""},
)
def clear_contacts_of_reset_worlds(contact: Any) -> None:
    if contact.world.reset:
        contact.status = 0
        contact.force = 0.0
        if v.rows:
            contact.row_id = -1
