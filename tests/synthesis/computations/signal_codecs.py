"""Statements for the family ``signal_codecs``."""

from __future__ import annotations

import numpy as np


def _difference(code, step):
    """What a code of sign and three bits stands for, each part rounded down."""
    parts = (step >> 3) + sum(step >> shift for shift, bit in ((0, 4), (1, 2), (2, 1)) if code & bit)
    return -parts if code & 8 else parts


def _code(difference, step):
    """The largest code whose threshold, a sum of halves of the step, the difference reaches."""
    size = abs(difference)
    thresholds = [sum(step >> shift for shift, bit in ((0, 4), (1, 2), (2, 1)) if code & bit) for code in range(8)]
    return (8 if difference < 0 else 0) + max(code for code in range(8) if thresholds[code] <= size)


def _mu_law(byte):
    sign, exponent, mantissa = (255 - byte) >> 7, (255 - byte) >> 4 & 7, (255 - byte) & 15
    return (-1) ** sign * ((2 * mantissa + 33) * 2 ** (exponent + 2) - 132)


def decode_adpcm(t, v, n):
    channel = t.channel
    decoded, predictor, index = channel.pcm.copy(), channel.predictor.copy(), channel.step_index.copy()
    peak = channel.peak.copy()
    for c, table in enumerate(channel.table):
        for k, code in enumerate(channel.nibbles[c]):
            predictor[c] = np.clip(predictor[c] + _difference(code, t.table.steps[table, index[c]]), -32768, 32767)
            index[c] = np.clip(index[c] + t.table.changes[table, code], 0, 88)
            decoded[c, k] = 0 if v.muted and channel.muted[c] else predictor[c]
        peak[c] = np.abs(decoded[c].astype(int)).max() / 32768
    out = {"channel.pcm": decoded, "channel.predictor": predictor, "channel.step_index": index}
    return out | ({"channel.peak": peak} if v.peak else {})


def encode_adpcm(t, v, n):
    channel = t.channel
    nibbles, predictor, index = channel.nibbles.copy(), channel.predictor.copy(), channel.step_index.copy()
    heard = np.zeros(nibbles.shape)
    for c, table in enumerate(channel.table):
        for k, wanted in enumerate(channel.pcm[c]):
            step = t.table.steps[table, index[c]]
            code = _code(int(wanted) - int(predictor[c]), int(step))
            predictor[c] = np.clip(predictor[c] + _difference(code, int(step)), -32768, 32767)
            index[c] = np.clip(index[c] + t.table.changes[table, code], 0, 88)
            nibbles[c, k], heard[c, k] = code, predictor[c]
    out = {"channel.nibbles": nibbles, "channel.predictor": predictor, "channel.step_index": index}
    return out | ({"channel.peak": np.abs(heard).max(axis=1) / 32768} if v.peak else {})


def companding_block(t, v, n):
    channel = t.channel
    used = ~(channel.muted & v.muted)[:, None]
    if v.way == "decode":
        made = np.vectorize(_mu_law)(channel.code.astype(int))
        return {"channel.pcm": np.where(used, made, channel.pcm)}
    # the levels cut the scale where the next one begins
    starts = [((code & 15) * 2 + 32) * 2 ** ((code >> 4) + 2) - 132 for code in range(128)]
    sizes = np.minimum(np.abs(channel.pcm.astype(int)), 32635)
    codes = np.searchsorted(starts, sizes, side="right") - 1
    return {"channel.code": np.where(used, 255 - (codes + 128 * (channel.pcm < 0)), channel.code)}
