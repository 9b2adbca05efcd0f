"""Fronts, matchings and roots of graphs, stated by sets."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.graph_search import _heads

OPEN, ROOT, COVERED = range(3)


def graph_push_front(t, v, n):
    marked, errors = t.vertex.marked.copy(), t.part.errors.copy()
    total, front = t.part.front_total.copy(), t.part.front.copy()
    for i in np.flatnonzero(t.vertex.level == n.search_level):
        for head in _heads(t, i):
            if t.vertex.level[head] >= 0 or (v.fixed and t.vertex.flags[head] & 1) or marked[head] > 0:
                continue
            marked[head] = 1
            part = t.vertex.part[head]
            if total[part] < n.front_capacity:
                front[part, total[part]] = head
            else:
                errors[part] += 1
            total[part] += 1
    made = {"vertex.marked": marked, "part.front_total": total, "part.front": front}
    return {**made, "part.errors": errors} if v.full == "report" else made


def graph_choose_roots(t, v, n):
    choice, left = t.vertex.choice.copy(), t.part.has_open.copy()
    for i in np.flatnonzero(t.vertex.choice == OPEN):
        others = [head for head in _heads(t, i) if head != i]
        covered = any(t.vertex.choice[head] == ROOT for head in others)
        ranks = [(t.vertex.priority[head], head) for head in others if t.vertex.choice[head] == OPEN]
        if covered and v.covered:
            choice[i] = COVERED
        elif not covered and (t.vertex.priority[i], i) > max(ranks, default=(-1, -1)):
            choice[i] = ROOT
        else:
            left[t.vertex.part[i]] = 1
    made = {"vertex.choice_next": choice}
    return {**made, "part.has_open": left} if v.left else made


def graph_want_heaviest(t, v, n):
    want, weight = np.arange(len(t.vertex.match)), t.vertex.wanted_weight.copy()
    is_open = t.vertex.choice == OPEN
    for i, arcs in enumerate(t.vertex.arcs):
        if v.free and not is_open[i]:
            continue
        ways = [(t.arc.weight[a], -t.arc.head[a]) for a in arcs if t.arc.head[a] not in (-1, i)]
        ways = [way for way in ways if is_open[-way[1]] or not v.free]
        weight[i] = 0.0
        if ways:
            weight[i], want[i] = max(ways)[0], -max(ways)[1]
    return {"vertex.wanted": want, "vertex.wanted_weight": weight} if v.kept else {"vertex.wanted": want}


def graph_match_pairs(t, v, n):
    places = np.arange(len(t.vertex.wanted))
    mutual = (t.vertex.wanted[t.vertex.wanted] == places) & (t.vertex.wanted != places)
    made = {"vertex.match": np.where(mutual, t.vertex.wanted, -1)}
    if v.number == "pair":
        made["vertex.label_next"] = np.where(mutual, np.minimum(places, t.vertex.wanted), places)
    if v.counted:
        made["part.pair_total"] = t.part.pair_total.copy()
        np.add.at(made["part.pair_total"], t.vertex.part, mutual & (places < t.vertex.wanted))
    return made


def mesh_face_labels(t, v, n):
    colors = t.vertex.color[t.triangle.nodes]
    labels = [max(set(row), key=lambda c, row=row: (row.count(c), c)) for row in colors.tolist()]
    mixed = np.array([len(set(row)) > 1 for row in colors.tolist()])
    made = {"triangle.color": np.array(labels)}
    if v.mixed:
        made["triangle.mixed"] = mixed.astype(int)
    if v.counted:
        made["part.mixed_total"] = t.part.mixed_total.copy()
        np.add.at(made["part.mixed_total"], t.triangle.part, mixed)
    return made


def mesh_link_halves(t, v, n):
    nodes = t.triangle.nodes
    base = 3 * np.arange(len(nodes))[:, None]
    twins, errors = np.full_like(t.triangle.twins, -1), t.part.errors.copy()
    for i, k in np.ndindex(*nodes.shape):
        other = t.triangle.others[i][k]
        if other >= 0:
            end = nodes[i][(k + 1) % 3]
            found = [3 * other + m for m in range(3) if nodes[other][m] == end]
            twins[i, k] = found[-1] if found else -1
        errors[t.triangle.part[i]] += twins[i, k] < 0
    made = {"triangle.twins": twins, "triangle.following": base + np.array([1, 2, 0])}
    if v.origin:
        made["triangle.leaving"] = nodes
    return {**made, "part.errors": errors} if v.open == "count" else made
