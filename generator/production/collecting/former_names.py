"""Names of earlier releases of Warp, restored so that packages written for these can be imported."""

from __future__ import annotations

import importlib
from typing import Any

import warp as wp

FORMER_NAMES: dict[str, dict[str, Any]] = {
    "warp": {"vec": wp.types.vector, "mat": wp.types.matrix},
    "warp.utils": {"ScopedTimer": wp.ScopedTimer},
}
"""Module -> former name -> its present object; a name that the module still has is left alone."""


def restore_former_names() -> None:
    """Give Warp's modules their former names, in this process."""
    for module_name, names in FORMER_NAMES.items():
        module = importlib.import_module(module_name)
        for name, value in names.items():
            if not hasattr(module, name):
                setattr(module, name, value)
