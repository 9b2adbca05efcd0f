"""Attention row by row: probabilities of all keys of a query, attended values, derivatives."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.attention import can_attend
from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.attention import ATTENTION

LOWEST = -1.0e10


@law
def online_softmax(top: float, total: float, s: float) -> tuple[float, float]:
    """Largest score so far and the sum of exponentials below it, after one more score of online softmax."""
    if s <= top:
        return top, total + wp.exp(s - top)
    return s, total * wp.exp(top - s) + 1.0


@computation(
    ATTENTION,
    "turn the scores of each query into probabilities",
    why={"": "the largest score is subtracted from all, so that no exponential overflows"},
    mask={True: "over visible keys", False: ""},
    sink={True: "with an attention sink of score zero", False: ""},
    stored={"rows": "", "stats": "and store the largest score and the sum of exponentials"},
)
def attention_softmax(query: Any) -> None:
    top = float(0.0) if v.sink else float(LOWEST)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                continue
        top = wp.max(top, s.value)
    total = float(0.0)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                continue
        total += wp.exp(s.value - top)
    if v.sink:
        total += wp.exp(-top)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                s.new_probability = 0.0
                continue
        s.new_probability = wp.exp(s.value - top) / total
    if v.stored == "stats":
        query.new_top = top
        query.new_total = total


@computation(
    ATTENTION,
    "compute largest score and sum of exponentials of each query in one pass (online softmax)",
    mask={True: "over visible keys", False: ""},
    log={True: "and the logarithm of the sum", False: ""},
)
def softmax_statistics(query: Any) -> None:
    top = float(LOWEST)
    total = float(0.0)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                continue
        best, grown = online_softmax(top, total, s.value)
        top = best
        total = grown
    query.new_top = top
    query.new_total = total
    if v.log:
        query.log_sum = top + wp.log(total) if total > 0.0 else LOWEST


@computation(
    ATTENTION,
    "sum the values that each query attends to",
    mask={True: "over visible keys", False: ""},
)
def attended_values(query: Any, head_dim: Any) -> None:
    for c in range(head_dim):
        total = float(0.0)
        for s in query.scores:
            if v.mask:
                if s.visible == 0:
                    continue
            key = s.key
            total += s.probability * key.content[c]
        query.output[c] = total


@computation(
    ATTENTION,
    "attend from each query to its keys and merge them into what it has of the keys before them: the largest score, the "
    "sum of exponentials relative to it and the sum of values weighted by these,",
    causal={True: "up to its position, within the window of its head", False: ""},
    penalty={True: "with ALiBi's penalty on distance", False: ""},
    log={True: "and store the logarithm of the whole sum", False: ""},
)
def attend(query: Any, head_dim: Any, scale: Any) -> None:
    # largest score first, so that no exponential overflows
    before = query.running_top
    top = before
    for key in query.keys:
        if v.causal:
            if not can_attend(query.position, key.position, query.head.window):
                continue
        s = float(0.0)
        for c in range(head_dim):
            s += query.vector[c] * key.vector[c]
        s = s * scale
        if v.penalty:
            s -= query.head.slope * float(wp.abs(query.position - key.position))
        top = wp.max(top, s)
    # what was summed so far is rescaled to the new maximum
    rescale = wp.exp(before - top)
    total = query.running_total * rescale
    for c in range(head_dim):
        query.weighted[c] = query.weighted[c] * rescale
    for key in query.keys:
        if v.causal:
            if not can_attend(query.position, key.position, query.head.window):
                continue
        s = float(0.0)
        for c in range(head_dim):
            s += query.vector[c] * key.vector[c]
        s = s * scale
        if v.penalty:
            s -= query.head.slope * float(wp.abs(query.position - key.position))
        p = wp.exp(s - top)
        total += p
        for c in range(head_dim):
            query.weighted[c] += p * key.content[c]
    query.running_top = top
    query.running_total = total
    if v.log:
        query.log_sum = top + wp.log(total)


@computation(
    ATTENTION,
    "carry derivatives back through the probabilities of each query",
    scaled={True: "and through the scale of the scores", False: ""},
    mask={True: "over visible keys", False: ""},
)
def softmax_backward(query: Any, scale: Any) -> None:
    inner = float(0.0)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                continue
        inner += s.probability * s.grad
    for s in query.scores:
        ds = s.probability * (s.grad - inner)
        if v.scaled:
            ds *= scale
        if v.mask:
            if s.visible == 0:
                ds = 0.0
        s.value_grad = ds


@computation(ATTENTION, "find the key that each query attends to most", mask={True: "among visible keys", False: ""})
def best_key(query: Any) -> None:
    best = int(-1)
    top = float(LOWEST)
    for s in query.scores:
        if v.mask:
            if s.visible == 0:
                continue
        if s.value > top:
            top = s.value
            best = s.key.index
    query.best = best
