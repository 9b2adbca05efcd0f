"""What the computations of ``joint_topology`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

HINGE, SLIDE, BALL, FIXED = range(4)
ROOM = 6


def count_joint_coordinates(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j = t.joint
    on = j.enabled.astype(bool) | (not v.disabled)
    positions, freedoms = (np.where(on, np.array(row)[j.kind], 0) for row in ([1, 1, 4, 0], [1, 1, 3, 0]))
    total = t.tree.freedoms.copy()
    np.add.at(total, j.tree, freedoms)
    out = {"joint.position_count": positions, "joint.dof_count": freedoms}
    return out | ({"tree.freedoms": total} if v.total else {})


def count_tree_joints(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, e = t.joint, t.tree
    on = j.enabled.astype(bool) | (not v.enabled)

    def added(counts: Any, which: Any) -> Any:
        return counts + np.bincount(j.tree[on & which], minlength=len(counts))

    return {
        "tree.joints": added(e.joints, True),
        "tree.hinges": added(e.hinges, j.kind == HINGE),
        "tree.slides": added(e.slides, j.kind == SLIDE),
    }


def mark_root_joints(t: Any, v: Any, n: Any) -> dict[str, Any]:
    j, first = t.joint, t.tree.root_joint.copy()
    np.minimum.at(first, j.tree, np.arange(len(j.kind)))
    root = (j.parent < 0) & ~((j.kind == FIXED) & bool(v.fixed))
    return {"joint.is_root": np.where(root, 1, 0), **({"tree.root_joint": first} if v.least else {})}


def list_body_children(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, children, counts = t.body, t.body.children.copy(), t.body.child_count.copy()
    for i, parent in enumerate(b.parent):
        if parent < 0 or (v.kinematic and b.flags[i] & 1):
            continue
        if counts[parent] < ROOM:
            children[parent, counts[parent]] = i
        counts[parent] += 1
    return {"body.children": children, "body.child_count": counts}


def walk_to_root(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b = t.body
    depth, root = np.zeros_like(b.depth), np.zeros_like(b.root)
    for i in range(len(depth)):
        chain = [i]
        while (up := b.parent[chain[-1]]) >= 0:
            if v.kinematic and b.flags[chain[-1]] & 1:
                break
            chain.append(int(up))
        depth[i], root[i] = len(chain) - 1, chain[-1]
    out = {"depth": {"body.depth": depth}, "root": {"body.root": root}}
    return out["depth"] | out["root"] if v.out == "both" else out[v.out]


def label_joint_coordinates(t: Any, v: Any, n: Any) -> dict[str, Any]:
    owner, place = t.coord.owner.copy(), t.coord.place.copy()
    for k, coords in enumerate(t.joint.coords):
        owner[coords] = -1 if v.enabled and not t.joint.enabled[k] else k
        place[coords] = np.arange(len(coords))
    return {"coord.owner": owner, **({"coord.place": place} if v.place else {})}


def list_active_limits(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, e = t.coord, t.limit
    over = c.position - np.clip(c.position, c.lower, c.upper)
    found = np.flatnonzero(over)
    start, room = t.counter.limits[0], n.limit_room
    kept = found[: max(room - start, 0)]
    numbers, side, distance = e.coord_number.copy(), e.side.copy(), e.distance.copy()
    places = start + np.arange(len(kept))
    numbers[places], side[places], distance[places] = kept, np.sign(over[kept]), np.abs(over[kept])
    limits, lost, hit = t.counter.limits.copy(), t.counter.lost.copy(), t.tree.limits_hit.copy()
    limits[0] += len(found)
    lost[0] += len(found) - len(kept)
    np.add.at(hit, t.joint.tree[c.joint[found]], 1)
    out = {"limit.coord_number": numbers, "limit.side": side, "counter.limits": limits, "counter.lost": lost}
    if v.distance:
        out["limit.distance"] = distance
    return out | ({"tree.limits_hit": hit} if v.tree else {})
