"""The input recipe of a program, in NumPy and as C++ text: the same numbers on both sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from generator.launch import OUTPUT, Argument
from generator.lowering.standalone.cuda_text.cuda_types import FLOATS
from generator.lowering.standalone.kernel_ir.nodes import Unsupported
from generator.lowering.warp_backend import WarpType

Values = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True)
class Recipe:
    """``values`` as float64, flat, components last; ``text`` is the C++ expression that makes the same."""

    values: Values
    text: str


def uniform(seed: int, positions: np.ndarray[Any, Any]) -> Values:
    """A number in [0, 1) for each position: the hash that the program carries as ``uniform``."""
    with np.errstate(over="ignore"):
        h = positions.astype(np.uint32) * np.uint32(0x9E3779B1) ^ np.uint32(seed) * np.uint32(0x85EBCA77)
        h = (h ^ h >> np.uint32(15)) * np.uint32(0x2C1B3C6D)
        h = (h ^ h >> np.uint32(12)) * np.uint32(0x297A2D39)
        h = h ^ h >> np.uint32(15)
    return h / 4294967296.0


def components(kind: WarpType) -> int:
    """Scalars in one element."""
    return int(np.prod(kind.shape)) if kind.shape else 1


def recipe(argument: Argument, kind: WarpType, count: int, seed: int) -> Recipe:
    """How to fill ``count`` elements of one argument; ``Unsupported`` for a fill that needs more than numbers."""
    size = components(kind)
    total = count * size
    fill = "zeros" if argument.role == OUTPUT and argument.fill == "uniform" else argument.fill
    if fill not in _FILLS:
        raise Unsupported(f"input of kind {fill}")
    if fill == "uniform" and kind.scalar not in FLOATS:
        fill = "index"
    return _FILLS[fill](argument, kind, total, size, seed)


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


def leaves(argument: Argument, element: WarpType, seed: int) -> list[Leaf]:
    """The arrays of numbers of one array argument."""
    count = int(np.prod(argument.shape))
    if element.kind != "struct":
        return [Leaf(argument.name, "", element, count, recipe(argument, element, count, seed))]
    found = []
    fields = {f.name: f for f in argument.fields}
    for number, (name, kind) in enumerate(element.fields, 1):
        if kind.kind in ("struct", "array", "other"):
            raise Unsupported(f"array of structs with a {kind.kind} member")
        given = replace(fields[name], role=argument.role)
        found.append(Leaf(argument.name, name, kind, count, recipe(given, kind, count, seed * 31 + number)))
    return found


def gradient_recipe(count: int, seed: int) -> Recipe:
    """Gradients of an output, between -1 and 1."""
    return Recipe(-1.0 + 2.0 * uniform(seed, np.arange(count)), f"uniform_values({count}, -1.0, 1.0, {seed}u)")


def zeros(count: int) -> Recipe:
    return Recipe(np.zeros(count), f"filled({count}, 0.0)")


def number(value: float) -> str:
    """A float64 literal."""
    text = repr(float(value))
    return {"inf": "HUGE_VAL", "-inf": "-HUGE_VAL", "nan": "NAN"}.get(text, text)


def _uniform(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    low, high = argument.low, argument.high
    text = f"uniform_values({total}, {number(low)}, {number(high)}, {seed}u)"
    return Recipe(low + uniform(seed, np.arange(total)) * (high - low), text)


def _integers(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    low, high = np.ceil(argument.low), np.ceil(argument.high)
    if kind.scalar == "bool":
        low, high = 0.0, 2.0
    high = max(high, low + 1.0)
    text = f"integer_values({total}, {number(low)}, {number(high)}, {seed}u)"
    return Recipe(low + np.floor(uniform(seed, np.arange(total)) * (high - low)), text)


def _zeros(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    return zeros(total)


def _constant(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    if argument.value is None:
        raise ValueError(f"argument {argument.name}: fill {argument.fill!r} needs a value")
    return Recipe(np.full(total, float(argument.value)), f"filled({total}, {number(argument.value)})")


def _arange(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    return Recipe(np.arange(total, dtype=np.float64), f"arange_values({total})")


def _permutation(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    values = np.arange(total, dtype=np.float64)
    draws = uniform(seed, np.arange(total + 1))
    for k in range(total, 1, -1):
        other = int(draws[k] * k)
        values[k - 1], values[other] = values[other], values[k - 1]
    return Recipe(values, f"permutation_values({total}, {seed}u)")


def _sorted(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    made = _uniform(argument, kind, total, size, seed)
    return Recipe(np.sort(made.values), made.text.replace("uniform_values", "sorted_values"))


def _unit(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    values = (-1.0 + uniform(seed, np.arange(total)) * 2.0).reshape(-1, size)
    values /= np.sqrt(_sum_in_order(values * values))[:, None]
    return Recipe(values.reshape(-1), f"unit_values({total}, {size}, {seed}u)")


def _transform(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    low, high = argument.low, argument.high
    values = (-1.0 + uniform(seed, np.arange(total)) * 2.0).reshape(-1, 7)
    values[:, :3] = low + (values[:, :3] + 1.0) * 0.5 * (high - low)
    values[:, 3:] /= np.sqrt(_sum_in_order(values[:, 3:] * values[:, 3:]))[:, None]
    return Recipe(values.reshape(-1), f"transform_values({total}, {number(low)}, {number(high)}, {seed}u)")


def _spd(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    rows = kind.shape[0]
    a = (-1.0 + uniform(seed, np.arange(total)) * 2.0).reshape(-1, rows, rows)
    made = np.broadcast_to(rows * np.eye(rows), a.shape).copy()
    for c in range(rows):
        made += a[:, :, None, c] * a[:, None, :, c]
    return Recipe(made.reshape(-1), f"spd_values({total}, {rows}, {seed}u)")


def _rotation(argument: Argument, kind: WarpType, total: int, size: int, seed: int) -> Recipe:
    rows = kind.shape[0]
    if rows not in (2, 3):
        raise Unsupported(f"rotation matrices of {rows} rows")
    start = np.arange(0, total, size)
    a, b = 6.28 * uniform(seed, start), 6.28 * uniform(seed, start + 1)
    ca, sa, cb, sb, zero = np.cos(a), np.sin(a), np.cos(b), np.sin(b), np.zeros(len(start))
    two, three = [ca, -sa, sa, ca], [ca, -sa, zero, cb * sa, cb * ca, -sb, sb * sa, sb * ca, cb]
    made = np.stack(two if rows == 2 else three, axis=-1)
    return Recipe(made.reshape(-1), f"rotation_values({total}, {rows}, {seed}u)")


def _sum_in_order(values: Values) -> Values:
    """Row sums from left to right: NumPy's own order differs from the program's."""
    total = np.zeros(len(values))
    for column in values.T:
        total = total + column
    return total


_FILLS: dict[str, Callable[[Argument, WarpType, int, int, int], Recipe]] = {
    "uniform": _uniform,
    "index": _integers,
    "zeros": _zeros,
    "full": _constant,
    "value": _constant,
    "arange": _arange,
    "permutation": _permutation,
    "sorted": _sorted,
    "unit": _unit,
    "transform": _transform,
    "spd": _spd,
    "rotation": _rotation,
}
