"""What a launch writes, and whether two launches wrote the same."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from generator.launch import Launch
from generator.launch.geometry import GEOMETRY_FILLS
from generator.verification.launching.inputs import Inputs
from generator.verification.launching.tolerances import ROUNDING

Outputs = dict[str, np.ndarray]
Runner = Callable[[Inputs], Outputs]
"""From inputs to written arrays, by argument name (``argument.field`` inside structs)."""


def flat(outputs: Outputs) -> Outputs:
    """Outputs with each field of a structured array on its own, as ``argument.field``."""
    found: Outputs = {}
    for name, values in outputs.items():
        if values.dtype.names is None:
            found[name] = values
        else:
            found.update(flat({f"{name}.{member}": values[member] for member in values.dtype.names}))
    return found


def held(launch: Launch, inputs: Inputs) -> Outputs:
    """What arrays and numbers hold before a launch, by the names that outputs have."""
    found: Outputs = {}
    for argument in launch.arguments:
        value = inputs[argument.name]
        if isinstance(value, dict):
            found.update({f"{argument.name}.{name}": np.asarray(part) for name, part in value.items()})
        elif argument.fill not in GEOMETRY_FILLS:
            found[argument.name] = np.asarray(value)
    return flat(found)


def differs(before: Outputs, after: Outputs, least: float = 0.0, whole: Outputs | None = None) -> bool:
    """Whether an output differs by more than rounding, and than that share of the spread that it has as a ``whole``."""
    return any(_apart(values, after[name], least, (whole or before)[name]) for name, values in before.items())


def _apart(before: np.ndarray, after: np.ndarray, least: float, whole: np.ndarray) -> bool:
    """Whether two arrays differ by more than the rounding of the largest that moves, and that share of a spread."""
    if before.dtype.kind != "f" or before.shape != after.shape:
        return not np.array_equal(before, after)
    if np.array_equal(before, after, equal_nan=True):
        return False
    gap = np.abs(after.astype(np.float64) - before.astype(np.float64))
    moved = gap > 0.0  # what stays may be of another size: a distance to nothing
    largest = max(float(np.abs(side[moved]).max(initial=0.0)) for side in (before, after))
    bound = max(0.1 * ROUNDING[before.dtype.name] * largest, least * float(np.ptp(whole)))
    return not (gap <= bound).all()
