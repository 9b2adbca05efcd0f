"""What the computations of the family ``graph_strolls`` give, written from the laws."""

from __future__ import annotations

from tests.synthesis.computations.algebra_field6 import Random, generators


def walk_along_arc(t, v, n):
    w, arcs = t.stroll, t.arc
    ends, lengths, back = w.vertex.copy(), w.length + 1, w.restarted.copy()
    visits = t.vertex.visits.copy()
    for i, r in enumerate(generators(n.seed, len(ends), n.step)):
        if w.vertex[i] < 0:
            ends[i], lengths[i] = -1, w.length[i]
            continue
        if v.restart != "none" and r.uniform() < n.restart:
            ends[i], lengths[i], back[i] = w.source[i], 0, 1
            visits[ends[i]] += 1
            continue
        if not len(t.vertex.arcs[w.vertex[i]]):
            ends[i], lengths[i] = -1, w.length[i]
            continue
        total = 0.0
        for seen, e in enumerate(t.vertex.arcs[w.vertex[i]], 1):
            total += arcs.weight[e]
            taken = r.uniform() < arcs.weight[e] / total if v.choice == "weighted" else r.integer(0, seen) == 0
            ends[i] = arcs.head[e] if taken else ends[i]
        visits[ends[i]] += 1
    made = {"stroll.next_vertex": ends, "stroll.next_length": lengths}
    if v.restart == "mark":
        made["stroll.restarted"] = back
    return {**made, **({"vertex.visits": visits} if v.tally else {})}


def biased_walk_step(t, v, n):
    w, arcs, leaving = t.stroll, t.arc, t.vertex.arcs
    ends, lengths = w.next_vertex.copy(), w.next_length.copy()
    for i, before in enumerate(w.before):
        r, total, ends[i], lengths[i] = Random(n.seed, n.step * len(ends) + i), 0.0, -1, w.length[i]
        for e in leaving[w.vertex[i]] if w.vertex[i] >= 0 else ():
            head, weight = arcs.head[e], arcs.weight[e]
            if head == before >= 0:
                if v.bias == "forward":
                    continue
                weight = weight / n.stay
            elif v.bias == "distance" and before >= 0 and head not in arcs.head[leaving[before]]:
                weight = weight / n.leave
            total += weight
            if r.uniform() * total < weight:
                ends[i], lengths[i] = head, w.length[i] + 1
    made = {"stroll.next_vertex": ends}
    return {**made, **({"stroll.next_length": lengths} if v.length else {})}
