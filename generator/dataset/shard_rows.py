"""The rows of a shard: its kernels with their code, as a config shows them."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from generator.dataset.configs import WILD
from generator.dataset.given_rows import wild_rows
from generator.dataset.rows import rows_for, view_of
from generator.dataset.shards import Shard, slots_of
from generator.dataset.stream import Drawing

_ONE_ROW_AT_A_TIME = threading.Lock()
"""Held while a row is made: Warp's registries are not thread-safe, nor is the parser of CPython before 3.11.8."""


def rows_of(shard: Shard, drawing: Drawing | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a shard; a kernel that a target cannot express gives its slot to the next one of its category.

    Threads may read shards side by side, as `datasets` does to shuffle a stream: one row is made at a time.
    """
    rows = _rows_of(shard, drawing)
    while True:
        with _ONE_ROW_AT_A_TIME, collected_after():
            row = next(rows, None)
        if row is None:
            return
        yield row


def _rows_of(shard: Shard, drawing: Drawing | None) -> Iterator[dict[str, Any]]:
    config = shard.config
    if config.source == WILD:
        yield from wild_rows(config, shard.split)
        return
    drawing = drawing or Drawing()
    slots = slots_of(shard, drawing)
    for row in rows_for(slots, config.code, config.comments, drawing.passed_over, config.curriculum):
        yield view_of(row, config)


@contextmanager
def collected_after() -> Iterator[None]:
    """No garbage collection inside the block, one of the young generations after it; no effect where it is off.

    A collection in the middle of a row moves the row's live trees to the oldest generation: after some rows that is
    collected, with all that Warp and the computations hold, in vain. That is a tenth of a row's time.
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
