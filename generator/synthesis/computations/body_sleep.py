"""Sleep: which bodies rest, which trees may sleep, and what wakes them."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION
from generator.synthesis.schemas.simulation_flags import AWAKE, KINEMATIC, NEVER_SLEEPS

PUSH = 1.0
"""Size of a force that wakes, and of a torque."""


@law
def motion_size(twist: wp.spatial_vector, arm: float) -> float:
    """Squared size of a twist, with spin counted as the speed of a point at an arm."""
    return wp.length_sq(wp.spatial_top(twist)) + arm * arm * wp.length_sq(wp.spatial_bottom(twist))


@computation(
    SIMULATION,
    "wake every body that is kinematic, never sleeps or moves faster than a limit",
    size={
        "law": "(by the root of the sum of squares of its speed and its turn rate times an arm)",
        "max": "(by the larger of its speed and its turn rate times an arm)",
    },
    stop={
        True: "and put the others to sleep, with no velocity left, when they have rested for long enough",
        False: "and put the others to sleep when they have rested for long enough",
    },
)
def update_sleep_timer(body: Any, dt: Any, sleep_speed: Any, sleep_arm: Any, rest_time: Any) -> None:
    qd = body.twist
    if v.size == "law":
        moving = motion_size(qd, sleep_arm) > sleep_speed * sleep_speed
    else:
        moving = wp.max(wp.length(wp.spatial_top(qd)), sleep_arm * wp.length(wp.spatial_bottom(qd))) > sleep_speed
    if (body.flags & (KINEMATIC | NEVER_SLEEPS)) != 0 or moving:
        body.timer = 0.0
        body.asleep = 0
        return
    rest = body.timer + dt
    body.timer = rest
    if rest > rest_time:
        body.asleep = 1
        if v.stop:
            body.twist = wp.spatial_vector()
    else:
        body.asleep = 0


@computation(
    SIMULATION,
    "tell which trees may sleep because all their bodies",
    test={"timer": "have rested for long enough", "twist": "are slow"},
    contact={True: "and none of them was touched", False: ""},
    empty={"yes": "", "no": "and they have any"},
)
def tree_can_sleep(tree: Any, sleep_speed: Any, sleep_arm: Any, rest_time: Any) -> None:
    can = int(1)
    n = int(0)
    for b in tree.bodies:
        n += 1
        if v.test == "timer":
            if b.timer < rest_time:
                can = 0
                break
        else:
            if motion_size(b.twist, sleep_arm) > sleep_speed * sleep_speed:
                can = 0
                break
        if v.contact:
            if b.touched != 0:
                can = 0
                break
    if v.empty == "no" and n == 0:
        can = 0
    tree.can_sleep = can


@computation(
    SIMULATION,
    "wake the trees of bodies that awake ones touch",
    reach={"margin": "while they are closer than a margin", "touch": ""},
    count={True: "and count such contacts by world", False: ""},
)
def wake_by_contact(contact: Any, margin: Any) -> None:
    if v.reach == "margin":
        if contact.distance >= margin:
            return
    else:
        if contact.distance > 0.0:
            return
    a, b = contact.a, contact.b
    body_a = a.body
    body_b = b.body
    tree_a = body_a.tree
    tree_b = body_b.tree
    if tree_a == tree_b:
        return
    # both awake or both asleep: nothing changes
    if body_a.asleep == body_b.asleep:
        return
    if body_a.asleep != 0:
        tree_a.awake = 1
    else:
        tree_b.awake = 1
    if v.count:
        contact.world.contact_count += 1


@computation(
    SIMULATION,
    "wake the trees of bodies that are pushed by more than one newton",
    part={"force": "", "any": "or turned by more than one newton metre"},
    timers={True: "and let them rest anew", False: ""},
)
def wake_by_force(body: Any) -> None:
    tree = body.tree
    w = body.wrench
    if v.part == "force":
        pushed = wp.length(wp.spatial_top(w)) > PUSH
    else:
        pushed = wp.length(wp.spatial_top(w)) > PUSH or wp.length(wp.spatial_bottom(w)) > PUSH
    if not pushed:
        return
    wp.atomic_max(tree.awake, 1)
    if v.timers:
        body.timer = 0.0


@computation(
    SIMULATION,
    "carry the sleep state of each tree over to its bodies",
    loose={"awake": "with bodies outside trees awake", "skip": ""},
    count={True: "and count the awake ones by world", False: ""},
)
def spread_tree_sleep(body: Any) -> None:
    if v.loose == "awake":
        asleep = int(0)
        if exists(body.tree):
            if body.tree.asleep >= 0:
                asleep = 1
    else:
        asleep = 1 if body.tree.asleep >= 0 else 0
    body.asleep = asleep
    if v.count:
        if asleep == 0:
            body.world.awake_count += 1


@computation(
    SIMULATION,
    "count down how long each tree stays awake",
    keep={True: "and start anew where it may not sleep", False: ""},
)
def tree_sleep_countdown(tree: Any) -> None:
    state = tree.asleep
    if state >= 0:
        tree.asleep = state
        return
    if v.keep:
        if tree.can_sleep == 0:
            tree.asleep = AWAKE
            return
    # negative numbers count up towards sleep, which holds the number of the tree itself
    state += 1
    if state == 0:
        state = tree.index
    tree.asleep = state


@computation(
    SIMULATION,
    "zero the velocities and forces of degrees of freedom whose tree sleeps",
    acceleration={True: "and their accelerations", False: ""},
)
def freeze_sleeping_dofs(dof: Any) -> None:
    tree = dof.tree
    if tree.asleep < 0:
        return
    dof.velocity = 0.0
    dof.force = 0.0
    if v.acceleration:
        dof.acceleration = 0.0
