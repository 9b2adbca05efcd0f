"""Normalisation of rows and channels, with its statistics and derivatives."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.layers import LAYERS


@law
def moments(total: float, square: float, count: int, epsilon: float) -> tuple[float, float]:
    """Mean and inverse standard deviation from the sums of values and of their squares."""
    n = float(count)
    mean = total / n
    variance = wp.max(square / n - mean * mean, 0.0)
    return mean, 1.0 / wp.sqrt(variance + epsilon)


@law
def fold_norm(gamma: float, beta: float, mean: float, inverse_std: float) -> tuple[float, float]:
    """Gain and shift that a normalisation and the affine map after it amount to."""
    gain = gamma * inverse_std
    return gain, beta - gain * mean


@computation(
    LAYERS,
    "compute mean and inverse standard deviation of each row for layer norm",
    passes={1: "in one pass", 2: "in two passes"},
    empty={"return": "keeping those of empty rows", "unit": "with 0 and 1 for empty rows"},
)
def row_statistics(row: Any, epsilon: Any) -> None:
    n = int(0)
    total = float(0.0)
    square = float(0.0)
    for u in row.units:
        total += u.x
        n += 1
        if v.passes == 1:
            square += u.x * u.x
    if n == 0:
        if v.empty == "unit":
            row.new_mean = 0.0
            row.new_inverse_std = 1.0
        return
    if v.passes == 2:
        mean = total / float(n)
        for u in row.units:
            d = u.x - mean
            square += d * d
        row.new_mean = mean
        row.new_inverse_std = 1.0 / wp.sqrt(square / float(n) + epsilon)
    else:
        mean, rstd = moments(total, square, n, epsilon)
        row.new_mean = mean
        row.new_inverse_std = rstd


@computation(
    LAYERS,
    "apply layer normalisation with row statistics",
    affine={"none": "", "gain": "with gain", "both": "with gain and shift"},
    masked={True: "zeroing padding", False: ""},
)
def layer_norm(unit: Any) -> None:
    row = unit.row
    if v.masked:
        if row.masked != 0:
            unit.y = 0.0
            return
    y = (unit.x - row.mean) * row.inverse_std
    if v.affine != "none":
        channel = unit.channel
        y *= channel.gamma
        if v.affine == "both":
            y += channel.beta
    unit.y = y


@computation(
    LAYERS,
    "apply RMS normalisation to each row",
    gain={True: "with gain", False: ""},
)
def rms_norm(row: Any, epsilon: Any) -> None:
    n = int(0)
    square = float(0.0)
    for u in row.units:
        square += u.x * u.x
        n += 1
    if n == 0:
        return
    scale = 1.0 / wp.sqrt(square / float(n) + epsilon)
    for u in row.units:
        if v.gain:
            u.y = u.x * scale * u.channel.gamma
        else:
            u.y = u.x * scale


@computation(
    LAYERS,
    "backpropagate through layer normalisation to its inputs",
    gain={True: "with gain", False: ""},
    masked={True: "zeroing padding", False: ""},
)
def layer_norm_backward(row: Any) -> None:
    if v.masked:
        if row.masked != 0:
            for u in row.units:
                u.x_grad = 0.0
            return
    mean = row.mean
    rstd = row.inverse_std
    n = int(0)
    sum_dy = float(0.0)
    sum_dy_x = float(0.0)
    for u in row.units:
        dy = u.grad * u.channel.gamma if v.gain else u.grad
        x_hat = (u.x - mean) * rstd
        sum_dy += dy
        sum_dy_x += dy * x_hat
        n += 1
    if n == 0:
        return
    c1 = sum_dy / float(n)
    c2 = sum_dy_x / float(n)
    for u in row.units:
        dy = u.grad * u.channel.gamma if v.gain else u.grad
        x_hat = (u.x - mean) * rstd
        u.x_grad = (dy - c1 - x_hat * c2) * rstd


@computation(
    LAYERS,
    "apply batch normalisation with running statistics (inference)",
    why={"folded": "statistics are fixed in inference, so that one multiply-add does"},
    affine={True: "with gain and shift", False: ""},
    form={"direct": "", "folded": "folded into one multiply-add"},
)
def batch_norm(unit: Any, epsilon: Any) -> None:
    channel = unit.channel
    rstd = 1.0 / wp.sqrt(channel.variance + epsilon)
    if v.form == "folded":
        if v.affine:
            gain, shift = fold_norm(channel.gamma, channel.beta, channel.mean, rstd)
            unit.y = unit.x * gain + shift
        else:
            unit.y = unit.x * rstd - channel.mean * rstd
    else:
        y = (unit.x - channel.mean) * rstd
        if v.affine:
            y = y * channel.gamma + channel.beta
        unit.y = y


@computation(
    LAYERS,
    "fold batch norm statistics into a gain and a shift of each channel, for fusion into a layer",
    bias={True: "with the layer's bias", False: ""},
)
def fold_batch_norm(channel: Any, epsilon: Any) -> None:
    gain, shift = fold_norm(channel.gamma, channel.beta, channel.mean, 1.0 / wp.sqrt(channel.variance + epsilon))
    channel.gain = gain
    if v.bias:
        shift += gain * channel.bias
    channel.shift = shift


@computation(
    LAYERS,
    "accumulate channel sums",
    of={
        "input": "of inputs and squares for batch statistics",
        "grad": "of gradients and gradient times input for the backward pass",
    },
    masked={True: "without padding", False: ""},
)
def channel_sums(unit: Any) -> None:
    if v.masked:
        if unit.row.masked != 0:
            return
    channel = unit.channel
    x = unit.x
    if v.of == "grad":
        channel.grad_sum += unit.grad
        channel.product += unit.grad * x
    else:
        channel.sum += x
        channel.square += x * x
    channel.seen += 1


@computation(
    LAYERS,
    "update running mean and variance of each channel with batch statistics by momentum",
    trained={True: "if it is trained", False: ""},
)
def update_running_statistics(channel: Any, momentum: Any) -> None:
    n = channel.seen
    mean = channel.mean
    variance = channel.variance
    if v.trained:
        update = n > 0 and channel.trained != 0
    else:
        update = n > 0
    if update:
        batch_mean = channel.sum / float(n)
        batch_var = wp.max(channel.square / float(n) - batch_mean * batch_mean, 0.0)
        mean += momentum * (batch_mean - mean)
        variance += momentum * (batch_var - variance)
    channel.next_mean = mean
    channel.next_variance = variance


@computation(
    LAYERS,
    "find the argmax of each row",
    kept={True: "among its kept units, counting them", False: ""},
)
def row_maximum(row: Any) -> None:
    best = int(-1)
    top = float(-1.0e10)
    if v.kept:
        n = int(0)
    for u in row.units:
        if v.kept:
            if u.kept == 0:
                continue
            n += 1
        if u.x > top:
            top = u.x
            best = u.index
    row.best = best
    if v.kept:
        row.kept_count = n
