"""Table of the built-ins that the reference defines, and of those left out with the reason."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from generator.verification.reference.builtins import (
    mesh_parts,
    noise,
    queries,
    random_streams,
    rotation,
    scalar,
    tile_math,
    tile_stacks,
    transforms,
    utility,
    vector,
    volumes,
)

BUILTINS: dict[str, Callable[..., Any]] = {
    **scalar.TABLE,
    **vector.TABLE,
    **rotation.TABLE,
    **transforms.TABLE,
    **random_streams.TABLE,
    **noise.TABLE,
    **utility.TABLE,
    **tile_math.TABLE,
    **tile_stacks.TABLE,
    **queries.TABLE,
    **mesh_parts.TABLE,
    **volumes.TABLE,
}

CHANGED_ARGUMENTS: dict[str, tuple[int, ...]] = {
    **random_streams.DRAWS,
    **queries.CHANGED,
    **volumes.CHANGED,
    "transform_set_translation": (0,),
    "transform_set_rotation": (0,),
    "svd2": (1, 2, 3),
    "svd3": (1, 2, 3),
    "qr3": (1, 2),
    "eig3": (1, 2),
    "quat_to_axis_angle": (1, 2),
}
"""Built-in -> positions of the arguments that it changes; it returns ``(result, changed, ...)``.

Called with fewer arguments it returns its results alone."""

MISSING: dict[str, str] = {
    "bfloat16": "NumPy has no bfloat16",
}
"""Built-ins of the core groups without a definition, and the reason."""
