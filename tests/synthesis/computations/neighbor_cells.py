"""Points in the cells of a grid, stated by integer division and sorting."""

from __future__ import annotations

import numpy as np


def _coordinates(t, n):
    return np.floor((t.point.position - np.asarray(n.origin)) / n.cell_size).astype(int)


def _active(t, wanted):
    return t.point.active.astype(bool) if wanted else np.ones(len(t.point.active), bool)


def neighbor_cell_keys(t, v, n):
    c = _coordinates(t, n)
    inside = ((c >= 0) & (c < n.side)).all(1)
    x, y, z = np.clip(c, 0, n.side - 1).T
    key = x + n.side * y + n.side**2 * z
    if v.outside == "mark":
        key = np.where(inside, key, -1)
    return {"point.key": np.where(_active(t, v.active), key, -1)}


def neighbor_morton_keys(t, v, n):
    c = np.clip(_coordinates(t, n), 0, n.side - 1)
    if v.order == "zyx":
        c = c[:, ::-1]
    key = np.zeros(len(c), int)
    for bit in range(10):
        for axis in range(3):
            key |= ((c[:, axis] >> bit) & 1) << (3 * bit + axis)
    return {"point.key": key}


def neighbor_cell_ranges(t, v, n):
    first, last = t.cell.first.copy(), t.cell.last.copy()
    for key in np.unique(t.point.sorted_key):
        if key < len(first):
            places = np.flatnonzero(t.point.sorted_key == key)
            first[key], last[key] = places[0], places[-1] + 1
    return {"cell.first": first, "cell.last": last}


def _places(t, counted, before):
    """Place of each point within its cell, after those that are there already."""
    total = before.copy()
    places = t.point.place.copy()
    for i in np.flatnonzero(counted):
        places[i] = total[t.point.cell[i]]
        total[t.point.cell[i]] += 1
    return places, total


def neighbor_count_cells(t, v, n):
    places, total = _places(t, _active(t, v.active), t.cell.total)
    return {"cell.total": total, "point.place": places} if v.kept else {"cell.total": total}


def neighbor_fill_cells(t, v, n):
    active = _active(t, v.active)
    places, listed = _places(t, active, t.cell.listed)
    members, lost = t.cell.members.copy(), t.world.lost.copy()
    for i in np.flatnonzero(active):
        if places[i] < n.cell_capacity:
            members[t.point.cell[i], places[i]] = i
        else:
            lost[t.point.world[i]] += 1
    made = {"cell.listed": listed, "cell.members": members}
    return {**made, "world.lost": lost} if v.full == "report" else made


def neighbor_reorder(t, v, n):
    order = t.point.order if v.way == "gather" else np.argsort(t.point.rank)
    made = {"point.moved": t.point.position[order]}
    return {**made, "point.moved_velocity": t.point.velocity[order]} if v.velocity else made


def neighbor_list_cells(t, v, n):
    slot, total, fullest = np.full_like(t.cell.slot, -1), t.world.cell_total.copy(), t.world.fullest.copy()
    for i, many in enumerate(t.cell.total):
        w = t.cell.world[i]
        if many > 0:
            slot[i] = total[w]
            total[w] += 1
            fullest[w] = max(fullest[w], many)
    made = {"cell.slot": slot, "world.cell_total": total}
    if v.points:
        made["world.point_total"] = t.world.point_total.copy()
        np.add.at(made["world.point_total"], t.cell.world, t.cell.total)
    return {**made, "world.fullest": fullest} if v.fullest else made


def search_cell_mass(t, v, n):
    made = {"cell.mass": t.cell.mass.copy()}
    np.add.at(made["cell.mass"], t.point.cell, t.point.mass)
    if v.moment:
        made["cell.center"] = t.cell.center.copy()
        np.add.at(made["cell.center"], t.point.cell, t.point.mass[:, None] * t.point.position)
    if v.counted:
        made["cell.total"] = t.cell.total.copy()
        np.add.at(made["cell.total"], t.point.cell, 1)
    return made


def neighbor_check_lists(t, v, n):
    far = np.linalg.norm(t.point.drift, axis=1) > n.skin / 2.0
    far &= _active(t, v.active)
    made = {"cell.stale": t.cell.stale.copy()}
    made["cell.stale"][t.point.cell[far]] = 1
    if v.rule == "count":
        made["world.moved_total"] = t.world.moved_total.copy()
        np.add.at(made["world.moved_total"], t.point.world[far], 1)
    return made
