"""Every computation there is: what tests and the index go through; a draw imports what it needs."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

from generator.synthesis import computations
from generator.synthesis.computations.language import REGISTRY, Computation


@cache
def load_all() -> dict[str, Computation]:
    """Every computation by name; each file of the folder ``computations`` is a family, in alphabetical order."""
    for module in sorted(found.name for found in pkgutil.iter_modules(computations.__path__)):
        if module != "language":
            importlib.import_module(f"{computations.__name__}.{module}")
    return REGISTRY
