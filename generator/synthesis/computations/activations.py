"""Layers that treat each unit by itself: activations, dropout, biases, quantisation."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.layers import LAYERS

Activation: Any = None
LOWEST = -128
HIGHEST = 127


@law
def sigmoid(x: float) -> float:
    """Logistic function, from zero to one."""
    return 1.0 / (1.0 + wp.exp(-x))


@law
def activate(kind: int, x: float, slope: float) -> float:
    """Activation of a unit by its kind: ReLU, leaky ReLU or SiLU, else the identity."""
    if kind == Activation.RELU:
        return wp.max(x, 0.0)
    elif kind == Activation.LEAKY:
        return x if x > 0.0 else slope * x
    elif kind == Activation.SILU:
        return x * sigmoid(x)
    return x


@law
def activation_slope(kind: int, x: float, slope: float) -> float:
    """Slope of an activation by its kind, at a kink that of its lower side."""
    if kind == Activation.RELU:
        return 1.0 if x > 0.0 else 0.0
    if kind == Activation.LEAKY:
        return 1.0 if x > 0.0 else slope
    if kind == Activation.SILU:
        s = sigmoid(x)
        return s + x * s * (1.0 - s)
    return 1.0


@law
def quantize(x: float, scale: float, zero_point: int) -> int:
    """Nearest integer of an affine quantization, held within its range."""
    q = int(wp.round(x / scale)) + zero_point
    return wp.clamp(q, LOWEST, HIGHEST)


@computation(
    LAYERS,
    "apply the activation that is chosen (ReLU, leaky ReLU, SiLU or none) to each unit",
    bias={True: "after adding the bias of its channel", False: ""},
    mark={True: "and mark active ones", False: ""},
)
def apply_activation(unit: Any, activation: Any, slope: Any) -> None:
    x = unit.x
    if v.bias:
        x += unit.channel.bias
    y = activate(activation, x, slope)
    unit.y = y
    if v.mark:
        unit.active = 1 if y > 0.0 else 0


@computation(
    LAYERS,
    "carry the derivative of each unit back through its activation (ReLU, leaky ReLU, SiLU or none)",
    bias={True: "and add the results up by channel, as the derivative of its bias", False: ""},
)
def activation_backward(unit: Any, activation: Any, slope: Any) -> None:
    dx = unit.grad * activation_slope(activation, unit.x, slope)
    unit.x_grad = dx
    if v.bias:
        unit.channel.grad_sum += dx


@computation(LAYERS, "carry derivatives back through a rectifier", by={"input": "", "mask": "by the mask of units"})
def relu_backward(unit: Any) -> None:
    if v.by == "mask":
        unit.x_grad = unit.grad * float(unit.kept)
    else:
        unit.x_grad = unit.grad if unit.x > 0.0 else 0.0


@computation(LAYERS, "add to each unit the bias of its channel", residual={True: "and its residual input", False: ""})
def add_bias(unit: Any) -> None:
    if v.residual:
        unit.y = unit.x + unit.channel.bias + unit.residual
    else:
        unit.y = unit.x + unit.channel.bias


@computation(
    LAYERS,
    "scale each unit by its channel",
    shift={True: "and shift it", False: ""},
    masked={True: "with zero in padding", False: ""},
)
def scale_channel(unit: Any) -> None:
    if v.masked:
        if unit.row.masked != 0:
            unit.y = 0.0
            return
    channel = unit.channel
    y = unit.x * channel.gamma
    if v.shift:
        y += channel.beta
    unit.y = y


@computation(
    LAYERS,
    "drop units at random",
    why={"": "kept units are divided by their share, so that means stay as they were"},
    draw={"unit": "", "channel": "by channel"},
    stored={True: "and store which were kept", False: ""},
)
def dropout(unit: Any, seed: Any, drop: Any) -> None:
    if v.draw == "channel":
        state = wp.rand_init(seed, unit.channel.index)
    else:
        state = wp.rand_init(seed, unit.index)
    keep = int(0)
    y = float(0.0)
    if wp.randf(state) >= drop:
        keep = 1
        y = unit.x / (1.0 - drop)
    unit.y = y
    if v.stored:
        unit.let_through = keep


@computation(LAYERS, "carry derivatives back through dropout", scaled={True: "", False: "without rescaling"})
def dropout_backward(unit: Any, drop: Any) -> None:
    if unit.kept == 0:
        unit.x_grad = 0.0
        return
    unit.x_grad = unit.grad / (1.0 - drop) if v.scaled else unit.grad


@computation(
    LAYERS,
    "multiply each unit by a gate",
    by={"sigmoid": "that is a sigmoid", "activation": "that is an activation", "hard": "that is a hard sigmoid"},
)
def gate_unit(unit: Any, activation: Any, slope: Any) -> None:
    z = unit.gate
    if v.by == "sigmoid":
        unit.y = unit.x * sigmoid(z)
    elif v.by == "activation":
        unit.y = unit.x * activate(activation, z, slope)
    else:
        unit.y = unit.x * wp.clamp(0.5 * z + 0.5, 0.0, 1.0)


@computation(
    LAYERS,
    "draw each latent unit from the normal distribution that its mean and the logarithm of its variance tell",
    divergence={True: "and add its Kullback-Leibler divergence from the unit normal to its channel", False: ""},
)
def sample_latent(unit: Any, seed: Any) -> None:
    mean = unit.x
    log_variance = unit.log_variance
    std = wp.exp(0.5 * log_variance)
    state = wp.rand_init(seed, unit.index)
    unit.y = mean + std * wp.randn(state)
    if v.divergence:
        unit.channel.divergence += 0.5 * (mean * mean + std * std - 1.0 - log_variance)


@computation(
    LAYERS,
    "clamp each unit",
    side={"both": "between minus the bound and the bound", "upper": "between zero and the bound"},
    counted={True: "and count by channel those that were cut", False: ""},
)
def clamp_units(unit: Any, bound: Any) -> None:
    x = unit.x
    if v.side == "upper":
        y = wp.clamp(x, 0.0, bound)
    else:
        y = wp.clamp(x, -bound, bound)
    unit.y = y
    if v.counted:
        if y != x:
            unit.channel.saturated += 1


@computation(
    LAYERS,
    "quantise units with the step of their channel",
    back={"code": "", "value": "and back to real numbers", "both": "and back to real numbers, keeping both"},
)
def quantize_unit(unit: Any) -> None:
    channel = unit.channel
    q = quantize(unit.x, channel.scale, channel.zero_point)
    if v.back != "value":
        unit.code = q
    if v.back != "code":
        unit.y = float(q - channel.zero_point) * channel.scale


@computation(LAYERS, "turn quantised units into real numbers", zero={True: "", False: "with zero points at zero"})
def dequantize_unit(unit: Any) -> None:
    if v.zero:
        unit.y = float(unit.level - unit.channel.zero_point) * unit.channel.scale
    else:
        unit.y = float(unit.level) * unit.channel.scale


@computation(
    LAYERS, "find the largest absolute value of a unit in each channel", skip={True: "outside of padding", False: ""}
)
def channel_maximum(unit: Any) -> None:
    if v.skip:
        if unit.row.masked != 0:
            return
    wp.atomic_max(unit.channel.largest, wp.abs(unit.x))
