"""Voices of a synthesizer: envelopes by stage, oscillators, which are free and which are heard."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, law, v, wp
from generator.synthesis.schemas.signals import SIGNALS

Stage: Any = None
Wave: Any = None
"""Enumerations of the schema."""


@law
def oscillator(kind: int, phase: float) -> float:
    """Wave of a voice between -1 and 1 at a phase in [0, 1): saw, square, triangle or quarter pulse."""
    if kind == Wave.SAW:
        return 2.0 * phase - 1.0
    elif kind == Wave.SQUARE:
        return wp.where(phase < 0.5, 1.0, -1.0)
    elif kind == Wave.TRIANGLE:
        return 1.0 - 4.0 * wp.abs(phase - 0.5)
    return wp.where(phase < 0.25, 1.0, -1.0)


@computation(
    SIGNALS,
    "advance the ADSR envelope of each voice by a step",
    key={"gate": "releasing it when its key is up", "pedal": "releasing it when its key is up and no pedal holds it"},
    off={True: "and free it at its end", False: ""},
)
def advance_envelope(voice: Any) -> None:
    stage = voice.stage
    level = voice.level
    if v.key == "gate":
        if not voice.gate and stage != Stage.OFF:
            stage = int(Stage.RELEASE)
    else:
        if not voice.gate and not voice.held and stage != Stage.OFF:
            stage = int(Stage.RELEASE)
    if stage == Stage.ATTACK:
        level += voice.attack
        if level >= 1.0:
            level = 1.0
            stage = int(Stage.DECAY)
    elif stage == Stage.DECAY:
        level -= voice.decay
        if level <= voice.sustain:
            level = voice.sustain
            stage = int(Stage.SUSTAIN)
    elif stage == Stage.RELEASE:
        level -= voice.release
        if level <= 0.0:
            level = 0.0
            stage = int(Stage.OFF)
    voice.stage = stage
    voice.level = level
    if v.off:
        voice.free = stage == Stage.OFF


@computation(
    SIGNALS,
    "advance the phase of each voice's oscillator",
    store={
        "phase": "",
        "wave": "and store its wave, saw, square, triangle or pulse",
        "scaled": "and store its wave at its level",
    },
)
def advance_oscillator(voice: Any) -> None:
    phase = voice.phase
    phase += voice.increment
    if phase >= 1.0:
        phase -= 1.0
    voice.phase = phase
    if v.store == "wave":
        voice.sample = oscillator(voice.wave, phase)
    elif v.store == "scaled":
        voice.output = voice.level * oscillator(voice.wave, phase)


@computation(
    SIGNALS,
    "start the envelopes of silent voices whose key is down",
    phase={True: "resetting their phase", False: ""},
    age={True: "counting the age of the others", False: ""},
)
def start_voices(voice: Any) -> None:
    stage = voice.stage
    level = voice.level
    if v.phase:
        phase = voice.phase
    if v.age:
        age = voice.age + 1
    if voice.gate and stage == Stage.OFF:
        stage = int(Stage.ATTACK)
        level = 0.0
        if v.phase:
            phase = 0.0
        if v.age:
            age = 0
    voice.stage = stage
    voice.level = level
    if v.phase:
        voice.phase = phase
    if v.age:
        voice.age = age


@computation(
    SIGNALS,
    "mark silent voices as free",
    old={True: "that are older than the hold", False: ""},
)
def find_free_voices(voice: Any, voice_hold: Any) -> None:
    if v.old:
        voice.free = voice.stage == Stage.OFF and voice.age > voice_hold
    else:
        voice.free = voice.stage == Stage.OFF


@computation(
    SIGNALS,
    "mix the voices that sound into their channels",
    heard={True: "that are not muted, at their gain,", False: ""},
    level={True: "at the level of their envelope", False: ""},
)
def mix_voices(voice: Any) -> None:
    if voice.stage == Stage.OFF:
        return
    channel = voice.channel
    x = voice.sample if v.level else voice.output
    if v.heard:
        if channel.muted:
            return
        x *= channel.gain
    if v.level:
        x *= voice.level
    channel.mix += x
