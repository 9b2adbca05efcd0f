"""What the computations of the family ``gradients`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def learning_rate_schedule(t, v, n):
    g = t.group
    rates = []
    for kind, rate, warm in zip(g.schedule, g.rate, g.warmup, strict=True):
        share = (n.step - warm) / (n.total_steps - warm)
        shape = {0: 1.0, 1: 1 - share, 2: np.cos(np.pi * share / 2) ** 2, 3: 0.5 ** (n.step // 10)}[kind]
        rates.append(rate * (n.step / warm if n.step < warm else shape))
    if v.hold:
        rates = np.where(g.overflow != 0, g.former_rate, rates)
    return {"group.next_rate": np.array(rates)}


def grad_square_sum(t, v, n):
    p = t.parameter
    counts = p.frozen == 0
    made = {"group.grad_square": summed(t.group.grad_square, p.group, p.grad**2 * counts)}
    if v.counted:
        made["group.trained"] = summed(t.group.trained, p.group, counts.astype(int))
    return made


def clip_gradients(t, v, n):
    p = t.parameter
    if v.by == "value":
        clipped = np.clip(p.grad, -n.largest_grad, n.largest_grad)
    elif v.by == "norm":
        norm = np.sqrt(t.group.grad_square[p.group])
        clipped = p.grad * np.where(norm > n.clip, n.clip / (norm + 1e-6), 1)
    else:
        norm = t.layer.grad_norm[p.layer]
        clipped = p.grad * np.minimum(1, n.clip_ratio * np.maximum(t.layer.norm[p.layer], n.least_norm) / norm)
        clipped = np.where(p.layer >= 0, clipped, p.grad)
    return {"parameter.clipped": np.where(p.frozen != 0, 0, clipped) if v.frozen else clipped}


def find_overflow(t, v, n):
    p = t.parameter
    bad = np.abs(p.grad / n.scale if v.limit == "unscaled" else p.grad) > n.largest_grad
    overflow = t.group.overflow.copy()
    overflow[p.group[bad]] = np.maximum(overflow[p.group[bad]], 1)
    return {"group.overflow": overflow}


def unscale_gradients(t, v, n):
    p = t.parameter
    grad = p.grad / n.scale
    if v.mode == "guarded":
        grad = grad * (t.group.overflow[p.group] == 0)
    if v.frozen:
        grad = grad * (p.frozen == 0)
    return {"parameter.unscaled": grad}


def loss_scale_update(t, v, n):
    s = t.scaler
    streak = np.where(s.overflow != 0, 0, s.streak + 1)
    grows = streak >= n.growth_interval
    lower = np.maximum(s.scale / 2, 1) if v.floor else s.scale / 2
    scale = np.where(s.overflow != 0, lower, np.where(grows, 2 * s.scale, s.scale))
    return {"scaler.next_scale": scale, "scaler.next_streak": np.where(grows, 0, streak)}


def prune_small(t, v, n):
    p = t.parameter
    small = (np.abs(p.value) < t.layer.threshold[p.layer]) & (p.layer >= 0)
    if v.young:
        small &= p.age >= n.grace
    made = {"parameter.kept": ~small}
    if v.counted:
        made["layer.pruned"] = summed(t.layer.pruned, p.layer, small.astype(int))
    return made


def layer_maximum(t, v, n):
    p = t.parameter
    made, of, before = (
        ("largest_grad", p.grad, t.layer.largest_grad) if v.of == "grad" else ("largest", p.value, t.layer.largest)
    )
    return {f"layer.{made}": np.array([max([start, *np.abs(of[p.layer == k])]) for k, start in enumerate(before)])}
