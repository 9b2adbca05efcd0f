"""What IEEE 754 and PTX's document say of floats: formulas in fractions, rounded once."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

from tests.emulation.opcodes.values import flushed, rounded, saturated


def _sign(value: float) -> int:
    return -1 if math.copysign(1, value) < 0 else 1


def product(a: float, b: float, kind: str, mode: str) -> float:
    """The product, rounded once."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return math.nan if a == 0 or b == 0 or a != a or b != b else math.inf * _sign(a) * _sign(b)
    return rounded(Fraction(a) * Fraction(b), kind, mode, _sign(a) != _sign(b))


def fused(a: float, b: float, c: float, kind: str, mode: str) -> float:
    """``a * b + c``, rounded once; a sum of opposite values is -0 when rounding down, else +0."""
    if not (math.isfinite(a) and math.isfinite(b)):
        return product(a, b, kind, mode) + c
    if not math.isfinite(c):
        return c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    sign = _sign(a) * _sign(b)
    both_zero = (a == 0 or b == 0) and c == 0
    negative = sign < 0 if both_zero and sign == _sign(c) else mode == "rm"
    return rounded(exact, kind, mode, negative)


def total(a: float, b: float, kind: str, mode: str) -> float:
    """The sum, rounded once."""
    return fused(a, 1.0, b, kind, mode)


def difference(a: float, b: float, kind: str, mode: str) -> float:
    """The difference, rounded once."""
    return total(a, -b, kind, mode)


def quotient(a: float, b: float, kind: str, mode: str) -> float:
    """The quotient, rounded once."""
    sign = _sign(a) * _sign(b)
    if a != a or b != b or (math.isinf(a) and math.isinf(b)) or (a == 0 and b == 0):
        return math.nan
    if math.isinf(a) or b == 0:
        return math.inf * sign
    if math.isinf(b):
        return 0.0 * sign
    return rounded(Fraction(a) / Fraction(b), kind, mode, sign < 0)


def reciprocal(a: float, kind: str, mode: str) -> float:
    """One over the value, rounded once."""
    return quotient(1.0, a, kind, mode)


def root(a: float, kind: str, mode: str) -> float:
    """The square root, rounded once: from the whole root of a number far longer than the result."""
    if a != a or a < 0:
        return math.nan
    if a == 0 or math.isinf(a):
        return a
    exact = Fraction(a)
    scale = 1 << 1400
    whole = math.isqrt(exact.numerator * scale * scale // exact.denominator)
    # A root that is not whole is made odd below the last digit, so that it is never halfway.
    odd = Fraction(2 * whole + (whole * whole * exact.denominator != exact.numerator * scale * scale), 2 * scale)
    return rounded(odd, kind, mode)


def smaller(*values: float, nan: bool = False) -> float:
    """The smallest: -0 below +0; a number before NaN, unless NaN wins."""
    return _extreme(min, values, nan)


def larger(*values: float, nan: bool = False) -> float:
    """The largest: as `smaller`."""
    return _extreme(max, values, nan)


def _extreme(choose: Callable[..., float], values: tuple[float, ...], nan: bool) -> float:
    numbers = [each for each in values if each == each]
    if not numbers or (nan and len(numbers) < len(values)):
        return math.nan
    return choose(numbers, key=lambda each: (each, math.copysign(1, each)))


def finished(
    of: Callable[..., float], kind: str, modifiers: str, cut: Callable[..., float] | None = None
) -> Callable[..., float]:
    """A formula with `.ftz`, `.sat` and `.relu` around it.

    ``cut`` is the formula rounded without a least exponent: what it has as subnormal is flushed.
    """
    parts = modifiers.split(".")

    def expected(*values: float) -> float:
        if "ftz" in parts:
            values = tuple(flushed(each, kind) for each in values)
        result = of(*values)
        if "ftz" in parts:
            longer = cut(*values) if cut else result
            if longer == longer and longer != flushed(longer, kind):
                result = math.copysign(0.0, longer)
        if "sat" in parts:
            return saturated(result)
        if "relu" in parts and result <= 0:
            return 0.0
        return result

    return expected


def pairwise(of: Callable[..., float]) -> Callable[..., tuple[float, ...]]:
    """A formula on both halves of pairs."""
    return lambda *pairs: tuple(of(*each) for each in zip(*pairs, strict=True))
