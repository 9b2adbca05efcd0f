"""NumPy statements of the computations over spectra, by the discrete Fourier transform's own sum."""

from __future__ import annotations

import numpy as np

WAVES = np.exp(-2j * np.pi * np.outer(np.arange(512), np.arange(512)) / 512)


def _complex(pairs):
    return pairs[..., 0].astype(float) + 1j * pairs[..., 1]


def _pairs(values):
    return np.stack([values.real, values.imag], axis=-1)


def tile_spectrum(t, v, n):
    found = _complex(t.frame.signal) @ WAVES
    return {"frame.spectrum": _pairs(found / np.sqrt(512) if v.unitary else found)}


def tile_filtered_frame(t, v, n):
    spectrum = _complex(t.frame.signal) @ WAVES
    filtered = (spectrum * t.frame.response) @ WAVES.conj() / 512
    made = {"frame.filtered": _pairs(filtered)}
    return {**made, "frame.spectrum": _pairs(spectrum)} if v.kept else made
