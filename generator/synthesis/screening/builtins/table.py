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

CHANGED: dict[str, tuple[int, ...]] = {
    **dict.fromkeys(random_streams.DRAWS, (0,)),
    "transform_set_translation": (0,),
    "transform_set_rotation": (0,),
    "svd3": (1, 2, 3),
    "qr3": (1, 2),
    "eig3": (1, 2),
    "quat_to_axis_angle": (1, 2),
}
"""Built-ins that change arguments: positions of those. They give ``(result, changed, ...)`` where all are given."""
