"""Starts Python processes that import nothing from the current folder.

Python searches the current folder first when started with ``-c`` or ``-m``, as multiprocessing, pip and Ray start it:
in a stranger's folder, a ``random.py`` there would run. Our own commands say ``-P``; libraries start processes inside
``current_folder_unseen``.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
"""The folder from which this package is imported."""

_SAFE_PATH = "PYTHONSAFEPATH"
_lock = threading.RLock()  # processes of a pool are started by several threads


@contextmanager
def current_folder_unseen() -> Iterator[None]:
    """Keep Python processes that start in the block, and their children, from importing from the current folder."""
    with _lock:
        before = os.environ.get(_SAFE_PATH)
        os.environ[_SAFE_PATH] = "1"
        try:
            yield
        finally:
            if before is None:
                del os.environ[_SAFE_PATH]
            else:
                os.environ[_SAFE_PATH] = before


class _Spawned(SpawnProcess):
    def start(self) -> None:
        with current_folder_unseen():
            super().start()


class _Served(ForkServerProcess):
    def start(self) -> None:
        with current_folder_unseen():
            super().start()


class Spawning(SpawnContext):
    """multiprocessing's context "spawn"."""

    Process = _Spawned


class Serving(ForkServerContext):
    """multiprocessing's context "forkserver", for systems that have it."""

    Process = _Served
