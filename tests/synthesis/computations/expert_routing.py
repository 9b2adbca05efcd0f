"""What the computations of the family ``expert_routing`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def route_first(t, v, n):
    s = t.item
    routed = s.mask != 0 if v.masked else np.ones(len(s.first), bool)
    made = {"item.first": np.where(routed, s.scores.argmax(axis=1), -1)}
    if v.share:
        powers = np.exp(s.scores)
        made["item.first_share"] = np.where(routed, powers.max(axis=1) / powers.sum(axis=1), s.first_share)
    return made


def route_pair(t, v, n):
    s = t.item
    routed = s.mask != 0 if v.masked else np.ones(len(s.first), bool)
    order = np.argsort(-s.scores, axis=1, kind="stable")
    made = {"item.first": np.where(routed, order[:, 0], -1), "item.second": np.where(routed, order[:, 1], -1)}
    if v.share == "softmax":
        best = np.exp(np.take_along_axis(s.scores, order[:, :2], axis=1))
        share = best / best.sum(axis=1, keepdims=True)
        made["item.first_share"] = np.where(routed, share[:, 0], s.first_share)
        made["item.second_share"] = np.where(routed, share[:, 1], s.second_share)
    return made


def expert_queue(t, v, n):
    s, load = t.item, t.expert.load.copy()
    queued = s.queued.copy()
    for i, e in enumerate(s.expert):
        if e < 0:
            continue
        if v.closed and t.expert.closed[e]:
            queued[i] = -1
            continue
        queued[i] = load[e] if v.full == "none" or load[e] < n.capacity else -1
        load[e] += 1
    return {"item.queued": queued, "expert.load": load}


def fill_expert_buffer(t, v, n):
    s, load, buffer = t.item, t.expert.load.copy(), t.expert.buffer.copy()
    for i, e in enumerate(s.expert):
        if e < 0 or t.expert.closed[e] or (v.masked and s.mask[i] == 0):
            continue
        if load[e] < n.capacity:
            buffer[e, load[e]] = i
        load[e] += 1
    return {"expert.buffer": buffer, "expert.load": load}


def expert_load(t, v, n):
    s = t.item
    to = np.where(s.mask == 0, -1, s.expert) if v.masked else s.expert
    made = {"expert.load": summed(t.expert.load, to, np.ones(len(to), int))}
    if v.score:
        made["expert.score_sum"] = summed(t.expert.score_sum, to, s.first_share)
    return made


def merge_expert_output(t, v, n):
    s = t.item
    passed = s.value if v.passed == "value" else 0.0
    return {"item.merged": np.where((s.expert >= 0) & (s.place >= 0), s.first_share * s.value, passed)}
