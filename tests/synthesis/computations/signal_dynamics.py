"""Statements for the family ``signal_dynamics``."""

from __future__ import annotations

import numpy as np


def biquad_block(t, v, n):
    channel = t.channel
    block_out, memory = channel.block_out.copy(), channel.memory.copy()
    for c, silent in enumerate(channel.muted & v.muted):
        (b0, b1, b2), (a1, a2) = channel.forward[c], channel.backward[c]
        # transposed direct form 2 as a linear system of the state
        step, drive = np.array([[-a1, 1.0], [-a2, 0.0]]), np.array([b1 - a1 * b0, b2 - a2 * b0])
        z = memory[c].copy()
        for k in range(8):
            x = channel.block[c, k]
            block_out[c, k], z = b0 * x + z[0], step @ z + drive * x
        memory[c] = z
        if silent:
            block_out[c] = 0.0
    return {"channel.block_out": block_out, "channel.memory": memory}


def envelope_block(t, v, n):
    level, block_out = t.channel.level.copy(), t.channel.block_out.copy()
    for k in range(8):
        size = np.abs(t.channel.block[:, k])
        level += np.where(size > level, t.channel.attack, t.channel.release) * (size - level)
        block_out[:, k] = np.where(level < n.threshold, 0.0, t.channel.block[:, k])
    out = {"channel.level": level} | ({"channel.block_out": block_out} if v.gate else {})
    return out | ({"channel.peak": np.abs(t.channel.block).max(axis=1)} if v.peak else {})


def compress_dynamics(t, v, n):
    channel = t.sample.channel
    drive = t.channel.drive[channel] if v.driven else 1.0
    x, level = t.sample.value * drive, t.channel.level[channel] * drive
    allowed = np.minimum(level, n.threshold) + np.maximum(level - n.threshold, 0.0) / n.ratio
    bent = np.clip(x, -1, 1)
    made = {"compress": x * allowed / level, "limit": np.clip(x, -n.threshold, n.threshold), "soft": bent - bent**3 / 3}
    return {"sample.output": made[v.law]}


def delay_line(t, v, n):
    channel = t.channel
    each = np.arange(len(channel.head))
    old = channel.ring[each, (channel.head - channel.delay) % 8]
    ring = channel.ring.copy()
    ring[each, channel.head] = channel.level
    delayed = n.wet * old + (1 - n.wet) * channel.level if v.mix else old
    return {"channel.delayed": delayed, "channel.ring": ring, "channel.head": (channel.head + 1) % 8}
