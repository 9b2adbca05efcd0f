"""How joints and bodies hang together: trees, lists of children, counts by kind, limits that are active."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.joints import JOINTS

KINEMATIC = 1
MOST_CHILDREN = 6

body: Any = None
counter: Any = None
limit: Any = None
"""Records of the schema by their number."""

JointType: Any = None
"""The enumeration of the schema."""


@law
def joint_dimensions(kind: int) -> tuple[int, int]:
    """Numbers of coordinates for position and for velocity; a ball's orientation is a quaternion."""
    if kind == JointType.FIXED:
        return 0, 0
    if kind == JointType.BALL:
        return 4, 3
    return 1, 1


@law
def limit_side(q: float, lower: float, upper: float) -> int:
    """Side on which a joint is beyond its limits: -1 below, 1 above, 0 for neither."""
    if q < lower:
        return -1
    if q > upper:
        return 1
    return 0


@computation(
    JOINTS,
    "store the sizes nq and nv of each joint's configuration and velocity by its kind",
    total={True: "adding nv up by tree", False: ""},
    disabled={True: "zero for disabled joints", False: ""},
)
def count_joint_coordinates(joint: Any) -> None:
    if v.disabled and not joint.enabled:
        joint.position_count = 0
        joint.dof_count = 0
        return
    nq, nv = joint_dimensions(joint.kind)
    joint.position_count = nq
    joint.dof_count = nv
    if v.total:
        joint.tree.freedoms += nv


@computation(
    JOINTS,
    "count the joints of each tree, its hinges and its slides",
    enabled={True: "if they are enabled", False: ""},
)
def count_tree_joints(joint: Any) -> None:
    if v.enabled and not joint.enabled:
        return
    tree = joint.tree
    tree.joints += 1
    kind = joint.kind
    if kind == JointType.HINGE:
        tree.hinges += 1
    elif kind == JointType.SLIDE:
        tree.slides += 1


@computation(
    JOINTS,
    "mark the joints whose parent is the world as roots",
    least={True: "finding the first joint of each tree", False: ""},
    fixed={True: "leaving out fixed ones", False: ""},
)
def mark_root_joints(joint: Any) -> None:
    if v.least:
        wp.atomic_min(joint.tree.root_joint, joint.index)
    if exists(joint.parent):
        joint.is_root = 0
        return
    if v.fixed and joint.kind == JointType.FIXED:
        joint.is_root = 0
    else:
        joint.is_root = 1


@computation(
    JOINTS,
    "list the bodies that hang on each body by atomic slots, at most six of them",
    kinematic={True: "without kinematic bodies", False: ""},
)
def list_body_children(body: Any) -> None:
    if v.kinematic and (body.flags & KINEMATIC) != 0:
        return
    parent = body.parent
    if not exists(parent):
        return
    slot = wp.atomic_add(parent.child_count, 1)
    if slot < MOST_CHILDREN:
        parent.children[slot] = body.index


@computation(
    JOINTS,
    "walk from each body up its parents",
    out={"depth": "to find its depth", "root": "to find its root", "both": "to find its depth and root"},
    kinematic={True: "stopping at a kinematic body", False: ""},
)
def walk_to_root(body: Any) -> None:
    i = int(body.index)
    if v.out != "root":
        depth = int(0)
    while exists(body[i].parent):
        if v.kinematic and (body[i].flags & KINEMATIC) != 0:
            break
        i = body[i].parent.index
        if v.out != "root":
            depth += 1
    if v.out != "root":
        body.depth = depth
    if v.out != "depth":
        body.root = i


@computation(
    JOINTS,
    "store the joint that each coordinate belongs to",
    enabled={True: "-1 where that is disabled,", False: ""},
    place={True: "and its place there", False: ""},
)
def label_joint_coordinates(joint: Any) -> None:
    j = joint.index
    if v.enabled and not joint.enabled:
        j = -1
    k = int(0)
    for c in joint.coords:
        c.owner = j
        if v.place:
            c.place = k
        k += 1


@computation(
    JOINTS,
    "detect joint coordinates beyond a limit and append them to a compact list with their side",
    distance={True: "and how far they are beyond it", False: ""},
    tree={True: "counting them by tree", False: ""},
)
def list_active_limits(coord: Any, limit_room: Any) -> None:
    q = coord.position
    side = limit_side(q, coord.lower, coord.upper)
    if side == 0:
        return
    if v.tree:
        coord.joint.tree.limits_hit += 1
    slot = wp.atomic_add(counter[0].limits, 1)
    if slot >= limit_room:
        counter[0].lost += 1
        return
    limit[slot].coord_number = coord.index
    limit[slot].side = side
    if v.distance:
        if side < 0:
            limit[slot].distance = coord.lower - q
        else:
            limit[slot].distance = q - coord.upper
