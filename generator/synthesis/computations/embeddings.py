"""Embeddings: lengths, likeness, losses of triplets."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, v, wp
from generator.synthesis.schemas.training import TRAINING

EPSILON = 1.0e-8


@computation(
    TRAINING,
    "normalise embeddings to unit length",
    length={True: "and store the length that they had", False: ""},
    guard={"floor": "", "zero": "leaving those of no length at zero"},
)
def normalize_embedding(embedding: Any, width: Any) -> None:
    square = float(0.0)
    for k in range(width):
        square += embedding.features[k] * embedding.features[k]
    norm = wp.sqrt(square)
    if v.guard == "zero":
        scale = float(0.0)
        if norm > 0.0:
            scale = 1.0 / norm
    else:
        scale = 1.0 / wp.max(norm, EPSILON)
    for k in range(width):
        embedding.unit_features[k] = embedding.features[k] * scale
    if v.length:
        embedding.length = norm


@computation(
    TRAINING,
    "compute the margin loss of triplets of embeddings",
    distance={"squared": "by squared distances", "plain": "by distances"},
    hard={True: "and mark hard ones", False: ""},
)
def triplet_loss(triplet: Any, width: Any, margin: Any) -> None:
    a, p, q = triplet.anchor, triplet.positive, triplet.negative
    d_pos = float(0.0)
    d_neg = float(0.0)
    for k in range(width):
        d = a.features[k] - p.features[k]
        d_pos += d * d
        d = a.features[k] - q.features[k]
        d_neg += d * d
    if v.distance == "plain":
        d_pos = wp.sqrt(d_pos)
        d_neg = wp.sqrt(d_neg)
    triplet.loss = wp.max(d_pos - d_neg + margin, 0.0)
    if v.hard:
        triplet.hard = 1 if d_neg < d_pos else 0


@computation(
    TRAINING,
    "compute how alike anchor and positive of triplets are (zero where one is missing)",
    form={"dot": "by their dot product", "cosine": "by the cosine of their angle"},
)
def triplet_similarity(triplet: Any, width: Any) -> None:
    a = triplet.anchor
    b = triplet.positive
    if not exists(a) or not exists(b):
        triplet.similarity = 0.0
        return
    dot = float(0.0)
    if v.form == "cosine":
        na = float(0.0)
        nb = float(0.0)
    for k in range(width):
        dot += a.features[k] * b.features[k]
        if v.form == "cosine":
            na += a.features[k] * a.features[k]
            nb += b.features[k] * b.features[k]
    if v.form == "cosine":
        triplet.similarity = dot / wp.max(wp.sqrt(na * nb), EPSILON)
    else:
        triplet.similarity = dot
