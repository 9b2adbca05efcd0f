"""NumPy statements of the computations over rows that are tiles."""

from __future__ import annotations

import numpy as np


def tile_softmax(t, v, n):
    z = t.sequence.logits / (n.temperature if v.tempered else 1.0)
    e = np.exp(z)
    return {"sequence.weights": e / e.sum(axis=1, keepdims=True)}


def tile_rms_norm(t, v, n):
    x = t.sequence.logits
    y = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + 1e-5)
    return {"sequence.output": y * t.sequence.gate if v.gated else y}


def tile_gate(t, v, n):
    x = t.sequence.up + (t.sequence.bias if v.biased else 0.0)
    return {"sequence.output": x * t.sequence.gate / (1.0 + np.exp(-t.sequence.gate))}


def tile_best_token(t, v, n):
    z = t.sequence.logits
    made = {"sequence.best": z.argmax(axis=1), "sequence.peak": z.max(axis=1)}
    return {**made, "sequence.worst": z.argmin(axis=1)} if v.worst else made


def tile_part_offsets(t, v, n):
    ends = np.cumsum(t.sequence.lengths, axis=1)
    return {"sequence.offsets": ends if v.inclusive else ends - t.sequence.lengths}


def tile_gather_logits(t, v, n):
    return {"sequence.chosen": np.take_along_axis(t.sequence.logits, t.sequence.picked, axis=1)}


def tile_scatter_gates(t, v, n):
    made = t.sequence.output.copy()
    made[:, ::4] = t.sequence.gate[:, :8]
    return {"sequence.output": made}


def tile_column_sums(t, v, n):
    totals, counts = t.batch.totals.copy(), t.batch.counts.copy()
    np.add.at(totals, t.sequence.batch, t.sequence.logits)
    np.add.at(counts, t.sequence.batch, 1)
    return {"batch.totals": totals, **({"batch.counts": counts} if v.counted else {})}


def tile_column_picks(t, v, n):
    totals = t.batch.totals.copy()
    for i, batch in enumerate(t.sequence.batch):
        for place in t.sequence.picked[i]:
            totals[batch, place] += t.sequence.logits[i, place]
    return {"batch.totals": totals}


def tile_split_heads(t, v, n):
    heads = t.sequence.logits.reshape(-1, 4, 8)
    return {"sequence.heads": heads * n.scale if v.scaled else heads}


def tile_join_halves(t, v, n):
    return {"sequence.output": np.concatenate([t.sequence.logits[:, :16], t.sequence.gate[:, 16:]], axis=1)}
