"""What the computations of the family ``attention`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, chosen, summed


def attention_mask(t, v, n):
    s, q, k = t.score, t.query, t.key
    distance = q.position[s.query] - k.position[s.key]
    visible = distance >= 0
    if v.window:
        visible &= distance < t.head.window[q.head[s.query]]
    if v.sequence:
        visible &= q.sequence[s.query] == k.sequence[s.key]
    if v.padding:
        visible &= k.masked[s.key] == 0
    return {"score.mask": chosen(s.key, visible, s.mask)}


def attention_scores(t, v, n):
    s, q, k = t.score, t.query, t.key
    score = n.scale * (q.vector[s.query] * k.vector[s.key]).sum(axis=1)
    if v.penalty:
        score = score - t.head.slope[q.head[s.query]] * np.abs(q.position[s.query] - k.position[s.key])
    if v.cap:
        score = n.cap * np.tanh(score / n.cap)
    score = np.where(s.key < 0, -1e4, score)
    return {"score.result": np.where(s.visible == 0, -1e4, score) if v.mask else score}


def score_probability(t, v, n):
    s, q = t.score, t.query
    p = np.exp(s.value - q.top[s.query]) / q.total[s.query]
    if v.mask:
        p = p * (s.visible != 0)
    made = {"score.new_probability": p}
    if v.mass:
        made["key.mass"] = summed(t.key.mass, s.key, p)
    return made


def attention_dropout(t, v, n):
    s = t.score
    kept = np.array([Random(n.seed, i).uniform() >= n.drop for i in range(len(s.probability))])
    return {"score.new_probability": (s.visible != 0) * kept * s.probability / ((1 - n.drop) if v.scale else 1.0)}


def _bucket(distance, buckets):
    half = buckets // 2
    if distance < half:
        return distance
    return min(buckets - 1, half + int(np.floor(np.log2(distance / half) + 1e-12)))


def relative_bucket(t, v, n):
    s = t.score
    distance = t.query.position[s.query] - t.key.position[s.key]
    if v.side == "back":
        bucket = [_bucket(max(d, 0), n.buckets) for d in distance]
    else:
        bucket = [_bucket(abs(d), n.buckets) + n.buckets * (d < 0) for d in distance]
    return {"score.bucket": chosen(s.key, np.array(bucket), s.bucket)}


def head_mass(t, v, n):
    s = t.score
    head = t.query.head[s.query]
    mass = s.probability * t.head.weight[head] if v.weighted else s.probability
    return {"head.mass": summed(t.head.mass, head, mass)}
