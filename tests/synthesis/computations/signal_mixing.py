"""Statements for the family ``signal_mixing``."""

from __future__ import annotations

import numpy as np


def select_channels(t, v, n):
    active = ~t.channel.muted
    if v.solo and n.solo_mode:
        active = active & t.channel.solo
    return {"channel.active": active & (t.channel.silent < n.hold) if v.silent else active}


def count_silence(t, v, n):
    silent = t.channel.silent
    after_sound = np.zeros_like(silent) if v.reset == "zero" else np.maximum(silent - 1, 0)
    return {"channel.silent": np.where(t.channel.level < n.threshold, silent + 1, after_sound)}


def bus_power(t, v, n):
    channel = t.channel
    energy = channel.energy.copy()
    x = channel.level * (channel.gain if v.gain else 1.0) * ~(channel.muted & v.muted)
    has = channel.bus >= 0
    np.add.at(energy, channel.bus[has], x[has] ** 2)
    return {"channel.energy": energy}


def pan_sample(t, v, n):
    channel = t.sample.channel
    x, right = t.sample.value * t.channel.gain[channel], t.channel.pan[channel]
    shares = np.stack([1.0 - right, right], axis=1) ** (1.0 if v.law == "linear" else 0.5)
    heard = ~(t.channel.muted[channel] & v.muted)
    return {"sample.left_right": (x * heard)[:, None] * shares}


def overlap_add(t, v, n):
    sample = t.sample
    output = sample.output.copy()
    used = (sample.target >= 0) & (sample.valid | (not v.valid))
    x = sample.value * (sample.window if v.window else 1.0)
    np.add.at(output, sample.target[used], x[used])
    return {"sample.output": output}


def decimate(t, v, n):
    x = t.sample.value
    kept = len(x) // n.stride if v.mean else -(-len(x) // n.stride)
    output, taken = t.sample.output.copy(), np.full(len(x), -1)
    output[:kept] = x[: kept * n.stride].reshape(kept, n.stride).mean(axis=1) if v.mean else x[:: n.stride]
    taken[:kept] = np.arange(kept) * n.stride
    return {"sample.output": output} | ({"sample.taken": taken} if v.index else {})


def upsample(t, v, n):
    x = t.sample.value
    places = np.arange(len(x)) / n.stride
    if v.between == "hold":
        return {"sample.output": x[np.floor(places).astype(int)]}
    return {"sample.output": np.interp(places, np.arange(len(x)), x)}


def encode_pcm(t, v, n):
    x = t.sample.value * t.channel.gain[t.sample.channel]
    clipped = np.abs(x) > 1.0
    out = {"sample.pcm": np.clip(np.rint(x * 32768.0), -32768, 32767).astype(int)}
    if v.flag:
        out["sample.flags"] = clipped.astype(int)
    if v.count:
        found = np.bincount(t.sample.channel[clipped], minlength=len(t.channel.clip_count))
        out["channel.clip_count"] = t.channel.clip_count + found
    return out


def decode_pcm(t, v, n):
    x = t.sample.pcm / 32768.0 * (t.channel.gain[t.sample.channel] if v.gain else 1.0)
    return {"sample.value": x * (t.sample.valid | (not v.valid))}


def conceal_loss(t, v, n):
    output, flags = np.zeros(len(t.sample.value)), np.zeros(len(t.sample.value), dtype=int)
    last = 0.0
    for i, received in enumerate(t.sample.valid):
        last = t.sample.value[i] if received else last
        output[i], flags[i] = last, 0 if received else 2
    return {"sample.output": output} | ({"sample.flags": flags} if v.flag else {})


def channel_peaks(t, v, n):
    peak, energy = t.channel.peak.copy(), t.channel.energy.copy()
    used = t.sample.valid | (not v.valid)
    np.maximum.at(peak, t.sample.channel[used], np.abs(t.sample.value[used]))
    np.add.at(energy, t.sample.channel[used], t.sample.value[used] ** 2)
    return {"channel.peak": peak} | ({"channel.energy": energy} if v.energy else {})
