"""Random numbers and what is drawn with them: values, noise, masks, keys, means."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, exists, law, v, wp
from generator.synthesis.schemas.sampling import SAMPLING

Density: Any = None
TINY = 1.0e-6


@law
def standard_quantile(family: int, u: float) -> float:
    """Quantile of a uniform, logistic or exponential density with mean 0 and standard deviation 1."""
    if family == Density.EXPONENTIAL:
        return -wp.log(1.0 - u) - 1.0
    if family == Density.LOGISTIC:
        return wp.sqrt(3.0) / wp.pi * wp.log(u / (1.0 - u))
    return wp.sqrt(3.0) * (2.0 * u - 1.0)


@computation(
    SAMPLING,
    "draw a uniform number for each sample",
    range={
        "unit": "between zero and one",
        "signed": "between minus one and one",
        "scaled": "up to the weight of the sample",
    },
)
def uniform_draw(sample: Any, seed: Any) -> None:
    state = wp.rand_init(seed, sample.index)
    if v.range == "unit":
        sample.drawn = wp.randf(state)
    elif v.range == "signed":
        sample.drawn = wp.randf(state, -1.0, 1.0)
    else:
        sample.drawn = wp.randf(state) * sample.weight


@computation(
    SAMPLING,
    "start the random generator of each sample",
    mixed={True: "for the given sweep", False: ""},
    reset={True: "and clear its mark", False: ""},
)
def seed_streams(sample: Any, seed: Any, round: Any) -> None:
    if v.mixed:
        sample.stream = wp.rand_init(seed, round * count(sample) + sample.index)
    else:
        sample.stream = wp.rand_init(seed, sample.index)
    if v.reset:
        sample.kept = 0


@computation(
    SAMPLING,
    "perturb each sample by",
    law={"normal": "normal noise", "laplace": "Laplace noise", "uniform": "uniform noise"},
    scale={"own": "scaled by its own spread", "target": "scaled by the width of its target density"},
    bounded={True: "kept between minus one and one", False: ""},
)
def perturb_sample(sample: Any, seed: Any) -> None:
    sigma = sample.target.sigma if v.scale == "target" else sample.spread
    state = wp.rand_init(seed, sample.index)
    if v.law == "normal":
        z = wp.randn(state)
    elif v.law == "laplace":
        u = wp.randf(state, -0.5, 0.5)
        z = -wp.sign(u) * wp.log(1.0 - 2.0 * wp.abs(u) + TINY)
    else:
        z = wp.randf(state, -1.0, 1.0)
    x = sample.value + sigma * z
    if v.bounded:
        x = wp.clamp(x, -1.0, 1.0)
    sample.drawn = x


@computation(
    SAMPLING,
    "keep each sample with",
    coin={"shared": "the same chance", "weighted": "its weight as its chance"},
    counted={True: "and count the kept ones of each target density", False: ""},
    copied={"mark": "", "weight": "and give them one over their chance as weight"},
)
def bernoulli_mask(sample: Any, seed: Any, keep: Any) -> None:
    state = wp.rand_init(seed, sample.index)
    u = wp.randf(state)
    chance = keep if v.coin == "shared" else sample.weight
    if u >= chance:
        sample.kept = 0
        if v.copied == "weight":
            sample.kept_weight = 0.0
        return
    sample.kept = 1
    if v.copied == "weight":
        sample.kept_weight = 1.0 / chance
    if v.counted:
        if exists(sample.target):
            sample.target.hits += 1


@computation(
    SAMPLING,
    "draw a random sort key for each sample",
    order={"plain": "", "grouped": "that keeps samples of a distribution together"},
    masked={True: "and put samples without a target last", False: ""},
)
def shuffle_keys(sample: Any, seed: Any) -> None:
    state = wp.rand_init(seed, sample.index)
    key = wp.randi(state, 0, 1024)
    if v.order == "grouped":
        key = key + sample.distribution.index * 1024
    if v.masked:
        if not exists(sample.target):
            key = 1 << 30
    sample.key = key


@computation(
    SAMPLING,
    "turn the uniform number of a sample into a value of its target density, a uniform, logistic or exponential one,",
    source={"given": "", "drawn": "with a fresh random number"},
    scaled={True: "with its mean and standard deviation", False: "with mean 0 and standard deviation 1"},
)
def quantile_draw(sample: Any, seed: Any) -> None:
    target = sample.target
    if v.source == "drawn":
        state = wp.rand_init(seed, sample.index)
        u = wp.clamp(wp.randf(state), TINY, 1.0 - TINY)
    else:
        u = sample.uniform
    x = standard_quantile(target.family, u)
    sample.drawn = target.mean + target.sigma * x if v.scaled else x


@computation(
    SAMPLING,
    "compute bootstrap means, each the average of as many samples as there are, drawn with replacement,",
    weighted={True: "with their weights", False: ""},
)
def bootstrap_mean(sample: Any, seed: Any) -> None:
    n = count(sample)
    state = wp.rand_init(seed, sample.index)
    total = float(0.0)
    if v.weighted:
        weights = float(0.0)
    for _k in range(n):
        j = wp.randi(state, 0, n)
        if v.weighted:
            w = sample[j].weight
            total += w * sample[j].value
            weights += w
        else:
            total += sample[j].value
    if v.weighted:
        sample.replicate = total / weights
    else:
        sample.replicate = total / float(n)
