"""Forks of a call's process: each begins where the process was, and a hostile one costs no other one's answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from generator.isolation import Child, ChildFailed, Limits
from generator.isolation.branches import can_branch
from generator.isolation.mechanisms import LANDLOCK, NAMESPACES

pytestmark = pytest.mark.skipif(not can_branch(), reason="forks are kept apart on Linux alone")

HERE = Path(__file__).parent
BOUNDS = Limits(seconds=120.0)


@pytest.fixture(scope="module", params=[NAMESPACES, LANDLOCK])
def child(request: pytest.FixtureRequest) -> Iterator[Child]:
    sys.path.insert(0, str(HERE))
    opened = Child(shut_in=request.param, readable=[HERE / "branching.py"])
    try:
        opened.__enter__()
    except ChildFailed as error:
        pytest.skip(f"this system has no {request.param}: {error}")
    else:
        yield opened
        opened.close()
    finally:
        sys.path.remove(str(HERE))


def test_each_fork_begins_where_the_process_was(child: Child) -> None:
    assert child.call("branching:branch", [1, 2, 3], BOUNDS) == [[2, 1], [4, 1], [6, 1]]


@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("run_a_program", [[2, 1], "done", [6, 1]]),
        ("write_to_the_call", [[2, 1], None, [6, 1]]),
        ("exit_at_once", [[2, 1], None, [6, 1]]),
        ("sleep", [[2, 1], None, [6, 1]]),
        ("leave_process", [[2, 1], None, None]),
        ("leave_files", [[2, 1], "done", [6, 1]]),
    ],
)
def test_what_a_fork_does_costs_no_other_answer(child: Child, name: str, answers: list[Any]) -> None:
    assert child.call("branching:branch", [1, name, 3], BOUNDS) == answers
    assert child.call("branching:branch", [1], BOUNDS) == [[2, 1]]


def test_files_of_a_fork_are_gone_for_the_next(child: Child) -> None:
    assert child.call("branching:branch", ["leave_files", "leave_files"], BOUNDS) == ["done", "done"]
    changed = child.call("branching:branch_with_file", [1, "change_file", 3], BOUNDS)
    assert changed == [[2, 1], None, None]


def test_a_fork_that_kills_the_process_forges_nothing(child: Child) -> None:
    with pytest.raises(ChildFailed, match="killed by signal 9"):
        child.call("branching:branch", [1, "kill_the_call", 3], BOUNDS)


@pytest.mark.parametrize("entry", ["branch_with_thread", "branch_with_process"])
def test_a_process_that_is_more_than_itself_does_not_fork(child: Child, entry: str) -> None:
    assert child.call(f"branching:{entry}", [1, 2], BOUNDS) == [None, None]


def test_answers_share_their_room(child: Child) -> None:
    assert child.call("branching:branch_with_little_room", [1, 2, 3], BOUNDS) == [[2, 1], None, None]
