"""What plain outputs start from when they are compared: from zeros an addition in the place of a store is not seen."""

from __future__ import annotations

from typing import Any

import numpy as np

from generator.launch import OUTPUT, Argument, Launch
from generator.verification.launching.inputs import Inputs

START = 1.640625
"""Number that each element starts from: one that every float has; whole numbers start from 1."""

ZERO_FILLS = ("zeros", "uniform")
"""Fills with which an output starts from zeros: ``uniform`` stands for them where nothing is said."""


def started(launch: Launch, inputs: Inputs) -> Inputs:
    """The inputs, in which outputs that a recipe fills with zeros hold ``START``.

    What is added to has the role INOUT, or another fill, and keeps what it holds.
    """
    return {argument.name: _started(argument, inputs[argument.name]) for argument in launch.arguments}


def _started(argument: Argument, value: Any) -> Any:
    if isinstance(value, dict):
        members = {member.name: member for member in argument.fields}
        return {name: _started(members[name], part) for name, part in value.items()}
    if argument.kind == "array" and argument.role == OUTPUT and argument.fill in ZERO_FILLS:
        return _filled(value)
    return value


def _filled(array: np.ndarray) -> np.ndarray:
    if array.dtype.names is None:
        return np.full_like(array, START)
    made = array.copy()
    for name in array.dtype.names:
        made[name] = _filled(array[name])
    return made
