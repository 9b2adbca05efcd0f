"""Statements for the family ``signal_spectra``."""

from __future__ import annotations

import numpy as np


def _complex(pairs):
    return pairs[..., 0] + 1j * pairs[..., 1]


def _pairs(numbers):
    return np.stack([np.real(numbers), np.imag(numbers)], axis=-1)


def fft_stage(t, v, n):
    x, w = _complex(t.bin.value), _complex(t.bin.twiddle)
    places = np.arange(len(x))
    first = places < t.bin.partner
    w = np.conj(w) if v.inverse else w
    a, b = (x[np.where(first == earlier, places, t.bin.partner)] for earlier in (True, False))
    if v.decimation == "time":
        return {"bin.output": _pairs(a + np.where(first, w, -w) * b)}
    return {"bin.output": _pairs(np.where(first, a + b, w * (a - b)))}


def bit_reversal(t, v, n):
    size = 1 << n.bit_count
    numbers = [int(f"{k % size:0{n.bit_count}b}"[::-1], 2) for k in range(len(t.bin.value))]
    return {"bin.reversed": np.array(numbers)}


def multiply_spectrum(t, v, n):
    response = _complex(t.bin.filter)
    y = _complex(t.bin.value) * (np.conj(response) if v.way == "correlate" else response)
    return {"bin.output": _pairs(y)} | ({"bin.power": np.abs(y) ** 2} if v.power else {})


def denoise_spectrum(t, v, n):
    x = _complex(t.bin.value)
    p = np.abs(x) ** 2
    left = np.maximum(p - t.bin.noise, 0.0)
    gains = {"subtract": np.sqrt(left / p), "wiener": left / p, "gate": (p >= t.bin.noise).astype(float)}
    return {"bin.output": _pairs(x * gains[v.law])}


def mirror_spectrum(t, v, n):
    # a Hermitian spectrum is that of a real signal
    y = np.fft.fft(np.fft.ifft(_complex(t.bin.value)).real)
    return {"bin.output": _pairs(y)} | ({"bin.power": np.abs(y) ** 2} if v.power else {})


def spectral_peaks(t, v, n):
    p = t.bin.power
    peak = np.zeros(len(p), dtype=bool)
    peak[1:-1] = (p[1:-1] > p[:-2]) & (p[1:-1] > p[2:])
    return {"bin.peak": peak & (p >= t.bin.noise) if v.floor else peak}


def band_energy(t, v, n):
    energy, counts = t.band.energy.copy(), t.band.count.copy()
    for i, bins in enumerate(t.band.bins):
        edges = [t.band.low[i], t.band.center[i], t.band.high[i]]
        shares = np.interp(t.bin.frequency[bins], edges, [0.0, 1.0, 0.0])
        shares = shares if v.weight == "triangle" else np.ones(len(bins))
        p = t.bin.power[bins]
        energy[i] = shares @ (np.maximum(p - t.bin.noise[bins], 0.0) if v.floor else p)
        counts[i] = ((shares > 0) & (p > t.bin.noise[bins])).sum()
    return {"band.energy": energy} | ({"band.count": counts} if v.counted else {})
