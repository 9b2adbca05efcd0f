"""Resets and fills: what is set back when worlds start anew, by mask, by flag or everywhere."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import AWAKE, KINEMATIC

TIMED_OUT = 1
FAULTY = 2
DONE = 4


@computation(
    SIMULATION,
    "reset the coordinates of worlds marked for a reset to their initial values",
    bounded={True: "clamped to their limits", False: ""},
    cleared={True: "clearing their limit state", False: ""},
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
    "reset the velocity of each degree of freedom",
    start={"zero": "to zero and clear its force", "model": "to its initial value and clear its force"},
    history={True: "its acceleration and that of the last step", False: ""},
    masked={True: "in worlds marked for a reset", False: ""},
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
    "reset pose and twist of the bodies of worlds marked for a reset and clear their wrenches",
    kinematic={"reset": "", "keep": "except kinematic ones", "still": "stopping kinematic ones where they are"},
    awake={True: "and wake them", False: ""},
)
def reset_body(body: Any) -> None:
    world = body.world
    if not world.reset:
        return
    if v.kinematic == "keep":
        if (body.flags & KINEMATIC) != 0:
            return
    body.wrench = wp.spatial_vector()
    if v.awake:
        body.asleep = 0
        body.timer = 0.0
    if v.kinematic == "still":
        if (body.flags & KINEMATIC) != 0:
            body.twist = wp.spatial_vector()
            return
    body.pose = body.initial_pose
    body.twist = body.initial_twist


@computation(
    SIMULATION,
    "zero the counters of contacts, rows and awake bodies of each world",
    errors={"keep": "", "flag": "and its error bits where that is asked for", "all": "and its error bits"},
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
    "mark worlds for a reset that are done or have run the most steps",
    errors={True: "or have errors", False: ""},
    status={True: "storing the reasons as bits", False: ""},
)
def mark_worlds_for_reset(world: Any, max_steps: Any) -> None:
    if v.status:
        reason = int(0)
        if world.step_count >= max_steps:
            reason = reason | TIMED_OUT
        if v.errors:
            if world.errors != 0:
                reason = reason | FAULTY
        if world.done:
            reason = reason | DONE
        world.status = reason
        world.reset = reason != 0
    elif v.errors:
        world.reset = world.done or world.step_count >= max_steps or world.errors != 0
    else:
        world.reset = world.done or world.step_count >= max_steps


@computation(
    SIMULATION,
    "finish the reset of each marked world: not done, time and step count zero, mark cleared,",
    episodes={True: "counting its episodes", False: ""},
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
    "wake the trees of worlds marked for a reset, with their rest flags cleared,",
    counts={True: "counting their bodies that are not kinematic", False: ""},
    timers={True: "and restart the rest timers of their bodies", False: ""},
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
            if (b.flags & KINEMATIC) != 0:
                continue
            awake += 1
        world.awake_count += awake


@computation(
    SIMULATION,
    "clear status and force of the contacts of worlds marked for a reset",
    rows={True: "and their rows", False: ""},
)
def clear_contacts_of_reset_worlds(contact: Any) -> None:
    if contact.world.reset:
        contact.status = 0
        contact.force = 0.0
        if v.rows:
            contact.row_id = -1
