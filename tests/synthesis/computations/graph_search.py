"""Levels, labels and colours over the arcs of a graph, stated by sets of neighbours."""

from __future__ import annotations

import numpy as np


def _heads(t, i):
    return [t.arc.head[a] for a in t.vertex.arcs[i] if t.arc.head[a] >= 0]


def graph_search_push(t, v, n):
    level, parent, changed = t.vertex.level_next.copy(), t.vertex.parent_next.copy(), t.part.changed.copy()
    for i in np.flatnonzero(t.vertex.level == n.search_level):
        for head in _heads(t, i):
            if t.vertex.level[head] < 0:
                level[head] = max(level[head], n.search_level + 1)
                parent[head] = max(parent[head], i)
                changed[t.vertex.part[head]] = max(changed[t.vertex.part[head]], 1)
    made = {"vertex.level_next": level}
    if v.parent:
        made["vertex.parent_next"] = parent
    if v.changed:
        made["part.changed"] = changed
    return made


def graph_search_pull(t, v, n):
    level, parent = t.vertex.level.copy(), t.vertex.parent.copy()
    for i in np.flatnonzero(t.vertex.level < 0):
        found = [head for head in _heads(t, i) if t.vertex.level[head] == n.search_level]
        level[i] = n.search_level + 1 if found else -1
        if found:
            parent[i] = found[0]
    return {"vertex.level_next": level, "vertex.parent_next": parent} if v.parent else {"vertex.level_next": level}


def _changed(t, new):
    changed = t.part.changed.copy()
    np.maximum.at(changed, t.vertex.part, (new != t.vertex.label).astype(changed.dtype))
    return changed


def graph_spread_labels(t, v, n):
    best = min if v.rule == "min" else max
    label = np.array([best(t.vertex.label[[i, *_heads(t, i)]]) for i in range(len(t.vertex.label))])
    made = {"vertex.label_next": label}
    return {**made, "part.changed": _changed(t, label)} if v.changed else made


def graph_jump_labels(t, v, n):
    label = t.vertex.label[t.vertex.label]
    if v.twice:
        label = t.vertex.label[label]
    made = {"vertex.label_next": label}
    return {**made, "part.changed": _changed(t, label)} if v.changed else made


def graph_hook_labels(t, v, n):
    made = t.vertex.label_next.copy()
    for a, b in zip(t.edge.a, t.edge.b, strict=True):
        if v.compare == "part" and t.vertex.part[a] != t.vertex.part[b]:
            continue
        low, high = sorted((t.vertex.label[a], t.vertex.label[b]))
        if low != high:
            made[high] = min(made[high], low)
    return {"vertex.label_next": made}


def graph_greedy_color(t, v, n):
    made = t.vertex.color_next.copy()
    for i in range(len(made)):
        colors = t.vertex.color[_heads(t, i)]
        rivals = [(t.vertex.priority[head], head) for head in _heads(t, i) if t.vertex.color[head] == -1]
        if t.vertex.color[i] >= 0 or (v.turn == "ranked" and max(rivals, default=(-1, -1)) > (t.vertex.priority[i], i)):
            made[i] = t.vertex.color[i]
        else:
            made[i] = min(set(range(32)) - set(colors))
    if not v.changed:
        return {"vertex.color_next": made}
    busy = t.part.changed.copy()
    np.maximum.at(busy, t.vertex.part[t.vertex.color == -1], 1)
    return {"vertex.color_next": made, "part.changed": busy}


def graph_color_conflicts(t, v, n):
    color = t.vertex.color
    conflict = np.zeros(len(color), int)
    for i in range(len(color)):
        same = [head for head in _heads(t, i) if head != i and color[head] == color[i] >= 0]
        conflict[i] = any(head < i for head in same) if v.action == "reset" else bool(same)
    made = {"vertex.marked": conflict}
    if v.action == "reset":
        made = {"vertex.color_next": np.where(conflict, -1, color)}
    if v.counted:
        made["part.errors"] = t.part.errors.copy()
        np.add.at(made["part.errors"], t.vertex.part, conflict)
    return made
