"""The launch of a kernel that came without one: named fills first, then other settings, the first that shows most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from generator.launch import INPUT, OUTPUT, Argument, Launch
from generator.verification.launch_guess.argument_tree import changed_leaves, is_float, is_integer
from generator.verification.launch_guess.bounded_reading import bounded_reading
from generator.verification.launch_guess.fills_by_name import with_named_fills
from generator.verification.launch_guess.fitting import Fitted, NoFit, fit, held_at
from generator.verification.launching.outputs import flat
from generator.verification.reference import ReferenceKernel, Unsupported
from generator.verification.tiers.execute_tier import constant

POINTS = 3
"""Draws of the inputs that a launch has to fit."""

Change = Callable[[str, Argument], Argument]


def _whole_numbers(low: float, high: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        if argument.kind != "array" or not is_integer(argument) or argument.role == OUTPUT:
            return argument
        return replace(argument, low=low, high=high)

    return change


def _counts(value: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        return replace(argument, value=value, low=value, high=value) if argument.fill == "value" else argument

    return change


def _floats(low: float, high: float) -> Change:
    def change(_: str, argument: Argument) -> Argument:
        drawn = is_float(argument) and argument.fill == "uniform" and argument.role != OUTPUT
        return replace(argument, low=low, high=high) if drawn else argument

    return change


SETTINGS: tuple[tuple[str, tuple[Change, ...]], ...] = (
    ("by names", ()),
    ("by names, whole numbers from 1", (_whole_numbers(1.0, 4.0),)),
    ("by names, floats from 1/2 to 3/2", (_floats(0.5, 1.5),)),
    ("by names, whole numbers below 2", (_whole_numbers(0.0, 2.0),)),
    ("by names, whole numbers below 2, floats from 1/2 to 3/2", (_whole_numbers(0.0, 2.0), _floats(0.5, 1.5))),
    ("by names, whole numbers of 1", (_whole_numbers(1.0, 2.0), _counts(1.0))),
    ("by names, arguments of 1", (_counts(1.0),)),
    ("by names, arguments of 0", (_counts(0.0),)),
    ("by names, arguments of 3", (_counts(3.0),)),
    ("by names, floats from -4 to 4", (_floats(-4.0, 4.0),)),
    ("by names, floats from 0 to 1/8", (_floats(0.0, 0.125),)),
)
"""What is tried in turn, and how it is said in a row."""


@dataclass(frozen=True)
class LaunchGuess:
    """A launch that stays inside its arrays and shows an effect, how it was found; or None and why there is none."""

    launch: Launch | None
    origin: str
    reading: ReferenceKernel | None = None


@dataclass(frozen=True, order=True)
class _Merit:
    """How much a launch shows: whether all is finite, how many outputs change, how many of these vary."""

    finite: bool
    varying: int
    changed: int


def guess(source: str, declared: Launch, seed: str) -> LaunchGuess:
    """Find a launch for the only kernel of ``source``, whose arguments and roles are as ``declared``.

    Runs the source: only where foreign code may run.
    """
    try:
        reading = bounded_reading(source)
    except Unsupported as error:
        return LaunchGuess(None, f"none: not read: {error}")
    except Exception as error:  # whatever the source does as it is executed
        return LaunchGuess(None, f"none: not read: {type(error).__name__}: {_line(error)}")
    base = with_named_fills(declared)
    seeds = (seed, *(f"{seed}/gradient#{number}" for number in range(POINTS - 1)))
    best: tuple[_Merit, Launch, str] | None = None
    reasons: dict[str, None] = {}
    for name, changes in SETTINGS:
        asked = base
        for change in changes:
            asked = changed_leaves(asked, change)
        if changes and asked == base:
            continue
        try:
            fitted = fit(reading, asked, seeds)
        except NoFit as error:
            reasons[str(error)] = None
            continue
        merit = _merit(fitted)
        if best is None or merit > best[0]:
            best = merit, fitted.launch, name
        if merit.finite and merit.varying and merit.varying == _written(fitted.launch):
            break
    if best is None:
        return LaunchGuess(None, f"none: {next(iter(reasons))}")
    merit, launch, name = best
    if not merit.finite:
        return LaunchGuess(None, "none: results are not finite")
    if not merit.changed:
        return LaunchGuess(None, "none: nothing is written")
    return LaunchGuess(launch, name, reading)


def _written(launch: Launch) -> int:
    return sum(argument.role != INPUT for argument in launch.arguments if argument.kind == "array")


def _merit(fitted: Fitted) -> _Merit:
    after = flat(dict(fitted.after))
    finite, varying, changed = True, 0, 0
    for path, values in after.items():
        if values.dtype.kind == "f" and not np.isfinite(values).all():
            finite = False
        if not np.array_equal(values, held_at(fitted.inputs, path), equal_nan=values.dtype.kind == "f"):
            changed += 1
            varying += not constant(values, 1)
    return _Merit(finite, varying, changed)


def _line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or ["(no message)"])[0][:200]
