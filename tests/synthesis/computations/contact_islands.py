"""What the computations of ``contact_islands`` give, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

SPHERE, BOX, CAPSULE, PLANE = range(4)


def join_contact_islands(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, b, root = t.contact, t.body, t.body.root.copy()
    for k, (i, j) in enumerate(zip(c.a, c.b, strict=True)):
        apart = v.near and c.distance[k] >= 0.0
        if min(i, j) < 0 or apart or (v.kinematic and (b.flags[i] | b.flags[j]) & 1):
            continue
        root[i], root[j] = min(root[i], b.island[j]), min(root[j], b.island[i])
    return {"body.root": root}


def find_island_root(t: Any, v: Any, n: Any) -> dict[str, Any]:
    above = t.body.above
    root, depth = np.arange(len(above)), np.zeros_like(above)
    while (climbs := above[root] >= 0).any():
        root, depth = np.where(climbs, above[root], root), depth + climbs
    return {"body.root": root, **({"body.depth": depth} if v.depth else {})}


def jump_island_pointer(t: Any, v: Any, n: Any) -> dict[str, Any]:
    above, jumps = t.body.above, t.counter.jumps.copy()
    far = np.where(above >= 0, above[above], -1)
    jumps[0] += (far >= 0).sum()
    return {"body.next_above": np.where(far >= 0, far, above), **({"counter.jumps": jumps} if v.counted else {})}


def count_island_bodies(t: Any, v: Any, n: Any) -> dict[str, Any]:
    b, e = t.body, t.island
    size, awake, least = e.body_count.copy(), e.awake.copy(), e.least_body.copy()
    inside = np.flatnonzero(b.group >= 0)
    np.add.at(size, b.group[inside], 1)
    np.maximum.at(awake, b.group[inside], b.awake[inside])
    np.minimum.at(least, b.group[inside], inside)
    out = {"island.body_count": size}
    return out | ({"island.awake": awake} if v.awake else {}) | ({"island.least_body": least} if v.least else {})


def count_island_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, counts, kinds = t.contact, t.island.contact_count.copy(), t.island.kinds.copy()
    for k in range(len(c.a)):
        of = [t.body.group[i] if i >= 0 else -1 for i in (c.a[k], c.b[k])]
        found = of[0] if of[0] >= 0 or v.side == "first" else of[1]
        if found >= 0:
            counts[found] += 1
            kinds[found] |= 1 << c.state[k]
    return {"island.contact_count": counts, **({"island.kinds": kinds} if v.kinds else {})}


def contact_kind_key(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, key, order = t.contact, t.contact.kind_key.copy(), t.contact.most_points.copy()
    for k, (i, j) in enumerate(zip(c.first, c.second, strict=True)):
        if min(i, j) < 0:
            if v.missing == "none":
                key[k], order[k] = -1, 0
            continue
        low, high = sorted((t.shape.kind[i], t.shape.kind[j]))
        key[k] = 4 * low + high
        flat = {(BOX, BOX): 8, (BOX, PLANE): 4, (PLANE, PLANE): 0}
        order[k] = 1 if low == SPHERE else flat.get((low, high), 2)
    return {"contact.kind_key": key, **({"contact.most_points": order} if v.points else {})}


def color_contact(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, b, color = t.contact, t.body, t.contact.color.copy()
    for k, bodies in enumerate(zip(c.a, c.b, strict=True)):
        if v.colored and color[k] >= 0:
            continue  # its own colour stays
        held = [i for i in bodies if i >= 0 and not (v.kinematic and b.flags[i] & 1)]
        free = [x for x in range(4) if not any(b.color_mask[i] >> x & 1 for i in held)]
        color[k] = free[0] if free else -1
    return {"contact.proposal": color}


def take_contact_color(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, mask = t.contact, t.body.color_mask.copy()
    for k, color in enumerate(c.color):
        if color >= 0 and (v.color == "own" or color == n.color):
            for i in (c.a[k], c.b[k]):
                if i >= 0:
                    mask[i] |= 1 << color
    return {"body.color_mask": mask}


def count_pair_contacts(t: Any, v: Any, n: Any) -> dict[str, Any]:
    c, counts, first = t.contact, t.pair.contact_count.copy(), t.pair.first_contact.copy()
    used = np.flatnonzero((c.pair >= 0) & ((c.state != 0) | (not v.open)))
    np.add.at(counts, c.pair[used], 1)
    np.minimum.at(first, c.pair[used], used)
    return {"pair.contact_count": counts, **({"pair.first_contact": first} if v.first else {})}
