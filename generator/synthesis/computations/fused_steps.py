"""Whole training steps in one kernel: gradients unscaled and clipped, moments, decay, averages."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.training import TRAINING

EPSILON = 1.0e-8
TINY = 1.0e-6
IGNORED = -1


@law
def remove_bias(average: float, decay: float, step: int) -> float:
    """Adam's correction of a moving average that started at zero."""
    return average / (1.0 - wp.pow(decay, float(step)))


@law
def warmup_rate(rate: float, warmup: int, step: int) -> float:
    """Learning rate that grows linearly until the warm-up is over."""
    return rate * wp.min(float(step) / float(warmup), 1.0)


@law
def clip_gradient(g: float, norm: float, limit: float) -> float:
    """Gradient entry scaled so that the whole gradient's norm stays within a limit."""
    if norm > limit:
        return g * limit / (norm + TINY)
    return g


@computation(
    TRAINING,
    "take a whole Adam step: unscale and clip the gradient, update both moments, warm up the rate, decay and store",
    layer={True: "scaled by LAMB's trust ratio where there is a layer", False: ""},
    pruned={True: "and keep pruned values at zero", False: ""},
    average={True: "and update the running average", False: ""},
    overflow={True: "unless a gradient of the group overflowed", False: ""},
)
def fused_adam_step(
    parameter: Any,
    beta1: Any,
    beta2: Any,
    ema_decay: Any,
    step: Any,
    clip: Any,
    scale: Any,
    amsgrad: Any,
) -> None:
    group = parameter.group
    x = parameter.value
    m = parameter.first
    s = parameter.second
    if v.overflow:
        if group.overflow != 0:
            parameter.next_value = x
            parameter.next_first = m
            parameter.next_second = s
            parameter.next_peak = parameter.peak
            if v.average:
                parameter.next_average = parameter.average
            return
    # gradients are those of a loss that was scaled
    g = clip_gradient(parameter.grad / scale, wp.sqrt(group.grad_square) / scale, clip)
    m = beta1 * m + (1.0 - beta1) * g
    s = beta2 * s + (1.0 - beta2) * g * g
    peak = wp.max(parameter.peak, s)
    parameter.next_peak = peak
    second = s
    if amsgrad:
        second = peak
    update = remove_bias(m, beta1, step) / (wp.sqrt(remove_bias(second, beta2, step)) + EPSILON)
    update += group.decay * x
    rate = warmup_rate(group.rate, group.warmup, step)
    if v.layer:
        layer = parameter.layer
        if exists(layer):
            rate = rate * layer.norm / layer.step_norm
    moved = x - rate * update
    if v.pruned:
        if parameter.kept == 0:
            moved = 0.0
    parameter.next_value = moved
    parameter.next_first = m
    parameter.next_second = s
    if v.average:
        parameter.next_average = ema_decay * parameter.average + (1.0 - ema_decay) * moved


@computation(
    TRAINING,
    "compute the weighted cross-entropy and the best category of each example, and sum up the losses of its batch",
    smooth={True: "with label smoothing", False: ""},
    slopes={True: "and store the derivative by each score", False: ""},
    counted={True: "and count its right answers", False: ""},
)
def classify_example(example: Any, categories: Any, smoothing: Any) -> None:
    label = example.label
    top = float(example.logits[0])
    best = int(0)
    for c in range(1, categories):
        z = example.logits[c]
        if z > top:
            top = z
            best = c
    example.best = best
    # no label, no loss
    if label == IGNORED:
        example.loss = 0.0
        example.correct = 0
        if v.slopes:
            for c in range(categories):
                example.slopes[c] = 0.0
        return
    total = float(0.0)
    mean = float(0.0)
    for c in range(categories):
        total += wp.exp(example.logits[c] - top)
        mean += example.logits[c]
    mean = mean / float(categories)
    log_total = wp.log(total) + top
    loss = log_total - example.logits[label]
    if v.smooth:
        loss = (1.0 - smoothing) * loss + smoothing * (log_total - mean)
    example.loss = loss * example.weight
    example.correct = 1 if best == label else 0
    if v.slopes:
        for c in range(categories):
            p = wp.exp(example.logits[c] - log_total)
            target = 1.0 if c == label else 0.0
            if v.smooth:
                target = (1.0 - smoothing) * target + smoothing / float(categories)
            example.slopes[c] = (p - target) * example.weight
    batch = example.batch
    batch.loss += loss * example.weight
    batch.weight += example.weight
    if v.counted:
        if best == label:
            batch.hits += 1
