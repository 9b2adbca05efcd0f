"""When Python's collector looks for cycles: between rows, when hardly anything young is alive."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collected_after() -> Iterator[None]:
    """No collection inside the block, one of what is young after it; nothing where the collector is off.

    The trees of a row are alive when a collection in its middle looks at them, so that it takes them for lasting: after
    some rows it goes through all that Warp and the computations hold, in vain. That is a tenth of a row's time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.collect(1)
