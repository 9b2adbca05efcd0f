"""Attention pair by pair: visibility, scores, probabilities, buckets of distances."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.attention import ATTENTION

HIDDEN = -1.0e4


@law
def softcap(s: float, cap: float) -> float:
    """Attention score squashed smoothly below a cap on either side, nearly unchanged near zero."""
    return cap * wp.tanh(s / cap)


@law
def can_attend(query: int, key: int, window: int) -> bool:
    """Whether a causal query sees a key: at its own place or before, within the sliding window."""
    if key > query:
        return False
    return query - key < window


@law
def distance_bucket(distance: int, buckets: int) -> int:
    """Bucket of a relative position: one each up to half of the buckets, then each twice as wide."""
    half = buckets // 2
    if distance < half:
        return distance
    bucket = int(half)
    reach = int(2 * half)
    while distance >= reach and bucket < buckets - 1:
        reach = reach * 2
        bucket += 1
    return bucket


@computation(
    ATTENTION,
    "compute the causal mask of queries and keys",
    window={True: "within the sliding window of the head", False: ""},
    sequence={True: "within one sequence", False: ""},
    padding={True: "hiding the keys of padding", False: ""},
)
def attention_mask(score: Any) -> None:
    query = score.query
    key = score.key
    visible = key.position <= query.position
    if v.window:
        visible = can_attend(query.position, key.position, query.head.window)
    if v.sequence:
        if key.sequence.index != query.sequence.index:
            visible = False
    if v.padding:
        if key.masked != 0:
            visible = False
    score.mask = 1 if visible else 0


@computation(
    ATTENTION,
    "compute the scaled dot product of each query and key,",
    penalty={True: "with a linear penalty on their distance (ALiBi),", False: ""},
    cap={True: "bounded by a soft cap,", False: ""},
    mask={True: "hidden where there is no key or the query does not see it", False: "hidden where there is no key"},
)
def attention_scores(score: Any, head_dim: Any, scale: Any, cap: Any) -> None:
    if v.mask:
        if score.visible == 0:
            score.result = HIDDEN
            return
    query = score.query
    key = score.key
    if not exists(key):
        score.result = HIDDEN
        return
    total = float(0.0)
    for c in range(head_dim):
        total += query.vector[c] * key.vector[c]
    s = total * scale
    if v.penalty:
        s -= query.head.slope * float(wp.abs(query.position - key.position))
    if v.cap:
        s = softcap(s, cap)
    score.result = s


@computation(
    ATTENTION,
    "turn each score into a probability by the statistics of its query",
    mask={True: "and clear what the query does not see", False: ""},
    mass={True: "and add it to the mass of the key", False: ""},
)
def score_probability(score: Any) -> None:
    if v.mask:
        if score.visible == 0:
            score.new_probability = 0.0
            return
    query = score.query
    p = wp.exp(score.value - query.top) / query.total
    score.new_probability = p
    if v.mass:
        if exists(score.key):
            score.key.mass += p


@computation(
    ATTENTION,
    "drop probabilities at random and clear what the query does not see,",
    scale={True: "scaling up those that are kept", False: ""},
)
def attention_dropout(score: Any, seed: Any, drop: Any) -> None:
    if score.visible == 0:
        score.new_probability = 0.0
        return
    state = wp.rand_init(seed, score.index)
    p = score.probability
    if v.scale:
        p = p / (1.0 - drop)
    score.new_probability = p if wp.randf(state) >= drop else 0.0


@computation(
    ATTENTION,
    "sort distances of queries and keys into relative-position buckets, half of them exact and half logarithmic",
    side={"back": "", "both": "with buckets of their own for keys ahead"},
)
def relative_bucket(score: Any, buckets: Any) -> None:
    key = score.key
    distance = score.query.position - key.position
    if v.side == "both":
        base = int(0)
        if distance < 0:
            base = buckets
            distance = -distance
        score.bucket = base + distance_bucket(distance, buckets)
    else:
        score.bucket = distance_bucket(wp.max(distance, 0), buckets)


@computation(
    ATTENTION,
    "add up the probabilities of the scores of each head",
    weighted={True: "times the weight of the head", False: ""},
)
def head_mass(score: Any) -> None:
    head = score.query.head
    if v.weighted:
        head.mass += head.weight * score.probability
    else:
        head.mass += score.probability
