"""Which inputs of a kernel change what it computes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.launch import OUTPUT, Launch
from generator.launch.redraws import redrawable, varied
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.outputs import Outputs
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.staged_launch import Staged
from generator.verification.reference import ReferenceKernel

SETTINGS = 64
"""Draws of all other inputs under which an input is tried: it may matter in one branch only."""


def without_effect(
    launch: Launch, inputs: Inputs, expected: Outputs, seed: str, reference: ReferenceKernel, settings: int = SETTINGS
) -> list[str]:
    """Inputs that never changed an output beyond rounding: ``argument``, and ``argument.field`` inside structs.

    First each input alone is drawn anew; one without effect is tried in further settings, in which all other inputs are
    drawn anew too; the launch's constants, such as the number of records, only in every second of them. The first few
    threads run first, and all of them only for inputs without effect there.
    Only the reference runs, since it alone checks bounds and divisors: draws at which it raises one of ``UNDEFINED``
    show nothing.
    """
    silent, run = redrawable(launch), Staged(reference, launch, inputs, expected)
    for setting in range(settings):
        drawn = seed if setting == 0 else f"{seed}/setting {setting}"
        if setting > 0:
            other = varied_launch(launch, drawn) if setting % 2 else launch
            run = Staged(reference, launch, make_inputs(other, drawn))
        silent = [name for name in silent if not run.shows(_changed(run.launch, run.inputs, name, drawn))]
        if not silent:
            break
    return silent


def _changed(launch: Launch, inputs: Inputs, name: str, seed: str) -> Inputs:
    """The inputs with another draw of one of them."""
    argument_name, _, member = name.partition(".")
    (argument,) = (a for a in launch.arguments if a.name == argument_name)
    alone = Launch((varied(argument, _shares(f"{seed}/other")),), launch.dim)
    other = make_inputs(alone, f"{seed}/other")[argument_name]
    return {**inputs, argument_name: _with_member(inputs[argument_name], other, member)}


def varied_launch(launch: Launch, seed: str, dtypes: str = "") -> Launch:
    """The launch with other values, within bounds, of scalar inputs and constants whose type begins with ``dtypes``.

    Initial values of outputs stay: below all that is computed, no minimum would ever be taken.
    """
    shares = _shares(seed)
    changed = [varied(a, shares) if a.role != OUTPUT and a.dtype.startswith(dtypes) else a for a in launch.arguments]
    return replace(launch, arguments=tuple(changed))


def _shares(seed: str) -> Callable[[str], float]:
    """A function from a name to the share in [0, 1) by which its constant moves."""
    return lambda name: float(random_stream(seed, name).random())


def _with_member(value: Any, other: Any, member: str) -> Any:
    if not member:
        return other
    if isinstance(value, dict):
        return {**value, member: other[member]}
    made = value.copy()
    made[member] = other[member]
    return made
