"""Names that earlier releases of Warp had: packages that were written for one are imported all the same."""

from __future__ import annotations

import importlib
from typing import Any

import warp as wp

FORMER_NAMES: dict[str, dict[str, Any]] = {
    "warp": {"vec": wp.types.vector, "mat": wp.types.matrix},
    "warp.utils": {"ScopedTimer": wp.ScopedTimer},
}
"""Module -> name that it had once -> what it is called now; one that the module still has is left alone."""


def restore_former_names() -> None:
    """Give Warp's modules their former names, in this process."""
    for module_name, names in FORMER_NAMES.items():
        module = importlib.import_module(module_name)
        for name, value in names.items():
            if not hasattr(module, name):
                setattr(module, name, value)
