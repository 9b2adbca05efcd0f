"""What the computations of the family ``decoding`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random


def repetition_penalty(t, v, n):
    s = t.sequence
    adjusted = s.logits.copy()
    for i, tokens in enumerate(s.tokens):
        times = np.bincount(t.token.word[tokens], minlength=n.vocabulary)[: n.vocabulary]
        z = s.logits[i]
        if n.ban_repeats:
            less = -1e4
        elif v.by == "times":
            less = z - times * np.log(n.penalty)
        else:
            less = np.where(z > 0, z / n.penalty, z * n.penalty)
        adjusted[i] = np.where(times > 0, less, z)
    return {"sequence.adjusted": adjusted}


def top_k_mask(t, v, n):
    s = t.sequence
    better = (s.logits[:, None, :] > s.logits[:, :, None]).sum(axis=2)
    adjusted = np.where(better < n.top, s.logits / n.temperature if v.scaled else s.logits, -1e4)
    return {"sequence.adjusted": np.where(s.finished[:, None] != 0, s.adjusted, adjusted) if v.finished else adjusted}


def next_token(t, v, n):
    s = t.sequence
    picks = []
    for i, z in enumerate(s.logits):
        if v.how == "gumbel":
            r = Random(n.seed, int(n.step) * len(s.logits) + i)
            u = np.clip([r.uniform() for _ in z], 1e-6, 1 - 1e-6)
            z = z / n.temperature - np.log(-np.log(u))
        picks.append(z.argmax())
    return {"sequence.pick": np.where(s.finished != 0, n.stop, picks) if v.finished == "stop" else np.array(picks)}


def mark_finished(t, v, n):
    s = t.sequence
    done = [(t.token.word[tokens] == n.stop).any() for tokens in s.tokens]
    if v.by == "limit":
        # counted up to the token that ends it, which is done already
        done = [d or len(tokens) >= limit for d, tokens, limit in zip(done, s.tokens, s.limit, strict=True)]
    return {"sequence.next_finished": np.array(done) | (s.finished != 0)}


def accepted_prefix(t, v, n):
    accepted, picks = [], []
    for tokens in t.sequence.tokens:
        wrong = np.flatnonzero(t.token.draft[tokens] != t.token.word[tokens])
        accepted.append(wrong[0] if len(wrong) else len(tokens))
        picks.append(t.token.word[tokens[wrong[0]]] if len(wrong) else -1)
    made = {"sequence.accepted": np.array(accepted)}
    if v.after == "next":
        made["sequence.pick"] = np.array(picks)
    return made


def extend_beam(t, v, n):
    b = t.beam
    total, rank = [], []
    for i, parent in enumerate(b.parent):
        step = b.step_log_probability[i]
        if parent < 0:
            total.append(step if v.root == "start" else -1e4)
            rank.append(total[-1])
        else:
            taken = b.finished[parent] == 0
            total.append(b.log_probability[parent] + (step if taken else 0.0))
            rank.append(total[-1] / (b.length[parent] + taken) ** n.exponent)
    made = {"beam.total": np.array(total)}
    if v.rank == "length":
        made["beam.rank"] = np.array(rank)
    return made


def beam_ancestor(t, v, n):
    b = t.beam
    ancestor, depth = [], []
    for i in range(len(b.parent)):
        chain = [i]
        while len(chain) < 9 and b.parent[chain[-1]] >= 0:
            if v.until == "word" and b.word[chain[-1]] == n.start:
                break
            chain.append(b.parent[chain[-1]])
        ancestor.append(chain[-1])
        depth.append(len(chain) - 1)
    made = {"beam.origin": np.array(ancestor)}
    if v.depth:
        made["beam.depth"] = np.array(depth)
    return made


def linear_scan(t, v, n):
    s = t.state
    h, outputs = s.value, []
    for k in range(n.steps):
        if v.reset:
            h = np.where(s.reset == k, 0, h)
        h = s.decay[:, k] * h + s.input[:, k]
        outputs.append(h)
    made = {"state.end": h}
    if v.outputs != "end":
        rows = np.stack(outputs, axis=1)
        made["state.outputs"] = rows * s.read[:, None] if v.outputs == "read" else rows
    return made


def finish_beams(t, v, n):
    b = t.beam
    ends = (b.finished != 0) | (b.word == n.stop)
    score = b.log_probability * b.length.astype(float) ** -n.exponent
    return {"beam.next_finished": ends * 1, "beam.rank": np.where(ends, score, -1e4)}
