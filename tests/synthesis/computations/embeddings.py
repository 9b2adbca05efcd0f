"""What the computations of the family ``embeddings`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen


def normalize_embedding(t, v, n):
    x = t.embedding.features
    norm = np.linalg.norm(x, axis=1)
    made = {"embedding.unit_features": x / norm[:, None]}
    if v.length:
        made["embedding.length"] = norm
    return made


def triplet_loss(t, v, n):
    r, x = t.triplet, t.embedding.features
    power = 2 if v.distance == "squared" else 1
    near = np.linalg.norm(x[r.anchor] - x[r.positive], axis=1)
    far = np.linalg.norm(x[r.anchor] - x[r.negative], axis=1)
    there = np.minimum(np.minimum(r.anchor, r.positive), r.negative)
    made = {"triplet.loss": chosen(there, np.maximum(0, near**power - far**power + n.margin), r.loss)}
    if v.hard:
        made["triplet.hard"] = chosen(there, far < near, r.hard)
    return made


def triplet_similarity(t, v, n):
    r, x = t.triplet, t.embedding.features
    a, b = x[r.anchor], x[r.positive]
    dot = (a * b).sum(axis=1)
    if v.form == "cosine":
        dot = dot / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    there = np.minimum(r.anchor, r.positive)
    return {"triplet.similarity": chosen(there, dot, 0.0)}
