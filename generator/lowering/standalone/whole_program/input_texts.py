"""The fills of ``generator.launch`` as C++ text, with the same names, and the same numbers to the bit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from generator.launch.fills import constant_of, diagonal_of, is_dealt, owners_of
from generator.launch.numbers import Numbers, Values, seed_of, uniform
from generator.launch.ties import tie_bounds, tie_sources
from generator.lowering.warp_backend import WarpType


@dataclass(frozen=True)
class Recipe:
    """``values`` as float64, flat, components last; ``text`` is the C++ expression that makes the same."""

    values: Values
    text: str


@dataclass(frozen=True)
class Leaf:
    """One array of numbers behind an argument: the array itself (``member`` is empty) or a member of its structs."""

    argument: str
    member: str
    kind: WarpType
    count: int
    recipe: Recipe

    @property
    def name(self) -> str:
        return f"{self.argument}.{self.member}" if self.member else self.argument


def gradient_recipe(count: int, seed: str, path: str) -> Recipe:
    """Gradients of an output, between -1 and 1; their seed is that of ``gradient path``."""
    own = seed_of(seed, f"gradient {path}")
    return Recipe(-1.0 + 2.0 * uniform(own, np.arange(count)), f"uniform_values({count}, -1.0, 1.0, {own}u)")


def zeros(count: int) -> Recipe:
    return Recipe(np.zeros(count), f"filled({count}, 0.0)")


def number(value: float) -> str:
    """A float64 literal."""
    text = repr(float(value))
    return {"inf": "HUGE_VAL", "-inf": "-HUGE_VAL", "nan": "NAN"}.get(text, text)


def fill_text(numbers: Numbers) -> str:
    """The C++ expression that gives the same numbers as the table of fills."""
    return FILL_TEXTS[numbers.fill](numbers)


def tied_text(numbers: Numbers, every: Mapping[str, Numbers]) -> str:
    """``fill_text`` with ties; ``every`` has the numbers of the whole launch by path."""
    sources = tie_sources(numbers, every)
    if not sources:
        return fill_text(numbers)
    texts = ", ".join(_source_text(source, numbers, every) for source in sources)
    low, high = tie_bounds(numbers)
    return f"with_ties({fill_text(numbers)}, {number(low)}, {number(high)}, {numbers.seed}u, {{{texts}}})"


def _source_text(source: float | str, numbers: Numbers, every: Mapping[str, Numbers]) -> str:
    if not isinstance(source, str):
        return f"filled(1, {number(source)})"
    text = fill_text(every[source])
    return f"previous_values({text})" if source == numbers.path else text


def _drawn(function: str) -> Callable[[Numbers], str]:
    """A call with the count, [low, high) and the seed."""

    def text(numbers: Numbers) -> str:
        low, high = numbers.bounds
        return f"{function}({numbers.total}, {number(low)}, {number(high)}, {numbers.seed}u)"

    return text


def _of_rows(function: str) -> Callable[[Numbers], str]:
    """A call with the count, the size of an element along its first axis, and the seed."""

    def text(numbers: Numbers) -> str:
        size = numbers.element.shape[0] if numbers.element.shape else 1
        return f"{function}({numbers.total}, {size}, {numbers.seed}u)"

    return text


def _of_rows_between(function: str) -> Callable[[Numbers], str]:
    """The same with [low, high) before the seed."""

    def text(numbers: Numbers) -> str:
        domain = ", ".join(map(number, numbers.bounds))
        return f"{function}({numbers.total}, {numbers.element.shape[0]}, {domain}, {numbers.seed}u)"

    return text


def _between(numbers: Numbers, low: float, high: float) -> str:
    """Draws in [low, high), near those of another array where the numbers are."""
    domain = f"{numbers.total}, {number(low)}, {number(high)}"
    if numbers.near:
        return f"near_values({domain}, {numbers.near}u, {numbers.seed}u)"
    return f"uniform_values({domain}, {numbers.seed}u)"


def _unit(numbers: Numbers) -> str:
    return f"unit_values({_between(numbers, -1.0, 1.0)}, {numbers.size})"


def _transform(numbers: Numbers) -> str:
    return f"transform_values({_between(numbers, 0.0, 1.0)}, {', '.join(map(number, numbers.bounds))})"


def _zero_or(numbers: Numbers) -> str:
    return f"zero_or_values({_between(numbers, 0.0, 1.0)}, {', '.join(map(number, numbers.bounds))})"


def _dominant(numbers: Numbers) -> str:
    domain = ", ".join(map(number, numbers.bounds))
    return f"dominant_values({numbers.total}, {numbers.size}, {diagonal_of(numbers)}, {domain}, {numbers.seed}u)"


def _index(numbers: Numbers) -> str:
    return _drawn("dealt_values" if is_dealt(numbers) else "integer_values")(numbers)


def _from_zero(function: str) -> Callable[[Numbers], str]:
    """A call with the count, the end of the domain and the seed."""
    return lambda numbers: f"{function}({numbers.total}, {number(numbers.bounds[1])}, {numbers.seed}u)"


def _members(numbers: Numbers) -> str:
    members, member = max(numbers.argument.members, 1), max(numbers.argument.member, 0)
    low, high = numbers.bounds
    domain = f"{number(high)}, {number(owners_of(numbers)[1] if numbers.fill == 'other' else high)}"
    optional = "true" if low < 0.0 else "false"
    return f"related_values({numbers.total}, {domain}, {members}, {member}, {optional}, {numbers.seed}u)"


def _spaced(numbers: Numbers) -> str:
    return f"spaced_values({numbers.total}, {numbers.length}, {numbers.argument.members}, {numbers.seed}u)"


def _earlier(numbers: Numbers) -> str:
    return f"earlier_values({numbers.total}, {numbers.length}, {number(numbers.bounds[1])}, {numbers.seed}u)"


def _filled(numbers: Numbers) -> str:
    return f"filled({numbers.total}, {number(constant_of(numbers))})"


def _sorted(numbers: Numbers) -> str:
    drawn = FILL_TEXTS["uniform" if numbers.is_float else "index"](numbers)
    return f"sorted_values({drawn}, {numbers.length}, {numbers.size})"


def _cumulative(numbers: Numbers) -> str:
    return f"ending_in({_sorted(numbers)}, {numbers.length}, {numbers.size}, {number(numbers.bounds[1])})"


def _permutation(numbers: Numbers) -> str:
    return f"permutation_values({numbers.total}, {numbers.length}, {numbers.size}, {numbers.seed}u)"


FILL_TEXTS: dict[str, Callable[[Numbers], str]] = {
    "uniform": lambda numbers: _between(numbers, *numbers.bounds),
    "index": _index,
    "optional": _from_zero("optional_values"),
    "sparse": _from_zero("sparse_values"),
    "zero_or": _zero_or,
    "distinct": _members,
    "other": _members,
    "earlier": _earlier,
    "spaced": _spaced,
    "sorted": _sorted,
    "cumulative": _cumulative,
    "permutation": _permutation,
    "zeros": lambda numbers: f"filled({numbers.total}, 0.0)",
    "full": _filled,
    "value": _filled,
    "arange": lambda numbers: f"arange_values({numbers.total})",
    "unit": _unit,
    "downward": _of_rows_between("downward_values"),
    "dominant": _dominant,
    "transform": _transform,
    "spd": _of_rows_between("spd_values"),
    "rotation": _of_rows("rotation_values"),
}
"""Name of a fill -> a call of helpers of ``cuda_text/helpers/host.cuh``."""
