"""Says on stderr now and then that a child still runs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

import typer

from generator.escaping import one_line

TOLD_SECONDS = 10.0
"""Seconds between two messages."""


@contextmanager
def progress_notes(command: str, name: str, ends: str) -> Iterator[None]:
    """While the block runs, say for how long the child has been at the file ``name``, and where that ``ends``."""
    ended, start = Event(), time.monotonic()

    def tell() -> None:
        while not ended.wait(TOLD_SECONDS):
            typer.echo(f"{command}: {one_line(name)}: {time.monotonic() - start:.0f} s so far; {ends}", err=True)

    teller = Thread(target=tell, daemon=True)
    teller.start()
    try:
        yield
    finally:
        ended.set()
        teller.join()
