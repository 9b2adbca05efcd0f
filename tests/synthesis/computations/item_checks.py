"""Items that are checked, and segments that compact for themselves."""

from __future__ import annotations

import numpy as np

NONE, KEY, OWNER, SOURCE, STATE = range(5)


def item_find_fault(t, v, n):
    fault, errors = t.item.fault.copy(), t.pool.errors.copy()
    for i, (key, state) in enumerate(zip(t.item.key, t.item.state, strict=True)):
        owner, source = t.item.owner[i], t.item.source[i]
        orphan = not t.segment.active[owner] if owner >= 0 else state & 1
        wrong = {
            KEY: not n.low_key <= key < n.high_key,
            STATE: state & 4 and state & 3 != 1,
            OWNER: v.owner and orphan,
            SOURCE: v.source and source >= 0 and t.item.key[source] != key,
        }
        fault[i] = next((code for code, is_wrong in wrong.items() if is_wrong), NONE)
        errors[t.item.pool[i]] += fault[i] != NONE
    return {"item.fault": fault, "pool.errors": errors} if v.counted else {"item.fault": fault}


def segment_list_kept(t, v, n):
    kept, members = t.segment.kept.copy(), t.segment.members.copy()
    total = t.pool.total.copy()
    rules = {
        "flag": t.item.flag != 0,
        "state": (t.item.state & 4 != 0) | ((t.item.state & 1 != 0) & (t.item.flag != 0)),
        "range": (n.low_key <= t.item.key) & (t.item.key < n.high_key),
    }
    for s, items in enumerate(t.segment.items):
        listed = [e for e in items if rules[v.rule][e]]
        kept[s] = min(len(listed), n.segment_capacity)
        members[s, : kept[s]] = listed[: kept[s]]
        if v.pad:
            members[s, kept[s] :] = -1
        total[t.segment.pool[s]] += kept[s]
    made = {"segment.kept": kept, "segment.members": members}
    return {**made, "pool.total": total} if v.total else made


def compact_take_run(t, v, n):
    slot, total = np.full_like(t.item.slot, -1), t.pool.total.copy()
    lost, ring = t.pool.lost.copy(), t.pool.places.copy()
    for i, many in enumerate(t.item.many):
        if many == 0:
            continue
        p = t.item.pool[i]
        room = max(n.pool_capacity - total[p], 0)
        taken = min(many, room) if v.full == "cut" else many * (many <= room)
        ring[p, total[p] : total[p] + taken] = i
        slot[i] = total[p] if taken else -1
        lost[p] += many - taken
        total[p] += many
    made = {"pool.total": total, "pool.lost": lost, "pool.places": ring}
    return {**made, "item.slot": slot} if v.slot else made


def item_change_state(t, v, n):
    state = t.item.state
    after = np.where(t.item.flag != 0, state | 1, state - state % 2)
    changed = after != state
    after = np.where(changed, after | 2, after)
    if v.locked:
        stays = state // 4 % 2 == 1
        after, changed = np.where(stays, state, after), changed & ~stays
    made = {"item.state": after, "item.mark": changed.astype(int)}
    if v.counted:
        made["pool.total"] = t.pool.total.copy()
        np.add.at(made["pool.total"], t.item.pool, changed)
    return made
