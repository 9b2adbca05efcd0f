"""Effects of the inputs of a guessed launch, as far as a bounded reading shows them."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.launch import Launch
from generator.verification.launch_guess.bounded_reading import NO_RESULT, BoundedReading, TooLong
from generator.verification.launching.input_effects import without_effect
from generator.verification.launching.inputs import Inputs, make_inputs
from generator.verification.launching.outputs import differs, flat
from generator.verification.reference import ReferenceKernel
from generator.verification.tiers.comparison import Comparison

EFFECT_SETTINGS = 4
"""Draws of all other inputs under which an input is tried."""

EFFECT_STEPS = 200_000
"""Steps of reading after which the search for effects of a kernel's inputs stops: a few seconds."""


def inputs_without_effect(launch: Launch, reading: BoundedReading, comparison: Comparison) -> list[str] | None:
    """Inputs that change no output on this launch; None where the search takes too long."""
    steps = reading.steps
    steps.most = steps.taken + EFFECT_STEPS
    try:
        return without_effect(
            launch, comparison.inputs, comparison.expected, comparison.drawn, reading.kernel,
            settings=EFFECT_SETTINGS,
        )  # fmt: skip
    except TooLong:
        return None
    finally:
        steps.most = None


def floats_matter(launch: Launch, reading: ReferenceKernel, comparison: Comparison) -> bool:
    """Whether another draw of the floats alone changes a float output beyond rounding."""
    floats = {name: values for name, values in comparison.expected.items() if values.dtype.kind == "f"}
    for number in range(2):
        changed = _with_other_floats(launch, comparison.inputs, f"{comparison.drawn}/floats {number}")
        try:
            after = flat(reading.run(launch, changed))
        except NO_RESULT:
            continue
        if floats and differs(floats, {name: after[name] for name in floats}):
            return True
    return False


def _with_other_floats(launch: Launch, inputs: Inputs, seed: str) -> Inputs:
    """The inputs with every float drawn anew."""

    def merged(one: Any, other: Any) -> Any:
        if isinstance(one, dict):
            return {name: merged(value, other[name]) for name, value in one.items()}
        array = np.asarray(one)
        if array.dtype.names is not None:
            made = array.copy()
            for name in array.dtype.names:
                made[name] = merged(array[name], other[name])
            return made
        return other if array.dtype.kind == "f" else one

    drawn = make_inputs(launch, seed)
    return {name: merged(value, drawn[name]) for name, value in inputs.items()}
