"""Executors of tasks: this process, a pool of processes, or a Ray cluster. The results are the same."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, as_completed, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import chdir, contextmanager
from multiprocessing.util import Finalize
from pathlib import Path
from typing import Any, Protocol

from generator.lowering.warp_backend import keep_headers
from generator.production.folder.errors import BuildError
from generator.production.making.memory import give_back_all, spare_pandas
from generator.production.making.tasks import Task, perform
from generator.python_children import HOME, Spawning, current_folder_unseen

TASKS_OF_A_WORKER = 48
"""Tasks after which a worker process is replaced: its compilers keep some memory that cannot be freed."""

SECONDS_OF_A_TASK = 1_800
"""Time limit of a task in the pool: ten times what the slowest needs."""


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
    """Spawned processes that live as long as the ``with`` block; each imports Warp once.

    They check kernels in their own process, which is fast. When a kernel kills one of them, or takes far too long, all
    tasks that were running are done again in isolation, where a bad kernel costs its row and no more.
    ``folder`` has the files that their compilers keep.
    """

    def __init__(self, workers: int):
        self.workers = workers
        self.folder = tempfile.TemporaryDirectory(prefix="warp-cuda-ir-pool-", ignore_cleanup_errors=True)
        self.others = set(multiprocessing.active_children())
        self.pool = self._new_pool()

    def __enter__(self) -> LocalPool:
        return self

    def __exit__(self, *error: object) -> None:
        if any(error):  # nobody waits for their running tasks; finished ones are kept
            for process in set(multiprocessing.active_children()) - self.others:
                process.kill()
        self.pool.shutdown(cancel_futures=True)
        self.folder.cleanup()

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        running: dict[Future[dict[str, Any]], Task] = {}
        for task in tasks:
            try:
                running[self._submit(_perform_watched, root, task)] = task
            except BrokenProcessPool:  # a process died before the running tasks were waited for
                yield from self._isolated(root, running, [task])
            if len(running) >= 2 * self.workers:
                yield from self._first(root, running)
        while running:
            yield from self._first(root, running)

    def _first(self, root: Path, running: dict[Future[dict[str, Any]], Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """The tasks that ended; when a process died, all tasks that were running, done again in isolation."""
        lost = []
        for future in wait(running, return_when=FIRST_COMPLETED).done:
            task = running.pop(future)
            try:
                yield task, future.result()
            except BrokenProcessPool:
                lost.append(task)
        if lost:
            yield from self._isolated(root, running, lost)

    def _isolated(
        self, root: Path, running: dict[Future[dict[str, Any]], Task], lost: list[Task]
    ) -> Iterator[tuple[Task, dict[str, Any]]]:
        """Replace the broken pool; yields the tasks that ended in it, and those that it lost, done again."""
        wait(running)
        for future, task in running.items():
            if future.exception() is None:
                yield task, future.result()
            else:
                lost.append(task)
        running.clear()
        self.pool.shutdown()
        self.pool = self._new_pool()
        yield from self._again(root, lost)

    def _again(self, root: Path, lost: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        again = {self._submit(_perform_in_worker, root, task): task for task in lost}
        for future in as_completed(again):
            try:
                yield again[future], future.result()
            except BrokenProcessPool:
                raise BuildError("a worker process was killed, out of memory? The same command continues") from None

    def _submit(self, work: Callable[[Path, Task], dict[str, Any]], root: Path, task: Task) -> Future[dict[str, Any]]:
        """Submit a task; processes that start with it ignore Ctrl-C, which is for their parent."""
        with _interrupted_later():
            return self.pool.submit(work, root, task)

    def _new_pool(self) -> ProcessPoolExecutor:
        with current_folder_unseen():  # its locks start a process of their own, the resource tracker
            return ProcessPoolExecutor(
                self.workers,
                mp_context=Spawning(),
                initializer=_begin,
                initargs=(self.folder.name,),
                max_tasks_per_child=TASKS_OF_A_WORKER,
            )


class RayCluster:
    """Tasks of a Ray cluster; the build's folder must be on a disk that all nodes share."""

    def __init__(self, workers: int):
        self.workers = workers

    def __enter__(self) -> RayCluster:
        try:
            import ray  # an optional dependency: the extra `scale`
        except ImportError:
            raise BuildError("--executor ray needs Ray: pip install 'warp-cuda-ir[scale]'") from None
        self.ray = ray
        # Joins the cluster of RAY_ADDRESS, or starts one on this machine.
        cpus = None if os.environ.get("RAY_ADDRESS") else self.workers
        # Ray's workers import from the folder in which it was started.
        with current_folder_unseen(), chdir(HOME):
            ray.init(num_cpus=cpus, include_dashboard=False, logging_level="warning")
        return self

    def __exit__(self, *_: object) -> None:
        self.ray.shutdown()

    def run(self, root: Path, tasks: Sequence[Task]) -> Iterator[tuple[Task, dict[str, Any]]]:
        """See ``Executor``."""
        remote = self.ray.remote(max_calls=TASKS_OF_A_WORKER)(_perform_in_worker)
        window = 2 * int(self.ray.cluster_resources()["CPU"])
        running: dict[Any, Task] = {}
        for task in tasks:
            running[remote.remote(root.absolute(), task)] = task
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


def _perform_watched(root: Path, task: Task) -> dict[str, Any]:
    """``perform`` in a process that an alarm ends when a kernel does not end, even in native code."""
    signal.alarm(SECONDS_OF_A_TASK)
    try:
        return _perform_in_worker(root, task, isolated=False)
    finally:
        signal.alarm(0)


def _perform_in_worker(root: Path, task: Task, isolated: bool = True) -> dict[str, Any]:
    """``perform`` in a process that does many tasks, and gives memory back after each."""
    spare_pandas()
    try:
        return perform(root, task, isolated)
    finally:
        give_back_all()


@contextmanager
def _interrupted_later() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block; processes that start in it ignore it."""
    came: list[int] = []
    # The signal may reach another thread, and Python then interrupts the main one in spite of its mask.
    is_main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: came.append(number)) if is_main else None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if is_main:
            signal.signal(signal.SIGINT, handler)
    if came:
        signal.raise_signal(signal.SIGINT)


def _begin(folder: str) -> None:
    """Start a worker: it has a folder of its own, which it removes at its end, and it ends with its parent."""
    own = tempfile.mkdtemp(dir=folder)
    keep_headers(own)
    Finalize(None, shutil.rmtree, args=(own, True), exitpriority=0)
    _die_with_parent(own)


def _die_with_parent(folder: str) -> None:
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
