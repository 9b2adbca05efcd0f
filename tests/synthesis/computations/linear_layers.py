"""What the computations of the family ``linear_layers`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.activations import activation, logistic
from tests.synthesis.computations.algebra_field6 import chosen, summed


def linear_forward(t, v, n):
    u, w = t.unit, t.weight
    terms = np.where(w.source >= 0, w.value * u.x[w.source], 0)
    if v.pruned:
        terms = terms * (w.pruned == 0)
    y = np.array([terms[some].sum() for some in u.weights])
    if v.bias:
        y = y + t.channel.bias[u.channel]
    return {"unit.y": activation(n.activation, y, n.slope) if v.output == "activated" else y}


def linear_backward_input(t, v, n):
    u, w = t.unit, t.weight
    back = u.x_grad.copy()
    for dy, some in zip(u.grad, u.weights, strict=True):
        some = some[w.source[some] >= 0]
        if v.pruned:
            some = some[w.pruned[some] == 0]
        np.add.at(back, w.source[some], w.value[some] * dy)
    return {"unit.x_grad": back}


def weight_gradient(t, v, n):
    w = t.weight
    grad = chosen(w.source, t.unit.x[w.source] * t.unit.grad[w.target], 0.0 if v.missing == "zero" else w.grad)
    return {"weight.grad": np.where(w.pruned != 0, 0, grad) if v.pruned else grad}


def mask_weights(t, v, n):
    w = t.weight
    return {"weight.next_value": (w.level * n.weight_scale if v.level else w.value) * (w.pruned == 0)}


def quantized_linear(t, v, n):
    u, w = t.unit, t.weight
    terms = np.where(w.source >= 0, w.level * u.level[w.source], 0)
    total = np.array([terms[some].sum() for some in u.weights], int)
    if v.output == "code":
        return {"unit.code": total}
    return {"unit.y": total * n.input_scale * t.channel.scale[u.channel]}


def embedding_lookup(t, v, n):
    o = t.token
    features = t.entry.features[o.entry]
    if v.weighted:
        features = features * o.weight[:, None]
    return {"token.output": chosen(o.entry, features, 0.0 if v.missing == "zero" else o.output)}


def embedding_backward(t, v, n):
    o = t.token
    to = np.where(o.special != 0, -1, o.entry) if v.special else o.entry
    made = {"entry.grads": summed(t.entry.grads, to, o.output_grad)}
    if v.counted:
        made["entry.uses"] = summed(t.entry.uses, to, np.ones(len(to), int))
    return made


def embedding_bag(t, v, n):
    o = t.token
    pooled, found = [], []
    for some in t.bag.tokens:
        some = some[o.entry[some] >= 0]
        rows = t.entry.features[o.entry[some]]
        found.append(len(some))
        if v.pool == "weighted":
            rows = rows * o.weight[some][:, None]
        pooled.append(rows.mean(axis=0) if v.pool == "mean" and len(some) else rows.sum(axis=0))
    made = {"bag.features": np.array(pooled)}
    if v.counted:
        made["bag.found"] = np.array(found)
    return made


def lstm_cell(t, v, n):
    c = t.cell
    enter, keep, out = logistic(c.gates[:, 0]), logistic(c.gates[:, 1]), logistic(c.gates[:, 3])
    carry = keep * c.carry + enter * np.tanh(c.gates[:, 2])
    hidden = out * (np.tanh(carry) if v.output == "tanh" else carry)
    if v.stopped:
        carry, hidden = np.where(c.running == 0, c.carry, carry), np.where(c.running == 0, c.hidden, hidden)
    return {"cell.next_hidden": hidden, "cell.next_carry": carry}


def gru_cell(t, v, n):
    c = t.cell
    if v.form == "reset":
        gate, inner = c.gates[:, 0], c.gates[:, 2] + logistic(c.gates[:, 1]) * c.gates[:, 3]
    else:
        gate, inner = c.gate_pair.T
    hidden = c.hidden + logistic(gate) * (np.tanh(inner) - c.hidden)
    return {"cell.next_hidden": np.where(c.running == 0, c.hidden, hidden) if v.stopped else hidden}
