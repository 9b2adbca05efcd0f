"""Python processes that are started here: none imports from the folder that a command happens to be run in.

Python looks for modules in the current folder first where it is started with ``-c`` or ``-m``, and so multiprocessing,
pip and Ray start it: in a stranger's folder, the ``random.py`` that lies there would run. Commands that are written
here say ``-P``; what a library starts, it starts within ``current_folder_unseen``.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import ForkServerContext, ForkServerProcess, SpawnContext, SpawnProcess
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
"""The folder that this package is imported from."""

_SAFE_PATH = "PYTHONSAFEPATH"
_lock = threading.RLock()  # processes of a pool are started by several threads


@contextmanager
def current_folder_unseen() -> Iterator[None]:
    """Python processes that start in the block, and all that these start, import nothing from the current folder."""
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
