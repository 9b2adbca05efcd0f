"""What the computations of the family ``optimizers`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import chosen, generators


def mixed(average, sample, decay):
    """A running average after one more sample."""
    return average + (1 - decay) * (sample - average)


def adam(first, second, beta1, beta2, step):
    """Mean over root mean square, both freed of their bias towards zero."""
    return first / (1 - beta1**step) / (np.sqrt(second / (1 - beta2**step)) + 1e-8)


def sgd_step(t, v, n):
    p, g = t.parameter, t.group
    grad = p.grad + g.decay[p.group] * p.value if v.decay else p.grad
    trains = p.frozen == 0 if v.frozen else np.ones(len(grad), bool)
    made = {}
    if v.momentum != "none":
        mu = g.momentum[p.group]
        velocity = mu * p.buffer + grad
        made["parameter.next_buffer"] = np.where(trains, velocity, p.next_buffer)
        grad = grad + mu * velocity if v.momentum == "nesterov" else velocity
    made["parameter.next_value"] = np.where(trains, p.value - g.rate[p.group] * grad, p.value)
    return made


def adam_step(t, v, n):
    p, g = t.parameter, t.group
    grad = p.grad + g.decay[p.group] * p.value if v.decay == "coupled" else p.grad
    first, second = mixed(p.first, grad, n.beta1), mixed(p.second, grad**2, n.beta2)
    if v.corrected == "moments":
        update = adam(first, second, n.beta1, n.beta2, n.step)
    else:
        rate = (1 - n.beta2**n.step) ** 0.5 / (1 - n.beta1**n.step)
        update = rate * first / (np.sqrt(second) + 1e-8)
    if v.decay == "decoupled":
        update = update + g.decay[p.group] * p.value
    value = p.value - g.rate[p.group] * update
    good = g.overflow[p.group] == 0 if v.skip else np.ones(len(value), bool)
    return {
        "parameter.next_value": np.where(good, value, p.value),
        "parameter.next_first": np.where(good, first, p.first),
        "parameter.next_second": np.where(good, second, p.second),
    }


def amsgrad_step(t, v, n):
    p = t.parameter
    first, second = mixed(p.first, p.grad, n.beta1), mixed(p.second, p.grad**2, n.beta2)
    peak = np.maximum(p.peak, second)
    top = peak if n.amsgrad else second
    step = p.age + 1 if v.age == "own" else n.step
    rate = t.group.rate[p.group]
    if v.layer:
        trust = t.layer.norm[p.layer] / t.layer.step_norm[p.layer]
        rate = rate * np.where(p.layer >= 0, trust, 1.0)
    value = p.value - rate * adam(first, top, n.beta1, n.beta2, step)
    made = {"next_value": value, "next_first": first, "next_second": second, "next_peak": peak}
    if v.age == "own":
        made["age"] = step
    return {f"parameter.{word}": new for word, new in made.items()}


def adaptive_rate_step(t, v, n):
    p = t.parameter
    square = p.squares + p.grad**2 if v.past == "sum" else mixed(p.second, p.grad**2, n.beta2)
    value = p.value - t.group.rate[p.group] * p.grad / (np.sqrt(square) + 1e-8)
    kept = "next_squares" if v.past == "sum" else "next_second"
    return {f"parameter.{kept}": square, "parameter.next_value": value}


def noisy_step(t, v, n):
    p = t.parameter
    rate = t.group.rate[p.group]
    size = np.sqrt(2 * rate) if v.noise == "langevin" else n.sigma
    xi = np.array([r.normal() for r in generators(n.seed, len(rate), n.step)])
    value = p.value - rate * p.grad + size * xi
    return {"parameter.next_value": chosen(-p.frozen, value, p.next_value) if v.frozen else value}


def weight_average(t, v, n):
    p = t.parameter
    if v.late and n.step <= n.average_start:
        return {"parameter.next_average": p.value}
    if v.decay == "mean":
        summed = n.step - n.average_start if v.late else n.step - 1
        return {"parameter.next_average": (p.average * summed + p.value) / (summed + 1)}
    decay = n.ema_decay * (1 - 1 / (1 + n.step)) if v.decay == "warm" else n.ema_decay
    return {"parameter.next_average": mixed(p.average, p.value, decay)}
