"""Which inputs of a launch can be drawn again, and recipes with other values."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from generator.launch.geometry import GEOMETRY_FILLS
from generator.launch.recipe import INPUT, OUTPUT, Argument, Launch

FIXED_FILLS = {"zeros", "arange", *GEOMETRY_FILLS}
CONSTANT_FILLS = {"value", "full"}

MOST = 4
"""Most values of a whole number for each to be tried: a mode has so few, a seed or a count has more."""


def redrawable(launch: Launch) -> list[str]:
    """Names of inputs that can be drawn again: not those that a recipe fixes, nor a count of 1, which has no lower."""
    names: list[str] = []
    for argument in launch.arguments:
        if can_vary(argument):
            names.append(argument.name)
            names += [f"{argument.name}.{f.name}" for f in argument.fields if can_vary(f)]
    return names


def can_vary(argument: Argument) -> bool:
    """Whether another draw of an argument gives other numbers."""
    if argument.role == OUTPUT or argument.fill in FIXED_FILLS:
        return False
    lowest = "int" in argument.dtype and argument.fill in CONSTANT_FILLS and (argument.value or 0.0) <= 1.0
    return not lowest or argument.low < argument.high


def varied(argument: Argument, share_of: Callable[[str], float]) -> Argument:
    """A recipe with other values: constants move inside [low, high], whole numbers without such a range down to 1.

    ``share_of`` gives for a name how far, in [0, 1).
    """
    fields = tuple(varied(f, share_of) for f in argument.fields)
    if argument.value is None or argument.fill not in CONSTANT_FILLS:
        return replace(argument, fields=fields) if fields else argument
    share = share_of(argument.name)
    if "int" in argument.dtype:
        low = argument.low if argument.low < argument.high else 1.0
        value = float(math.floor(low + share * (max(argument.high, argument.value) - low + 1.0)))
    elif argument.low < argument.high:
        value = argument.low + share * (argument.high - argument.low)
    else:
        value = argument.value * (0.5 + 0.4 * share)
    return replace(argument, fields=fields, value=value)


def without_zeros(launch: Launch) -> Launch:
    """The launch with no zeros in numbers of which some are 0, where a kernel that divides by them has a jump."""

    def full(argument: Argument) -> Argument:
        fill = "uniform" if argument.fill == "zero_or" else argument.fill
        return replace(argument, fill=fill, fields=tuple(map(full, argument.fields)))

    return replace(launch, arguments=tuple(map(full, launch.arguments)))


def variants(launch: Launch) -> dict[str, Launch]:
    """The launch under "", and one per other value of each integer argument with few values, by "name is value"."""
    found = {"": launch}
    for place, argument in enumerate(launch.arguments):
        if argument.kind != "scalar" or argument.role != INPUT or "int" not in argument.dtype or argument.value is None:
            continue
        low, high = int(argument.low), int(argument.high)
        if 0 <= low <= argument.value <= high < low + MOST:
            for value in [k for k in range(low, high + 1) if k != argument.value]:
                changed = (*launch.arguments[:place], replace(argument, value=value), *launch.arguments[place + 1 :])
                found[f"{argument.name} is {value}"] = replace(launch, arguments=changed)
    return found
