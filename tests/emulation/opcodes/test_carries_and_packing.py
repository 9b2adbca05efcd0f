"""Carries between words, and words packed and unpacked, against Python's integers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.emulation.opcodes.edges import lanes_of
from tests.emulation.opcodes.running import results

LOW, HALF = 0xFFFFFFFF, 0xFFFF

SEQUENCES: dict[str, tuple[str, str, str, Callable[..., int]]] = {
    "a sum of two words": (
        "add.cc.u32 %r20, $0, $2; addc.u32 %r21, $1, $3; mov.b64 $d, {%r20, %r21}",
        "u64", "u32 u32 u32 u32", lambda a, b, c, d: (a | b << 32) + (c | d << 32),
    ),
    "a sum of three words": (
        "add.cc.u32 %r20, $0, $1; addc.cc.u32 %r21, $0, $2; addc.u32 %r22, 0, 0; mov.b64 $d, {%r21, %r22}",
        "u64", "u32 u32 u32", lambda a, b, c: (a | a << 32) + (b | c << 32) >> 32,
    ),
    "a difference of two words": (
        "sub.cc.u32 %r20, $0, $2; subc.u32 %r21, $1, $3; mov.b64 $d, {%r20, %r21}",
        "u64", "u32 u32 u32 u32", lambda a, b, c, d: (a | b << 32) - (c | d << 32),
    ),
    "a borrow through three words": (
        "sub.cc.u32 %r20, $0, $1; subc.cc.u32 %r21, $0, $2; subc.u32 %r22, 0, 0; mov.b64 $d, {%r21, %r22}",
        "u64", "u32 u32 u32", lambda a, b, c: (a | a << 32) - (b | c << 32) >> 32,
    ),
    "a product and a sum": (
        "mad.lo.cc.u32 %r20, $0, $1, $2; madc.hi.u32 %r21, $0, $1, $3; mov.b64 $d, {%r20, %r21}",
        "u64", "u32 u32 u32 u32", lambda a, b, c, d: a * b + (c | d << 32),
    ),
    "a carry out of a product": (
        "mad.lo.cc.u32 %r20, $0, $1, $2; madc.lo.cc.u32 %r21, $0, $1, $2; addc.u32 $d, 0, 0",
        "u32", "u32 u32 u32",
        lambda a, b, c: ((a * b & LOW) + c + ((a * b & LOW) + c >> 32)) >> 32,
    ),
    "whether nothing is borrowed": (
        "sub.cc.u32 %r20, $0, $1; addc.u32 $d, 0, 0", "u32", "u32 u32", lambda a, b: int(a >= b),
    ),
    "a difference by what a sum carries": (
        "add.cc.u32 %r20, $0, $1; subc.u32 $d, $0, $1", "u32", "u32 u32", lambda a, b: a + (b ^ LOW) + (a + b >> 32),
    ),
    "the upper half of 128 bits": (
        "add.cc.u64 %rd20, $0, $2; addc.u64 $d, $1, $3",
        "u64", "u64 u64 u64 u64", lambda a, b, c, d: (a | b << 64) + (c | d << 64) >> 64,
    ),
    "halves in a word": ("mov.b32 $d, {$0, $1}", "u32", "u16 u16", lambda a, b: a | b << 16),
    "four halves": ("mov.b64 $d, {$0, $1, $2, $3}", "u64", "u16 u16 u16 u16",
                    lambda a, b, c, d: a | b << 16 | c << 32 | d << 48),
    "the upper half": (".reg .b16 %h<3>; mov.b32 {%h1, $d}, $0", "u16", "u32", lambda a: a >> 16),
    "the lower half": (".reg .b16 %h<3>; mov.b32 {$d, _}, $0", "u16", "u32", lambda a: a & HALF),
    "the upper word": ("mov.b64 {%r20, $d}, $0", "u32", "u64", lambda a: a >> 32),
    "the third half": (".reg .b16 %h<4>; mov.b64 {%h1, %h2, $d, %h3}, $0", "u16", "u64", lambda a: a >> 32 & HALF),
    "a float as its bits": ("mov.b32 %r20, $0; add.u32 $d, %r20, 1", "u32", "f32", lambda a: a + 1),
}  # fmt: skip


@pytest.mark.parametrize("name", SEQUENCES)
def test_words_hold_together(name: str) -> None:
    text, result, operands, of = SEQUENCES[name]
    kinds = operands.split()
    lanes = lanes_of(kinds, 512, 5)
    mask = LOW if result == "u32" else HALF if result == "u16" else (1 << 64) - 1
    assert results(text, result, kinds, lanes) == [of(*each) & mask for each in zip(*lanes, strict=True)]
