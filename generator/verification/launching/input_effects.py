"""Which inputs of a kernel change what it computes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from generator.launch import OUTPUT, Argument, Launch
from generator.launch.redraws import redrawable, varied
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.outputs import Outputs, differs
from generator.verification.launching.random_streams import random_stream
from generator.verification.launching.staged_launch import Staged
from generator.verification.reference import UNDEFINED, ReferenceKernel

SETTINGS = 64
"""Draws of all other inputs under which an input is tried: it may matter in one branch only."""

LONGEST_STEP = 0.3
"""Upper bound of a float argument that counts as a step, in time or along a gradient."""

Draw = Callable[[Launch, str], Inputs]
"""From a launch and a seed to the values of its arguments."""


def without_effect(
    launch: Launch, inputs: Inputs, expected: Outputs, seed: str, reference: ReferenceKernel,
    least: float = 0.0, settings: int = SETTINGS, draw: Draw = make_inputs,
    undefined: tuple[type[Exception], ...] = UNDEFINED,
) -> list[str]:  # fmt: skip
    """Inputs that never changed an output beyond rounding: ``argument``, and ``argument.field`` inside structs.

    With ``least``, the effect of a float array has to reach that share of an output's spread, that of a float 0.3 of
    it; the effect of a step may be small. All settings then keep the launch's own scalar floats.

    First each input alone is drawn anew; one without effect is tried in further settings, in which all other inputs are
    drawn anew too. The first few threads run first, and all of them only for inputs without effect there.
    Only the reference runs, since it alone checks bounds and divisors: draws at which it raises one of ``undefined``
    show nothing. ``draw`` fills the arguments.
    """
    silent, run = redrawable(launch), Staged(reference, launch, inputs, expected, undefined)
    for setting in range(settings):
        drawn = seed if setting == 0 else f"{seed}/setting {setting}"
        if setting > 0:
            other = draw(varied_launch(launch, drawn, "int" if least else ""), drawn)
            run = Staged(reference, launch, other, undefined=undefined)
        silent = [name for name in silent if not _shows(name, run, drawn, least, draw)]
        if not silent:
            break
    return silent


def _shows(name: str, run: Staged, seed: str, least: float, draw: Draw) -> bool:
    """Whether another draw of one input changes the outputs of the first threads, or of all."""
    changed = _changed(run.launch, run.inputs, name, seed, draw)
    least *= _weight(next((a for a in run.launch.arguments if a.name == name), None))
    whole = run.unchanged(None) if least else None
    try:
        return run.shows(
            lambda threads: run.run(threads, changed), lambda one, other: differs(one, other, least, whole)
        )
    except run.undefined:
        return False


def _weight(argument: Argument | None) -> float:
    """Share of the least effect that an input has to reach: 0 for integers, steps and fields of structs."""
    if argument is None or "float" not in argument.dtype:
        return 0.0
    return 1.0 if argument.kind == "array" else 0.3 if argument.high > LONGEST_STEP else 0.0


def _changed(launch: Launch, inputs: Inputs, name: str, seed: str, draw: Draw) -> Inputs:
    """The inputs with another draw of one of them."""
    argument_name, _, member = name.partition(".")
    (argument,) = (a for a in launch.arguments if a.name == argument_name)
    alone = Launch((varied(argument, _shares(f"{seed}/other")),), launch.dim)
    other = draw(alone, f"{seed}/other")[argument_name]
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
