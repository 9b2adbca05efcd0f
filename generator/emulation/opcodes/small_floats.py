"""Conversions to and from small floats: tf32, and pairs of float16, bfloat16 and 8-bit floats."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from generator.emulation.opcodes.conversions import cvt
from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.half import half_bits, halves_of

Typed = tuple[tuple[str, ...], Evaluate]
"""The types of the result and the operands, and the function over lanes."""


def _values(fraction: int, bias: int, count: int) -> Lanes:
    """The values of the first ``count`` codes without their sign bit; ``fraction`` is a number of bits."""
    code = np.arange(count)
    exponent, digits = code >> fraction, code & ((1 << fraction) - 1)
    whole = np.where(exponent > 0, digits + (1 << fraction), digits)
    return np.asarray(np.ldexp(whole.astype(np.float64), np.maximum(exponent, 1) - bias - fraction))


@dataclass(frozen=True)
class Float8:
    """An 8-bit float: ``values`` of its codes from +0 to the greatest number; ``infinity`` is its code, if any."""

    values: Lanes
    infinity: int | None = None

    def bits(self, value: Lanes) -> Lanes:
        """The code nearest to each value, ties to even; saturates at the greatest number; 0x7F for NaN."""
        size = np.abs(value.astype(np.float64))
        between = (self.values[1:] + self.values[:-1]) / 2
        code = np.searchsorted(between, size)
        tie = size == between[np.minimum(code, len(between) - 1)]
        code = code + (tie & (code % 2 == 1))
        signed = code.astype(np.uint8) | (np.signbit(value).astype(np.uint8) << np.uint8(7))
        return np.where(np.isnan(value), np.uint8(0x7F), signed)

    def value(self, bits: Lanes) -> Lanes:
        """The float32 value of each code."""
        code = (bits & np.uint8(0x7F)).astype(np.int64)
        size = np.append(self.values, np.nan)[np.minimum(code, len(self.values))]
        if self.infinity is not None:
            size = np.where(code == self.infinity, np.inf, size)
        return np.where(bits >> np.uint8(7) == 1, -size, size).astype(np.float32)


FLOAT8 = {"e4m3": Float8(_values(3, 7, 0x7F)), "e5m2": Float8(_values(2, 15, 0x7C), 0x7C)}
"""8-bit floats, a type a line: e4m3 has no infinity."""


def _parts(bits: Lanes, size: int) -> Lanes:
    """Words split into columns of ``size`` bytes each, the lowest first."""
    return np.ascontiguousarray(bits).view(f"u{size}").reshape(-1, bits.dtype.itemsize // size)


def _joined(high: Lanes, low: Lanes) -> Lanes:
    """Joins two words into one of twice the width."""
    size = 2 * low.dtype.itemsize
    return np.ascontiguousarray(np.stack(np.broadcast_arrays(low, high), axis=1)).view(f"u{size}").reshape(-1)


def _to_halves(form: Form) -> Evaluate:
    one = cvt(Form("cvt", tuple(each.removesuffix("x2") for each in form.modifiers)))

    def half(value: Lanes) -> Lanes:
        found = one(value)
        return np.where(np.isnan(found), np.uint16(0x7FFF), found.view(np.uint16)) if found.dtype == "f2" else found

    return lambda a, b: _joined(half(a), half(b))


def _float8_of(form: Form) -> Callable[[Lanes], Lanes]:
    kind = FLOAT8[form.types[0].removesuffix("x2")]
    if form.has("relu"):
        return lambda value: kind.bits(np.where(value <= 0, value.dtype.type(0), value))
    return kind.bits


def _singles_to_float8(form: Form) -> Evaluate:
    one = _float8_of(form)
    return lambda a, b: _joined(one(a), one(b))


def _halves_to_float8(form: Form) -> Evaluate:
    one = _float8_of(form)
    return lambda a: np.ascontiguousarray(one(halves_of(a, "f16x2"))).view(np.uint16).reshape(-1)


def _float8_to_halves(form: Form) -> Evaluate:
    kind = FLOAT8[form.types[1].removesuffix("x2")]

    def evaluate(a: Lanes) -> Lanes:
        value = kind.value(_parts(a, 1))
        if form.has("relu"):
            value = np.where(value <= 0, np.float32(0), value)
        return np.ascontiguousarray(half_bits(value, brain=False)).view(np.uint32).reshape(-1)

    return evaluate


def _tf32(form: Form) -> Evaluate:
    """Float32 with the low 13 bits of its fraction rounded away: ``.rna`` rounds ties away from zero."""
    rest = np.uint32(0x1FFF)

    def evaluate(a: Lanes) -> Lanes:
        bits = a.view(np.uint32)
        if form.has("relu"):
            bits = np.where(a <= 0, np.uint32(0), bits)
        if form.has("rna"):
            bits = bits + np.uint32(0x1000)
        elif form.has("rn"):
            bits = bits + np.uint32(0x0FFF) + ((bits >> np.uint32(13)) & np.uint32(1))
        return np.where(np.isnan(a), np.uint32(0x7FFFFFFF), bits & ~rest)

    return evaluate


@dataclass(frozen=True)
class _Conversion:
    """Types of the result and operands, the maker of the formula, allowed modifiers, and a required one ("": none)."""

    types: tuple[str, ...]
    make: Callable[[Form], Evaluate]
    modifiers: frozenset[str]
    needed: str = ""


_TO_FLOAT8 = frozenset({"rn", "relu", "satfinite"})
_CONVERSIONS = {
    ("f16x2", "f32", "f32"): _Conversion(("b32", "f32", "f32"), _to_halves, frozenset({"rn", "rz", "relu", "ftz"})),
    ("bf16x2", "f32", "f32"): _Conversion(("b32", "f32", "f32"), _to_halves, frozenset({"rn", "rz", "relu"})),
    ("tf32", "f32"): _Conversion(("b32", "f32"), _tf32, frozenset({"rna", "rn", "rz", "relu"})),
} | {
    key: conversion
    for kind in ("e4m3x2", "e5m2x2")
    for key, conversion in {
        (kind, "f32", "f32"): _Conversion(("b16", "f32", "f32"), _singles_to_float8, _TO_FLOAT8, "satfinite"),
        (kind, "f16x2"): _Conversion(("b16", "b32"), _halves_to_float8, _TO_FLOAT8, "satfinite"),
        ("f16x2", kind): _Conversion(("b32", "b16"), _float8_to_halves, frozenset({"rn", "relu"})),
    }.items()
}
"""Conversions by the types of the result and of each operand, one a line."""


def small_conversion(form: Form, operands: int) -> Typed | None:
    """The conversion of a form, with the types of its result and operands; None where it is not one of this file."""
    if not form.types:
        return None
    found = _CONVERSIONS.get((form.types[0], *form.types[1:] * operands))
    if found is None or not {each for each in form.modifiers if each not in form.types} <= found.modifiers:
        return None
    return (found.types, found.make(form)) if not found.needed or form.has(found.needed) else None
