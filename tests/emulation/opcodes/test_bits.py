"""Bits: every form against strings and shifts of Python's integers."""

from __future__ import annotations

import pytest

from tests.emulation.opcodes.case import Case
from tests.emulation.opcodes.values import WIDTHS, value_of


def digits(value: int, width: int) -> str:
    """Binary digits, the highest first."""
    return format(value & ((1 << width) - 1), f"0{width}b")


def place_of_highest(value: int, kind: str) -> int:
    text = digits(value, WIDTHS[kind])
    found = text.find("0" if kind[0] == "s" and value < 0 else "1")
    return -1 if found < 0 else WIDTHS[kind] - 1 - found


def shift_from_highest(value: int, kind: str) -> int:
    place = place_of_highest(value, kind)
    return place if place < 0 else WIDTHS[kind] - 1 - place


def field(a: int, b: int, c: int, kind: str) -> int | None:
    """`bfe` by the document's loop over bits; what 64 bits of it are for a place beyond 255 is open."""
    width, start, length = WIDTHS[kind], b & 0xFF, c & 0xFF
    if width == 64 and max(b, c) > 0xFF:
        return None
    text = digits(a, width)[::-1]
    sign = "0" if kind[0] == "u" or length == 0 else text[min(start + length - 1, width - 1)]
    return int("".join(text[start + i] if i < length and start + i < width else sign for i in range(width))[::-1], 2)


def insertion(a: int, b: int, c: int, d: int, width: int) -> int | None:
    """`bfi` by the document's loop over bits; what 64 bits of it are for a place beyond 255 is open."""
    if width == 64 and max(c, d) > 0xFF:
        return None
    result, source = list(digits(b, width)[::-1]), digits(a, width)[::-1]
    start, length = c & 0xFF, d & 0xFF
    for i in range(width):
        if i < length and start + i < width:
            result[start + i] = source[i]
    return int("".join(result[::-1]), 2)


def permuted(a: int, b: int, c: int) -> int:
    pool = (a | b << 32).to_bytes(8, "little")
    parts = []
    for place in range(4):
        nibble = c >> 4 * place & 15
        byte = pool[nibble & 7]
        parts.append((255 if byte & 128 else 0) if nibble & 8 else byte)
    return int.from_bytes(bytes(parts), "little")


MODES = {
    "f4e": ["3210", "4321", "5432", "6543"], "b4e": ["5670", "6701", "7012", "0123"],
    "rc8": ["0000", "1111", "2222", "3333"], "ecl": ["3210", "3211", "3222", "3333"],
    "ecr": ["0000", "1110", "2210", "3210"], "rc16": ["1010", "3232", "1010", "3232"],
}  # fmt: skip
"""The bytes that a mode of `prmt` picks, by the low two bits of the selector: the table of the document."""


def nth_set(mask: int, base: int, offset: int) -> int:
    """`fns` by the document's text: the place of the nth set bit from a place on, all ones where there is none."""
    if offset == 0:
        return base if mask >> base & 1 else -1
    step = 1 if offset > 0 else -1
    places = [place for place in range(base, 32 if step > 0 else -1, step) if mask >> place & 1]
    return places[abs(offset) - 1] if len(places) >= abs(offset) else -1


def extended(a: int, b: int, kind: str, wrap: bool) -> int:
    length = b & 31 if wrap else b
    if length == 0:
        return 0
    if length >= 32:
        return a
    low = a & ((1 << length) - 1)
    return low - (1 << length) if kind[0] == "s" and low >> (length - 1) else low


CASES = []
for width in (16, 32, 64):
    kind = f"b{width}"
    CASES += [
        Case(f"and.{kind}", f"{kind} {kind} {kind}", lambda a, b: a & b),
        Case(f"or.{kind}", f"{kind} {kind} {kind}", lambda a, b: a | b),
        Case(f"xor.{kind}", f"{kind} {kind} {kind}", lambda a, b: a ^ b),
        Case(f"not.{kind}", f"{kind} {kind}", lambda a: ~a),
        Case(f"cnot.{kind}", f"{kind} {kind}", lambda a: int(a == 0)),
        Case(f"shl.{kind}", f"{kind} {kind} u32", lambda a, b: a << min(b, 64)),
        Case(f"shr.{kind}", f"{kind} {kind} u32", lambda a, b: a >> min(b, 64)),
        Case(f"shr.u{width}", f"u{width} u{width} u32", lambda a, b: a >> min(b, 64)),
        Case(f"shr.s{width}", f"s{width} s{width} u32", lambda a, b: a >> min(b, 64)),
    ]
for width in (32, 64):
    kind, unsigned, signed = f"b{width}", f"u{width}", f"s{width}"
    CASES += [
        Case(f"popc.{kind}", f"u32 {kind}", lambda a: a.bit_count()),
        Case(f"clz.{kind}", f"u32 {kind}", lambda a, w=width: w - a.bit_length()),
        Case(f"brev.{kind}", f"{kind} {kind}", lambda a, w=width: int(digits(a, w)[::-1], 2)),
        Case(f"bfi.{kind}", f"{kind} {kind} {kind} u32 u32", lambda a, b, c, d, w=width: insertion(a, b, c, d, w)),
    ]
    CASES += [case for k in (unsigned, signed) for case in (
        Case(f"bfind.{k}", f"u32 {k}", lambda a, k=k: place_of_highest(a, k)),
        Case(f"bfind.shiftamt.{k}", f"u32 {k}", lambda a, k=k: shift_from_highest(a, k)),
        Case(f"bfe.{k}", f"{k} {k} u32 u32", lambda a, b, c, k=k: field(a, b, c, k)),
    )]  # fmt: skip
CASES += [
    Case("and.pred", "pred pred pred", lambda a, b: a and b),
    Case("or.pred", "pred pred pred", lambda a, b: a or b),
    Case("xor.pred", "pred pred pred", lambda a, b: a != b),
    Case("not.pred", "pred pred", lambda a: not a),
    Case("shf.l.clamp.b32", "b32 b32 b32 b32", lambda a, b, c: (b << 32 | a) << min(c, 32) >> 32),
    Case("shf.r.clamp.b32", "b32 b32 b32 b32", lambda a, b, c: (b << 32 | a) >> min(c, 32)),
    Case("shf.l.wrap.b32", "b32 b32 b32 b32", lambda a, b, c: (b << 32 | a) << (c & 31) >> 32),
    Case("shf.r.wrap.b32", "b32 b32 b32 b32", lambda a, b, c: (b << 32 | a) >> (c & 31)),
    Case("prmt.b32", "b32 b32 b32 b32", permuted),
    Case("fns.b32", "b32 b32", lambda a: nth_set(a, 0, 3), tail="0, 3"),
    Case("fns.b32", "b32 b32", lambda a: nth_set(a, 31, -2), tail="31, -2"),
    Case("fns.b32", "b32 b32", lambda a: nth_set(a, 7, 0), tail="7, 0"),
    Case("bmsk.clamp.b32", "b32 b32 b32", lambda a, b: ((1 << min(b, 32)) - 1) << min(a, 32)),
    Case("bmsk.wrap.b32", "b32 b32 b32", lambda a, b: ((1 << (b & 31)) - 1) << (a & 31)),
]
CASES += [Case(f"prmt.b32.{mode}", "b32 b32 b32 b32",
               lambda a, b, c, picks=picks: permuted(a, b, int(picks[c & 3], 16)))
          for mode, picks in MODES.items()]  # fmt: skip
CASES += [Case(f"szext.{mode}.{kind}", f"{kind} {kind} u32",
               lambda a, b, k=kind, wrap=mode == "wrap": extended(a, b, k, wrap))
          for mode in ("wrap", "clamp") for kind in ("u32", "s32")]  # fmt: skip
CASES += [Case("lop3.b32", "b32 b32 b32 b32", lambda a, b, c, f=f: f(a, b, c), tail=hex(f(0xF0, 0xCC, 0xAA) & 0xFF))
          for f in (lambda a, b, c: a & b & c, lambda a, b, c: a ^ b ^ c, lambda a, b, c: (a & b) | (~a & c),
                    lambda a, b, c: ~(a | b) & c, lambda a, b, c: (a & b) | (b & c) | (a & c))]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_form_is_what_python_says(case: Case) -> None:
    case.check()


def test_the_oracle_knows_the_signs() -> None:
    assert value_of(0xFFFF, "s16") == -1 and place_of_highest(-1, "s32") == -1 and field(0xF0, 4, 4, "s32") & 255 == 255
