"""Arithmetic of floating-point numbers."""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

import numpy as np

from generator.emulation.opcodes import rounding
from generator.emulation.opcodes.form import Evaluate, Form, Lanes
from generator.emulation.opcodes.half import as_halves

SCALE = np.float32(2.0**60)
"""Factor that scales results near the least normal number up, out of the reach of subnormal rounding."""


def arithmetic(
    plain: Callable[..., Lanes],
    error: Callable[..., Lanes],
    exact: Callable[..., object],
    scale: Callable[..., tuple[Lanes, ...]] | None = None,
    *,
    additive: bool = False,
) -> Callable[[Form], Evaluate]:
    """An opcode from its formula in NumPy.

    For directed rounding: ``error`` gives the sign of ``result - exact`` (float32), ``exact`` the result in fractions
    (float64). A sum (``additive``) rounds down as its negation rounds up, so that an exact zero is -0.
    """

    def make(form: Form) -> Evaluate:
        direction = form.first("rz", "rm", "rp") or "rn"
        mirrored = additive and direction == "rm"
        mode = "rp" if mirrored else direction

        if mode == "rn":
            return finished(form, plain, scale)

        def mirror(*values: Lanes) -> Lanes:
            return -rounded(*(-each for each in values))

        def rounded(*values: Lanes) -> Lanes:
            if values[0].dtype == np.float64:
                return rounding.exactly(exact, mode, *values, plain=plain)  # type: ignore[arg-type]
            nearest = plain(*values)
            wide = [each.astype(np.float64) for each in values]
            return rounding.directed(nearest, error(nearest.astype(np.float64), *wide), mode)

        return finished(form, mirror if mirrored else rounded, scale)

    return make


def finished(form: Form, evaluate: Evaluate, scale: Callable[..., tuple[Lanes, ...]] | None = None) -> Evaluate:
    """Adds `.ftz`, `.sat` and the canonical NaN to an operation; 16-bit floats go through `as_halves`.

    A GPU flushes a result that would be subnormal if rounded with an unbounded exponent: ``scale`` gives operands whose
    result is ``SCALE`` times as large.
    """
    if form.type in ("f16", "f16x2", "bf16", "bf16x2"):
        return as_halves(form, evaluate)
    ftz, sat = form.has("ftz"), form.has("sat")
    if not ftz and not sat:

        def plain(*values: Lanes) -> Lanes:
            found = evaluate(*values)
            # `dot` is the fastest test for NaN; it may also overflow, but then `canonical` tests each lane.
            return found if isfinite(found.dot(found)) else rounding.canonical(found)

        return plain

    def changed(*values: Lanes) -> Lanes:
        if ftz:
            values = tuple(rounding.flushed(each) for each in values)
        result = rounding.canonical(evaluate(*values))
        if ftz:
            result = rounding.flushed(result)
            if scale is not None:
                result = _flushed_as_rounded(result, lambda: evaluate(*scale(*values)))
        return rounding.saturated(result) if sat else result

    return changed


def _flushed_as_rounded(result: Lanes, scaled: Callable[[], Lanes]) -> Lanes:
    tiny = np.finfo(result.dtype).tiny
    least = np.abs(result) == tiny
    if not least.any():
        return result
    return np.where(least & (np.abs(scaled()) < tiny * SCALE), np.copysign(result.dtype.type(0), result), result)


def _sum_error(nearest: Lanes, a: Lanes, b: Lanes) -> Lanes:
    total, lost = rounding.two_sum(a, b)
    return np.sign((nearest - total) - lost)


add = arithmetic(np.add, _sum_error, lambda a, b: a + b, additive=True)
sub = arithmetic(np.subtract, lambda r, a, b: _sum_error(r, a, -b), lambda a, b: a - b, additive=True)
mul = arithmetic(np.multiply, lambda r, a, b: np.sign(r - a * b), lambda a, b: a * b, lambda a, b: (a * SCALE, b))
div = arithmetic(np.divide, lambda r, a, b: np.sign(r * b - a) * np.sign(b), lambda a, b: a / b,
                 lambda a, b: (a * SCALE, b))  # fmt: skip
rcp = arithmetic(lambda a: a.dtype.type(1) / a, lambda r, a: np.sign(r * a - 1) * np.sign(a), lambda a: 1 / a,
                 lambda a: (a / SCALE,))  # fmt: skip


def sqrt(form: Form) -> Evaluate:
    """The square root; directed modes of float32 compare the square of the nearest root with the operand."""
    mode = form.first("rz", "rm", "rp") or "rn"

    def evaluate(a: Lanes) -> Lanes:
        nearest = np.sqrt(a)
        if mode == "rn":
            return nearest
        if a.dtype == np.float64:
            return rounding.directed(nearest, rounding.root_error(nearest, a), mode)
        wide = nearest.astype(np.float64)
        return rounding.directed(nearest, np.sign(wide * wide - a), mode)

    return finished(form, evaluate)


def _fused_scale(a: Lanes, b: Lanes, c: Lanes) -> tuple[Lanes, ...]:
    return a * SCALE, b, c * SCALE


def fma(form: Form) -> Evaluate:
    """``a * b + c``, rounded once."""
    mode = form.first("rz", "rm", "rp") or "rn"
    if mode == "rn" and form.type == "f32":
        return finished(form, rounding.fma32, _fused_scale)
    if form.type not in ("f32", "f64"):
        return finished(form, rounding.fma_to_odd)
    return finished(form, lambda a, b, c: rounding.fma(a, b, c, mode), _fused_scale)


def approximation(formula: Callable[[Lanes], Lanes]) -> Callable[[Form], Evaluate]:
    """An `.approx` function, computed in float64 and rounded: within the error that PTX documents."""

    def make(form: Form) -> Evaluate:
        def evaluate(a: Lanes) -> Lanes:
            return formula(a.astype(np.float64)).astype(a.dtype)

        return finished(form, evaluate)

    return make


def _reciprocal_root(a: Lanes) -> Lanes:
    return 1.0 / np.sqrt(a)


sin, cos = approximation(np.sin), approximation(np.cos)
ex2, lg2 = approximation(np.exp2), approximation(np.log2)
rsqrt, tanh = approximation(_reciprocal_root), approximation(np.tanh)


def smaller(form: Form) -> Evaluate:
    """The smaller of two or three: a number wins over NaN, except with `.NaN`; -0 is below +0."""
    return _extreme(form, np.fmin, np.minimum, np.bitwise_or)


def larger(form: Form) -> Evaluate:
    """The larger of two or three: as `smaller`."""
    return _extreme(form, np.fmax, np.maximum, np.bitwise_and)


def _extreme(form: Form, numbers: np.ufunc, strict: np.ufunc, zeros: np.ufunc) -> Evaluate:
    choose = strict if form.has("NaN") else numbers
    by_size = form.has("xorsign")

    def two(a: Lanes, b: Lanes) -> Lanes:
        bits = np.dtype(f"u{a.dtype.itemsize}")
        if by_size:
            sign = (a.view(bits) ^ b.view(bits)) >> bits.type(8 * bits.itemsize - 1)
            found = choose(np.abs(a), np.abs(b))
            return np.where(sign == 1, -found, found)
        found = choose(a, b)
        same = (a == b) & (a == 0)
        if same.any():
            found = np.where(same, zeros(a.view(bits), b.view(bits)).view(a.dtype), found)
        return found

    def evaluate(a: Lanes, b: Lanes, c: Lanes | None = None) -> Lanes:
        found = two(a, b)
        return found if c is None else two(found, c)

    return finished(form, evaluate)


def absolute(form: Form) -> Evaluate:
    """The value without its sign."""
    return _plain(form, np.abs)


def negative(form: Form) -> Evaluate:
    """The value with the other sign."""
    return _plain(form, np.negative)


def _plain(form: Form, evaluate: Evaluate) -> Evaluate:
    if form.type in ("f16", "f16x2", "bf16", "bf16x2"):
        return as_halves(form, evaluate)
    if form.has("ftz"):
        return lambda a: rounding.flushed(evaluate(rounding.flushed(a)))
    return evaluate


def copysign(form: Form) -> Evaluate:
    """The sign of the first with the size of the second."""
    return lambda a, b: np.copysign(b, a)


def testp(form: Form) -> Evaluate:
    """Whether a float is of the kind that the modifier names."""
    tests: dict[str, Evaluate] = {
        "finite": np.isfinite,
        "infinite": np.isinf,
        "number": lambda a: ~np.isnan(a),
        "notanumber": np.isnan,
        "normal": lambda a: np.isfinite(a) & ((np.abs(a) >= np.finfo(a.dtype).tiny) | (a == 0)),  # zeros are
        "subnormal": lambda a: (np.abs(a) < np.finfo(a.dtype).tiny) & (a != 0),
    }
    return tests[form.modifiers[0]]
