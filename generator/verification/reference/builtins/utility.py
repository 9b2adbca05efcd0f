"""Selection, ranges, lengths, atomics and array helpers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from generator.verification.reference.builtins.random_streams import first_not_below
from generator.verification.reference.builtins.scalar import maximum, minimum
from generator.verification.reference.values import arrays
from generator.verification.reference.values.values import Composite, numbers

_POOL = [np.int32(i) for i in range(4096)]


def int_range(*bounds: Any) -> Any:
    """``range`` with int32 numbers."""
    span = range(*(int(b) for b in bounds))
    if span.step > 0 and span.start >= 0 and 0 <= span.stop <= len(_POOL):
        return _POOL[span.start : span.stop : span.step]
    return map(np.int32, span)  # lazy: a bound may be any number


def where(condition: Any, if_true: Any, if_false: Any) -> Any:
    return if_true if condition else if_false


def atomic(combine: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    """A read-modify-write of an array element that returns the old value."""

    def apply(array: Any, *rest: Any) -> Any:
        index, value = (rest[0], rest[1]) if len(rest) == 2 else (rest[:-1], rest[-1])
        old = array[index]
        array[index] = combine(old, value)
        return old

    return apply


def atomic_cas(array: Any, *rest: Any) -> Any:
    *index, compare, value = rest
    old = array[tuple(index)]
    if np.all(numbers(old) == numbers(compare)):
        array[tuple(index)] = value
    return old


def lower_bound(array: Any, *rest: Any) -> Any:
    """Binary search in the whole array, or in [begin, end)."""
    begin, end = (int(rest[0]), int(rest[1])) if len(rest) == 3 else (0, len(array))
    return first_not_below(array, begin, end, rest[-1])


def length(value: Any) -> Any:
    if isinstance(value, Composite):
        return np.int32(value.a.shape[0])
    return np.int32(len(value))


def nothing(*_: Any) -> None:
    return None


TABLE: dict[str, Callable[..., Any]] = {
    "where": where,
    "range": int_range,
    "reversed": lambda values: list(values)[::-1],
    "len": length,
    "copy": lambda value: value,
    "tuple": lambda *values: values,
    "zeros": arrays.zeros,
    "atomic_add": atomic(lambda a, b: a + b),
    "atomic_sub": atomic(lambda a, b: a - b),
    "atomic_min": atomic(minimum),
    "atomic_max": atomic(maximum),
    "atomic_and": atomic(lambda a, b: a & b),
    "atomic_or": atomic(lambda a, b: a | b),
    "atomic_xor": atomic(lambda a, b: a ^ b),
    "atomic_exch": atomic(lambda a, b: b),
    "atomic_cas": atomic_cas,
    "lower_bound": lower_bound,
    "expect_eq": nothing,
    "expect_neq": nothing,
    "expect_near": nothing,
    "block_dim": lambda: np.int32(1),
}
