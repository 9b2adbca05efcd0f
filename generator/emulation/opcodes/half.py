"""Numbers of 16 bits, alone and in pairs: float16 is NumPy's, bfloat16 the upper half of a float32."""

from __future__ import annotations

import numpy as np

from generator.emulation.opcodes.form import Evaluate, Lanes


def bfloat_bits(value: Lanes) -> Lanes:
    """The bits of the bfloat16 nearest to float32 or float64 values, ties to even."""
    single = value.astype(np.float32)
    bits = single.view(np.uint32)
    rounded = (bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) >> np.uint32(16)
    return np.where(np.isnan(single), np.uint16(0x7FFF), rounded.astype(np.uint16))


def bfloat_value(bits: Lanes) -> Lanes:
    """The float32 of bfloat16 bits."""
    return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)


def as_halves(kind: str, evaluate: Evaluate) -> Evaluate:
    """An operation on 16-bit floats: evaluated in float64 and rounded once, element by element in pairs."""
    pairs, brain = kind.endswith("x2"), kind.startswith("bf")

    def wide(bits: Lanes) -> Lanes:
        halves = bits.view(np.uint16).reshape(-1, 2) if pairs else bits.view(np.uint16)
        value = bfloat_value(halves) if brain else halves.view(np.float16)
        return value.astype(np.float64)

    def run(*values: Lanes) -> Lanes:
        result = evaluate(*(wide(each) for each in values))
        if brain:
            bits = bfloat_bits(_odd_single(result))
        else:
            half = result.astype(np.float16)
            bits = np.where(np.isnan(half), np.uint16(0x7FFF), half.view(np.uint16))
        if pairs:
            return np.ascontiguousarray(bits).view(np.uint32).reshape(-1)
        return bits if brain else bits.view(np.float16)

    return run


def _odd_single(value: Lanes) -> Lanes:
    # Rounding to odd keeps a float64 from being rounded twice on its way through float32.
    single = value.astype(np.float32)
    error = single.astype(np.float64) - value
    wrong = (error != 0) & ((single.view(np.uint32) & np.uint32(1)) == 0) & np.isfinite(single)
    toward = np.where(error > 0, np.float32(-np.inf), np.float32(np.inf))
    return np.where(wrong, np.nextafter(single, toward), single)
