"""What the computations of the family ``token_sequences`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen


def position_ids(t, v, n):
    place, length = t.token.place.copy(), []
    for tokens in t.sequence.tokens:
        if v.padding == "skip":
            place[tokens] = -1
            tokens = tokens[t.token.padding[tokens] == 0]
        place[tokens] = np.arange(len(tokens))
        length.append(len(tokens))
    made = {"token.place": place}
    if v.start == "length":
        made["sequence.length"] = np.array(length)
    return made


def sequence_length(t, v, n):
    length, last = [], []
    for tokens in t.sequence.tokens:
        if v.until == "padding":
            tokens = tokens[t.token.padding[tokens] == 0]
        else:
            ends = np.flatnonzero(t.token.word[tokens] == n.stop)
            tokens = tokens[: ends[0] + 1] if len(ends) else tokens
        length.append(len(tokens))
        last.append(tokens[-1] if len(tokens) else -1)
    made = {"sequence.length": np.array(length)}
    if v.last:
        made["sequence.last"] = np.array(last)
    return made


def shifted_labels(t, v, n):
    o = t.token
    label = np.full(len(o.word), -1)
    follows = (o.sequence[1:] == o.sequence[:-1]) & (o.sequence[1:] >= 0)
    if v.hidden == "padding":
        follows &= (o.padding[1:] == 0) & (o.padding[:-1] == 0)
    label[:-1] = np.where(follows, o.word[1:], -1)
    return {"token.label": label}


def cache_slot(t, v, n):
    o = t.token
    page, offset = np.divmod(o.position, n.page_size)
    number = t.sequence.pages[o.sequence, page % n.max_pages]
    slot = np.where(number < 0, -1, number * n.page_size + offset)
    if v.bound:
        slot = np.where(page < n.max_pages, slot, -1)
    return {"token.slot": chosen(o.sequence, slot, -1 if v.missing == "none" else o.slot)}


def segment_runs(t, v, n):
    kind = t.token.word if v.by == "word" else t.token.kind
    segment = t.token.segment.copy()
    for tokens in t.sequence.tokens:
        if len(tokens):
            segment[tokens] = np.concatenate([[0], np.cumsum(np.diff(kind[tokens]) != 0)])
    return {"token.segment": segment}


def ngram_hash(t, v, n):
    o = t.token
    hashes = []
    for i, code in enumerate(o.word):
        for j in range(i - 1, max(i - v.order, -1), -1):
            if v.across and not o.sequence[j] == o.sequence[i] >= 0:
                break
            code = 31421 * int(code) + int(o.word[j])
        hashes.append(code % 65536)
    return {"token.hash": np.array(hashes)}


def rotary_embedding(t, v, n):
    o = t.token
    pairs = np.arange(n.width // 2)
    angle = o.position[:, None] / n.base ** (pairs / len(pairs))
    turn = np.exp(1j * (-angle if v.direction == "back" else angle))
    a, b = (2 * pairs, 2 * pairs + 1) if v.pairs == "neighbours" else (pairs, pairs + n.width // 2)
    turned = (o.features[:, a] + 1j * o.features[:, b]) * turn
    mixed = o.features.copy()
    mixed[:, a], mixed[:, b] = turned.real, turned.imag
    return {"token.mixed": mixed}


def sinusoid_position(t, v, n):
    o = t.token
    k = np.arange(n.width)
    angle = o.position[:, None] * n.base ** (-2.0 * (k // 2) / n.width)
    wave = np.where(k % 2 == 0, np.sin(angle), np.cos(angle))
    return {"token.mixed": o.features + (wave * o.weight[:, None] if v.scaled else wave)}


def token_shift(t, v, n):
    o = t.token
    former = np.zeros_like(o.features) if v.first == "zero" else o.features.copy()
    follows = np.flatnonzero((o.sequence[1:] == o.sequence[:-1]) & (o.sequence[1:] >= 0)) + 1
    former[follows] = o.features[follows - 1]
    return {"token.mixed": former + n.mix * (o.features - former)}


def pool_tokens(t, v, n):
    o = t.token
    pooled = []
    for tokens in t.sequence.tokens:
        if v.padding:
            tokens = tokens[o.padding[tokens] == 0]
        weight = o.weight[tokens] if v.pool == "weighted" else np.ones(len(tokens))
        if v.pool != "sum" and len(tokens):
            weight = weight / weight.sum()
        pooled.append(weight @ o.features[tokens])
    return {"sequence.pooled": np.array(pooled)}
