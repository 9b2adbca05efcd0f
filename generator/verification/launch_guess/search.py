"""Random changes of a launch: the search keeps one that shows more of the kernel, and changes it again."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from generator.launch import OUTPUT, Argument, Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.verification.launch_guess.argument_tree import changed_leaves, is_integer, least, leaves
from generator.verification.launch_guess.fills_by_name import LONGEST_AXIS
from generator.verification.launching.random_streams import random_stream

LARGEST_CODE = 256
"""Largest integer of a comparison that is tried as a value: larger ones are sizes and masks."""

INTEGER_RANGES = ((0, 2), (0, 4), (0, LONGEST_AXIS), (1, 4), (-1, 2), (-1, 4))
"""Ranges [low, high) of integer arrays: flags, small numbers, indices, counts, and two that include -1 for none."""

FLOAT_RANGES = ((-1.0, 1.0), (0.5, 1.5), (0.0, 0.1), (-4.0, 4.0), (0.0, 10.0))
"""Ranges that floats are drawn from."""

USUAL = (0, 1, 1, 2, 3, LONGEST_AXIS)
"""Integers that are tried for every kernel."""

FEW = 3
"""Most arguments that are changed at a time."""


@dataclass(frozen=True)
class Palette:
    """The integers that a kernel compares with."""

    codes: tuple[int, ...]

    def spanned(self, launch: Launch, code: int) -> Launch:
        """The launch with integer arrays drawn from 0 to a number that the kernel compares with, both included."""
        low, high = min(code, 0), max(code + 1, 2)

        def change(_: str, argument: Argument) -> Argument:
            drawn = argument.kind == "array" and is_integer(argument) and argument.role != OUTPUT
            return _drawn(argument, "index", low, high) if drawn else argument

        return changed_leaves(launch, change)

    def changed(self, launch: Launch, seed: str) -> Launch:
        """The launch with one to three of its arguments filled in another way."""
        rng = random_stream(seed, "search")
        paths = [path for path, argument in leaves(launch.arguments) for _ in range(_weight(argument))]
        if not paths:
            return launch
        count = int(rng.integers(1, FEW + 1))
        chosen = {paths[int(k)] for k in rng.integers(0, len(paths), size=count)}
        return changed_leaves(launch, lambda path, found: self._other(found, rng) if path in chosen else found)

    def _other(self, argument: Argument, rng: np.random.Generator) -> Argument:
        if argument.role == OUTPUT and argument.kind == "array":
            return starting_otherwise(argument)
        makers = _MAKERS[_kind(argument)]
        return makers[int(rng.integers(len(makers)))](self, argument, rng)

    def integer(self, rng: np.random.Generator) -> int:
        """A number of a comparison or the next one, a small number, or the length of an array."""
        near = [code + step for code in self.codes for step in (0, 1)]
        return _one_of(rng, near if near and rng.random() < 0.5 else USUAL)


def palette_of(source: str) -> Palette:
    """The integers that a source compares with: literals, and constants of its module."""
    tree = ast.parse(source)
    named = {
        target.id: value
        for node in tree.body
        if isinstance(node, ast.Assign) and (value := _whole(node.value)) is not None
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    found: dict[int, None] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for side in (node.left, *node.comparators):
                value = named.get(side.id) if isinstance(side, ast.Name) else _whole(side)
                if value is not None and abs(value) <= LARGEST_CODE:
                    found[value] = None
    return Palette(tuple(found))


def starting_otherwise(argument: Argument) -> Argument:
    """A plain output with the other initial value: ones instead of zeros, or zeros instead of ones."""
    if argument.fill == "full":
        return replace(argument, fill="zeros", value=None)
    return replace(argument, fill="full", value=1.0)


def _weight(argument: Argument) -> int:
    """Weight of an argument in the draw of those that change: integers and flags select branches."""
    if argument.fill in GEOMETRY_FILLS:
        return 0
    picks = argument.role != OUTPUT and (argument.dtype == "bool" or is_integer(argument))
    return 4 if picks else 1


def _whole(node: ast.expr) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _whole(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Call) and len(node.args) == 1:  # wp.constant(3), wp.int32(3), int(3)
        return _whole(node.args[0])
    plain = isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    return node.value if plain else None  # type: ignore[attr-defined]


def _one_of(rng: np.random.Generator, values: Sequence[int]) -> int:
    return values[int(rng.integers(len(values)))]


def _kind(argument: Argument) -> str:
    kind = "bool" if argument.dtype == "bool" else "integer" if is_integer(argument) else "float"
    return f"{kind} array" if argument.kind == "array" else kind


def _fixed(argument: Argument, value: float) -> Argument:
    fill, value = "full" if argument.kind == "array" else "value", float(least(argument, value))
    return replace(argument, fill=fill, value=value, low=value, high=value)


def _drawn(argument: Argument, fill: str, low: float, high: float) -> Argument:
    return replace(argument, fill=fill, value=None, low=float(least(argument, low)), high=float(high))


def _range(_: Palette, argument: Argument, rng: np.random.Generator) -> Argument:
    low, high = INTEGER_RANGES[int(rng.integers(len(INTEGER_RANGES)))]
    return _drawn(argument, "index", low, high)


def _codes(palette: Palette, argument: Argument, rng: np.random.Generator) -> Argument:
    code = palette.integer(rng)
    return _drawn(argument, "index", min(code, 0), max(code + 1, 2))


def _one_integer(palette: Palette, argument: Argument, rng: np.random.Generator) -> Argument:
    return _fixed(argument, palette.integer(rng))


def _ascending(_: Palette, argument: Argument, __: np.random.Generator) -> Argument:
    return _drawn(argument, "sorted", 0, LONGEST_AXIS)


def _counting(_: Palette, argument: Argument, __: np.random.Generator) -> Argument:
    return _drawn(argument, "arange", 0, LONGEST_AXIS)


def _places(_: Palette, argument: Argument, __: np.random.Generator) -> Argument:
    return _drawn(argument, "permutation", 0, LONGEST_AXIS)


def _floats(_: Palette, argument: Argument, rng: np.random.Generator) -> Argument:
    if argument.fill not in ("uniform", "value", "full"):
        return argument  # unit vectors, rotations and the like stay as their type needs them
    low, high = FLOAT_RANGES[int(rng.integers(len(FLOAT_RANGES)))]
    return _drawn(argument, "uniform", low, high)


def _truth(_: Palette, argument: Argument, rng: np.random.Generator) -> Argument:
    return _fixed(argument, float(rng.integers(2)))


def _truths(_: Palette, argument: Argument, __: np.random.Generator) -> Argument:
    return _drawn(argument, "index", 0, 2)


_Maker = Callable[[Palette, Argument, np.random.Generator], Argument]

_MAKERS: dict[str, tuple[_Maker, ...]] = {
    "integer array": (_range, _range, _codes, _codes, _one_integer, _ascending, _counting, _places),
    "integer": (_one_integer,),
    "float array": (_floats,),
    "float": (_floats,),
    "bool array": (_truths, _truth),
    "bool": (_truth,),
}
"""Kind of argument -> functions that change its fill; one listed twice is drawn twice as often."""
