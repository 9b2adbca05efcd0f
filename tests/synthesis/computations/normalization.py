"""What the computations of the family ``normalization`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed


def row_statistics(t, v, n):
    mean, inverse = t.row.new_mean.copy(), t.row.new_inverse_std.copy()
    for i, units in enumerate(t.row.units):
        if len(units):
            x = t.unit.x[units]
            mean[i], inverse[i] = x.mean(), 1 / np.sqrt(x.var() + n.epsilon)
        elif v.empty == "unit":
            mean[i], inverse[i] = 0, 1
    return {"row.new_mean": mean, "row.new_inverse_std": inverse}


def layer_norm(t, v, n):
    u, r, c = t.unit, t.row, t.channel
    y = (u.x - r.mean[u.row]) * r.inverse_std[u.row]
    if v.affine != "none":
        y = y * c.gamma[u.channel]
    if v.affine == "both":
        y = y + c.beta[u.channel]
    return {"unit.y": np.where(r.masked[u.row] != 0, 0, y) if v.masked else y}


def rms_norm(t, v, n):
    u = t.unit
    y = u.y.copy()
    for units in t.row.units:
        if len(units):
            y[units] = u.x[units] / np.sqrt((u.x[units] ** 2).mean() + n.epsilon)
            if v.gain:
                y[units] *= t.channel.gamma[u.channel[units]]
    return {"unit.y": y}


def layer_norm_backward(t, v, n):
    u, r = t.unit, t.row
    back = u.x_grad.copy()
    for i, units in enumerate(r.units):
        if len(units) == 0:
            continue
        if v.masked and r.masked[i] != 0:
            back[units] = 0
            continue
        dy = u.grad[units] * (t.channel.gamma[u.channel[units]] if v.gain else 1)
        x = (u.x[units] - r.mean[i]) * r.inverse_std[i]
        # what is left once mean and the part along the normalised input are taken out
        back[units] = r.inverse_std[i] * (dy - dy.mean() - x * (dy * x).mean())
    return {"unit.x_grad": back}


def batch_norm(t, v, n):
    u, c = t.unit, t.channel
    y = (u.x - c.mean[u.channel]) / np.sqrt(c.variance[u.channel] + n.epsilon)
    return {"unit.y": y * c.gamma[u.channel] + c.beta[u.channel] if v.affine else y}


def fold_batch_norm(t, v, n):
    c = t.channel
    gain = c.gamma / np.sqrt(c.variance + n.epsilon)
    return {"channel.gain": gain, "channel.shift": c.beta + gain * ((c.bias if v.bias else 0) - c.mean)}


def channel_sums(t, v, n):
    u, c = t.unit, t.channel
    to = np.where(t.row.masked[u.row] != 0, -1, u.channel) if v.masked else u.channel
    seen = {"channel.seen": summed(c.seen, to, np.ones(len(to), int))}
    if v.of == "grad":
        sums = {"channel.grad_sum": summed(c.grad_sum, to, u.grad)}
        return {**seen, **sums, "channel.product": summed(c.product, to, u.grad * u.x)}
    return {**seen, "channel.sum": summed(c.sum, to, u.x), "channel.square": summed(c.square, to, u.x**2)}


def update_running_statistics(t, v, n):
    c = t.channel
    seen = np.maximum(c.seen, 1)
    mean = c.sum / seen
    variance = np.maximum(c.square / seen - mean**2, 0)
    rate = n.momentum * (c.seen > 0)
    if v.trained:
        rate = rate * (c.trained != 0)
    return {
        "channel.next_mean": (1 - rate) * c.mean + rate * mean,
        "channel.next_variance": (1 - rate) * c.variance + rate * variance,
    }


def row_maximum(t, v, n):
    u = t.unit
    rows = [units[u.kept[units] != 0] if v.kept else units for units in t.row.units]
    best = [units[u.x[units].argmax()] if len(units) else -1 for units in rows]
    made = {"row.best": np.array(best)}
    if v.kept:
        made["row.kept_count"] = np.array([len(units) for units in rows])
    return made
