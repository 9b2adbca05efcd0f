"""Workers that run the tasks of a collection: threads, each with its own sandboxed children, which do all the work."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from types import TracebackType
from typing import Any, Protocol, Self

from generator.production.collecting.stages.spool import Spool
from generator.production.collecting.stages.tasks import Children


class SpooledTask(Protocol):
    """A task whose answer is kept under its key."""

    @property
    def key(self) -> str:
        """See ``Spool``."""

    def run(self, children: Children) -> Any:
        """Plain JSON."""


class Stopped(Exception):
    """The workers were stopped, so that a task's answer says nothing about its kernels."""


class Workers:
    """A pool that runs ``count`` tasks at a time; a context manager around the children."""

    def __init__(self, count: int, spool: Spool):
        self.count, self.spool = count, spool
        self._pool = ThreadPoolExecutor(count, thread_name_prefix="collect")
        self._own = threading.local()
        self._every: list[Children] = []
        self._stopped = threading.Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._stopped.set()
        if kind is not None:  # nobody waits for running tasks; finished ones are kept
            for children in self._every:
                children.end()
        self._pool.shutdown(cancel_futures=True)
        for children in self._every:
            children.close()

    def run(self, tasks: Sequence[SpooledTask]) -> Iterator[SpooledTask]:
        """Run the tasks whose answers are not in the spool and put these there; yields each task when it is done."""
        running: dict[Future[None], SpooledTask] = {}
        for task in tasks:
            if task.key in self.spool:
                yield task
                continue
            running[self._pool.submit(self._perform, task)] = task
            if len(running) >= 2 * self.count:
                yield from self._first(running)
        while running:
            yield from self._first(running)

    def _first(self, running: dict[Future[None], SpooledTask]) -> Iterator[SpooledTask]:
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            future.result()
            yield task

    def _perform(self, task: SpooledTask) -> None:
        if not hasattr(self._own, "children"):
            children = Children()
            self._every.append(children)
            self._own.children = children.start()
        if self._stopped.is_set():
            raise Stopped
        answer = task.run(self._own.children)
        if self._stopped.is_set():
            raise Stopped
        self.spool.put(task.key, answer)
