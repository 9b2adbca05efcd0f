"""The launches at which a kernel is checked: its own, and one for each other value of a number that picks a branch."""

from __future__ import annotations

from dataclasses import replace

from generator.launch import INPUT, Launch

MOST = 4
"""Values up to which each of a whole number is tried: a mode has so many, a seed or a count has more."""


def variants(launch: Launch) -> dict[str, Launch]:
    """The launch under "", then with each other value of each whole-number argument of few, by what it says."""
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
