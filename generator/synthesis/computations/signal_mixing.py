"""Mixing: channels into buses, samples into frames, formats, voices and their envelopes."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.signals import SIGNALS

FULL_SCALE = 32768.0
CLIPPED = 1
CONCEALED = 2
NONE = -1


@law
def channel_heard(muted: bool, solo: bool, solo_mode: bool) -> bool:
    """Whether a channel is not muted, and is solo itself while any channel is."""
    if muted:
        return False
    return solo or not solo_mode


@law
def to_pcm(x: float) -> int:
    """PCM value of 16 bits for a sample between -1 and 1, clipped beyond."""
    return int(wp.clamp(wp.round(x * FULL_SCALE), -FULL_SCALE, FULL_SCALE - 1.0))


@computation(
    SIGNALS,
    "activate the channels that are not muted",
    solo={True: "and, in solo mode, are solo", False: ""},
    silent={True: "and have not been silent for too long", False: ""},
)
def select_channels(channel: Any, solo_mode: Any, hold: Any) -> None:
    if v.silent:
        if channel.silent >= hold:
            channel.active = False
            return
    if v.solo:
        channel.active = channel_heard(channel.muted, channel.solo, solo_mode)
    else:
        channel.active = not channel.muted


@computation(
    SIGNALS,
    "count the silent blocks of each channel, those with a level below the threshold,",
    reset={"zero": "restarting at any sound", "fall": "counting down at any sound"},
)
def count_silence(channel: Any, threshold: Any) -> None:
    n = channel.silent
    if channel.level < threshold:
        channel.silent = n + 1
    else:
        if v.reset == "zero":
            channel.silent = 0
        else:
            channel.silent = wp.max(n - 1, 0)


@computation(
    SIGNALS,
    "add the level of each channel, squared, to the energy of its bus",
    gain={True: "after its gain", False: ""},
    muted={True: "unless it is muted", False: ""},
)
def bus_power(channel: Any) -> None:
    if v.muted:
        if channel.muted:
            return
    x = channel.level
    if v.gain:
        x *= channel.gain
    channel.bus.energy += x * x


@computation(
    SIGNALS,
    "pan each sample of its channel to left and right",
    law={"linear": "linearly", "equal": "at equal power"},
    muted={True: "silent where its channel is muted", False: ""},
)
def pan_sample(sample: Any) -> None:
    channel = sample.channel
    if v.muted:
        if channel.muted:
            sample.left_right = wp.vec2()
            return
    p = channel.pan
    x = sample.value * channel.gain
    if v.law == "linear":
        sample.left_right = wp.vec2(x * (1.0 - p), x * p)
    else:
        sample.left_right = wp.vec2(x * wp.sqrt(1.0 - p), x * wp.sqrt(p))


@computation(
    SIGNALS,
    "overlap-add each sample to its target by an atomic addition,",
    window={True: "weighted by its window,", False: ""},
    valid={True: "if it was received", False: ""},
)
def overlap_add(sample: Any) -> None:
    if v.valid:
        if not sample.valid:
            return
    x = sample.value
    if v.window:
        x *= sample.window
    sample.target.output += x


@computation(
    SIGNALS,
    "decimate a signal by a stride,",
    mean={True: "averaging each whole group of samples", False: "taking the first sample of each group"},
    index={True: "and store the number of the first sample taken, -1 past the end", False: ""},
)
def decimate(sample: Any, stride: Any) -> None:
    start = sample.index * stride
    if v.mean:
        inside = start + stride <= count(sample)
    else:
        inside = start < count(sample)
    if not inside:
        if v.index:
            sample.taken = NONE
        return
    if v.mean:
        s = float(0.0)
        for k in range(stride):
            s += sample[start + k].value
        sample.output = s / float(stride)
    else:
        sample.output = sample[start].value
    if v.index:
        sample.taken = start


@computation(
    SIGNALS,
    "upsample a signal by a whole ratio,",
    between={"hold": "repeating samples", "line": "interpolating linearly between samples"},
)
def upsample(sample: Any, stride: Any) -> None:
    i = sample.index // stride
    if v.between == "hold":
        sample.output = sample[i].value
    else:
        k = sample.index - i * stride
        t = float(k) / float(stride)
        sample.output = (1.0 - t) * sample[i].value + t * sample[i + 1].value


@computation(
    SIGNALS,
    "convert each sample, after its channel's gain, to 16-bit PCM",
    flag={True: "flagging clipped ones", False: ""},
    count={True: "counting clipped ones by channel", False: ""},
)
def encode_pcm(sample: Any) -> None:
    x = sample.value * sample.channel.gain
    sample.pcm = to_pcm(x)
    if v.flag or v.count:
        clipped = wp.abs(x) > 1.0
    if v.flag:
        sample.flags = CLIPPED if clipped else 0
    if v.count and clipped:
        sample.channel.clip_count += 1


@computation(
    SIGNALS,
    "convert 16-bit PCM to samples",
    gain={True: "times the gain of their channel", False: ""},
    valid={True: "with silence where none was received", False: ""},
)
def decode_pcm(sample: Any) -> None:
    if v.valid:
        if not sample.valid:
            sample.value = 0.0
            return
    x = float(sample.pcm) / FULL_SCALE
    if v.gain:
        x *= sample.channel.gain
    sample.value = x


@computation(
    SIGNALS,
    "replace each lost sample by the last received one before it, or by zero,",
    flag={True: "and flag it", False: ""},
)
def conceal_loss(sample: Any) -> None:
    j = int(sample.index)
    while j >= 0:
        if sample[j].valid:
            break
        j -= 1
    if v.flag:
        if j < sample.index:
            sample.flags = CONCEALED
        else:
            sample.flags = 0
    if j < 0:
        sample.output = 0.0
        return
    sample.output = sample[j].value


@computation(
    SIGNALS,
    "find the peak magnitude of each channel by atomic maximum over its samples",
    energy={True: "and its energy", False: ""},
    valid={True: "among received ones", False: ""},
)
def channel_peaks(sample: Any) -> None:
    if v.valid:
        if not sample.valid:
            return
    channel = sample.channel
    x = sample.value
    wp.atomic_max(channel.peak, wp.abs(x))
    if v.energy:
        channel.energy += x * x
