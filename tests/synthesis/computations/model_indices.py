"""Index building over bodies, joints and shapes, as NumPy states it."""

from __future__ import annotations

import numpy as np

from generator.synthesis.schemas.simulation import JointKind

COLLIDES, KINEMATIC, MAX_DEPTH = 1, 2, 8


def count_joint_dimensions(t, v, n):
    sizes = {JointKind.FREE: (7, 6), JointKind.BALL: (4, 3), JointKind.HINGE: (1, 1), JointKind.SLIDE: (1, 1)}
    both = np.array([sizes.get(kind, (0, 0)) for kind in t.joint.kind])
    if v.none in ("disabled", "both"):
        both[~t.joint.enabled.astype(bool)] = 0
    if v.none in ("kinematic", "both"):
        both[t.body.flags[t.joint.child] & KINEMATIC != 0] = 0
    return {"joint.coord_count": both[:, 0], "joint.dof_count": both[:, 1]}


def count_shapes_of_bodies(t, v, n):
    s = t.shape
    there = s.body >= 0
    if v.which == "flag":
        there = there & (s.flags % 2 == 1)
    elif v.which == "group":
        there = there & (s.group != 0)
    return {"body.shape_count": t.body.shape_count + np.bincount(s.body[there], minlength=len(t.body.shape_count))}


def count_awake_bodies(t, v, n):
    b, counts = t.body, t.world.awake_count.copy()
    found = {"world.awake_count": counts}
    if v.skip == "kinematic":
        found["body.activity"] = b.activity.copy()
    if v.source:
        found["body.local_id"] = np.full_like(b.local_id, -1)
    for i, w in enumerate(b.world):
        if b.asleep[i] == 1:
            if v.skip == "kinematic":
                found["body.activity"][i] = 0
            continue
        if v.skip == "kinematic":
            kinematic = bool(b.flags[i] & KINEMATIC)
            found["body.activity"][i] = 2 if kinematic else 1
            if kinematic:
                continue
        if v.source:
            found["body.local_id"][i] = counts[w]
        counts[w] += 1
    return found


def number_world_bodies(t, v, n):
    ids, totals = t.body.local_id.copy(), t.world.body_count.copy() if v.total else None
    for w, bodies in enumerate(t.world.bodies):
        counted = bodies[t.body.asleep[bodies] != 1] if v.awake else bodies
        ids[bodies] = -1
        ids[counted] = np.arange(len(counted))
        if v.total:
            totals[w] = len(counted)
    return {"body.local_id": ids, **({"world.body_count": totals} if v.total else {})}


def body_activity(t, v, n):
    b = t.body
    kinds = np.where((b.flags & KINEMATIC) != 0, 2, 1)
    if v.asleep:
        kinds[(kinds == 1) & (b.asleep != 0)] = 0
    if v.tree:
        kinds[(kinds == 1) & (b.tree < 0)] = 0
    return {"body.activity": kinds}


def mark_joined_trees(t, v, n):
    changed = t.tree.changed.copy()
    for i, (p, c) in enumerate(zip(t.joint.parent, t.joint.child, strict=True)):
        if p < 0 or (v.enabled and not t.joint.enabled[i]):
            continue
        pair = [t.body.tree[p], t.body.tree[c]]
        if min(pair) >= 0 and (v.same == "mark" or pair[0] != pair[1]):
            changed[pair] = 1
    return {"tree.changed": changed}


def first_colliding_shape(t, v, n):
    bits = COLLIDES if v.which == "collides" else COLLIDES + 2
    ids = np.full(len(t.body.shapes), -1)
    for i, shapes in enumerate(t.body.shapes):
        found = shapes[(t.shape.flags[shapes] & bits) == bits]
        if len(found):
            ids[i] = found[0]
    return {"body.first_shape": ids}
