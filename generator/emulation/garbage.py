"""Python's garbage collector, switched off where all new objects are kept."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collection() -> Iterator[None]:
    """Switch the collector off, which would scan all that a batch keeps; afterwards scan the young objects once."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()
            gc.collect(1)
