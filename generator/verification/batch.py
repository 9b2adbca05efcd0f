"""Verification over all cores: batches in worker processes that may crash, hang or leak without harm."""

from __future__ import annotations

import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing.connection import Connection, wait
from typing import Any

from generator.verification.tiers import CHECKED_HERE, Item, Verdict, verify

BATCH = 40
PATIENCE = 60.0
"""Seconds that one kernel may run before its worker is ended: a thousand times what it needs."""
PATIENCE_TO_COMPILE = 600.0
"""Seconds before the first kernel of a batch runs: compilers always end, on a slow machine late."""
LIFETIME = 50
"""Batches after which a worker is replaced: whatever native code keeps, memory stays flat."""


@dataclass
class _Task:
    """Items with their places in the input."""

    places: list[int]
    items: list[Item]

    def without(self, index: int) -> _Task:
        """The task but for one item."""
        return _Task(self.places[:index] + self.places[index + 1 :], self.items[:index] + self.items[index + 1 :])

    def singly(self) -> list[_Task]:
        """One task an item."""
        return [_Task([place], [item]) for place, item in zip(self.places, self.items, strict=True)]


@dataclass
class _Worker:
    """A process that takes tasks over a pipe."""

    tiers: tuple[str, ...]
    patience: float
    served: int = 0
    task: _Task | None = None
    running: int | None = None
    deadline: float = 0.0
    pipe_broken: bool = False
    process: Any = field(init=False)
    pipe: Connection = field(init=False)

    def __post_init__(self) -> None:
        method = "forkserver" if "forkserver" in multiprocessing.get_all_start_methods() else "spawn"
        context: Any = multiprocessing.get_context(method)
        self.pipe, far_end = context.Pipe()
        self.process = context.Process(target=_serve, args=(far_end, self.tiers), daemon=True)
        self.process.start()
        far_end.close()

    def give(self, task: _Task) -> None:
        self.task = task
        self.served += 1
        self.running = None
        self.deadline = time.monotonic() + PATIENCE_TO_COMPILE
        self.pipe.send(task.items)

    def runs(self, index: int) -> None:
        """Note that the process has come to an item of its task."""
        self.running = index
        self.deadline = time.monotonic() + self.patience

    def end(self) -> int | None:
        """Stop the process, or let it end where it does so by itself; its exit code."""
        self.pipe.close()
        if not self.pipe_broken:
            self.process.kill()
        self.process.join()
        return self.process.exitcode


def _serve(pipe: Connection, tiers: tuple[str, ...]) -> None:
    import warp as wp

    # Ctrl-C is for the parent, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wp.config.log_level = wp.LOG_ERROR
    while True:
        try:
            items = pipe.recv()
        except EOFError:
            return
        try:
            answer: list[Verdict] | BaseException = verify(items, tiers, running=pipe.send)
        except BaseException as error:
            error.add_note(f"in a worker of verification, process {os.getpid()}")
            answer = error
        pipe.send(answer)


def verify_all(
    items: Iterable[Item],
    tiers: Sequence[str] = CHECKED_HERE,
    *,
    processes: int | None = None,
    batch: int = BATCH,
    patience: float = PATIENCE,
) -> Iterator[tuple[int, Verdict]]:
    """Verdicts with the items' places, as they become known; ``processes`` defaults to one a core.

    A kernel that crashes, or runs longer than ``patience`` seconds, fails the tier ``execute`` and says so; the others
    of its batch are checked again. A bug of ours raises here.
    """
    source = _tasks(iter(items), batch)
    again: deque[_Task] = deque()
    workers: list[_Worker] = []
    count = processes or os.cpu_count() or 1
    try:
        while True:
            for worker in list(workers):
                if worker.task is None and worker.served >= LIFETIME:
                    workers.remove(worker)
                    worker.end()
            idle = [worker for worker in workers if worker.task is None]
            while len(idle) + sum(worker.task is not None for worker in workers) < count or idle:
                task = again.popleft() if again else next(source, None)
                if task is None:
                    break
                worker = idle.pop() if idle else _hire(workers, tuple(tiers), patience)
                worker.give(task)
            busy = [worker for worker in workers if worker.task is not None]
            if not busy:
                return
            yield from _collect(busy, workers, again)
    finally:
        for worker in workers:
            worker.end()


def _hire(workers: list[_Worker], tiers: tuple[str, ...], patience: float) -> _Worker:
    worker = _Worker(tiers, patience)
    workers.append(worker)
    return worker


def _tasks(items: Iterator[Item], batch: int) -> Iterator[_Task]:
    place = 0
    while chunk := list(islice(items, batch)):
        yield _Task(list(range(place, place + len(chunk))), chunk)
        place += len(chunk)


def _collect(busy: list[_Worker], workers: list[_Worker], again: deque[_Task]) -> Iterator[tuple[int, Verdict]]:
    """Wait for one worker at least; yield what is done, hand back what has to be done again."""
    patience = max(0.0, min(worker.deadline for worker in busy) - time.monotonic())
    ready = wait([worker.pipe for worker in busy], timeout=patience)
    for worker in busy:
        task = worker.task
        assert task is not None
        if worker.pipe in ready:
            try:
                answer = worker.pipe.recv()
            except (EOFError, ConnectionResetError):
                worker.pipe_broken = True
                yield from _lost(worker, workers, task, again, "crashed")
                continue
            if isinstance(answer, int):
                worker.runs(answer)
                continue
            worker.task = None
            if isinstance(answer, BaseException):
                raise answer
            yield from zip(task.places, answer, strict=True)
        elif time.monotonic() >= worker.deadline:
            yield from _lost(worker, workers, task, again, "did not end")


def _lost(
    worker: _Worker, workers: list[_Worker], task: _Task, again: deque[_Task], what: str
) -> Iterator[tuple[int, Verdict]]:
    workers.remove(worker)
    code = worker.end()
    if what == "crashed" and (code is None or code >= 0):
        raise RuntimeError(f"a worker of verification ended by itself, exit code {code}")
    index = worker.running if len(task.items) > 1 else 0
    if index is None:
        again.extend(task.singly())
        return
    if len(task.items) > 1:
        again.append(task.without(index))
    detail = f" ({signal.Signals(-code).name})" if what == "crashed" and code else ""
    yield task.places[index], Verdict(failed={"execute": f"{what}{detail}"})
