"""Conversions between types, comparisons, and selections."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from generator.emulation.opcodes import rounding
from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.half import bfloat_bits, bfloat_value, halves_of, odd_single, rounded_bfloat
from generator.emulation.opcodes.types import DTYPES, FLOATS

_INTEGRAL: dict[str, Callable[[Lanes], Lanes]] = {"rni": np.rint, "rzi": np.trunc, "rmi": np.floor, "rpi": np.ceil}


def cvt(form: Form) -> Evaluate:
    """Converts a value from the second type of the form to the first."""
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
    # PTX: NaN gives 0, but from a float64 or to 64 bits only the highest bit is set.
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
    mode = form.first("rz", "rm", "rp") or "rn"
    kind = np.dtype("f4") if target == "bf16" else DTYPES[target]
    finish = _finish(form, target)
    if mode == "rn" and target != "bf16":
        return lambda a: finish(a.astype(kind))

    def evaluate(a: Lanes) -> Lanes:
        nearest = a.astype(kind)
        error = np.array([_order(x, y) for x, y in zip(nearest.tolist(), a.tolist(), strict=True)], np.float64)
        if target != "bf16":
            return finish(rounding.directed(nearest, error, mode))
        single = odd_single(nearest, error) if mode == "rn" else rounding.directed(nearest, error, mode)
        return finish(rounded_bfloat(single, mode))

    return evaluate


def _order(rounded: float, exact: int) -> int:
    if math.isinf(rounded):
        return 1 if rounded > 0 else -1
    return (int(rounded) > exact) - (int(rounded) < exact)


def _float_to_float(form: Form, target: str, source: str) -> Evaluate:
    integral = form.first(*_INTEGRAL)
    mode = form.first("rz", "rm", "rp") or "rn"
    wide, ftz, finish = _wide(source), form.has("ftz"), _finish(form, target)
    kind = np.dtype("f4") if target == "bf16" else DTYPES[target]

    def evaluate(a: Lanes) -> Lanes:
        value = wide(rounding.flushed(a) if ftz and a.dtype == np.float32 else a)
        if integral:
            value = _INTEGRAL[integral](value)
        if target == "bf16" and mode == "rn":
            return finish(bfloat_value(bfloat_bits(value)))
        found = value.astype(kind)
        if mode != "rn" and kind.itemsize < value.dtype.itemsize:
            found = rounding.directed(found, found.astype(np.float64) - value, mode)
        if target == "bf16":
            found = rounded_bfloat(found, mode)
        found = rounding.canonical(found)
        return finish(rounding.flushed(found) if ftz and kind == np.float32 else found)

    return evaluate


def _finish(form: Form, target: str) -> Evaluate:
    """Applies `.sat` and `.relu` to floats of the target's values; gives bfloat16 as its bits."""
    sat, relu, brain = form.has("sat"), form.has("relu"), target == "bf16"

    def finish(value: Lanes) -> Lanes:
        if sat:
            value = rounding.saturated(value)
        if relu:
            value = np.where(value <= 0, value.dtype.type(0), value)
        return bfloat_bits(value) if brain else value

    return finish


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
"""Comparisons by name. Where a value is NaN, ordered ones are false and unordered ones true."""

COMBINATIONS: dict[str, np.ufunc] = {"and": np.logical_and, "or": np.logical_or, "xor": np.logical_xor}
"""Operations with which `setp` and `set` combine a comparison with a predicate."""


def comparison(form: Form) -> Evaluate:
    """The comparison that the modifiers name; for pairs it gives two columns."""
    found = _COMPARISONS[form.first(*_COMPARISONS) or "eq"]
    kind = form.types[-1]
    if kind in ("bf16", "f16x2", "bf16x2"):
        return lambda a, b: found(halves_of(a, kind), halves_of(b, kind))
    if form.has("ftz"):
        return lambda a, b: found(rounding.flushed(a), rounding.flushed(b))
    return found


_ONES = {"f16": 1.0, "f32": 1.0, "f64": 1.0, "bf16": 0x3F80, "f16x2": 0x3C00, "bf16x2": 0x3F80}
"""Float type -> 1.0, the result of `set` where the comparison holds; as bits for types that are kept as bits."""


def setting(form: Form) -> Evaluate:
    """`set`: all bits or 1.0 where the comparison holds, else 0."""
    holds, kind = comparison(form), DTYPES[form.type]
    pairs = form.types[-1].endswith("x2")
    part = np.dtype("u2") if pairs else kind
    one = _ONES.get(form.type)
    true = part.type(one) if one is not None else np.array([-1], f"i{part.itemsize}").view(part)[0]
    combine = COMBINATIONS.get(form.first(*COMBINATIONS) or "")

    def evaluate(a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
        found = holds(a, b)
        if combine is not None and c is not None:
            found = combine(found, c[:, None] if pairs else c)
        result = np.where(found, true, part.type(0))
        return np.ascontiguousarray(result).view(kind).reshape(-1) if pairs else result

    return evaluate


def selp(form: Form) -> Evaluate:
    """The first operand where the predicate holds, else the second."""
    return lambda a, b, p: np.asarray(np.where(p, a, b))


def slct(form: Form) -> Evaluate:
    """The first operand where the third is not negative, else the second."""
    if form.has("ftz"):
        return lambda a, b, c: np.asarray(np.where(rounding.flushed(c) >= 0, a, b))
    return lambda a, b, c: np.asarray(np.where(c >= 0, a, b))
