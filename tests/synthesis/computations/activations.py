"""What the computations of the family ``activations`` give, written from the laws."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import Random, generators, summed


def logistic(x):
    """The sigmoid, by the hyperbolic tangent."""
    return 0.5 + np.tanh(np.asarray(x) / 2) / 2


def activation(kind, x, slope):
    """Identity, rectifier, leaky rectifier, sigmoid-weighted."""
    return [x, np.maximum(x, 0), np.where(x > 0, x, slope * x), x * logistic(x)][int(kind)]


def derivative(kind, x, slope):
    """Of the activation."""
    s = logistic(x)
    return [np.ones_like(x), x > 0, np.where(x > 0, 1, slope), s * (1 + x * (1 - s))][int(kind)]


def apply_activation(t, v, n):
    u = t.unit
    y = activation(n.activation, u.x + t.channel.bias[u.channel] if v.bias else u.x, n.slope)
    made = {"unit.y": y}
    if v.mark:
        made["unit.active"] = y > 0
    return made


def activation_backward(t, v, n):
    u = t.unit
    back = u.grad * derivative(n.activation, u.x, n.slope)
    made = {"unit.x_grad": back}
    if v.bias:
        made["channel.grad_sum"] = summed(t.channel.grad_sum, u.channel, back)
    return made


def relu_backward(t, v, n):
    u = t.unit
    return {"unit.x_grad": np.where(u.kept == 1 if v.by == "mask" else u.x > 0, u.grad, 0)}


def add_bias(t, v, n):
    u = t.unit
    y = u.x + t.channel.bias[u.channel]
    return {"unit.y": y + u.residual if v.residual else y}


def scale_channel(t, v, n):
    u, c = t.unit, t.channel
    y = u.x * c.gamma[u.channel]
    if v.shift:
        y = y + c.beta[u.channel]
    return {"unit.y": np.where(t.row.masked[u.row] != 0, 0, y) if v.masked else y}


def dropout(t, v, n):
    u = t.unit
    offsets = u.channel if v.draw == "channel" else range(len(u.x))
    kept = np.array([Random(n.seed, i).uniform() >= n.drop for i in offsets])
    made = {"unit.y": np.where(kept, u.x / (1 - n.drop), 0)}
    if v.stored:
        made["unit.let_through"] = kept
    return made


def dropout_backward(t, v, n):
    u = t.unit
    return {"unit.x_grad": u.grad * (u.kept != 0) / (1 - n.drop if v.scaled else 1)}


def gate_unit(t, v, n):
    z = t.unit.gate
    if v.by == "activation":
        gate = activation(n.activation, z, n.slope)
    else:
        gate = logistic(z) if v.by == "sigmoid" else np.clip((z + 1) / 2, 0, 1)
    return {"unit.y": t.unit.x * gate}


def sample_latent(t, v, n):
    u = t.unit
    variance = np.exp(u.log_variance)
    xi = np.array([r.normal() for r in generators(n.seed, len(u.x))])
    made = {"unit.y": u.x + np.sqrt(variance) * xi}
    if v.divergence:
        divergence = (u.x**2 + variance - 1 - np.log(variance)) / 2
        made["channel.divergence"] = summed(t.channel.divergence, u.channel, divergence)
    return made


def clamp_units(t, v, n):
    u = t.unit
    y = np.minimum(np.maximum(u.x, 0 if v.side == "upper" else -n.bound), n.bound)
    made = {"unit.y": y}
    if v.counted:
        made["channel.saturated"] = summed(t.channel.saturated, u.channel, (y != u.x).astype(int))
    return made


def quantize_unit(t, v, n):
    u, c = t.unit, t.channel
    scale, zero = c.scale[u.channel], c.zero_point[u.channel]
    steps = u.x / scale
    code = np.clip((np.sign(steps) * np.floor(np.abs(steps) + 0.5)).astype(int) + zero, -128, 127)
    return {"unit.code": code, "unit.y": (code - zero) * scale}


def dequantize_unit(t, v, n):
    u, c = t.unit, t.channel
    steps = u.level - c.zero_point[u.channel] if v.zero else u.level
    return {"unit.y": steps * c.scale[u.channel]}


def channel_maximum(t, v, n):
    u = t.unit
    size = np.where(t.row.masked[u.row] != 0, 0, np.abs(u.x)) if v.skip else np.abs(u.x)
    largest = t.channel.largest.copy()
    np.maximum.at(largest, u.channel, size)
    return {"channel.largest": largest}
