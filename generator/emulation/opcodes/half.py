"""16-bit floats, alone and in pairs: float16 is NumPy's, bfloat16 the upper half of a float32."""

from __future__ import annotations

import numpy as np

from generator.emulation.opcodes.form import Evaluate, Form, Lanes


def bfloat_bits(value: Lanes) -> Lanes:
    """The bits of the bfloat16 nearest to float32 or float64 values, ties to even."""
    single = value
    if value.dtype != np.float32:
        nearest = value.astype(np.float32)
        single = odd_single(nearest, nearest.astype(np.float64) - value)
    bits = single.view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(single), np.uint16(0x7FFF), rounded.astype(np.uint16))


def bfloat_value(bits: Lanes) -> Lanes:
    """The float32 values of bfloat16 bits."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def as_halves(form: Form, evaluate: Evaluate) -> Evaluate:
    """An operation on 16-bit floats, elementwise on pairs: evaluated in float64 and rounded once.

    `.ftz`, `.sat` and `.relu` are applied.
    """
    pairs, brain = form.type.endswith("x2"), form.type.startswith("bf")
    ftz, sat, relu = (form.has(each) for each in ("ftz", "sat", "relu"))
    tiny, scale = (2.0**-126, 2.0**60) if brain else (2.0**-14, 2.0**8)

    def wide(bits: Lanes) -> Lanes:
        value = halves_of(bits, form.type).astype(np.float64)
        return _flushed(value, tiny) if ftz else value

    def run(*values: Lanes) -> Lanes:
        found = evaluate(*(wide(each) for each in values))
        if ftz:  # flushes results that would be subnormal if rounded with an unbounded exponent
            scaled = half_bits(found * scale, brain=brain)
            large = bfloat_value(scaled) if brain else scaled.view(np.float16)
            found = np.where(np.abs(large) < tiny * scale, np.copysign(0.0, found), found)
        bits = half_bits(found, brain=brain)
        if sat or relu:
            value = bfloat_value(bits) if brain else bits.view(np.float16)
            if sat:
                value = np.where(value > 0, np.minimum(value, value.dtype.type(1)), value.dtype.type(0))
            if relu:
                value = np.where(value <= 0, value.dtype.type(0), value)
            bits = half_bits(value, brain=brain)
        if pairs:
            return np.ascontiguousarray(bits).view(np.uint32).reshape(-1)
        return bits if brain else bits.view(np.float16)

    return run


def _flushed(value: Lanes, tiny: float) -> Lanes:
    return np.where(np.abs(value) < tiny, np.copysign(value.dtype.type(0), value), value)


def half_bits(value: Lanes, *, brain: bool) -> Lanes:
    """The bits of the bfloat16 or float16 nearest to floats, rounded once; NaN in its canonical form."""
    if brain:
        return bfloat_bits(value)
    half = value.astype(np.float16)
    return np.where(np.isnan(half), np.uint16(0x7FFF), half.view(np.uint16))


def odd_single(nearest: Lanes, error: Lanes) -> Lanes:
    """A float32 rounded to odd, so that rounding it to bfloat16 is not a double rounding.

    ``error`` has the sign of ``nearest`` minus the exact value.
    """
    wrong = (error != 0) & ((nearest.view(np.uint32) & np.uint32(1)) == 0) & np.isfinite(nearest)
    toward = np.where(error > 0, np.float32(-np.inf), np.float32(np.inf))
    return np.where(wrong, np.nextafter(nearest, toward), nearest)


def rounded_bfloat(single: Lanes, mode: str) -> Lanes:
    """Float32 values rounded to bfloat16 in a mode, still as float32."""
    if mode == "rn":
        return bfloat_value(bfloat_bits(single))
    bits = single.view(np.uint32)
    cut = bits & np.uint32(0xFFFF0000)
    away = (cut != bits) & (np.signbit(single) if mode == "rm" else ~np.signbit(single)) & (mode != "rz")
    return np.where(np.isnan(single), single, (cut + away * np.uint32(0x10000)).view(np.float32))


def halves_of(bits: Lanes, kind: str) -> Lanes:
    """The values of 16-bit floats; two columns for pairs."""
    halves = np.ascontiguousarray(bits).view(np.uint16).reshape(-1, 2) if kind.endswith("x2") else bits.view(np.uint16)
    return bfloat_value(halves) if kind.startswith("bf") else halves.view(np.float16)
