"""Small questions of the tiers: verdicts that follow one another, and what becomes of a worker's task that is lost."""

from __future__ import annotations

from collections import deque
from types import SimpleNamespace
from typing import Any

import pytest

from generator.launch import Launch
from generator.verification.tiers.batch import _lost
from generator.verification.tiers.verdict import CHECKED_HERE, Item, Verdict, tiers_up_to
from generator.verification.tiers.worker import Entry, Task


@pytest.mark.parametrize(
    ("first", "later", "passed", "failed"),
    [
        (Verdict(("codegen",)), Verdict(("compile",)), ("codegen", "compile"), {}),
        (Verdict(("compile",)), Verdict(("codegen", "execute")), ("codegen", "compile", "execute"), {}),
        (Verdict(("codegen", "compile")), Verdict((), {"compile": "no"}), ("codegen",), {"compile": "no"}),
        (Verdict((), {"execute": "a"}), Verdict((), {"execute": "b"}), (), {"execute": "b"}),
        (Verdict((), {"codegen": "a"}), Verdict(("codegen",)), ("codegen",), {"codegen": "a"}),
    ],
)
def test_one_verdict_of_two(first: Verdict, later: Verdict, passed: tuple[str, ...], failed: dict[str, str]) -> None:
    one = first.followed_by(later)
    assert (one.passed, one.failed, one.sound) == (passed, failed, not failed)


def test_tiers_up_to_one_are_those_before_it_and_itself() -> None:
    assert tiers_up_to("codegen") == ("codegen",) and tiers_up_to("device") == CHECKED_HERE
    assert tiers_up_to("execute") == ("codegen", "compile", "execute")
    with pytest.raises(ValueError, match="no such tier: 'gpu'"):
        tiers_up_to("gpu")


@pytest.mark.parametrize(
    ("what", "code", "running", "failed", "again"),
    [
        ("crashed", -11, 1, {"1": "crashed (SIGSEGV)"}, [["0", "2"]]),
        ("did not end", -9, 0, {"0": "did not end"}, [["1", "2"]]),
        ("crashed", -6, None, {}, [["0"], ["1", "2"]]),
    ],
)
def test_of_a_task_that_was_lost_the_others_are_done_again(
    what: str, code: int, running: int | None, failed: dict[str, str], again: list[list[str]]
) -> None:
    worker: Any = SimpleNamespace(running=running, end=lambda: code)
    left: deque[Task] = deque()
    workers = [worker]
    lost = dict(_lost(worker, workers, _task("012"), left, what))
    assert {str(place): verdict.failed["execute"] for place, verdict in lost.items()} == failed
    assert [[entry.item.source for entry in task.entries] for task in left] == again and not workers


@pytest.mark.parametrize("code", [0, 1, None])
def test_a_worker_that_ends_by_itself_is_a_bug_of_ours(code: int | None) -> None:
    worker: Any = SimpleNamespace(running=0, end=lambda: code)
    with pytest.raises(RuntimeError, match=f"ended by itself, exit code {code}"):
        list(_lost(worker, [worker], _task("01"), deque(), "crashed"))


def test_a_kernel_that_crashes_alone_is_the_one() -> None:
    worker: Any = SimpleNamespace(running=None, end=lambda: -11)
    left: deque[Task] = deque()
    ((place, verdict),) = _lost(worker, [worker], _task("0"), left, "crashed")
    assert (place, verdict.failed, list(left)) == (0, {"execute": "crashed (SIGSEGV)"}, [])


def _task(sources: str) -> Task:
    launch = Launch((), (1,))
    return Task([Entry(place, Item(source, launch)) for place, source in enumerate(sources)], ("codegen", "execute"))
