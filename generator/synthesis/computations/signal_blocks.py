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
    "run Chamberlin's state variable filter of each channel over its block and put out low, high, band "
    "or notch by its mode,",
    twice={True: "oversampled twice", False: ""},
    energy={True: "and store the energy of the output", False: ""},
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
    "mark each channel active while keys are held, and apply the events of its block in order: keys, volume and program,",
    pedal={True: "and the pedal", False: ""},
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
    "assign the first free voice to each key-down event that is not done,",
    steal={True: "the oldest where none is free,", False: "-1 where none is free,"},
    same={True: "but rather the one that already plays its note", False: ""},
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
            if voice.note == event.note and not voice.free:
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
    "find the pitch period of each frame, the lag from 2 to 7 of largest autocorrelation over its first eight samples",
    form={
        "plain": "",
        "normalized": "divided by their energy",
        "voiced": "divided by their energy, and call it voiced above a threshold",
    },
)
def find_period(frame: Any, threshold: Any) -> None:
    best = float(0.0)
    period = int(0)
    if v.form != "plain":
        energy = float(0.0)
        for k in range(FRAME - BLOCK):
            x = frame.block[k]
            energy += x * x
    for lag in range(2, BLOCK):
        s = float(0.0)
        for k in range(FRAME - BLOCK):
            x = frame.block[k]
            s += x * frame.block[k + lag]
        if s > best:
            best = s
            period = lag
    if v.form != "plain":
        if energy > 0.0:
            best = best / energy
    frame.correlation = best
    frame.period = period
    if v.form == "voiced":
        frame.voiced = best > threshold
