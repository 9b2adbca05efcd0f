"""Operations on bits."""

from __future__ import annotations

import numpy as np

from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.types import DTYPES


def _width(form: Form) -> int:
    return 8 * DTYPES[form.type].itemsize


def bitwise(operation: np.ufunc, logical: np.ufunc):  # type: ignore[no-untyped-def]
    """A bitwise operation; for predicates the logical one."""
    return lambda form: logical if form.type == "pred" else operation


def cnot(form: Form) -> Evaluate:
    """1 where the value is 0, else 0."""
    return lambda a: (a == 0).astype(a.dtype)


def shl(form: Form) -> Evaluate:
    """Shift to the left; 0 for amounts from the width on."""
    width = np.uint32(_width(form))
    return lambda a, b: np.where(b < width, a << (b & (width - np.uint32(1))).astype(a.dtype), a.dtype.type(0))


def shr(form: Form) -> Evaluate:
    """Shift to the right, arithmetic for signed types; amounts over the width count as the width."""
    width = np.uint32(_width(form))

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        shifted = a >> np.minimum(b, width - np.uint32(1)).astype(a.dtype)
        return shifted if a.dtype.kind == "i" else np.where(b < width, shifted, a.dtype.type(0))

    return evaluate


def shf(form: Form) -> Evaluate:
    """Funnel shift of two words: `.l` gives the high word, `.r` the low one; the amount is clamped or wrapped."""
    limit = np.uint64(32)

    def evaluate(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        both = (b.astype(np.uint64) << limit) | a
        amount = np.minimum(c, np.uint32(32)) if form.has("clamp") else c & np.uint32(31)
        if form.has("l"):
            return ((both << amount.astype(np.uint64)) >> limit).astype(np.uint32)
        return (both >> amount.astype(np.uint64)).astype(np.uint32)

    return evaluate


def popc(form: Form) -> Evaluate:
    """The number of set bits."""
    return lambda a: np.bitwise_count(a).astype(np.uint32)


def _smeared(a: Lanes) -> Lanes:
    for step in (1, 2, 4, 8, 16, 32)[: 6 if a.dtype.itemsize == 8 else 5]:
        a = a | (a >> a.dtype.type(step))
    return a


def clz(form: Form) -> Evaluate:
    """The number of zeros above the highest set bit."""
    width = np.uint32(_width(form))
    return lambda a: width - np.bitwise_count(_smeared(a)).astype(np.uint32)


def bfind(form: Form) -> Evaluate:
    """The place of the highest bit that differs from the sign bit (0 for unsigned types); -1 where there is none."""
    width, kind = _width(form), DTYPES[form.type]

    def evaluate(a: Lanes) -> Lanes:
        value = np.where(a < 0, ~a, a) if kind.kind == "i" else a
        count = np.bitwise_count(_smeared(value.view(f"u{kind.itemsize}"))).astype(np.uint32)
        place = count - np.uint32(1)
        return np.where(count == 0, place, np.uint32(width - 1) - place) if form.has("shiftamt") else place

    return evaluate


def brev(form: Form) -> Evaluate:
    """The bits in reverse order."""

    def evaluate(a: Lanes) -> Lanes:
        lines = np.unpackbits(np.ascontiguousarray(a).view(np.uint8).reshape(len(a), -1), axis=1, bitorder="little")
        return np.packbits(lines[:, ::-1], axis=1, bitorder="little").view(a.dtype).reshape(-1)

    return evaluate


def fns(form: Form) -> Evaluate:
    """The place of the ``offset``-th set bit from ``base`` on, downward if ``offset`` is negative; -1 for none."""

    def evaluate(mask: Lanes, base: Lanes, offset: Lanes) -> Lanes:
        places = np.arange(32)
        holds = (mask[:, None] >> places.astype(np.uint32) & np.uint32(1)).astype(bool)
        start, steps = base[:, None].astype(np.int64), offset[:, None].astype(np.int64)
        ahead = np.where(steps > 0, places >= start, np.where(steps < 0, places <= start, places == start))
        holds = holds & ahead
        upward = np.cumsum(holds, axis=1)
        downward = np.cumsum(holds[:, ::-1], axis=1)[:, ::-1]
        wanted = np.maximum(np.abs(steps), 1)
        found = holds & (np.where(steps < 0, downward, upward) == wanted)
        return np.where(found.any(axis=1), found.argmax(axis=1), -1).astype(np.int32).view(np.uint32)

    return evaluate


def bfe(form: Form) -> Evaluate:
    """A field of bits, sign-extended for signed types."""
    width, kind = _width(form), DTYPES[form.type]
    unsigned = np.dtype(f"u{kind.itemsize}")

    def evaluate(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        place, length = (b & np.uint32(0xFF)).astype(np.int64), (c & np.uint32(0xFF)).astype(np.int64)
        bits = a.view(unsigned)
        shifted = np.where(place < width, bits >> np.minimum(place, width - 1).astype(unsigned), unsigned.type(0))
        mask = _ones(length, unsigned, width)
        field = shifted & mask
        if kind.kind == "u":
            return field
        top = np.minimum(place + length - 1, width - 1)
        sign = ((bits >> np.maximum(top, 0).astype(unsigned)) & unsigned.type(1)) * (length > 0).astype(unsigned)
        return np.where(sign == 1, field | ~_ones(np.clip(top - place + 1, 0, width), unsigned, width), field).view(
            kind
        )

    return evaluate


def _ones(length: Lanes, kind: np.dtype, width: int) -> Lanes:
    full = np.iinfo(kind).max
    return np.where(
        length >= width, full, (kind.type(1) << np.minimum(length, width - 1).astype(kind)) - kind.type(1)
    ).astype(kind)


def bfi(form: Form) -> Evaluate:
    """The second value with one of its fields replaced by the low bits of the first."""
    width, kind = _width(form), DTYPES[form.type]

    def evaluate(a: Lanes, b: Lanes, c: Lanes, d: Lanes) -> Lanes:
        place, length = (c & np.uint32(0xFF)).astype(np.int64), (d & np.uint32(0xFF)).astype(np.int64)
        amount = np.minimum(place, width - 1).astype(kind)
        mask = np.where(place < width, _ones(length, kind, width) << amount, kind.type(0))
        return (b & ~mask) | ((a << amount) & mask)

    return evaluate


def bmsk(form: Form) -> Evaluate:
    """A mask of ``b`` bits from place ``a`` on."""

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        limit = np.uint32(31 if form.has("wrap") else 0xFFFFFFFF)
        place, length = (a & limit).astype(np.int64), (b & limit).astype(np.int64)
        ones = _ones(length, np.dtype("u8"), 64)
        return np.where(place < 32, (ones << np.minimum(place, 63).astype(np.uint64)).astype(np.uint32), np.uint32(0))

    return evaluate


def szext(form: Form) -> Evaluate:
    """The low ``b`` bits, sign-extended or zero-extended to a word."""
    kind = DTYPES[form.type]

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        length = np.minimum(
            b.view(np.uint32) & np.uint32(31 if form.has("wrap") else 0xFFFFFFFF), np.uint32(32)
        ).astype(np.int64)
        rest = np.int64(64) - length
        wide = a.astype(np.int64) << rest if kind.kind == "i" else a.astype(np.uint64) << rest.astype(np.uint64)
        found = wide >> rest if kind.kind == "i" else wide >> rest.astype(np.uint64)
        return np.where(length == 0, kind.type(0), found.astype(kind))

    return evaluate


def prmt(form: Form) -> Evaluate:
    """Four bytes picked from the eight of two words, by a selector or by one of the six modes."""
    mode = form.first("f4e", "b4e", "rc8", "ecl", "ecr", "rc16")

    def evaluate(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        both = (b.astype(np.uint64) << np.uint64(32)) | a
        result = np.zeros(np.broadcast_shapes(both.shape, c.shape), np.uint32)
        for place in range(4):
            pick = _MODES[mode][place](c & np.uint32(3)) if mode else (c >> np.uint32(4 * place)) & np.uint32(15)
            byte = ((both >> ((pick & np.uint32(7)) * np.uint32(8)).astype(np.uint64)) & np.uint64(0xFF)).astype(
                np.uint32
            )
            if not mode:
                byte = np.where(
                    pick & np.uint32(8), np.where(byte & np.uint32(0x80), np.uint32(0xFF), np.uint32(0)), byte
                )
            result = result | (byte << np.uint32(8 * place))
        return result

    return evaluate


def _steps(*formulas):  # type: ignore[no-untyped-def]
    return [lambda s, f=f: f(s.astype(np.int64)).astype(np.uint32) for f in formulas]


_MODES = {
    "f4e": _steps(lambda s: s, lambda s: s + 1, lambda s: s + 2, lambda s: s + 3),
    "b4e": _steps(lambda s: s, lambda s: (s - 1) & 7, lambda s: (s - 2) & 7, lambda s: (s - 3) & 7),
    "rc8": _steps(lambda s: s, lambda s: s, lambda s: s, lambda s: s),
    "ecl": _steps(lambda s: s, lambda s: np.maximum(s, 1), lambda s: np.maximum(s, 2), lambda s: s * 0 + 3),
    "ecr": _steps(lambda s: s * 0, lambda s: np.minimum(s, 1), lambda s: np.minimum(s, 2), lambda s: np.minimum(s, 3)),
    "rc16": _steps(lambda s: (s & 1) * 2, lambda s: (s & 1) * 2 + 1, lambda s: (s & 1) * 2, lambda s: (s & 1) * 2 + 1),
}


def lop3(form: Form) -> Evaluate:
    """Any function of three bits, given by its truth table."""

    def evaluate(a: Lanes, b: Lanes, c: Lanes, table: Lanes) -> Lanes:
        code = int(table.flat[0])
        result = np.zeros_like(a & b & c)
        for place in range(8):
            if code >> place & 1:
                result |= (a if place & 4 else ~a) & (b if place & 2 else ~b) & (c if place & 1 else ~c)
        return result

    return evaluate
