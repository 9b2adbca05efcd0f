"""Spectra and frames: butterflies, powers, bands, peaks, statistics of frames."""

from __future__ import annotations

from typing import Any

from generator.synthesis.computations.language import computation, count, law, v, wp
from generator.synthesis.schemas.signals import SIGNALS


@law
def complex_product(a: wp.vec2, b: wp.vec2) -> wp.vec2:
    """Product of two complex numbers, each with its real part first."""
    return wp.vec2(a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0])


@law
def conjugate(a: wp.vec2) -> wp.vec2:
    """Complex conjugate of a number with its real part first."""
    return wp.vec2(a[0], -a[1])


@law
def reverse_bits(k: int, bit_count: int) -> int:
    """Lowest bits of a number in reverse order."""
    r = int(0)
    rest = int(k)
    for _i in range(bit_count):
        r = (r << 1) | (rest & 1)
        rest = rest >> 1
    return r


@law
def triangle_weight(f: float, low: float, center: float, high: float) -> float:
    """Weight of a frequency in a triangular band, 1 at its centre and 0 from its ends on."""
    if f <= low or f >= high:
        return 0.0
    if f < center:
        return (f - low) / (center - low)
    return (high - f) / (high - center)


@computation(
    SIGNALS,
    "compute the output of a radix-2 butterfly for each bin,",
    decimation={
        "time": "by decimation in time, a + w b at the first of a pair and a - w b at its second,",
        "frequency": "by decimation in frequency, a + b at the first of a pair and w (a - b) at its second,",
    },
    inverse={True: "with the conjugate twiddle of the inverse transform", False: ""},
)
def fft_stage(bin: Any) -> None:
    w = bin.twiddle
    if v.inverse:
        w = conjugate(w)
    x = bin.value
    other = bin.partner.value
    if bin.index < bin.partner.index:
        if v.decimation == "time":
            bin.output = x + complex_product(w, other)
        else:
            bin.output = x + other
    else:
        if v.decimation == "time":
            bin.output = other - complex_product(w, x)
        else:
            bin.output = complex_product(w, other - x)


@computation(
    SIGNALS,
    "compute the bit-reversed number of each bin over a given number of bits",
)
def bit_reversal(bin: Any, bit_count: Any) -> None:
    bin.reversed = reverse_bits(bin.index, bit_count)


@computation(
    SIGNALS,
    "multiply each bin by the frequency response of a filter",
    way={"filter": "", "correlate": "conjugated, as for a cross-correlation"},
    power={True: "and store its power", False: ""},
)
def multiply_spectrum(bin: Any) -> None:
    h = bin.filter
    if v.way == "correlate":
        h = conjugate(h)
    y = complex_product(bin.value, h)
    bin.output = y
    if v.power:
        bin.power = wp.dot(y, y)


@computation(
    SIGNALS,
    "reduce the noise of each bin",
    law={
        "subtract": "by power spectral subtraction",
        "wiener": "by Wiener's gain, one less noise over power",
        "gate": "by a gate at the noise power",
    },
)
def denoise_spectrum(bin: Any) -> None:
    x = bin.value
    p = wp.dot(x, x)
    noise = bin.noise
    if v.law == "gate":
        if p < noise:
            bin.output = wp.vec2()
        else:
            bin.output = x
    else:
        if p <= noise:
            bin.output = wp.vec2()
            return
        if v.law == "wiener":
            bin.output = x * ((p - noise) / p)
        else:
            bin.output = x * wp.sqrt((p - noise) / p)


@computation(
    SIGNALS,
    "make a spectrum Hermitian: average each bin with the conjugate of the bin of the opposite frequency",
    power={True: "and store its power", False: ""},
)
def mirror_spectrum(bin: Any) -> None:
    # bin 0 is its own mirror
    mirror = (count(bin) - bin.index) % count(bin)
    y = 0.5 * (bin.value + conjugate(bin[mirror].value))
    bin.output = y
    if v.power:
        bin.power = wp.dot(y, y)


@computation(
    SIGNALS,
    "mark bins whose power is larger than that of both neighbours",
    floor={True: "and no less than that of the noise", False: ""},
)
def spectral_peaks(bin: Any) -> None:
    k = bin.index
    p = bin.power
    bin.peak = False
    if k == 0 or k == count(bin) - 1:
        return
    if v.floor:
        if p < bin.noise:
            return
    bin.peak = p > bin[k - 1].power and p > bin[k + 1].power


@computation(
    SIGNALS,
    "sum the power of the bins of each band",
    floor={True: "less their noise, never below zero,", False: ""},
    weight={"triangle": "under a triangular window", "flat": ""},
    counted={True: "and count those in it that exceed their noise", False: ""},
)
def band_energy(band: Any) -> None:
    e = float(0.0)
    if v.counted:
        n = int(0)
    for b in band.bins:
        power = b.power
        p = wp.max(power - b.noise, 0.0) if v.floor else power
        if v.weight == "triangle":
            w = triangle_weight(b.frequency, band.low, band.center, band.high)
            if w == 0.0:
                continue
            e += w * p
        else:
            e += p
        if v.counted and power > b.noise:
            n += 1
    band.energy = e
    if v.counted:
        band.count = n
