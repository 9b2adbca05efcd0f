"""What a channel does to its signal over time: recursive blocks, envelopes, dynamics, delays."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.signals import SIGNALS

BLOCK = 8
RING = 8


@law
def biquad_step(x: float, b: wp.vec3, a: wp.vec2, z: wp.vec2) -> tuple[float, wp.vec2]:
    """Output of a biquad filter and its next state, in the transposed direct form II."""
    y = b[0] * x + z[0]
    return y, wp.vec2(b[1] * x - a[0] * y + z[1], b[2] * x - a[1] * y)


@law
def follow_level(level: float, x: float, attack: float, release: float) -> float:
    """Level that follows the size of a sample, upwards by the attack and downwards by the release."""
    target = wp.abs(x)
    if target > level:
        return level + attack * (target - level)
    return level + release * (target - level)


@law
def compressor_gain(level: float, threshold: float, ratio: float) -> float:
    """Gain that divides what a level exceeds a threshold by the ratio, 1 below the threshold."""
    if level <= threshold:
        return 1.0
    return (threshold + (level - threshold) / ratio) / level


@law
def soft_clip(x: float) -> float:
    """Sample through a cubic soft clipper, which levels off at two thirds for sizes above 1."""
    if x > 1.0:
        return 2.0 / 3.0
    if x < -1.0:
        return -2.0 / 3.0
    return x - x * x * x / 3.0


@computation(
    SIGNALS,
    "run the biquad of each channel over its block in transposed direct form II",
    muted={True: "writing silence where it is muted", False: ""},
)
def biquad_block(channel: Any) -> None:
    b = channel.forward
    a = channel.backward
    z = channel.memory
    for k in range(BLOCK):
        y, z = biquad_step(channel.block[k], b, a, z)
        if v.muted:
            # the memory of a muted channel keeps in step
            channel.block_out[k] = wp.where(channel.muted, 0.0, y)
        else:
            channel.block_out[k] = y
    channel.memory = z


@computation(
    SIGNALS,
    "follow the envelope of each channel over its block with attack and release",
    peak={True: "and store the peak", False: ""},
    gate={True: "muting samples while the level is below the threshold", False: ""},
)
def envelope_block(channel: Any, threshold: Any) -> None:
    level = float(channel.level)
    if v.peak:
        peak = float(0.0)
    for k in range(BLOCK):
        x = channel.block[k]
        level = follow_level(level, x, channel.attack, channel.release)
        if v.peak:
            peak = wp.max(peak, wp.abs(x))
        if v.gate:
            if level < threshold:
                channel.block_out[k] = 0.0
            else:
                channel.block_out[k] = x
    channel.level = level
    if v.peak:
        channel.peak = peak


@computation(
    SIGNALS,
    "reduce the dynamics of each sample",
    law={
        "compress": "by the compression ratio of the level above the threshold",
        "limit": "by clipping it at the threshold",
        "soft": "by a cubic soft clipper",
    },
    driven={True: "after the drive of its channel", False: ""},
)
def compress_dynamics(sample: Any, threshold: Any, ratio: Any) -> None:
    x = sample.value
    if v.driven:
        x *= sample.channel.drive
    if v.law == "compress":
        level = sample.channel.level
        if v.driven:
            # the drive lifts the envelope, too
            level *= sample.channel.drive
        x *= compressor_gain(level, threshold, ratio)
    elif v.law == "limit":
        x = wp.clamp(x, -threshold, threshold)
    else:
        x = soft_clip(x)
    sample.output = x


@computation(
    SIGNALS,
    "write the level of each channel to its delay line of eight and read the value delay steps back",
    mix={True: "mixed with the input", False: ""},
)
def delay_line(channel: Any, wet: Any) -> None:
    head = channel.head
    x = channel.level
    tail = head - channel.delay
    if tail < 0:
        tail += RING
    y = channel.ring[tail]
    if v.mix:
        channel.delayed = x + wet * (y - x)
    else:
        channel.delayed = y
    channel.ring[head] = x
    channel.head = (head + 1) % RING
