"""Conversions between types, and the opcodes that compare and choose."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.emulation.opcodes import rounding
from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.half import bfloat_bits, bfloat_value
from generator.emulation.opcodes.types import DTYPES, FLOATS

_INTEGRAL: dict[str, Callable[[Lanes], Lanes]] = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def cvt(form: Form) -> Evaluate:
    """A value of the second type as one of the first."""
    target, source = form.types[:2]
    if source in FLOATS:
        return _float_to_float(form, target, source) if target in FLOATS else _float_to_integer(form, target, source)
    if target in FLOATS:
        return _integer_to_float(form, target)
    kind = DTYPES[target]
    if not form.has("sat"):
        return lambda a: a.astype(kind)
    info = np.iinfo(kind)

    def evaluate(a: Lanes) -> Lanes:
        low, high = np.iinfo(a.dtype).min, np.iinfo(a.dtype).max
        return np.clip(a, max(low, info.min), min(high, info.max)).astype(kind)

    return evaluate


def _wide(source: str) -> Evaluate:
    if source == "bf16":
        return bfloat_value
    return lambda a: a.astype(np.float32) if a.dtype == np.float16 else a


def _float_to_integer(form: Form, target: str, source: str) -> Evaluate:
    kind, wide = DTYPES[target], _wide(source)
    integral = _INTEGRAL[form.first(*_INTEGRAL) or "rzi"]
    info = np.iinfo(kind)
    # PTX: NaN is 0, but for a float64 or a 64-bit result it is the highest bit alone.
    strange = kind.type(0)
    if source == "f64" or kind.itemsize == 8:
        strange = np.array([1 << (8 * kind.itemsize - 1)], f"u{kind.itemsize}").view(kind)[0]
    ftz = form.has("ftz")

    def evaluate(a: Lanes) -> Lanes:
        value = integral((rounding.flushed(a) if ftz else wide(a)).astype(np.float64))
        low, high = value < float(info.min), value >= float(info.max)
        inside = np.where(low | high | np.isnan(value), 0.0, value).astype(kind)
        found = np.where(high, info.max, np.where(low, info.min, inside)).astype(kind)
        return np.where(np.isnan(value), strange, found)

    return evaluate


def _integer_to_float(form: Form, target: str) -> Evaluate:
    kind, mode = DTYPES[target], form.first("rz", "rm", "rp") or "rn"
    if target == "bf16":
        return lambda a: bfloat_bits(a)
    if mode == "rn":
        return (lambda a: rounding.saturated(a.astype(kind))) if form.has("sat") else (lambda a: a.astype(kind))

    def evaluate(a: Lanes) -> Lanes:
        nearest = a.astype(kind)
        error = [(int(x) > int(y)) - (int(x) < int(y)) for x, y in zip(nearest.tolist(), a.tolist(), strict=True)]
        return rounding.directed(nearest, np.array(error, np.float64), mode)

    return evaluate


def _float_to_float(form: Form, target: str, source: str) -> Evaluate:
    integral = form.first(*_INTEGRAL)
    mode = form.first("rz", "rm", "rp") or "rn"
    wide, kind, ftz = _wide(source), DTYPES[target], form.has("ftz")

    def evaluate(a: Lanes) -> Lanes:
        value = wide(rounding.flushed(a) if ftz and a.dtype == np.float32 else a)
        if integral:
            value = _INTEGRAL[integral](value)
        if target == "bf16":
            return bfloat_bits(value)
        found = value.astype(kind)
        if mode != "rn" and kind.itemsize < value.dtype.itemsize:
            found = rounding.directed(found, found.astype(np.float64) - value, mode)
        found = rounding.canonical(found)
        if ftz and kind == np.float32:
            found = rounding.flushed(found)
        if form.has("relu"):
            found = np.maximum(found, kind.type(0))
        return rounding.saturated(found) if form.has("sat") else found

    return evaluate


def pack(form: Form) -> Evaluate:
    """`cvt` of two floats into a pair: the first is the upper half."""
    to_bits: Evaluate = bfloat_bits if form.type == "bf16x2" else (lambda a: a.astype(np.float16).view(np.uint16))

    def evaluate(a: Lanes, b: Lanes) -> Lanes:
        return (to_bits(a).astype(np.uint32) << np.uint32(16)) | to_bits(b).astype(np.uint32)

    return evaluate


def _unordered(compare: Evaluate) -> Evaluate:
    return lambda a, b: compare(a, b) | np.isnan(a) | np.isnan(b)


_COMPARISONS: dict[str, Evaluate] = {
    "eq": np.equal,
    "ne": lambda a, b: (a < b) | (a > b),
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
    "lo": np.less,
    "ls": np.less_equal,
    "hi": np.greater,
    "hs": np.greater_equal,
    "equ": _unordered(np.equal),
    "neu": np.not_equal,
    "ltu": _unordered(np.less),
    "leu": _unordered(np.less_equal),
    "gtu": _unordered(np.greater),
    "geu": _unordered(np.greater_equal),
    "num": lambda a, b: ~(np.isnan(a) | np.isnan(b)),
    "nan": lambda a, b: np.isnan(a) | np.isnan(b),
}
"""Comparisons by name: an ordered one is false, an unordered one true where a value is NaN."""

COMBINATIONS: dict[str, np.ufunc] = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}
"""How `setp` and `set` combine a comparison with a predicate."""


def comparison(form: Form) -> Evaluate:
    """The comparison that the modifiers name; halves are compared as float32."""
    found = _COMPARISONS[form.first(*_COMPARISONS) or "eq"]
    kind = form.types[-1]
    if kind == "bf16":
        return lambda a, b: found(bfloat_value(a), bfloat_value(b))
    if form.has("ftz"):
        return lambda a, b: found(rounding.flushed(a), rounding.flushed(b))
    return found


def setting(form: Form) -> Evaluate:
    """`set`: all bits or 1.0 where the comparison holds, else 0."""
    holds, kind = comparison(form), DTYPES[form.type]
    true = kind.type(1.0) if kind.kind == "f" else np.array([-1], f"i{kind.itemsize}").view(kind)[0]
    combine = COMBINATIONS.get(form.first(*COMBINATIONS) or "")

    def evaluate(a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
        found = holds(a, b)
        if combine is not None and c is not None:
            found = combine(found, c)
        return np.where(found, true, kind.type(0))

    return evaluate


def selp(form: Form) -> Evaluate:
    """The first where the predicate holds, else the second."""
    return lambda a, b, p: np.asarray(np.where(p, a, b))


def slct(form: Form) -> Evaluate:
    """The first where the third is not negative, else the second."""
    return lambda a, b, c: np.asarray(np.where(c >= 0, a, b))
