"""A worker process of verification: it takes tasks over a pipe, and may crash, hang or leak without harm."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import tempfile
import time
import traceback
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

import warp as wp

from generator.lowering.warp_backend import keep_headers
from generator.python_children import Serving, Spawning
from generator.verification.tiers.heap import keep_heap
from generator.verification.tiers.tiers import RUN_TIERS, Item, Verdict, verify

PATIENCE_TO_COMPILE = 600.0
"""Seconds that a task may take before its first kernel runs: compilers always end, on a slow machine late."""


@dataclass
class Entry:
    """An item, its place in the input, and the verdict of earlier tasks on it."""

    place: int
    item: Item
    verdict: Verdict = field(default_factory=Verdict)


@dataclass
class Task:
    """What a worker does in one call of ``verify``: some tiers of some items."""

    entries: list[Entry]
    tiers: tuple[str, ...]

    @property
    def runs_code(self) -> bool:
        """Whether code under test runs, which may crash or never end."""
        return bool(RUN_TIERS & set(self.tiers))

    def without(self, index: int) -> Task:
        """The task without one item."""
        return Task(self.entries[:index] + self.entries[index + 1 :], self.tiers)

    def halves(self) -> list[Task]:
        """The task in two."""
        middle = len(self.entries) // 2
        return [Task(part, self.tiers) for part in (self.entries[:middle], self.entries[middle:])]


@dataclass
class Worker:
    """The parent's handle of a worker process, with a folder for what its compilers keep."""

    patience: float
    served: int = 0
    task: Task | None = None
    running: int | None = None
    deadline: float = 0.0
    pipe_broken: bool = False
    process: Any = field(init=False)
    pipe: Connection = field(init=False)
    folder: tempfile.TemporaryDirectory[str] = field(init=False)

    def __post_init__(self) -> None:
        has_server = "forkserver" in multiprocessing.get_all_start_methods()
        context: Any = Serving() if has_server else Spawning()
        self.pipe, far_end = context.Pipe()
        self.folder = tempfile.TemporaryDirectory(prefix="warp-cuda-ir-worker-", ignore_cleanup_errors=True)
        self.process = context.Process(target=serve, args=(far_end, self.folder.name), daemon=True)
        self.process.start()
        far_end.close()

    def give(self, task: Task, **options: bool) -> None:
        """Hand a task over, with options of ``verify``."""
        self.task = task
        self.served += len(task.entries)
        self.running = None
        self.deadline = time.monotonic() + PATIENCE_TO_COMPILE
        self.pipe.send(([entry.item for entry in task.entries], task.tiers, options))

    def runs(self, index: int) -> None:
        """Note that the process now runs the code of an item of its task."""
        self.running = index
        self.deadline = time.monotonic() + self.patience

    def end(self) -> int | None:
        """Kill the process, or wait for it where its pipe broke and it ends by itself; its exit code."""
        self.pipe.close()
        if not self.pipe_broken:
            self.process.kill()
        self.process.join()
        self.folder.cleanup()
        return self.process.exitcode


def serve(pipe: Connection, folder: str) -> None:
    # Ctrl-C is for the parent, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wp.config.log_level = wp.LOG_ERROR
    keep_heap()
    keep_headers(folder)
    gc.freeze()  # no collection has to visit the hundred thousand objects of imports again
    while True:
        try:
            items, tiers, options = pipe.recv()
        except (EOFError, ConnectionError):
            return
        try:
            answer: list[Verdict] | BaseException = verify(items, tiers, **options, running=pipe.send)
        except BaseException as error:
            error.add_note(f"in a worker of verification, process {os.getpid()}:\n{traceback.format_exc()}")
            answer = error
        try:
            pipe.send(answer)
        except ConnectionError:  # the parent was killed
            return
