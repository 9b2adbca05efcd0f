"""Statements for the family ``signal_frames``."""

from __future__ import annotations

import numpy as np


def _pairs(numbers):
    return np.stack([np.real(numbers), np.imag(numbers)], axis=-1)


def frame_energy(t, v, n):
    energy, crossings = t.frame.energy.copy(), t.frame.crossings.copy()
    for i, samples in enumerate(t.frame.samples):
        x = t.sample.value[samples]
        energy[i] = x @ x
        crossings[i] = (np.sign(x[1:]) != np.sign(x[:-1])).sum()
    out = {"frame.energy": energy} | ({"frame.crossings": crossings} if v.crossings else {})
    return out | ({"frame.voiced": energy > n.threshold} if v.voiced else {})


def frame_peak(t, v, n):
    size = np.abs(t.sample.value) if v.size == "absolute" else t.sample.value
    used = t.sample.valid | (not v.valid)
    peaks = [max((s for s in samples if used[s]), key=lambda s: size[s], default=-1) for samples in t.frame.samples]
    return {"frame.peak": np.array(peaks)}


def frame_dft(t, v, n):
    spectrum = np.zeros(len(t.frame.phase), dtype=complex)
    for i, samples in enumerate(t.frame.samples):
        x = t.sample.value[samples] * (t.sample.window[samples] if v.window else 1.0)
        spectrum[i] = x @ np.exp(-1j * t.frame.phase[i] * np.arange(len(x)))
    return {"frame.spectrum": _pairs(spectrum)}


def count_missing(t, v, n):
    valid, x = t.sample.valid, t.sample.value
    out = {"frame.missing": np.array([(~valid[samples]).sum() for samples in t.frame.samples])}
    energies = np.array([(x[samples] ** 2 * valid[samples]).sum() for samples in t.frame.samples])
    return out | ({"frame.energy": energies} if v.both else {})
