"""What a first run of a kernel's Python speaks against it, before anything is compiled: stricter than the tiers."""

from __future__ import annotations

from generator.launch import Launch
from generator.verification.launching.input_effects import without_effect
from generator.verification.launching.outputs import flat
from generator.verification.reference import UNDEFINED, Stopped, Unsupported, changed_reference
from generator.verification.screening.frozen_inputs import frozen_inputs
from generator.verification.screening.redundant_steps import idle_step
from generator.verification.screening.shared_extrema import shared_extreme
from generator.verification.screening.shorter_forms import longer
from generator.verification.screening.step_replacement import Steps
from generator.verification.screening.value_trace import Traced
from generator.verification.tiers.comparison import ATTEMPTS, drawn_seed
from generator.verification.tiers.execute_tier import unusable

LEAST = 0.03
"""What a kernel worth showing has: inputs that move an output by this share of its spread, outputs that differ so."""

SETTINGS = 8
"""Draws of all inputs under which each has to show its effect: half of those that the tier has."""


def first_flaw(source: str, launch: Launch, seed: str) -> str:
    """Why a reader would not keep a kernel; or nothing.

    Outputs that hardly differ, inputs or steps without effect, expressions that a shorter one equals, extremes that two
    threads share. What the reference cannot run, it has nothing against.
    """
    steps, traced = Steps(), Traced()
    try:
        reference = changed_reference(
            source, lambda tree, names: steps.change(tree, names) | traced.change(tree, names), begin=traced.begin
        )
        for attempt in range(ATTEMPTS):
            drawn = drawn_seed(seed, attempt)
            inputs = frozen_inputs(launch, drawn)
            expected = flat(reference.run(launch, inputs))
            problem = unusable(launch, inputs, expected, LEAST)
            if not problem.startswith("constant"):
                break
        if problem:
            return problem
        steps.settle()
        silent = set(without_effect(launch, inputs, expected, drawn, reference, LEAST, SETTINGS, frozen_inputs))
        if idle := sorted(argument.name for argument in launch.arguments if argument.name in silent):
            return f"no effect: {', '.join(idle)}"
        traced.end()
        if step := idle_step(steps, reference, launch, inputs, expected, drawn):
            return f"idle: {step}"
    except (Unsupported, Stopped, *UNDEFINED):
        return ""
    if found := longer(traced):
        return f"longer: {found}"
    shared = shared_extreme(traced)
    return f"shared extreme: {shared}" if shared else ""
