"""Replay of stored transitions: by priority, with goals in hindsight."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, v, wp
from generator.synthesis.schemas.exploration import EXPLORATION


@computation(
    EXPLORATION,
    "choose a stored transition for each place of a batch by priority,",
    search={
        "binary": "by binary search in the cumulative priorities",
        "walk": "by a walk along the cumulative priorities",
    },
    strata={True: "one from each of equal parts", False: ""},
    mixed={True: "or by chance any of them", False: ""},
    weight={
        "none": "",
        "plain": "and weigh it by (number of transitions times its share of all priority) to the power of -beta",
    },
)
def replay_by_priority(
    transition: Any, seed: Any, step: Any, exponent: Any, uniform_chance: Any, batch_size: Any
) -> None:
    # there are fewer places in a batch than transitions
    if transition.index >= batch_size:
        return
    n = count(transition)
    state = wp.rand_init(seed, step * batch_size + transition.index)
    u = wp.randf(state)
    if v.strata:
        u = (float(transition.index) + u) / float(batch_size)
    u *= transition[n - 1].cumulative
    first = int(0)
    if v.search == "walk":
        while first < n - 1 and transition[first].cumulative <= u:
            first += 1
    else:
        last = int(n - 1)
        while first < last:
            middle = (first + last) // 2
            if u < transition[middle].cumulative:
                last = middle
            else:
                first = middle + 1
    if v.mixed:
        # now and then any of them, so that none is forgotten
        if wp.randf(state) < uniform_chance:
            first = wp.randi(state, 0, n)
    transition.replayed = first
    if v.weight == "plain":
        share = transition[first].priority / transition[n - 1].cumulative
        transition.weight = wp.pow(float(n) * share, -exponent)


@computation(
    EXPLORATION,
    "choose the step whose outcome each transition gets as its goal in hindsight,",
    when={
        "future": "a random later step of its episode",
        "final": "the last step of its episode",
        "any": "any step of its episode",
    },
    chance={True: "with four chances in five, else -1", False: ""},
)
def hindsight_goal(transition: Any, seed: Any, step: Any) -> None:
    if v.chance or v.when != "final":
        state = wp.rand_init(seed, step * count(transition) + transition.index)
    if v.chance:
        if wp.randi(state, 0, 5) == 0:
            transition.goal = -1
            return
    if v.when == "future":
        transition.goal = wp.randi(state, transition.time, transition.end) + 1
    elif v.when == "any":
        transition.goal = wp.randi(state, 0, transition.end + 1)
    else:
        transition.goal = transition.end
