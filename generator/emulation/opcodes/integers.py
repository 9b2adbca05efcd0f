"""Integer arithmetic."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.types import DTYPES, WIDE


def add(form: Form) -> Evaluate:
    """The sum, wrapping; with `.sat` clamped to the type."""
    return _saturating(form, np.add)


def sub(form: Form) -> Evaluate:
    """The difference, wrapping; with `.sat` clamped to the type."""
    return _saturating(form, np.subtract)


def _saturating(form: Form, operation: np.ufunc) -> Evaluate:
    if not form.has("sat"):
        return operation

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        info = np.iinfo(a.dtype)
        return np.clip(operation(a.astype(np.int64), b.astype(np.int64)), info.min, info.max).astype(a.dtype)

    return evaluate


def mul(form: Form) -> Evaluate:
    """The low half, the high half (`.hi`) or all (`.wide`) of a product."""
    if form.has("wide"):
        wide = DTYPES[WIDE[form.type]]
        return lambda a, b: a.astype(wide) * b.astype(wide)
    return high if form.has("hi") else np.multiply


def mad(form: Form) -> Evaluate:
    """A product of `mul` or `mul24` plus ``c``; with `.sat` clamped to the type."""
    product = mul24(form) if form.name == "mad24" else mul(form)
    if not form.has("sat"):
        return lambda a, b, c: product(a, b) + c

    def evaluate(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        info = np.iinfo(a.dtype)
        return np.clip(product(a, b).astype(np.int64) + c, info.min, info.max).astype(a.dtype)

    return evaluate


def high(a: Lanes, b: Lanes) -> Lanes:
    """The high half of a product."""
    size = a.dtype.itemsize
    if size < 8:
        wide = np.dtype(f"{a.dtype.kind}{2 * size}")
        return ((a.astype(wide) * b.astype(wide)) >> wide.type(8 * size)).astype(a.dtype)
    half, low = np.uint64(32), np.uint64(0xFFFFFFFF)
    x, y = a.view(np.uint64), b.view(np.uint64)
    x0, x1, y0, y1 = x & low, x >> half, y & low, y >> half
    middle = x1 * y0 + ((x0 * y0) >> half)
    other = x0 * y1 + (middle & low)
    result = x1 * y1 + (middle >> half) + (other >> half)
    if a.dtype.kind == "i":
        result = result - np.where(a < 0, y, np.uint64(0)) - np.where(b < 0, x, np.uint64(0))
    return result.view(a.dtype)


def mul24(form: Form) -> Evaluate:
    """The product of the low 24 bits: its low or its high 32 bits of 48."""
    shift = np.int64(16 if form.has("hi") else 0)
    kind = DTYPES[form.type]

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        x, y = (((each.astype(np.int64) << np.int64(40)) >> np.int64(40)) for each in (a, b))
        if kind.kind == "u":
            x, y = x & np.int64(0xFFFFFF), y & np.int64(0xFFFFFF)
        return ((x * y) >> shift).astype(kind)

    return evaluate


def div(form: Form) -> Evaluate:
    """The quotient toward zero; all bits set where the divisor is zero, as the hardware gives it."""

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        return np.where(b == 0, a.dtype.type(-1) if a.dtype.kind == "i" else np.iinfo(a.dtype).max, _quotient(a, b))

    return evaluate


def rem(form: Form) -> Evaluate:
    """The remainder with the sign of the dividend; the dividend where the divisor is zero."""

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        return np.where(b == 0, a, a - _quotient(a, b) * b)

    return evaluate


def _quotient(a: Lanes, b: Lanes) -> Lanes:
    one = b.dtype.type(1)
    divisor = np.where(b == 0, one, b)
    if a.dtype.kind == "u":
        return a // divisor
    floor = a // divisor
    return floor + ((floor < 0) & (floor * divisor != a))


def smaller(form: Form) -> Evaluate:
    """The smaller of two; with `.relu` at least 0."""
    return _extreme(form, np.minimum)


def larger(form: Form) -> Evaluate:
    """The larger of two; with `.relu` at least 0."""
    return _extreme(form, np.maximum)


def _extreme(form: Form, choose: np.ufunc) -> Evaluate:
    if not form.has("relu"):
        return choose
    return lambda a, b: np.maximum(choose(a, b), a.dtype.type(0))


def in_pairs(kind: str, evaluate: Evaluate) -> Evaluate:
    """An operation on 16-bit integers, applied elementwise to pairs."""
    half = DTYPES[kind.removesuffix("x2")]

    def run(*values: Lanes) -> Lanes:
        result = evaluate(*(np.ascontiguousarray(each).view(half).reshape(-1, 2) for each in values))
        return np.ascontiguousarray(result).view(np.uint32).reshape(-1)

    return run


def absolute(form: Form) -> Evaluate:
    """The value without its sign."""
    return np.abs


def negative(form: Form) -> Evaluate:
    """The value with the other sign."""
    return np.negative


def sad(form: Form) -> Evaluate:
    """``|a - b| + c``."""
    return lambda a, b, c: np.maximum(a, b) - np.minimum(a, b) + c


def by_parts(count: int, operation: Callable[[Lanes, Lanes], Lanes]) -> Callable[[Form], Evaluate]:
    """A video instruction: an operation on ``count`` parts of two words each; with `.add` the parts' sum plus ``c``."""
    size = 4 // count

    def make(form: Form) -> Evaluate:
        if unknown := {*form.modifiers} - {*form.types, "sat", "add"}:
            raise KeyError(*unknown)
        result, left, right = (f"{'i' if kind[0] == 's' else 'u'}{size}" for kind in form.types)
        info = np.iinfo(result)

        def parts(bits: Lanes, kind: str) -> Lanes:
            return np.ascontiguousarray(bits).view(kind).reshape(-1, count).astype(np.int64)

        def evaluate(a: Lanes, b: Lanes, *c: Lanes) -> Lanes:
            found = operation(parts(a, left), parts(b, right))
            if form.has("sat"):
                found = np.clip(found, info.min, info.max)
            if form.has("add"):
                return found.sum(axis=1).astype(np.uint32) + c[0]
            return np.ascontiguousarray(found.astype(f"u{size}")).view(np.uint32).reshape(-1)

        return evaluate

    return make


def distance(a: Lanes, b: Lanes) -> Lanes:
    """``|a - b|``."""
    return np.abs(a - b)


def average(a: Lanes, b: Lanes) -> Lanes:
    """Half the sum, rounded to nearest, ties away from zero."""
    return (a + b + (a + b >= 0)) >> 1


def dp4a(form: Form) -> Evaluate:
    """The dot product of four bytes of each word, plus ``c``."""
    return _dot(form, 4, 1)


def dp2a(form: Form) -> Evaluate:
    """The dot product of two 16-bit halves with the low or high two bytes, plus ``c``."""
    return _dot(form, 2, 2)


def _dot(form: Form, count: int, width: int) -> Evaluate:
    left, right = form.types
    start = 2 if form.has("hi") else 0

    def parts(bits: Lanes, kind: str, size: int) -> Lanes:
        return (
            np.ascontiguousarray(bits)
            .view(f"{'i' if kind[0] == 's' else 'u'}{size}")
            .reshape(len(bits), -1)
            .astype(np.int64)
        )

    def evaluate(a: Lanes, b: Lanes, c: Lanes) -> Lanes:
        x = parts(a, left, width)
        y = parts(b, right, 1)[:, start : start + count]
        signed = "i4" if "s" in left[0] + right[0] else "u4"
        return ((x * y).sum(axis=1) + c.view(signed)).astype(signed).view(np.uint32)

    return evaluate
