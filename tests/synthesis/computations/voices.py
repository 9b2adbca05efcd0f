"""Statements for the family ``voices``."""

from __future__ import annotations

import numpy as np

from tests.synthesis.computations.algebra_field6 import summed

OFF, ATTACK, DECAY, SUSTAIN, RELEASE = range(5)


def _wave(kind, phase):
    """Saw, square, triangle, and a pulse that is up for a quarter of the turn."""
    triangle = np.interp(phase, [0.0, 0.5, 1.0], [-1.0, 1.0, -1.0])
    forms = [2 * phase - 1, np.sign(0.5 - phase), triangle, np.sign(0.25 - phase)]
    return np.choose(kind, forms)


def advance_envelope(t, v, n):
    stage, level = t.voice.stage.copy(), t.voice.level.copy()
    for i in range(len(stage)):
        held = t.voice.gate[i] or (v.key == "pedal" and t.voice.held[i])
        if not held and stage[i] != OFF:
            stage[i] = RELEASE
        if stage[i] == ATTACK:
            level[i] = min(level[i] + t.voice.attack[i], 1.0)
            stage[i] = DECAY if level[i] == 1.0 else ATTACK
        elif stage[i] == DECAY:
            level[i] = max(level[i] - t.voice.decay[i], t.voice.sustain[i])
            stage[i] = SUSTAIN if level[i] == t.voice.sustain[i] else DECAY
        elif stage[i] == RELEASE:
            level[i] = max(level[i] - t.voice.release[i], 0.0)
            stage[i] = OFF if level[i] == 0.0 else RELEASE
    out = {"voice.stage": stage, "voice.level": level}
    return out | ({"voice.free": stage == OFF} if v.off else {})


def advance_oscillator(t, v, n):
    phase = (t.voice.phase + t.voice.increment) % 1.0
    wave = _wave(t.voice.wave, phase)
    made = {"phase": {}, "wave": {"voice.sample": wave}, "scaled": {"voice.output": t.voice.level * wave}}
    return {"voice.phase": phase} | made[v.store]


def start_voices(t, v, n):
    voice = t.voice
    starts = voice.gate & (voice.stage == OFF)
    out = {"voice.stage": np.where(starts, ATTACK, voice.stage), "voice.level": np.where(starts, 0.0, voice.level)}
    out |= {"voice.phase": np.where(starts, 0.0, voice.phase)} if v.phase else {}
    return out | ({"voice.age": np.where(starts, 0, voice.age + 1)} if v.age else {})


def find_free_voices(t, v, n):
    free = t.voice.stage == OFF
    return {"voice.free": free & (t.voice.age > n.voice_hold) if v.old else free}


def mix_voices(t, v, n):
    a, c = t.voice, t.channel
    sounds = (a.stage != OFF) * (a.sample * a.level if v.level else a.output)
    if v.heard:
        sounds = sounds * (c.gain * ~c.muted.astype(bool))[a.channel]
    return {"channel.mix": summed(c.mix, a.channel, sounds)}
