"""Index building over bodies, joints and shapes: counts, numbers within worlds, depths, ancestors, lists."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.simulation import SIMULATION, Activity, JointKind
from generator.synthesis.schemas.simulation_flags import COLLIDES, KINEMATIC, VISIBLE

MAX_DEPTH = 8


@law
def joint_dimensions(kind: int) -> tuple[int, int]:
    """Numbers of coordinates and of degrees of freedom: orientations are stored as quaternions."""
    if kind == JointKind.FREE:
        return 7, 6
    if kind == JointKind.BALL:
        return 4, 3
    if kind == JointKind.FIXED:
        return 0, 0
    return 1, 1


@computation(
    SIMULATION,
    "store the number of coordinates and degrees of freedom of every joint by its kind",
    none={
        "": "",
        "disabled": "none for disabled ones",
        "kinematic": "none for those of kinematic children",
        "both": "none for disabled ones and those of kinematic children",
    },
)
def count_joint_dimensions(joint: Any) -> None:
    nq, nv = joint_dimensions(joint.kind)
    if v.none == "disabled" or v.none == "both":
        if not joint.enabled:
            nq = 0
            nv = 0
    if v.none == "kinematic" or v.none == "both":
        if (joint.child.flags & KINEMATIC) != 0:
            nq = 0
            nv = 0
    joint.coord_count = nq
    joint.dof_count = nv


@computation(
    SIMULATION,
    "count for every body",
    which={
        "all": "its shapes",
        "flag": "those of its shapes that collide",
        "group": "those of its shapes that are in a nonzero collision group",
    },
)
def count_shapes_of_bodies(shape: Any) -> None:
    # shapes of the world have none
    body = shape.body
    if not exists(body):
        return
    if v.which == "flag":
        if (shape.flags & COLLIDES) == 0:
            return
    if v.which == "group":
        if shape.group == 0:
            return
    body.shape_count += 1


@computation(
    SIMULATION,
    "count the awake bodies of every world",
    skip={
        "asleep": "",
        "kinematic": "leaving out kinematic ones, and mark those that sleep as static, others as kinematic or dynamic,",
    },
    source={True: "and number those that count by the same atomic, -1 for the others", False: ""},
)
def count_awake_bodies(body: Any) -> None:
    if body.asleep == 1:
        if v.source:
            body.local_id = -1
        if v.skip == "kinematic":
            body.activity = int(Activity.STATIC)
        return
    if v.skip == "kinematic":
        if (body.flags & KINEMATIC) != 0:
            body.activity = int(Activity.KINEMATIC)
            if v.source:
                body.local_id = -1
            return
        body.activity = int(Activity.DYNAMIC)
    world = body.world
    if v.source:
        body.local_id = wp.atomic_add(world.awake_count, 1)
    else:
        world.awake_count += 1


@computation(
    SIMULATION,
    "number the bodies of each world from zero",
    total={True: "storing their number", False: ""},
    awake={True: "awake ones only, -1 for the others", False: ""},
)
def number_world_bodies(world: Any) -> None:
    n = int(0)
    for b in world.bodies:
        if v.awake:
            if b.asleep == 1:
                b.local_id = -1
                continue
        b.local_id = n
        n += 1
    if v.total:
        world.body_count = n


@computation(
    SIMULATION,
    "classify every body as kinematic or dynamic",
    tree={True: "or as static without a tree", False: ""},
    asleep={True: "or as static while asleep", False: ""},
)
def body_activity(body: Any) -> None:
    if (body.flags & KINEMATIC) != 0:
        body.activity = int(Activity.KINEMATIC)
        return
    if v.tree:
        if not exists(body.tree):
            body.activity = int(Activity.STATIC)
            return
    if v.asleep:
        if body.asleep != 0:
            body.activity = int(Activity.STATIC)
            return
    body.activity = int(Activity.DYNAMIC)


@computation(
    SIMULATION,
    "mark the kinematic trees of the two bodies of a joint",
    same={"skip": "if they differ", "mark": ""},
    enabled={True: "while the joint is enabled", False: ""},
)
def mark_joined_trees(joint: Any) -> None:
    if v.enabled:
        if not joint.enabled:
            return
    parent = joint.parent
    a = parent.tree
    b = joint.child.tree
    if v.same == "skip":
        if a == b:
            return
    a.changed = 1
    b.changed = 1


@computation(
    SIMULATION,
    "find the first shape of every body",
    which={"collides": "that collides, -1 for none", "seen": "that collides and is visible, -1 for none"},
)
def first_colliding_shape(body: Any) -> None:
    found = int(-1)
    for s in body.shapes:
        if v.which == "collides":
            if (s.flags & COLLIDES) != 0:
                found = s.index
                break
        else:
            if (s.flags & COLLIDES) != 0 and (s.flags & VISIBLE) != 0:
                found = s.index
                break
    body.first_shape = found
