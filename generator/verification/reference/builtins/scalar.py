"""Scalar math on NumPy scalars, and on vectors where Warp has an overload for them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.inverse_erf import inverse_erf, inverse_erfc
from generator.verification.reference.values.component_arithmetic import divide, nonzero, remainder
from generator.verification.reference.values.types import SCALARS, ScalarType, scalar_type
from generator.verification.reference.values.values import Composite, numbers


def from_real(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A real function in the argument's type: evaluated in double precision and rounded once."""

    def evaluate(x: Any) -> Any:
        try:
            return x.__class__(function(x))
        except ValueError:
            return x.__class__(math.nan)
        except OverflowError:
            return x.__class__(math.copysign(math.inf, x) if function is math.sinh else math.inf)

    return evaluate


def log_like(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """A logarithm: minus infinity at zero, NaN below."""

    def evaluate(x: Any) -> Any:
        if x > 0:
            return x.__class__(function(x))
        return x.__class__(-math.inf if x == 0 else math.nan)

    return evaluate


def clipped(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """``asin`` and ``acos``: Warp first clamps the argument to [-1, 1], and NaN to -1."""
    return lambda x: x.__class__(function(clamp(float(x), -1.0, 1.0)))


def power(x: Any, y: Any) -> Any:
    try:
        return x.__class__(math.pow(x, y))
    except OverflowError:
        return x.__class__(-math.inf if x < 0 and y % 2 == 1 else math.inf)
    except ValueError:
        return x.__class__(math.inf if x == 0 else math.nan)


def round_half_away(x: float) -> float:
    """C's ``round``. The fractional part of ``modf`` is exact, while ``x + 0.5`` would be rounded."""
    left, whole = math.modf(x)
    return whole + math.copysign(1.0, x) if abs(left) >= 0.5 else whole


def componentwise(function: Callable[..., Any]) -> Callable[..., Any]:
    """A scalar function that Warp also applies to each component of a vector."""

    def apply(*values: Any) -> Any:
        first = values[0]
        if not isinstance(first, Composite):
            return function(*values)
        parts = [function(*components) for components in zip(*(v.a for v in values), strict=True)]
        return type(first)(np.array(parts, dtype=first.a.dtype))

    return apply


def smaller(a: Any, b: Any) -> Any:
    return a if a <= b or b != b else b


def larger(a: Any, b: Any) -> Any:
    return a if a >= b or b != b else b


def minimum(a: Any, *b: Any) -> Any:
    if not b:
        return reduce_components(smaller, a)
    return smaller(a, b[0]) if not isinstance(a, Composite) else _MINIMUM(a, b[0])


def maximum(a: Any, *b: Any) -> Any:
    if not b:
        return reduce_components(larger, a)
    return larger(a, b[0]) if not isinstance(a, Composite) else _MAXIMUM(a, b[0])


_MINIMUM = componentwise(smaller)
_MAXIMUM = componentwise(larger)


def reduce_components(function: Callable[[Any, Any], Any], value: Any) -> Any:
    found = value.a[0]
    for component in value.a[1:]:
        found = function(found, component)
    return found


def division(a: Any, b: Any) -> Any:
    """``/``: true division of floats, truncating division of integers; of composites by component."""
    if a.__class__ is np.float32 and b.__class__ is np.float32:
        return a / b
    if isinstance(a, (Composite, np.floating)) or isinstance(b, Composite):
        return a / b
    if not isinstance(a, np.generic):
        return a / b
    return a.__class__(divide(a, b))


def modulo(a: Any, b: Any) -> Any:
    return a % b if isinstance(a, Composite) else a.__class__(remainder(a, b))


def floor_division(a: Any, b: Any) -> Any:
    """Integers round down; floats are divided, rounded, then floored."""
    if isinstance(a, np.floating):
        return a.__class__(np.floor(a / b))
    nonzero(b)
    return a // b


def absolute(x: Any) -> Any:
    return type(x)(np.abs(x.a)) if isinstance(x, Composite) else abs(x)


def sign(x: Any) -> Any:
    """-1 below zero, else 1 (also at zero)."""
    if isinstance(x, Composite):
        return type(x)(np.where(x.a < 0, -1, 1).astype(x.a.dtype))
    return x.__class__(-1 if x < 0 else 1)


def any_component(test: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda x: np.bool_(np.any(test(numbers(x))))


def clamp(x: Any, low: Any, high: Any) -> Any:
    return smaller(larger(low, x), high)


def fraction(x: Any) -> Any:
    return x - np.trunc(x)


def scaled(factor: float) -> Callable[[Any], Any]:
    """Angle units: the factor is a float32 constant, except for doubles."""

    def scale(x: Any) -> Any:
        if x.__class__ is np.float16:
            return np.float16(np.float32(x) * np.float32(factor))
        return x * x.__class__(factor)

    return scale


def bit_count(x: Any) -> Any:
    return np.int32(int(x.view(np.dtype(f"uint{8 * x.itemsize}"))).bit_count())


def cast(x: Any, dtype: Any) -> Any:
    """``wp.cast``: the bits reinterpreted as another type of the same size."""
    return np.asarray(x).view(scalar_type(dtype))[()]


TABLE: dict[str, Callable[..., Any]] = {
    "min": minimum,
    "max": maximum,
    "clamp": clamp,
    "abs": absolute,
    "sign": sign,
    "copysign": lambda x, y: np.copysign(x, y),
    "step": lambda x: x.__class__(1 if x < 0 else 0),
    "nonzero": lambda x: x.__class__(0 if x == 0 else 1),
    "bit_count": bit_count,
    "sin": from_real(math.sin),
    "cos": from_real(math.cos),
    "tan": from_real(math.tan),
    "asin": clipped(math.asin),
    "acos": clipped(math.acos),
    "atan": from_real(math.atan),
    "atan2": lambda y, x: y.__class__(math.atan2(y, x)),
    "sinh": from_real(math.sinh),
    "cosh": from_real(math.cosh),
    "tanh": from_real(math.tanh),
    "sqrt": from_real(math.sqrt),
    "cbrt": from_real(math.cbrt),
    "degrees": scaled(180.0 / math.pi),
    "radians": scaled(math.pi / 180.0),
    "log": log_like(math.log),
    "log2": log_like(math.log2),
    "log10": log_like(math.log10),
    "exp": from_real(math.exp),
    "pow": power,
    "erf": from_real(math.erf),
    "erfc": from_real(math.erfc),
    "erfinv": from_real(inverse_erf),
    "erfcinv": from_real(inverse_erfc),
    "round": from_real(round_half_away),
    "rint": np.rint,
    "trunc": np.trunc,
    "floor": np.floor,
    "ceil": np.ceil,
    "frac": fraction,
    "isfinite": lambda x: np.bool_(np.all(np.isfinite(numbers(x)))),
    "isnan": any_component(np.isnan),
    "isinf": any_component(np.isinf),
    "div": division,
    "div_approx": division,
    "mod": modulo,
    "floordiv": floor_division,
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "bit_and": lambda a, b: a & b,
    "bit_or": lambda a, b: a | b,
    "bit_xor": lambda a, b: a ^ b,
    "lshift": lambda a, b: a << b,
    "rshift": lambda a, b: a >> b,
    "invert": lambda a: ~a,
    "neg": lambda a: -a,
    "pos": lambda a: +a,
    "unot": lambda a: np.bool_(not a),
    "cast": cast,
    **{name: ScalarType(kind) for name, kind in SCALARS.items()},
    "int": ScalarType(np.int32),
    "float": ScalarType(np.float32),
}
