"""Samples in codes of four and of eight bits."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.signals import SIGNALS

BLOCK = 8
LAST_STEP = 88
LOWEST = -32768
HIGHEST = 32767


@law
def code_difference(code: int, step: int) -> int:
    """Change of a sample that a four-bit IMA ADPCM code means at a step size, its highest bit the sign."""
    d = step >> 3
    if (code & 4) != 0:
        d += step
    if (code & 2) != 0:
        d += step >> 1
    if (code & 1) != 0:
        d += step >> 2
    if (code & 8) != 0:
        return -d
    return d


@law
def nearest_code(difference: int, step: int) -> int:
    """Four-bit IMA ADPCM code of a change of a sample, the largest for all beyond its range."""
    code = int(0)
    d = int(difference)
    if d < 0:
        code = 8
        d = -d
    if d >= step:
        code = code | 4
        d = d - step
    if d >= (step >> 1):
        code = code | 2
        d = d - (step >> 1)
    if d >= (step >> 2):
        code = code | 1
    return code


@law
def mu_law_decode(byte: int) -> int:
    """Linear sample of 16 bits from a mu-law byte (G.711)."""
    code = byte ^ 0xFF
    magnitude = (((code & 0x0F) << 3) + 132) << ((code >> 4) & 7)
    if (code & 0x80) != 0:
        return 132 - magnitude
    return magnitude - 132


@law
def mu_law_encode(sample: int) -> int:
    """Mu-law byte (G.711) of a linear sample of 16 bits, clipped where it is too large."""
    sign = int(0)
    magnitude = int(sample)
    if magnitude < 0:
        sign = 128
        magnitude = -magnitude
    magnitude = wp.min(magnitude, 32635) + 132
    exponent = int(7)
    mask = int(16384)
    while exponent > 0 and (magnitude & mask) == 0:
        exponent -= 1
        mask = mask >> 1
    mantissa = (magnitude >> (exponent + 3)) & 0x0F
    return (sign | (exponent << 4) | mantissa) ^ 0xFF


@computation(
    SIGNALS,
    "decode a block of eight IMA ADPCM nibbles of each channel with its step table",
    muted={True: "writing silence where it is muted", False: ""},
    peak={True: "and store the peak over full scale", False: ""},
)
def decode_adpcm(channel: Any) -> None:
    table = channel.table
    p = int(channel.predictor)
    index = int(channel.step_index)
    if v.peak:
        peak = int(0)
    for k in range(BLOCK):
        code = channel.nibbles[k]
        p = wp.clamp(p + code_difference(code, table.steps[index]), LOWEST, HIGHEST)
        index = wp.clamp(index + table.changes[code], 0, LAST_STEP)
        if v.muted:
            # a muted channel keeps in step
            sample = wp.where(channel.muted, 0, p)
            channel.pcm[k] = sample
            if v.peak:
                peak = wp.max(peak, wp.abs(sample))
        else:
            channel.pcm[k] = p
            if v.peak:
                peak = wp.max(peak, wp.abs(p))
    channel.predictor = p
    channel.step_index = index
    if v.peak:
        channel.peak = float(peak) / 32768.0


@computation(
    SIGNALS,
    "encode a block of eight samples of each channel as IMA ADPCM nibbles",
    peak={True: "and store the peak over full scale of what they decode to", False: ""},
)
def encode_adpcm(channel: Any) -> None:
    table = channel.table
    p = int(channel.predictor)
    index = int(channel.step_index)
    if v.peak:
        peak = int(0)
    for k in range(BLOCK):
        step = table.steps[index]
        code = nearest_code(channel.pcm[k] - p, step)
        p = wp.clamp(p + code_difference(code, step), LOWEST, HIGHEST)
        index = wp.clamp(index + table.changes[code], 0, LAST_STEP)
        channel.nibbles[k] = code
        if v.peak:
            peak = wp.max(peak, wp.abs(p))
    channel.predictor = p
    channel.step_index = index
    if v.peak:
        channel.peak = float(peak) / 32768.0


@computation(
    SIGNALS,
    "convert a block of eight samples of each channel",
    way={"decode": "from mu-law bytes to 16-bit samples", "encode": "from 16-bit samples to mu-law bytes"},
    muted={True: "unless it is muted", False: ""},
)
def companding_block(channel: Any) -> None:
    if v.muted:
        if channel.muted:
            return
    for k in range(BLOCK):
        if v.way == "decode":
            channel.pcm[k] = mu_law_decode(channel.code[k])
        else:
            channel.code[k] = mu_law_encode(channel.pcm[k])
