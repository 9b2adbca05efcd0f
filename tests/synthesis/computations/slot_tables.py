"""Slots: lists with a capacity, padded tables, places within worlds, as NumPy states them."""

from __future__ import annotations

import numpy as np

COLLIDES, KINEMATIC, MAX_DEPTH = 1, 2, 8


def _places(t, kept, width):
    """Which items find a slot, in which, and how many slots are asked for: items come one after another."""
    first = t.cursor.used[0]
    used = t.cursor.used.copy()
    used[0] += len(kept)
    fits = kept[: max(width - first, 0)]
    return fits, first + np.arange(len(fits)), used


def list_moving_bodies(t, v, n):
    moving = np.flatnonzero((t.body.flags & KINEMATIC) == 0)
    fits, places, used = _places(t, moving, min(n.list_max, len(t.slot.body_id)))
    found = {"slot.body_id": t.slot.body_id.copy(), "cursor.used": used}
    found["slot.body_id"][places] = fits
    if v.full == "count":
        found["cursor.dropped"] = t.cursor.dropped.copy()
        found["cursor.dropped"][0] += len(moving) - len(fits)
    if v.world:
        found["slot.world_id"] = t.slot.world_id.copy()
        found["slot.world_id"][places] = t.body.world[fits]
    return found


def pad_contact_table(t, v, n):
    s, c = t.slot, t.contact
    many, width = n.contacts_found, len(s.source)
    used = min(many, width)
    found = {"slot.source": np.where(np.arange(width) < many, np.arange(width), -1)}
    for word, values in {"distance": c.distance, "position": c.position}.items():
        column = getattr(s, word).copy()
        column[:used] = values[:used]
        column[used:] = n.margin if word == "distance" and v.beyond == "margin" else 0.0
        found[f"slot.{word}"] = column
    if v.friction:
        found["slot.friction"] = s.friction.copy()
        found["slot.friction"][:used] = c.friction[:used]
    return found


def slot_world_and_place(t, v, n):
    demand = np.append(t.world.contact_demand, np.zeros(len(t.slot.place), int))  # past the last world nothing is used
    number = np.arange(len(t.slot.place))
    worlds, places = np.divmod(number, 8)
    if v.order == "place":
        places, worlds = np.divmod(number, len(t.world.contact_demand))
    used = places < demand[worlds]
    return {"slot.world_id": np.where(used, worlds, -1), "slot.place": np.where(used, places, -1)}


def compact_contacts(t, v, n):
    c, s = t.contact, t.slot
    kept = np.flatnonzero((c.a >= 0) & (c.b >= 0) & (c.distance <= n.margin))
    fits, places, used = _places(t, kept, min(n.list_max, len(s.source)))
    pairs = np.stack([c.a, c.b], -1)
    pairs = np.sort(pairs, axis=1) if v.order == "sorted" else pairs
    columns = {"pair": pairs, "source": np.arange(len(c.a))}
    if v.what == "all":
        turned = ((c.a > c.b) & (v.order == "sorted"))[:, None]
        columns |= {"position": c.position, "normal": np.where(turned, -c.normal, c.normal), "distance": c.distance}
    found = {"cursor.used": used}
    if v.full == "bit":
        found["cursor.bits"] = t.cursor.bits.copy()
        found["cursor.bits"][0] |= len(kept) > len(fits)
    for word, values in columns.items():
        found[f"slot.{word}"] = getattr(s, word).copy()
        found[f"slot.{word}"][places] = values[fits]
    return found


def compact_cursor_contacts(t, v, n):
    c, s, used = t.contact, t.slot, t.cursor.used.copy()
    words = ["position", "normal", "distance", "friction"]
    found = {f"slot.{word}": getattr(s, word).copy() for word in ["world_id", *words]}
    if v.bodies:
        found["slot.body_id"] = s.body_id.copy()
    for k, (w, cursor) in enumerate(zip(c.world, c.cursor, strict=True)):
        if v.status and not c.status[k] & 1:
            continue
        used[cursor] += 1
        place = cursor * n.slot_max + used[cursor] - 1
        if used[cursor] > n.slot_max or place >= len(s.world_id):
            continue
        found["slot.world_id"][place] = w
        for word in words:
            found[f"slot.{word}"][place] = getattr(c, word)[k]
        if v.bodies:
            found["slot.body_id"][place] = t.shape.body[c.a[k]] if c.a[k] >= 0 else -1
    return {**found, "cursor.used": used}


def filter_candidates(t, v, n):
    s, kept = t.shape, []
    for k, (a, b) in enumerate(zip(t.candidate.a, t.candidate.b, strict=True)):
        if a == b:
            continue
        if v.groups == "flags":
            passes = s.flags[a] & s.flags[b] & 1
        else:
            ga, gb = int(s.group[a]), int(s.group[b])
            passes = ga and gb and (ga == gb if min(ga, gb) > 0 else ga != gb)
        if v.bodies and s.body[a] >= 0 and s.body[a] == s.body[b]:
            continue
        if passes:
            kept.append(k)
    pairs = np.stack([t.candidate.a, t.candidate.b], -1)
    slots = t.slot.pair.copy()
    fits, places, used = _places(t, kept, len(slots))
    slots[places] = pairs[fits]
    found = {"cursor.used": used, "slot.pair": slots}
    if v.key:
        found["candidate.key"] = t.candidate.key.copy()
        found["candidate.key"][kept] = (np.sort(pairs) @ [len(s.flags), 1])[kept]
    return found


def candidate_key(t, v, n):
    keys = []
    for a, b in zip(t.candidate.a, t.candidate.b, strict=True):
        place = sum(range(max(a, b) + 1)) + min(a, b)
        keys.append(place if v.order == "sorted" else 2 * place + (a > b))
    if v.invalid:
        keys = np.where(t.shape.body[t.candidate.a] == t.shape.body[t.candidate.b], -1, keys)
    return {"candidate.key": keys}


def reserve_contact_rows(t, v, n):
    c, counts, ids = t.contact, t.world.row_count.copy(), t.contact.row_id.copy()
    for k, w in enumerate(c.world):
        if c.distance[k] >= n.margin:
            ids[k] = -1
            continue
        edges = c.dimension[k] - 1
        rows = 2 * edges if v.cone == "pyramid" else edges + 1
        if counts[w] + rows <= n.row_max:
            ids[k] = counts[w]
        else:
            ids[k] = -1
        counts[w] += rows
    return {"contact.row_id": ids, "world.row_count": counts}
