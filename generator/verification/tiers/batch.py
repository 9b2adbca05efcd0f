"""Verification over all cores: batches in worker processes that may crash, hang or leak without harm."""

from __future__ import annotations

import signal
import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice, pairwise
from multiprocessing.connection import wait

from generator.cores import cores
from generator.verification.tiers.tiers import DEFAULT_TIERS, RUN_TIERS, RUN_TOGETHER, Item, Verdict
from generator.verification.tiers.worker import Entry, Task, Worker

BATCH = 160
"""Kernels that a process compiles at a time: shared built-ins are compiled once, but memory grows with the number."""
PATIENCE = 60.0
"""Seconds that one kernel may run before its worker is killed: a thousand times what it needs."""
LIFETIME = 4000
"""Kernels that a worker compiles or runs before it is replaced: it bounds what native code leaks."""


def verify_all(
    items: Iterable[Item],
    tiers: Sequence[str] = DEFAULT_TIERS,
    *,
    processes: int | None = None,
    batch: int = BATCH,
    patience: float = PATIENCE,
) -> Iterator[tuple[int, Verdict]]:
    """Verdicts with the items' places, as they become known; ``processes`` defaults to one a core.

    Items are compiled for the device in large batches and then run in smaller ones. A kernel that crashes, or runs
    longer than ``patience`` seconds, fails the tier ``execute`` with that reason; only the rest of its small batch is
    checked again. An exception of our own code is raised here.
    """
    count = processes or cores()
    first, later = _stages(tuple(tiers))
    source = _tasks(iter(items), batch, count, first)
    again: deque[Task] = deque()
    workers: list[Worker] = []
    try:
        while True:
            for worker in list(workers):
                if worker.task is None and worker.served >= LIFETIME:
                    workers.remove(worker)
                    worker.end()
            free = [worker for worker in workers if worker.task is None]
            while len(free) + sum(worker.task is not None for worker in workers) < count or free:
                task = again.popleft() if again else next(source, None)
                if task is None:
                    break
                worker = free.pop() if free else _hire(workers, patience)
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
    """Tiers of an item's first task, and of its second; the latter is empty where one task does it all."""
    runs = tuple(tier for tier in tiers if tier in RUN_TIERS)
    if "compile" not in tiers or not runs:
        return tiers, ()
    return ("compile",), ("codegen", *runs)


def _hire(workers: list[Worker], patience: float) -> Worker:
    worker = Worker(patience)
    workers.append(worker)
    return worker


def _tasks(items: Iterator[Item], batch: int, processes: int, tiers: tuple[str, ...]) -> Iterator[Task]:
    """Tasks of equal size, so that no process is idle while another one has the rest of the input."""
    entries = (Entry(place, item) for place, item in enumerate(items))
    while window := list(islice(entries, batch * processes)):
        most = min(batch, max(batch // 4, -(-len(window) // processes)))
        yield from (Task(part, tiers) for part in _even(window, most))


def _even(entries: Sequence[Entry], most: int) -> Iterator[list[Entry]]:
    """Split entries into parts of nearly equal size, ``most`` at most."""
    count = -(-len(entries) // most)
    bounds = [len(entries) * number // max(count, 1) for number in range(count + 1)]
    return (list(entries[start:end]) for start, end in pairwise(bounds))


def _collect(
    busy: list[Worker], workers: list[Worker], again: deque[Task], later: tuple[str, ...]
) -> Iterator[tuple[int, Verdict]]:
    """Wait for a worker; yield final verdicts, and queue in ``again`` what is retried or goes on to ``later``."""
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
            again.extend(Task(part, later) for part in _even(goes_on, RUN_TOGETHER))
            places = {entry.place for entry in goes_on}
            yield from ((entry.place, entry.verdict) for entry in found if entry.place not in places)
        elif time.monotonic() >= worker.deadline:
            yield from _lost(worker, workers, task, again, "did not end")


def _lost(
    worker: Worker, workers: list[Worker], task: Task, again: deque[Task], what: str
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
