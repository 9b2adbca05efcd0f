"""Choices by weight: alias tables, cumulative weights, reservoirs, importance weights."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

TINY = 1.0e-6


@law
def tally_weight(density: float, proposal: float) -> float:
    """Importance weight of a sample, zero where its proposal has next to no density."""
    if proposal < TINY:
        return 0.0
    return density / proposal


@computation(
    SAMPLING,
    "choose an outcome from an alias table",
    reuse={True: "with one random number for bin and coin", False: ""},
    weighted={True: "and store the weight of the outcome", False: ""},
)
def alias_pick(sample: Any, seed: Any, bins: Any) -> None:
    table = sample.distribution
    state = wp.rand_init(seed, sample.index)
    if v.reuse:
        x = wp.randf(state) * float(bins)
        k = int(x)
        coin = x - float(k)
    else:
        k = wp.randi(state, 0, bins)
        coin = wp.randf(state)
    if coin >= table.threshold[k]:
        k = table.alias[k]
    sample.outcome = k
    if v.weighted:
        sample.outcome_weight = table.mass[k]


@computation(
    SAMPLING,
    "choose an outcome of a discrete distribution",
    weights={
        "mass": "in proportion to its weight",
        "chance": "by its probability, or none (-1) by what these leave to one",
    },
    source={"drawn": "", "given": "by the uniform number of the sample"},
)
def discrete_pick(sample: Any, seed: Any, bins: Any) -> None:
    table = sample.distribution
    if v.source == "drawn":
        state = wp.rand_init(seed, sample.index)
        u = wp.randf(state)
    else:
        u = sample.uniform
    running = float(0.0)
    if v.weights == "mass":
        total = float(0.0)
        for k in range(bins):
            total += table.mass[k]
        u *= total
        pick = int(bins - 1)
        for k in range(bins - 1):
            running += table.mass[k]
            if u < running:
                pick = k
                break
    else:
        pick = int(-1)
        for k in range(bins):
            running += table.chance[k]
            if u < running:
                pick = k
                break
    sample.outcome = pick


@computation(
    SAMPLING,
    "resample by binary search in the cumulative weights",
    comb={
        "systematic": "with one offset for all (systematic)",
        "stratified": "with an offset for each sample (stratified)",
    },
    copied={
        "index": "and store the ancestor",
        "value": "and copy the value of the ancestor",
        "both": "and copy its position and index",
    },
)
def resample_ancestors(sample: Any, seed: Any, round: Any) -> None:
    n = count(sample)
    if v.comb == "systematic":
        state = wp.rand_init(seed, round)
    else:
        state = wp.rand_init(seed, round * n + sample.index)
    u = (float(sample.index) + wp.randf(state)) / float(n)
    lower = int(0)
    upper = int(n - 1)
    while lower < upper:
        mid = (lower + upper) // 2
        if sample[mid].cumulative < u:
            lower = mid + 1
        else:
            upper = mid
    if v.copied == "value":
        sample.drawn = sample[lower].value
    else:
        sample.ancestor = lower
    if v.copied == "both":
        sample.moved = sample[lower].position


@computation(
    SAMPLING,
    "pick one of the samples of each chain at random in a single pass (reservoir sampling)",
    why={"": "a single pass does, and nobody has to know how many samples there are"},
    weighted={
        False: "",
        True: "in proportion to their weights",
        "keys": "in proportion to their weights, by the largest of keys log(1 - u) / weight",
    },
    tail={"all": "", "targets": "among those with a target"},
)
def reservoir_pick(chain: Any, seed: Any) -> None:
    state = wp.rand_init(seed, chain.index)
    pick = int(-1)
    if v.weighted == "keys":
        largest = float(-1.0e10)
    elif v.weighted:
        total = float(0.0)
    else:
        seen = int(0)
    for s in chain.samples:
        if v.tail == "targets" and not exists(s.target):
            continue
        u = wp.randf(state)
        if v.weighted == "keys":
            key = wp.log(1.0 - u) / s.weight
            if key > largest:
                largest = key
                pick = s.index
        elif v.weighted:
            total += s.weight
            if u * total < s.weight:
                pick = s.index
        else:
            seen += 1
            if u * float(seen) < 1.0:
                pick = s.index
    chain.pick = pick


@computation(
    SAMPLING,
    "compute the effective number of samples of each chain, the squared sum of its weights over the sum of their squares,",
    best={True: "and its highest weight", False: ""},
    filtered={True: "without samples that have no target", False: ""},
)
def effective_sample_size(chain: Any) -> None:
    total = float(0.0)
    squares = float(0.0)
    if v.best:
        best = float(0.0)
    for s in chain.samples:
        if v.filtered and not exists(s.target):
            continue
        w = s.weight
        total += w
        squares += w * w
        if v.best:
            best = wp.max(best, w)
    ess = float(0.0)
    if squares > 0.0:
        ess = total * total / squares
    chain.effective = ess
    if v.best:
        chain.best = best


@computation(
    SAMPLING,
    "add up the samples of each target density, their values times their importance weights",
    logarithmic={True: "given as logarithms", False: ""},
    normalised={True: "and the weights themselves", False: ""},
    counted={True: "and count them", False: ""},
)
def importance_tally(sample: Any) -> None:
    target = sample.target
    w = wp.exp(sample.log_weight) if v.logarithmic else tally_weight(sample.density, sample.proposal)
    target.sum += w * sample.value
    if v.normalised:
        target.weight_sum += w
    if v.counted:
        target.hits += 1
