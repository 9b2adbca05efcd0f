"""Outputs of a launch, and whether those of two launches differ."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.launch import Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.tolerances import ROUNDING

Outputs = dict[str, np.ndarray]
Runner = Callable[[Inputs], Outputs]
"""A function from inputs to written arrays, by argument name (``argument.field`` inside structs)."""


def flat(outputs: Outputs) -> Outputs:
    """Outputs with each field of a structured array as an array of its own, ``argument.field``."""
    found: Outputs = {}
    for name, values in outputs.items():
        if values.dtype.names is None:
            found[name] = values
        else:
            found.update(flat({f"{name}.{member}": values[member] for member in values.dtype.names}))
    return found


def held(launch: Launch, inputs: Inputs) -> Outputs:
    """Values of all arrays and numbers before a launch, under the names of outputs."""
    found: Outputs = {}
    for argument in launch.arguments:
        value = inputs[argument.name]
        if isinstance(value, dict):
            found.update({f"{argument.name}.{name}": np.asarray(part) for name, part in value.items()})
        elif argument.fill not in GEOMETRY_FILLS:
            found[argument.name] = np.asarray(value)
    return flat(found)


def differs(before: Outputs, after: Outputs) -> bool:
    """Whether an output differs by more than rounding."""
    return any(_apart(values, after[name]) for name, values in before.items())


def _apart(before: np.ndarray, after: np.ndarray) -> bool:
    """Whether arrays differ by more than rounding of the largest element that moves."""
    if before.dtype.kind != "f" or before.shape != after.shape:
        return not np.array_equal(before, after)
    if np.array_equal(before, after, equal_nan=True):
        return False
    gap = np.abs(after.astype(np.float64) - before.astype(np.float64))
    moved = gap > 0.0  # elements that stay may be far larger, such as a distance to nothing
    largest = max(float(np.abs(side[moved]).max(initial=0.0)) for side in (before, after))
    return not (gap <= 0.1 * ROUNDING[before.dtype.name] * largest).all()
