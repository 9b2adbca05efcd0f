"""Who runs the tasks: this process, a pool of processes, or a Ray cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
import os
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Protocol

from generator.production.errors import BuildError
from generator.production.tasks import Task, perform

TASKS_OF_A_WORKER = 50
"""After so many tasks a process is replaced: compilers in it keep memory that nobody can give back."""


class Executor(Protocol):
    """Runs tasks in any order and yields each with its figures as it ends; a context manager around its processes."""

    def __enter__(self) -> Executor: ...

    def __exit__(self, *_: object) -> None: ...

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """Run all tasks; the first error ends the run."""


class InProcess:
    """One task after the other, here."""

    def __enter__(self) -> InProcess:
        return self

    def __exit__(self, *_: object) -> None: ...

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        for task in tasks:
            yield task, perform(root, task)


class LocalPool:
    """Spawned processes that live as long as the ``with`` block; each imports Warp once."""

    def __init__(self, workers: int):
        self.workers = workers

    def __enter__(self) -> LocalPool:
        self.pool = ProcessPoolExecutor(
            self.workers,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_die_with_parent,
            max_tasks_per_child=TASKS_OF_A_WORKER,
        )
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.shutdown(cancel_futures=True)

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        running: dict[Future[dict[str, Any]], Task] = {}
        for task in tasks:
            running[self.pool.submit(perform, root, task)] = task
            if len(running) >= 2 * self.workers:
                yield from _ended(running)
        while running:
            yield from _ended(running)


class RayCluster:
    """Tasks of a Ray cluster; the build's folder must be on a disk that all nodes share."""

    def __init__(self, workers: int):
        self.workers = workers

    def __enter__(self) -> RayCluster:
        try:
            import ray
        except ImportError:
            raise BuildError("--executor ray needs Ray: pip install 'warp-cuda-ir[scale]'") from None
        self.ray = ray
        # Joins the cluster of RAY_ADDRESS, or starts one on this machine.
        cpus = None if os.environ.get("RAY_ADDRESS") else self.workers
        ray.init(num_cpus=cpus, include_dashboard=False, logging_level="warning")
        return self

    def __exit__(self, *_: object) -> None:
        self.ray.shutdown()

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        remote = self.ray.remote(max_calls=TASKS_OF_A_WORKER)(perform)
        window = 2 * int(self.ray.cluster_resources()["CPU"])
        running: dict[Any, Task] = {}
        for task in tasks:
            running[remote.remote(root, task)] = task
            if len(running) >= window:
                yield self._first(running)
        while running:
            yield self._first(running)

    def _first(self, running: dict[Any, Task]) -> tuple[Task, dict[str, Any]]:
        done = self.ray.wait(list(running), num_returns=1)[0][0]
        return running.pop(done), self.ray.get(done)


def executor_for(name: str, workers: int) -> Executor:
    """The executor of that name, "local" or "ray"; one local worker is this process."""
    if name == "ray":
        return RayCluster(workers)
    return InProcess() if workers == 1 else LocalPool(workers)


def _ended(running: dict[Future[dict[str, Any]], Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
    done, _ = wait(running, return_when=FIRST_COMPLETED)
    for future in done:
        task = running.pop(future)
        try:
            yield task, future.result()
        except BrokenProcessPool:
            raise BuildError(
                "a worker process was killed (out of memory, or a compiler crashed); the same command continues"
            ) from None


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
