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
    """Runs tasks in any order and yields each with its figures as it ends."""

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """Run all tasks; the first error ends the run."""


class InProcess:
    """One task after the other, here."""

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        for task in tasks:
            yield task, perform(root, task)


class LocalPool:
    """A pool of spawned processes; each imports Warp once."""

    def __init__(self, workers: int):
        self.workers = workers

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        if not tasks:
            return
        waiting = iter(tasks)
        running: dict[Future[dict[str, Any]], Task] = {}
        pool = ProcessPoolExecutor(
            min(self.workers, len(tasks)),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_die_with_parent,
            max_tasks_per_child=TASKS_OF_A_WORKER,
        )
        try:
            for task in waiting:
                running[pool.submit(perform, root, task)] = task
                if len(running) >= 2 * self.workers:
                    yield from _ended(running)
            while running:
                yield from _ended(running)
        finally:
            pool.shutdown(cancel_futures=True)


class RayCluster:
    """Tasks of a Ray cluster; the build's folder must be on a disk that all nodes share."""

    def __init__(self, workers: int | None = None):
        self.workers = workers

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        try:
            import ray
        except ImportError:
            raise BuildError("--executor ray needs Ray: pip install 'warp-cuda-ir[scale]'") from None
        if not ray.is_initialized():
            # Joins the cluster of RAY_ADDRESS, or starts one on this machine.
            on_cluster = bool(os.environ.get("RAY_ADDRESS"))
            ray.init(num_cpus=None if on_cluster else self.workers, include_dashboard=False, logging_level="warning")
        remote = ray.remote(max_calls=TASKS_OF_A_WORKER)(perform)
        waiting = iter(tasks)
        window = 2 * int(ray.cluster_resources()["CPU"])
        running: dict[Any, Task] = {}
        exhausted = False
        while running or not exhausted:
            while not exhausted and len(running) < window:
                task = next(waiting, None)
                exhausted = task is None
                if task is not None:
                    running[remote.remote(root, task)] = task
            if running:
                for done in ray.wait(list(running), num_returns=1)[0]:
                    yield running.pop(done), ray.get(done)


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
