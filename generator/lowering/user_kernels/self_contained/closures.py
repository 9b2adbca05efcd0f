"""Values of a function's free variables."""

from __future__ import annotations

from types import FunctionType
from typing import Any


def closure_values(function: FunctionType) -> dict[str, Any]:
    """Free variable -> value, without those that are not assigned yet."""
    found = {}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:  # the only sign of an empty cell
            continue
    return found
