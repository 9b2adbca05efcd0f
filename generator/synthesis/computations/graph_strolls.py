"""Random walks along the arcs of graphs."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, v, wp
from generator.synthesis.schemas.random_graphs import RANDOM_GRAPHS


@computation(
    RANDOM_GRAPHS,
    "end each walk at a dead end, or move it along a random arc of its vertex,",
    choice={"weighted": "in proportion to the weights, in one pass", "even": "all as likely"},
    restart={
        "none": "",
        "source": "or back to where it began by chance",
        "mark": "or back to where it began by chance, marking it",
    },
    tally={True: "and count the visits", False: ""},
)
def walk_along_arc(stroll: Any, seed: Any, step: Any, restart: Any) -> None:
    vertex = stroll.vertex
    # a walk that came to a dead end is over
    if not exists(vertex):
        stroll.next_vertex = -1
        stroll.next_length = stroll.length
        return
    state = wp.rand_init(seed, step * count(stroll) + stroll.index)
    if v.restart != "none":
        if wp.randf(state) < restart:
            stroll.next_vertex = stroll.source.index
            stroll.next_length = 0
            if v.restart == "mark":
                stroll.restarted = 1
            if v.tally:
                stroll.source.visits += 1
            return
    nxt = int(-1)
    if v.choice == "weighted":
        total = float(0.0)
        for arc in vertex.arcs:
            total += arc.weight
            if wp.randf(state) * total < arc.weight:
                nxt = arc.head.index
    else:
        seen = int(0)
        for arc in vertex.arcs:
            seen += 1
            if wp.randi(state, 0, seen) == 0:
                nxt = arc.head.index
    stroll.next_vertex = nxt
    if nxt < 0:
        stroll.next_length = stroll.length
        return
    stroll.next_length = stroll.length + 1
    if v.tally:
        wp.atomic_add(vertex[nxt].visits, 1)


@computation(
    RANDOM_GRAPHS,
    "move each walk along an arc that is drawn by weight,",
    bias={
        "distance": "over the cost of going back to the vertex before, or of leaving its neighbours (node2vec),",
        "back": "over the cost of going back where it leads to the vertex before,",
        "forward": "but never back to the vertex before,",
    },
    length={True: "and count its steps", False: ""},
)
def biased_walk_step(stroll: Any, seed: Any, step: Any, stay: Any, leave: Any) -> None:
    # a walk that came to a dead end is over
    if not exists(stroll.vertex):
        stroll.next_vertex = -1
        if v.length:
            stroll.next_length = stroll.length
        return
    before = stroll.before
    state = wp.rand_init(seed, step * count(stroll) + stroll.index)
    nxt = int(-1)
    total = float(0.0)
    for arc in stroll.vertex.arcs:
        w = arc.weight
        head = arc.head
        # the first step comes from nowhere
        if exists(before):
            if head.index == before.index:
                if v.bias == "forward":
                    continue
                w /= stay
            elif v.bias == "distance":
                linked = bool(False)
                for other in before.arcs:
                    if other.head.index == head.index:
                        linked = True
                        break
                if not linked:
                    w /= leave
        total += w
        if wp.randf(state) * total < w:
            nxt = head.index
    stroll.next_vertex = nxt
    if v.length:
        stroll.next_length = stroll.length + 1 if nxt >= 0 else stroll.length
