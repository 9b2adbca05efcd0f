"""Try a launch by the reading, and enlarge its arrays until no index leaves one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from generator.launch import INOUT, INPUT, Argument, Launch
from generator.verification.launch_guess.argument_tree import at_path, changed_at, leaves
from generator.verification.launch_guess.bounded_reading import TooLong
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.outputs import Outputs, flat
from generator.verification.reference import OutOfBounds, ReferenceKernel, Stopped, Unsupported

MOST_TRIES = 80
"""Launches that are read before the search for one that fits ends."""

LONGEST = 2048
"""Most elements along an axis of an array that is enlarged."""

LARGEST = 1 << 16
"""Most elements of an array that is enlarged."""


class NoFit(Exception):
    """No repair makes the launch work; ``args[0]`` says why."""


@dataclass(frozen=True)
class Fitted:
    """A launch that stays within bounds for all seeds tried; ``runs``: for each the inputs, and all arrays after it."""

    launch: Launch
    runs: tuple[tuple[Inputs, Outputs], ...]


def fit(reading: ReferenceKernel, launch: Launch, seeds: tuple[str, ...]) -> Fitted:
    """Enlarge arrays that are indexed beyond their ends until the reading stays within bounds for all ``seeds``.

    Input arrays that the reading writes to get the role INOUT. Raises ``NoFit``.
    """
    found: dict[str, tuple[Inputs, Outputs]] = {}
    for _ in range(MOST_TRIES):
        seed = next(seed for seed in seeds if seed not in found)
        try:
            inputs = make_inputs(launch, seed)
            found[seed] = inputs, flat(reading.run(all_written(launch), inputs))
        except OutOfBounds as error:
            launch, found = _enlarged(launch, error), {}
            continue
        except (ArithmeticError, Stopped, TooLong, Unsupported) as error:
            raise NoFit(_reason(error)) from None
        except RuntimeError as error:  # Warp's own functions, which a source may call, refuse the reading's values
            raise NoFit(f"the reading stopped: {error}") from None
        if len(found) == len(seeds):
            runs = tuple(found[seed] for seed in seeds)
            return Fitted(_with_roles(launch, runs), runs)
    raise NoFit(f"indices leave arrays after {MOST_TRIES} repairs")


def _reason(error: Exception) -> str:
    what: dict[type[Exception], str] = {Stopped: "the reading stopped", Unsupported: "not read"}
    what |= {ZeroDivisionError: "divides by zero", OverflowError: "casts out of range"}
    return f"{what.get(type(error), 'too long')}: {error}"


def _enlarged(launch: Launch, error: OutOfBounds) -> Launch:
    argument = at_path(launch.arguments, error.path)
    if argument is None or argument.kind != "array" or error.axis >= argument.ndim:
        raise NoFit(f"out of bounds of an array of its own: {error}")
    if error.index < 0:
        raise NoFit(f"{error.path} is indexed with {error.index}")
    size = argument.shape[error.axis]
    wanted = max(error.index + 1, min(2 * size, size + 8))
    shape = (*argument.shape[: error.axis], wanted, *argument.shape[error.axis + 1 :])
    if wanted > LONGEST or math.prod(shape) > LARGEST:
        raise NoFit(f"{error.path} is indexed with {error.index}")
    return changed_at(launch, error.path, lambda found: replace(found, shape=shape))


def all_written(launch: Launch) -> Launch:
    """The launch with every array as an output that keeps its inputs (INOUT)."""

    def written(argument: Argument) -> Argument:
        return replace(argument, role=INOUT, fields=tuple(map(written, argument.fields)))

    return replace(launch, arguments=tuple(map(written, launch.arguments)))


def _with_roles(launch: Launch, runs: Sequence[tuple[Inputs, Outputs]]) -> Launch:
    """The launch with role INOUT for arrays declared as inputs that a run has written."""
    for argument in launch.arguments:
        for path, found in leaves((argument,)):
            whole = argument if argument.kind == "array" else found  # fields of an array of structs have its role
            if whole.role == INPUT and whole.kind == "array" and any(changed(run, path) for run in runs):
                place = argument.name if whole is argument else path
                launch = changed_at(launch, place, lambda one: replace(one, role=INOUT))
    return launch


def changed(run: tuple[Inputs, Outputs], path: str) -> bool:
    """Whether a launch has changed an array."""
    inputs, after = run
    values = after.get(path)
    if values is None:
        return False
    return not np.array_equal(values, held_at(inputs, path), equal_nan=values.dtype.kind == "f")


def held_at(inputs: Inputs, path: str) -> Any:
    """The value of an argument, or of a field of a struct argument."""
    held: Any = inputs
    for name in path.split("."):
        held = held[name]
    return held
