"""Mixtures of experts: choices, queues, buffers, loads."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.layers import LAYERS


@law
def pair_shares(first: float, second: float) -> tuple[float, float]:
    """Softmax of the two best scores, the greater first so that nothing overflows."""
    e = wp.exp(second - first)
    return 1.0 / (1.0 + e), e / (1.0 + e)


@computation(
    LAYERS,
    "choose the best expert for each item",
    share={True: "with its share", False: ""},
    masked={True: "and none for items that are not routed", False: ""},
)
def route_first(item: Any, experts: Any) -> None:
    if v.masked:
        if item.mask == 0:
            item.first = -1
            return
    best = int(0)
    for e in range(1, experts):
        if item.scores[e] > item.scores[best]:
            best = e
    item.first = best
    if v.share:
        total = float(0.0)
        for e in range(experts):
            total += wp.exp(item.scores[e] - item.scores[best])
        item.first_share = 1.0 / total


@computation(
    LAYERS,
    "choose the two best experts for each item",
    share={"softmax": "with their shares, the softmax of both scores,", "none": ""},
    masked={True: "and none for items that are not routed", False: ""},
)
def route_pair(item: Any, experts: Any) -> None:
    if v.masked:
        if item.mask == 0:
            item.first = -1
            item.second = -1
            return
    first = int(0)
    second = int(-1)
    for e in range(1, experts):
        if item.scores[e] > item.scores[first]:
            second = first
            first = e
        elif second < 0:
            second = e
        elif item.scores[e] > item.scores[second]:
            second = e
    item.first = first
    item.second = second
    if v.share == "softmax":
        a, b = pair_shares(item.scores[first], item.scores[second])
        item.first_share = a
        item.second_share = b


@computation(
    LAYERS,
    "give each item a place in the queue of its expert",
    full={"none": "", "drop": "or -1 where that is full"},
    closed={True: "or -1 where the expert is closed", False: ""},
)
def expert_queue(item: Any, capacity: Any) -> None:
    expert = item.expert
    if v.closed:
        if expert.closed != 0:
            item.queued = -1
            return
    slot = wp.atomic_add(expert.load, 1)
    if v.full == "drop":
        if slot >= capacity:
            slot = -1
    item.queued = slot


@computation(
    LAYERS,
    "write each item to the next free place in the buffer of its expert, unless that is closed or full,",
    masked={True: "leaving out items that are not routed", False: ""},
)
def fill_expert_buffer(item: Any, capacity: Any) -> None:
    if v.masked:
        if item.mask == 0:
            return
    expert = item.expert
    if expert.closed != 0:
        return
    slot = wp.atomic_add(expert.load, 1)
    if slot >= capacity:
        return
    expert.buffer[slot] = item.index


@computation(
    LAYERS,
    "count the items of each expert",
    masked={True: "that are routed", False: ""},
    score={True: "and sum the shares that they chose it with", False: ""},
)
def expert_load(item: Any) -> None:
    if v.masked:
        if item.mask == 0:
            return
    expert = item.expert
    expert.load += 1
    if v.score:
        expert.score_sum += item.first_share


@computation(
    LAYERS,
    "weight the value of each item that found a place by the share of its expert",
    passed={"value": "and pass the others through", "zero": "and set the others to zero"},
)
def merge_expert_output(item: Any) -> None:
    if not exists(item.expert) or item.place < 0:
        item.merged = item.value if v.passed == "value" else 0.0
        return
    item.merged = item.first_share * item.value
