"""Steps of a kernel that no output shows: a bound that never acts, an arm whose value is dropped later on.

Where no output changes with a step replaced, under any draw of the inputs, a reader would strike it; where a number
does for what gets a name, they would write that.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from generator.launch import Launch
from generator.verification.launching.input_effects import varied_launch
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.launch_variants import variants
from generator.verification.launching.outputs import Outputs, differs
from generator.verification.launching.staged_launch import Staged
from generator.verification.reference import UNDEFINED, ReferenceKernel
from generator.verification.screening.frozen_inputs import frozen_inputs
from generator.verification.screening.step_replacement import Steps, Untried

FILLS = 5
"""Draws of all inputs, whole numbers too, beside the launch itself: a step may matter at one size only."""

SEVERAL = 50
"""Numbers of an output from which on a step has to show in two of them under one of the draws."""

SHARE = 0.01
"""Of an output's spread, what a named value, or a bound, has to move it by."""

BOUNDS = ("min", "max", "clamp", "abs")


def idle_step(
    steps: Steps, reference: ReferenceKernel, launch: Launch, inputs: Inputs, expected: Outputs, seed: str
) -> str:
    """The first step that no output shows, as "max" or "decision"; "" where each shows under one of the draws.

    ``steps`` are those of the reference, which gives ``expected`` for ``inputs``.
    """
    silent, run = steps.replaced, Staged(reference, launch, inputs, expected)
    for fill, settings in enumerate(_settings(launch, seed)):
        if not silent:
            return ""
        if fill > 0:
            run = Staged(reference, launch, frozen_inputs(settings, f"{seed}/fill {fill}"))
            if any(step in steps.named for step, _ in silent):
                steps.watch()
                run.unchanged(None)
                steps.settle()
        silent = [
            (step, choices) for step, choices in silent if not any(_shows(steps, step, one, run) for one in choices)
        ]
    first = min(silent, key=lambda one: (one[0] in steps.named, one), default=None)
    return steps.told[first[0]] if first else ""


def _settings(launch: Launch, seed: str) -> Iterator[Launch]:
    """The launch itself first, at each of its variants, then with other whole numbers: floats are to show each step."""
    yield from variants(launch).values()
    for number in range(FILLS):
        yield varied_launch(launch, f"{seed}/setting {number}", "int")


def _shows(steps: Steps, step: int, choice: int, run: Staged) -> bool:
    """Whether an output differs with the step replaced; a step without which the kernel has no value shows."""
    named = step in steps.named
    least = SHARE if named or steps.told[step] in BOUNDS else 0.0
    whole = run.unchanged(None) if least else None

    def replaced(threads: int | None) -> Outputs:
        steps.step, steps.choice = step, choice
        try:
            return run.run(threads)
        finally:
            steps.step = -1

    def apart(before: Outputs, after: Outputs) -> bool:
        return differs(before, after, least, whole) and (named or _several(before, after))

    try:
        return run.shows(replaced, apart)
    except (*UNDEFINED, Untried):
        return True


def _several(before: Outputs, after: Outputs) -> bool:
    """Whether outputs of many numbers differ in more than one of them."""
    return any(
        np.count_nonzero(~np.isclose(after[name], values, rtol=1e-6, atol=1e-6 * np.abs(values).max()))
        >= 1 + (values.size > SEVERAL)
        for name, values in before.items()
    )
