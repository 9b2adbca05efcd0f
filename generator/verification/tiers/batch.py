"""Verification over all cores: batches in worker processes that may crash, hang or leak without harm."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice, pairwise
from multiprocessing.connection import Connection, wait
from typing import Any

import warp as wp

from generator.cores import cores
from generator.verification.launching.heap import keep_heap
from generator.verification.tiers.tiers import DEFAULT_TIERS, RUN_TIERS, RUN_TOGETHER, Item, Verdict, verify

BATCH = 160
"""Kernels that a process compiles at a time: built-ins that they share are compiled once; memory grows with it."""
PATIENCE = 60.0
"""Seconds that one kernel may run before its worker is ended: a thousand times what it needs."""
PATIENCE_TO_COMPILE = 600.0
"""Seconds before the first kernel of a batch runs: compilers always end, on a slow machine late."""
LIFETIME = 4000
"""Kernels compiled or run after which a worker is replaced: whatever native code keeps, memory stays flat."""


@dataclass
class _Entry:
    """An item, its place in the input, and what earlier tasks found of it."""

    place: int
    item: Item
    verdict: Verdict = field(default_factory=Verdict)


@dataclass
class _Task:
    """What a worker does in one go: some tiers of some items."""

    entries: list[_Entry]
    tiers: tuple[str, ...]

    @property
    def runs_code(self) -> bool:
        """Whether code under test runs, which may crash or never end."""
        return bool(RUN_TIERS & set(self.tiers))

    def without(self, index: int) -> _Task:
        """The task but for one item."""
        return _Task(self.entries[:index] + self.entries[index + 1 :], self.tiers)

    def halves(self) -> list[_Task]:
        """The task in two."""
        middle = len(self.entries) // 2
        return [_Task(part, self.tiers) for part in (self.entries[:middle], self.entries[middle:])]


@dataclass
class _Worker:
    """A process that takes tasks over a pipe."""

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
        self.process = context.Process(target=_serve, args=(far_end,), daemon=True)
        self.process.start()
        far_end.close()

    def give(self, task: _Task, **options: bool) -> None:
        """Hand a task over, with options of ``verify``."""
        self.task = task
        self.served += len(task.entries)
        self.running = None
        self.deadline = time.monotonic() + PATIENCE_TO_COMPILE
        self.pipe.send(([entry.item for entry in task.entries], task.tiers, options))

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


def _serve(pipe: Connection) -> None:
    # Ctrl-C is for the parent, which ends its workers.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    wp.config.log_level = wp.LOG_ERROR
    keep_heap()
    gc.freeze()  # a hundred thousand objects of imports, which no collection has to look at again
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


def verify_all(
    items: Iterable[Item],
    tiers: Sequence[str] = DEFAULT_TIERS,
    *,
    processes: int | None = None,
    batch: int = BATCH,
    patience: float = PATIENCE,
) -> Iterator[tuple[int, Verdict]]:
    """Verdicts with the items' places, as they become known; ``processes`` defaults to one a core.

    Device compilers get many kernels at a time, what runs comes after it in smaller batches: a kernel that crashes, or
    runs longer than ``patience`` seconds, fails the tier ``execute`` and says so, and only the others of its small
    batch are checked again. A bug of ours raises here.
    """
    count = processes or cores()
    first, later = _stages(tuple(tiers))
    source = _tasks(iter(items), batch, count, first)
    again: deque[_Task] = deque()
    workers: list[_Worker] = []
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
                worker = idle.pop() if idle else _hire(workers, patience)
                follows = "device" in later and not task.runs_code
                worker.give(task, backward="gradient" in tiers, device_next=follows)
            busy = [worker for worker in workers if worker.task is not None]
            if not busy:
                return
            yield from _collect(busy, workers, again, later)
    finally:
        for worker in workers:
            worker.end()


def _stages(tiers: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tiers of the first task of an item and, where another one follows, of that."""
    runs = tuple(tier for tier in tiers if tier in RUN_TIERS)
    if "compile" not in tiers or not runs:
        return tiers, ()
    return ("compile",), ("codegen", *runs)


def _hire(workers: list[_Worker], patience: float) -> _Worker:
    worker = _Worker(patience)
    workers.append(worker)
    return worker


def _tasks(items: Iterator[Item], batch: int, processes: int, tiers: tuple[str, ...]) -> Iterator[_Task]:
    """Tasks of one size for all processes, so that none is idle while another has the rest of the input."""
    entries = (_Entry(place, item) for place, item in enumerate(items))
    while window := list(islice(entries, batch * processes)):
        most = min(batch, max(batch // 4, -(-len(window) // processes)))
        yield from (_Task(part, tiers) for part in _even(window, most))


def _even(entries: Sequence[_Entry], most: int) -> Iterator[list[_Entry]]:
    """Parts of about one size, of ``most`` items at most."""
    count = -(-len(entries) // most)
    bounds = [len(entries) * number // max(count, 1) for number in range(count + 1)]
    return (list(entries[start:end]) for start, end in pairwise(bounds))


def _collect(
    busy: list[_Worker], workers: list[_Worker], again: deque[_Task], later: tuple[str, ...]
) -> Iterator[tuple[int, Verdict]]:
    """Wait for one worker at least; yield what is done, hand back what has to be done again or goes on to ``later``."""
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
            found = [
                replace(entry, item=replace(entry.item, ptx=verdict.ptx), verdict=entry.verdict.followed_by(verdict))
                for entry, verdict in zip(task.entries, answer, strict=True)
            ]
            goes_on = [entry for entry in found if later and not task.runs_code and entry.verdict.sound]
            again.extend(_Task(part, later) for part in _even(goes_on, RUN_TOGETHER))
            places = {entry.place for entry in goes_on}
            yield from ((entry.place, entry.verdict) for entry in found if entry.place not in places)
        elif time.monotonic() >= worker.deadline:
            yield from _lost(worker, workers, task, again, "did not end")


def _lost(
    worker: _Worker, workers: list[_Worker], task: _Task, again: deque[_Task], what: str
) -> Iterator[tuple[int, Verdict]]:
    workers.remove(worker)
    code = worker.end()
    if what == "crashed" and (code is None or code >= 0):
        raise RuntimeError(f"a worker of verification ended by itself, exit code {code}")
    index = worker.running if len(task.entries) > 1 else 0
    if index is None:
        again.extend(task.halves())
        return
    if len(task.entries) > 1:
        again.append(task.without(index))
    detail = f" ({signal.Signals(-code).name})" if what == "crashed" and code else ""
    entry = task.entries[index]
    failure = Verdict(failed={"execute" if task.runs_code else task.tiers[-1]: f"{what}{detail}"})
    yield entry.place, entry.verdict.followed_by(failure)
