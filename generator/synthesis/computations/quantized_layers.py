"""Layers in whole numbers, and whole rows of a network at once."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, exists, law, v, wp
from generator.synthesis.schemas.layers import LAYERS

LOWEST = -128
HIGHEST = 127
SHIFT = 2


@law
def requantize(total: int, multiplier: float, zero_point: int) -> int:
    """Sum of products on the scale of the next layer, rounded and clamped to its range."""
    q = int(wp.round(float(total) * multiplier)) + zero_point
    return wp.clamp(q, LOWEST, HIGHEST)


@law
def round_shift(total: int) -> int:
    """Number divided by a power of two, rounded to the nearest."""
    return (total + (1 << (SHIFT - 1))) >> SHIFT


@computation(
    LAYERS,
    "compute each unit of an int8 layer: the integer dot product of weights and inputs less their zero points, "
    "requantized to [-128, 127]",
    rescale={
        "scale": "by a factor, rounding to nearest, and dequantized",
        "shift": "by a rounding right shift of 2 bits, and dequantized",
    },
    rectify={True: "with a rectifier at the zero point", False: ""},
    pruned={True: "leaving out pruned weights", False: ""},
    saturated={True: "and count the units of each channel at a bound", False: ""},
)
def quantized_layer(unit: Any, requantize_scale: Any, input_zero: Any, output_zero: Any, output_scale: Any) -> None:
    total = int(0)
    for w in unit.weights:
        if v.pruned:
            if w.pruned != 0:
                continue
        source = w.source
        total += w.level * (source.level - input_zero)
    if v.rescale == "shift":
        q = wp.clamp(round_shift(total) + output_zero, LOWEST, HIGHEST)
    else:
        q = requantize(total, requantize_scale, output_zero)
    if v.rectify:
        q = wp.max(q, output_zero)
    if v.saturated:
        if q == HIGHEST or (not v.rectify and q == LOWEST):
            unit.channel.saturated += 1
    unit.code = q
    unit.y = float(q - output_zero) * output_scale


@computation(
    LAYERS,
    "layer-normalise the units of each row to mean 0 and variance 1, keeping its mean, inverse deviation and number of "
    "positive units, and zero masked rows",
    gain={True: "with gain and shift of their channels", False: ""},
    activated={"none": "", "relu": "then ReLU", "swish": "then SiLU"},
    residual={True: "plus the residual input of each", False: ""},
    best={True: "and store the number of the largest", False: ""},
)
def row_layer(row: Any, epsilon: Any) -> None:
    n = int(0)
    total = float(0.0)
    for u in row.units:
        total += u.x
        n += 1
    if row.masked != 0 or n == 0:
        for u in row.units:
            u.y = 0.0
        row.active = 0
        if v.best:
            row.best = -1
        return
    mean = total / float(n)
    square = float(0.0)
    for u in row.units:
        d = u.x - mean
        square += d * d
    rstd = 1.0 / wp.sqrt(square / float(n) + epsilon)
    active = int(0)
    if v.best:
        best = int(-1)
        top = float(-1.0e10)
    for u in row.units:
        y = (u.x - mean) * rstd
        if v.gain:
            channel = u.channel
            y = y * channel.gamma + channel.beta
        if v.activated == "relu":
            y = wp.max(y, 0.0)
        elif v.activated == "swish":
            y = y / (1.0 + wp.exp(-y))
        if v.residual:
            y += u.residual
        if y > 0.0:
            active += 1
        if v.best:
            if y > top:
                top = y
                best = u.index
        u.y = y
    row.active = active
    if v.best:
        row.best = best
    row.new_mean = mean
    row.new_inverse_std = rstd


@computation(
    LAYERS,
    "route each item to the expert of its highest score while that has room within the capacity, storing the expert and "
    "the place in a buffer of capacity places for each expert (-1 for dropped items),",
    second={True: "trying the second best where it is full", False: ""},
    masked={True: "passing over masked items", False: ""},
    share={True: "and store the softmax share of the highest score", False: ""},
)
def route_with_capacity(item: Any, experts: Any, capacity: Any) -> None:
    if v.masked:
        if item.mask == 0:
            item.chosen = -1
            item.buffer_place = -1
            return
    first = int(0)
    if v.second:
        second = int(0)
    for e in range(1, experts):
        s = item.scores[e]
        if s > item.scores[first]:
            if v.second:
                second = first
            first = e
        elif v.second and (second == first or s > item.scores[second]):
            second = e
    if v.share:
        total = float(0.0)
        for e in range(experts):
            total += wp.exp(item.scores[e] - item.scores[first])
        item.first_share = 1.0 / total
    choice = int(first) if v.second else first
    slot = wp.atomic_add(expert[choice].load, 1)
    if v.second:
        if slot >= capacity:
            choice = second
            slot = wp.atomic_add(expert[choice].load, 1)
    if slot >= capacity:
        item.chosen = -1
        item.buffer_place = -1
        return
    item.chosen = choice
    item.buffer_place = choice * capacity + slot


@computation(
    LAYERS,
    "pool the embedding rows of the tokens of each bag, each times the weight of its token",
    special={True: "leaving out special tokens", False: ""},
    divide={"weight": "and divide by the sum of the weights", "count": "and divide by the number of tokens found"},
    bounded={True: "with features clamped to the bound", False: ""},
    counted={True: "and count how often each row of the table is used", False: ""},
)
def pooled_bag(bag: Any, width: Any, bound: Any) -> None:
    found = int(0)
    total = float(0.0)
    for t in bag.tokens:
        if v.special:
            if t.special != 0:
                continue
        entry = t.entry
        if exists(entry):
            found += 1
            total += t.weight
            if v.counted:
                entry.uses += 1
    bag.found = found
    if found == 0:
        for k in range(width):
            bag.features[k] = 0.0
        return
    share = 1.0 / total if v.divide == "weight" else 1.0 / float(found)
    for k in range(width):
        pooled = float(0.0)
        for t in bag.tokens:
            if v.special:
                if t.special != 0:
                    continue
            entry = t.entry
            if exists(entry):
                x = entry.features[k]
                if v.bounded:
                    x = wp.clamp(x, -bound, bound)
                pooled += t.weight * x
        bag.features[k] = pooled * share
