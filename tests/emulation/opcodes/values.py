"""Values of PTX types as Python numbers, and one rounding of an exact fraction: written apart from the machine."""

from __future__ import annotations

import math
import struct
from fractions import Fraction

WIDTHS = {
    "pred": 32, "b8": 8, "u8": 8, "s8": 8, "b16": 16, "u16": 16, "s16": 16, "b32": 32, "u32": 32, "s32": 32,
    "b64": 64, "u64": 64, "s64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64, "f16x2": 32, "bf16x2": 32,
    "u16x2": 32, "s16x2": 32,
}  # fmt: skip
"""Bits of a PTX type; a predicate is handed over as a word."""

PRECISION = {"f16": (11, -14, 15), "bf16": (8, -126, 127), "f32": (24, -126, 127), "f64": (53, -1022, 1023)}
"""Of a float type: bits of its significand, its least and its greatest exponent."""

ANY_EXPONENT = {f"{kind} of any exponent": (PRECISION[kind][0], -5000, 5000) for kind in ("f16", "bf16", "f32")}
"""The same of types that numbers are only rounded to."""

Value = int | float | bool | tuple[int | float, ...]
"""A lane's value: a pair for two halves, the lower one first."""


def value_of(bits: int, kind: str) -> Value:
    """The number that bits of a type stand for."""
    if kind.endswith("x2"):
        half = kind.removesuffix("x2")
        return tuple(value_of(part, half) for part in (bits & 0xFFFF, bits >> 16))  # type: ignore[misc]
    if kind == "pred":
        return bool(bits & 1)
    if kind in PRECISION:
        if kind == "bf16":
            bits, kind = bits << 16, "f32"
        letters = {"f16": "e", "f32": "f", "f64": "d"}[kind]
        return float(struct.unpack(f"<{letters}", bits.to_bytes(struct.calcsize(letters), "little"))[0])
    width = WIDTHS[kind]
    return bits - (1 << width) if kind[0] == "s" and bits >> (width - 1) else bits


def agrees(bits: int, expected: Value, kind: str, ulps: float = 0, absolute: float = 0.0) -> bool:
    """Whether bits are the expected value: to the bit, any NaN for NaN, or within a bound that PTX documents."""
    if isinstance(expected, tuple):
        half = kind.removesuffix("x2")
        parts = zip((bits & 0xFFFF, bits >> 16), expected, strict=True)
        return all(agrees(part, each, half, ulps, absolute) for part, each in parts)
    found = value_of(bits, kind)
    if kind not in PRECISION:
        return found == expected if kind == "pred" else bits == int(expected) & ((1 << WIDTHS[kind]) - 1)
    assert isinstance(found, float)
    expected = float(expected)
    if math.isnan(expected) or math.isnan(found):
        return math.isnan(expected) and math.isnan(found)
    if ulps == 0 and absolute == 0:
        return found == expected and math.copysign(1, found) == math.copysign(1, expected)
    if math.isinf(expected) or math.isinf(found):
        return found == rounded(Fraction(expected), kind) if math.isfinite(expected) else found == expected
    return abs(found - expected) <= max(ulps * float(quantum(Fraction(expected), kind)), absolute)


def quantum(exact: Fraction, kind: str) -> Fraction:
    """The distance of neighbours of a float type at a value."""
    digits, least, _ = (PRECISION | ANY_EXPONENT)[kind]
    exponent = least
    if exact != 0:
        exponent = abs(exact.numerator).bit_length() - exact.denominator.bit_length()
        if abs(exact) < Fraction(2) ** exponent:
            exponent -= 1
    return Fraction(2) ** (max(exponent, least) - digits + 1)


def rounded(exact: Fraction, kind: str, mode: str = "rn", negative_zero: bool = False) -> float:
    """A fraction in a float type, rounded once; a zero has the sign of what was rounded, else the one given."""
    if exact == 0:
        return -0.0 if negative_zero else 0.0
    step = quantum(exact, kind)
    below = exact / step
    whole = below.numerator // below.denominator
    rest = below - whole
    if mode == "rn":
        up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2 == 1)
    elif mode == "rz":
        up = rest > 0 and exact < 0
    else:
        up = rest > 0 and mode == "rp"
    result = (whole + up) * step
    _, _, greatest = (PRECISION | ANY_EXPONENT)[kind]
    limit = Fraction(2) ** (greatest + 1)
    if abs(result) >= limit:
        holds = mode == "rz" or (mode == "rm" and exact > 0) or (mode == "rp" and exact < 0)
        size = float(limit - quantum(limit / 2, kind)) if holds else math.inf
        return size if exact > 0 else -size
    return math.copysign(float(result), -1 if exact < 0 else 1)


def flushed(value: float, kind: str = "f32") -> float:
    """The value, a zero of its sign where it is subnormal."""
    return math.copysign(0.0, value) if abs(value) < 2.0 ** (PRECISION | ANY_EXPONENT)[kind][1] else value


def saturated(value: float) -> float:
    """The value held within 0 and 1, NaN as 0."""
    return 0.0 if math.isnan(value) or value <= 0 else min(value, 1.0)
