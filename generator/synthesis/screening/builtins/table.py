"""The built-ins that have a definition over lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.synthesis.screening.builtins import noise, random_streams, rotation, scalar, vector

BUILTINS: dict[str, Callable[..., Any]] = {
    **scalar.TABLE,
    **vector.TABLE,
    **rotation.TABLE,
    **random_streams.DRAWS,
    **noise.TABLE,
    "rand_init": random_streams.rand_init,
}

CHANGING = {*random_streams.DRAWS, "transform_set_translation", "transform_set_rotation"}
"""Built-ins that change their first argument: they give ``(result, changed)``."""
