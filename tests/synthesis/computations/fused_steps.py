"""What the computations of the family ``fused_steps`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed
from tests.synthesis.computations.losses import softmax
from tests.synthesis.computations.optimizers import adam, mixed


def fused_adam_step(t, v, n):
    p, g = t.parameter, t.group
    grad = p.grad / n.scale
    norm = np.sqrt(g.grad_square[p.group]) / n.scale
    grad = grad * np.where(norm > n.clip, n.clip / (norm + 1e-6), 1)
    first, second = mixed(p.first, grad, n.beta1), mixed(p.second, grad**2, n.beta2)
    peak = np.maximum(p.peak, second)
    top = peak if n.amsgrad else second
    rate = g.rate[p.group] * np.minimum(n.step / g.warmup[p.group], 1)
    if v.layer:
        rate = rate * np.where(p.layer >= 0, t.layer.norm[p.layer] / t.layer.step_norm[p.layer], 1)
    value = p.value - rate * (adam(first, top, n.beta1, n.beta2, n.step) + g.decay[p.group] * p.value)
    if v.pruned:
        value = value * (p.kept != 0)
    after = {"next_value": (value, p.value), "next_first": (first, p.first), "next_second": (second, p.second)}
    after["next_peak"] = (peak, p.peak)
    if v.average:
        after["next_average"] = (mixed(p.average, value, n.ema_decay), p.average)
    held = g.overflow[p.group] != 0 if v.overflow else np.zeros(len(rate), bool)
    return {f"parameter.{word}": np.where(held, before, new) for word, (new, before) in after.items()}


def classify_example(t, v, n):
    e = t.example
    best = e.logits.argmax(axis=1)
    labelled = e.label >= 0
    truth = (np.maximum(e.label, 0)[:, None] == np.arange(n.categories)).astype(float)
    if v.smooth:
        truth = (1 - n.smoothing) * truth + n.smoothing / n.categories
    share = softmax(e.logits)
    loss = -(truth * np.log(share)).sum(axis=1) * e.weight * labelled
    right = labelled & (best == e.label)
    made = {
        "example.best": best,
        "example.loss": loss,
        "example.correct": right,
        "batch.loss": summed(t.batch.loss, e.batch, loss),
        "batch.weight": summed(t.batch.weight, e.batch, e.weight * labelled),
    }
    if v.slopes:
        made["example.slopes"] = (share - truth) * (e.weight * labelled)[:, None]
    if v.counted:
        made["batch.hits"] = summed(t.batch.hits, e.batch, right.astype(int))
    return made
