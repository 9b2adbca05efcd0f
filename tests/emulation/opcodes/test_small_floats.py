"""Floats of 8 bits and tf32 against fractions: of all codes the nearest, by looking at every one."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest

from generator.emulation import Unsupported
from tests.emulation.opcodes.edges import edges
from tests.emulation.opcodes.running import results
from tests.emulation.opcodes.values import value_of

FRACTION = {"e4m3": 3, "e5m2": 2}
"""Bits of the fraction; the rest but the sign is the exponent."""
GREATEST = {"e4m3": Fraction(448), "e5m2": Fraction(57344)}


def number(code: int, kind: str) -> Fraction | float:
    """What a code stands for, by its digits."""
    text = format(code, "08b")
    bias = 7 if kind == "e4m3" else 15
    exponent, digits = int(text[1 : 8 - FRACTION[kind]], 2), text[8 - FRACTION[kind] :]
    sign = -1 if text[0] == "1" else 1
    if kind == "e5m2" and exponent == 31:
        return sign * math.inf if int(digits, 2) == 0 else math.nan
    if kind == "e4m3" and text[1:] == "1111111":
        return math.nan
    whole = int(("1" if exponent else "0") + digits, 2)
    return sign * Fraction(whole, 1 << FRACTION[kind]) * Fraction(2) ** (max(exponent, 1) - bias)


CODES = {kind: {code: value for code in range(128) if isinstance(value := number(code, kind), Fraction)}
         for kind in FRACTION}  # fmt: skip


def code_of(value: float, kind: str, relu: bool = False) -> int:
    """The code of the nearest number, of two the even one."""
    if value != value:
        return 0x7F
    if relu and value <= 0:
        return 0
    sign = 128 if math.copysign(1, value) < 0 else 0
    size = GREATEST[kind] if math.isinf(value) else min(abs(Fraction(value)), GREATEST[kind])
    return sign + min(CODES[kind], key=lambda code: (abs(CODES[kind][code] - size), code % 2))


def singles(kind: str) -> Iterator[int]:
    """Bits of float32 at which a conversion goes wrong: numbers of the type, halfway between them, and neighbours."""
    yield from edges("f32")
    numbers = sorted(CODES[kind].values())
    for exact in (*numbers, *((a + b) / 2 for a, b in pairwise(numbers)), 464, 480, 61440):
        (bits,) = struct.unpack("<I", struct.pack("<f", float(exact)))
        for near in (bits - 1, bits, bits + 1):
            yield from (near & 0x7FFFFFFF, near & 0x7FFFFFFF | 0x80000000)


@pytest.mark.parametrize("relu", ["", ".relu"])
@pytest.mark.parametrize("kind", FRACTION)
def test_two_floats_become_a_pair(kind: str, relu: str) -> None:
    first = list(singles(kind))
    second = first[7:] + first[:7]
    found = results(f"cvt.rn.satfinite{relu}.{kind}x2.f32 $d, $0, $1", "b16", ["f32", "f32"], [first, second])
    for high, low, pair in zip(first, second, found, strict=True):
        expected = [code_of(float(value_of(each, "f32")), kind, bool(relu)) for each in (high, low)]  # type: ignore[arg-type]
        assert [pair >> 8, pair & 255] == expected


@pytest.mark.parametrize("kind", FRACTION)
def test_every_half_is_converted(kind: str) -> None:
    words = [low | (65535 - low) << 16 for low in range(0, 65536, 3)]
    found = results(f"cvt.rn.satfinite.{kind}x2.f16x2 $d, $0", "b16", ["f16x2"], [words])
    for word, pair in zip(words, found, strict=True):
        halves = [float(value_of(each, "f16")) for each in (word >> 16, word & 0xFFFF)]  # type: ignore[arg-type]
        assert [pair >> 8, pair & 255] == [code_of(each, kind) for each in halves]


@pytest.mark.parametrize("relu", ["", ".relu"])
@pytest.mark.parametrize("kind", FRACTION)
def test_every_code_becomes_a_half(kind: str, relu: str) -> None:
    words = [code | (255 - code) << 8 for code in range(256)]
    found = results(f"cvt.rn{relu}.f16x2.{kind}x2 $d, $0", "b32", ["b16"], [words])
    for word, pair in zip(words, found, strict=True):
        for code, half in ((word & 255, pair & 0xFFFF), (word >> 8, pair >> 16)):
            expected, value = number(code, kind), float(value_of(half, "f16"))  # type: ignore[arg-type]
            if relu and (code & 128 and expected == expected):
                expected = Fraction(0)
            assert value == expected or (expected != expected and half == 0x7FFF)
            assert relu or expected != expected or math.copysign(1, value) == (-1 if code & 128 else 1)


def tf32(value: float, mode: str) -> float:
    """A number rounded to 10 bits of fraction in a mode: `rna` away from zero where it is halfway."""
    if not math.isfinite(value) or value == 0:
        return value
    exact = abs(Fraction(value))
    exponent = max(math.frexp(value)[1] - 1, -126)
    steps = exact / Fraction(2) ** (exponent - 10)
    rest = steps - int(steps)
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and (mode == "rna" or int(steps) % 2 == 1))
    size = (int(steps) + (up and mode != "rz")) * Fraction(2) ** (exponent - 10)
    return math.copysign(math.inf if size >= Fraction(2) ** 128 else float(size), value)


@pytest.mark.parametrize("mode", ["rna", "rn", "rz"])
def test_tf32_is_rounded(mode: str) -> None:
    lanes = [bits ^ change for bits in edges("f32") for change in (0, 0x1000, 0x1001, 0x2000, 0x3000, 0x0FFF)]
    found = results(f"cvt.{mode}.tf32.f32 $d, $0", "b32", ["f32"], [lanes])
    for bits, result in zip(lanes, found, strict=True):
        value = float(value_of(bits, "f32"))  # type: ignore[arg-type]
        expected = tf32(value, mode)
        assert float(value_of(result, "f32")) == expected or (value != value and result == 0x7FFFFFFF)  # type: ignore[arg-type]
        assert result & 0x1FFF == 0 or value != value


@pytest.mark.parametrize("form", ["cvt.rn.e4m3x2.f32 $d, $0, $1", "cvt.rz.satfinite.e4m3x2.f32 $d, $0, $1",
                                  "cvt.rn.satfinite.e2m1x2.f32 $d, $0, $1", "add.e4m3x2 $d, $0, $1"])  # fmt: skip
def test_other_forms_are_unsupported(form: str) -> None:
    with pytest.raises(Unsupported):
        results(form, "b16", ["f32", "f32"], [[0], [0]])
