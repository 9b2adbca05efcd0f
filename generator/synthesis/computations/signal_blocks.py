"""Blocks of a channel: filters by kind, events in their order, voices for events, periods of frames."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, v, wp
from generator.synthesis.schemas.signals import SIGNALS

FilterMode: Any = None
EventType: Any = None
BLOCK = 8
FRAME = 16
NONE = -1
LOUDEST = 127.0


@computation(
    SIGNALS,
    "filter the block of each channel by the kind of its filter",
    twice={True: "in two steps a sample", False: ""},
    energy={True: "and keep the energy of what comes out", False: ""},
)
def state_variable_filter(channel: Any) -> None:
    low = float(channel.memory[0])
    band = float(channel.memory[1])
    f = channel.cutoff
    q = channel.damping
    mode = channel.mode
    if v.energy:
        energy = float(0.0)
    for k in range(BLOCK):
        x = channel.block[k]
        low = low + f * band
        high = x - low - q * band
        band = band + f * high
        if v.twice:
            low = low + f * band
            high = x - low - q * band
            band = band + f * high
        y = float(low)
        if mode == FilterMode.HIGH:
            y = high
        elif mode == FilterMode.BAND:
            y = band
        elif mode == FilterMode.NOTCH:
            y = low + high
        channel.block_out[k] = y
        if v.energy:
            energy += y * y
    channel.memory = wp.vec2(low, band)
    if v.energy:
        channel.energy = energy


@computation(
    SIGNALS,
    "apply the events of a block to their channel, in their order",
    pedal={True: "with its pedal", False: ""},
    skip={True: "leaving out those that are done", False: ""},
)
def apply_channel_events(channel: Any) -> None:
    volume = float(channel.volume)
    program = int(channel.program)
    held = int(channel.held)
    if v.pedal:
        pedal = int(channel.pedal)
    for event in channel.events:
        if v.skip:
            if event.done:
                continue
        kind = event.type
        if kind == EventType.KEY_DOWN:
            held += 1
        elif kind == EventType.KEY_UP:
            held = wp.max(held - 1, 0)
        elif kind == EventType.VOLUME:
            volume = float(event.value) / LOUDEST
        elif kind == EventType.PROGRAM:
            program = event.value
        else:
            if v.pedal:
                pedal = int(event.value >= 64)
    channel.volume = volume
    channel.program = program
    channel.held = held
    if v.pedal:
        channel.pedal = pedal != 0
    channel.active = held > 0


@computation(
    SIGNALS,
    "choose a voice for each event that presses a key",
    steal={True: "taking the oldest where none is free", False: ""},
    same={True: "and the one that plays this note where there is one", False: ""},
)
def choose_voice(event: Any) -> None:
    event.voice_id = NONE
    if event.done or event.type != EventType.KEY_DOWN:
        return
    chosen = int(NONE)
    if v.steal:
        oldest = int(NONE)
        age = int(NONE)
    for voice in event.voices:
        if v.same:
            if voice.note == event.note:
                chosen = voice.index
                break
        if voice.free:
            if chosen < 0:
                chosen = voice.index
        if v.steal:
            if voice.age > age:
                age = voice.age
                oldest = voice.index
    if v.steal:
        if chosen < 0:
            chosen = oldest
    event.voice_id = chosen


@computation(
    SIGNALS,
    "find the lag at which a frame resembles itself most",
    normalized={True: "by the correlation over the energy", False: ""},
    voiced={True: "and say whether it is voiced", False: ""},
)
def find_period(frame: Any, threshold: Any) -> None:
    best = float(0.0)
    period = int(0)
    if v.normalized:
        energy = float(0.0)
        for k in range(FRAME):
            energy += frame.block[k] * frame.block[k]
    for lag in range(2, BLOCK):
        s = float(0.0)
        for k in range(FRAME - BLOCK):
            s += frame.block[k] * frame.block[k + lag]
        if s > best:
            best = s
            period = lag
    if v.normalized:
        if energy > 0.0:
            best = best / energy
    frame.correlation = best
    frame.period = period
    if v.voiced:
        frame.voiced = period > 0 and best > threshold
