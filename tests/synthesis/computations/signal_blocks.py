"""Statements for the family ``signal_blocks``."""

from __future__ import annotations

import numpy as np


def state_variable_filter(t, v, n):
    channel = t.channel
    f, q = channel.cutoff, channel.damping
    low, band = channel.memory.T.copy()
    block_out = np.zeros_like(channel.block_out)
    for k in range(8):
        for _ in range(2 if v.twice else 1):
            low = low + f * band
            high = channel.block[:, k] - low - q * band
            band = band + f * high
        block_out[:, k] = np.choose(channel.mode, [low, high, band, low + high])
    out = {"channel.block_out": block_out, "channel.memory": np.stack([low, band], axis=1)}
    return out | ({"channel.energy": (block_out**2).sum(axis=1)} if v.energy else {})


def apply_channel_events(t, v, n):
    channel, event = t.channel, t.event
    volume, program, held, pedal = (a.copy() for a in (channel.volume, channel.program, channel.held, channel.pedal))
    for c, events in enumerate(channel.events):
        for e in events:
            if v.skip and event.done[e]:
                continue
            if event.type[e] < 2:
                held[c] = max(held[c] + (1 if event.type[e] == 0 else -1), 0)
            volume[c] = event.value[e] / 127 if event.type[e] == 2 else volume[c]
            program[c] = event.value[e] if event.type[e] == 3 else program[c]
            pedal[c] = event.value[e] >= 64 if event.type[e] == 4 else pedal[c]
    out = {"channel.volume": volume, "channel.program": program, "channel.held": held, "channel.active": held > 0}
    return out | ({"channel.pedal": pedal} if v.pedal else {})


def choose_voice(t, v, n):
    event, voice = t.event, t.voice
    voice_id = np.full(len(event.type), -1)
    for e, voices in enumerate(event.voices):
        if event.done[e] or event.type[e] != 0:
            continue
        playing = [k for k in voices if voice.note[k] == event.note[e] and not voice.free[k]] if v.same else []
        free = [k for k in voices if voice.free[k]]
        oldest = sorted(voices, key=lambda k: -voice.age[k])[:1] if v.steal else []
        voice_id[e] = [*playing, *free, *oldest, -1][0]
    return {"event.voice_id": voice_id}


def find_period(t, v, n):
    x = t.frame.block
    sums = np.stack([(x[:, :8] * x[:, lag : lag + 8]).sum(axis=1) for lag in range(2, 8)], axis=1)
    best = np.maximum(sums.max(axis=1), 0.0)
    period = np.where(best > 0.0, sums.argmax(axis=1) + 2, 0)
    best = best if v.form == "plain" else best / (x[:, :8] ** 2).sum(axis=1)
    out = {"frame.correlation": best, "frame.period": period}
    return out | ({"frame.voiced": best > n.threshold} if v.form == "voiced" else {})
