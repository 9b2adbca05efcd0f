"""Steps by the sign of a gradient, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.optimizers import mixed


def sign_step(t, v, n):
    p, g = t.parameter, t.group
    update = np.sign(mixed(p.first, p.grad, n.mixing if v.mean == "mixed" else n.beta1))
    if v.decay:
        update = update + g.decay[p.group] * p.value
    return {
        "parameter.next_value": p.value - g.rate[p.group] * update,
        "parameter.next_first": mixed(p.first, p.grad, n.memory if v.mean == "mixed" else n.beta1),
    }


def rprop_step(t, v, n):
    p = t.parameter
    agree = np.sign(p.grad * p.former_grad)
    rate = np.select([agree > 0, agree < 0], [np.minimum(1.2 * p.rate, 0.1), np.maximum(p.rate / 2, 0.01)], p.rate)
    grad = np.where(agree < 0, 0, p.grad) if v.back == "skip" else p.grad
    value = p.value - rate * np.sign(grad)
    return {"parameter.next_rate": rate, "parameter.next_value": value, "parameter.former_grad": grad}
