"""Reports of a step and what follows from them: overflow, keyframes, sleep rebuilt, islands, substeps."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, SleepState
from generator.synthesis.schemas.simulation_flags import CONTACTS_FULL, INVALID, KINEMATIC, ROWS_FULL, SLOTS_FULL


@law
def over_bit(demand: int, capacity: int, bit: int) -> int:
    """Bit that reports a buffer in which more was asked for than fits, else 0."""
    if demand > capacity:
        return bit
    return 0


@computation(
    SIMULATION,
    "clamp the numbers of contacts and rows that each world asked for to what fits, setting a bit for each overflow,",
    sticky={True: "on top of the world's error bits", False: ""},
    slots={True: "with a bit for the slots of all worlds", False: ""},
    repair={True: "and end worlds whose state is invalid", False: ""},
)
def collect_overflow(world: Any, contact_max: Any, row_max: Any, slot_demand: Any, slot_max: Any) -> None:
    bits = over_bit(world.contact_demand, contact_max, CONTACTS_FULL)
    bits = bits | over_bit(world.row_demand, row_max, ROWS_FULL)
    if v.slots:
        bits = bits | over_bit(slot_demand, slot_max, SLOTS_FULL)
    if v.repair:
        if (world.errors & INVALID) != 0:
            if not v.sticky:
                bits = bits | INVALID
            world.done = True
    if v.sticky:
        world.status = world.errors | bits
    else:
        world.status = bits
    world.contact_count = wp.min(world.contact_demand, contact_max)
    world.row_count = wp.min(world.row_demand, row_max)


@computation(
    SIMULATION,
    "rebuild the sleep state of each body in the worlds marked for a reset, asleep or awake as its tree,",
    loose={
        "parent": "and where it has none awake if it or its parent is kinematic, else static,",
        "static": "and static where it has none,",
    },
    count={
        True: "setting timers of awake ones to zero and counting them",
        False: "setting timers of awake ones to zero",
    },
)
def rebuild_body_sleep(body: Any) -> None:
    world = body.world
    if not world.reset:
        return
    state = int(SleepState.AWAKE)
    if exists(body.tree):
        if body.tree.asleep >= 0:
            state = int(SleepState.ASLEEP)
    else:
        state = int(SleepState.STATIC)
        if v.loose == "parent":
            if (body.flags & KINEMATIC) != 0:
                state = int(SleepState.AWAKE)
            elif exists(body.parent):
                if (body.parent.flags & KINEMATIC) != 0:
                    state = int(SleepState.AWAKE)
    body.sleep_state = state
    if state == SleepState.AWAKE:
        body.timer = 0.0
        if v.count:
            world.awake_count += 1


@computation(
    SIMULATION,
    "find the smaller of the two trees of each active contact, or the only one, as its island root, -1 for none",
    mark={True: "and mark both trees as changed", False: ""},
)
def join_contact_trees(contact: Any) -> None:
    if (contact.status & 1) == 0:
        contact.root = -1
        return
    tree_a = int(-1)
    tree_b = int(-1)
    a, b = contact.a, contact.b
    if exists(a):
        body_a = a.body
        if exists(body_a):
            above = body_a.tree
            if exists(above):
                tree_a = above.index
    if exists(b):
        body_b = b.body
        if exists(body_b):
            above = body_b.tree
            if exists(above):
                tree_b = above.index
    # the smaller number stands for both
    root = wp.min(tree_a, tree_b)
    if root < 0:
        root = wp.max(tree_a, tree_b)
    contact.root = root
    if v.mark:
        if tree_a >= 0:
            wp.atomic_max(tree[tree_a].changed, 1)
        if tree_b >= 0 and tree_b != tree_a:
            wp.atomic_max(tree[tree_b].changed, 1)


@computation(
    SIMULATION,
    "scale the velocities of each joint down so that no degree of freedom exceeds its highest velocity",
    kinematic={True: "except where its child is kinematic", False: ""},
    sleep={True: "and to zero where its child sleeps", False: ""},
)
def limit_joint_rates(joint: Any) -> None:
    ratio = float(1.0)
    for d in joint.dofs:
        limit = d.velocity_limit
        size = wp.abs(d.velocity)
        if size > limit:
            ratio = wp.min(ratio, limit / size)
    if v.sleep:
        if exists(joint.child.tree):
            if joint.child.tree.asleep >= 0:
                ratio = 0.0
    if v.kinematic:
        if (joint.child.flags & KINEMATIC) != 0:
            ratio = 1.0
    for d in joint.dofs:
        d.velocity = ratio * d.velocity


@computation(
    SIMULATION,
    "choose the number of substeps of every world so that its fastest awake body moves at most a given way in each",
    bound={True: "up to the most substeps", False: ""},
    still={True: "and none where the world is done", False: ""},
)
def substep_count(world: Any, dt: Any, max_travel: Any, max_substeps: Any) -> None:
    if v.still:
        if world.done:
            world.substeps = 0
            return
    fastest = float(0.0)
    for b in world.bodies:
        if b.asleep != 0:
            continue
        fastest = wp.max(fastest, wp.length(wp.spatial_top(b.twist)))
    n = 1 + int(wp.floor(fastest * dt / max_travel))
    if v.bound:
        n = wp.min(n, max_substeps)
    world.substeps = n
