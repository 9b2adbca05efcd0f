"""Collected rows are verified in children: what one row's code does costs that row alone."""

from __future__ import annotations

from typing import Any

import pytest

from generator.isolation import ChildFailed
from generator.lowering.user_kernels.api import lower
from generator.production.collecting import verifying
from tests.verification.launch_guess import published_kernels as published

CRASHING = published.GATHER + "\nimport os\nos.kill(os.getpid(), 11)\n"
HANGING = published.GATHER + "\nimport time\ntime.sleep(1000)\n"


def raw_row(source: str, runs: str = "") -> dict[str, Any]:
    """A raw row; ``runs`` is a source that stands in the row in its place, with the code of ``source``."""
    (found,) = lower(source, emit=("forward", "backward", "cpu"))
    return {
        "name": found.name,
        "python_source": runs or found.python_source,
        "self_contained": True,
        "needs": "",
        "launch": found.launch.to_json(),
        "code": found.code,
        "adjoint": "own",
    }


@pytest.fixture
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying, "SECONDS", (12.0, 0.0))


def test_a_row_that_crashes_or_hangs_costs_itself(patience: None) -> None:
    rows = [
        raw_row(published.GATHER),
        raw_row(published.GATHER, CRASHING),
        raw_row(published.GATHER, HANGING),
        raw_row(published.ROWS),
    ]
    rows.append({**rows[0], "self_contained": False, "needs": "numpy_extras"})
    sound, crashed, hung, other, needy = verifying.verify_rows(None, rows)
    assert sound["tiers"] == other["tiers"] == ["execute", "gradient"]
    assert sound["not_verified"] == "" and sound["launch_origin"] == "by names"
    assert crashed["tiers"] == [] and crashed["not_verified"].startswith("execute: its process killed by signal")
    assert hung["not_verified"].startswith("execute: its process ran longer than 12 s")
    assert crashed["launch"] == "" and crashed["launch_origin"].startswith("none: ")
    assert needy["not_verified"] == "execute: the source needs numpy_extras"


def test_an_adjoint_that_crashes_costs_itself_alone(patience: None) -> None:
    row = raw_row(published.GATHER)
    backward = row["code"]["cuda_backward"]
    row["code"]["cuda_backward"] = backward.replace("// reverse", "*(volatile int*)0 = 1; // reverse")
    assert row["code"]["cuda_backward"] != backward
    (verdict,) = verifying.verify_rows(None, [row])
    assert verdict["tiers"] == ["execute"] and verdict["launch"] and verdict["figures"]["execute_error"] < 1e-5
    assert verdict["not_verified"].startswith("gradient: its process killed by signal")


def test_twice_the_same_rows_give_the_same() -> None:
    rows = [raw_row(published.ROWS), raw_row(published.SCATTER)]
    assert verifying.verify_rows(None, rows) == verifying.verify_rows(None, rows)


GOOD = {"launch": "", "launch_origin": "none: x", "tiers": [], "figures": {}, "not_verified": "execute: x"}


@pytest.mark.parametrize(
    "answer",
    [
        None,
        [],
        [GOOD, GOOD],
        [GOOD | {"launch": "{}"}],
        [GOOD | {"launch": 3}],
        [GOOD | {"tiers": ["gpu"]}],
        [GOOD | {"tiers": "execute"}],
        [GOOD | {"figures": {"no_such_figure": 1.0}}],
        [GOOD | {"figures": {"execute_seed": {"a": 1}}}],
        [GOOD | {"figures": {"inputs_without_effect": ["x", 3]}}],
        [GOOD | {"figures": {"inputs_without_effect": ["\x1b]0;title"]}}],
        [GOOD | {"figures": {"inputs_without_effect": ["x" * 5_000]}}],
    ],
)
def test_what_is_no_verdict_counts_as_a_failure(answer: Any) -> None:
    assert verifying._checked([dict(GOOD)], 1) == [GOOD]
    with pytest.raises(ChildFailed, match="answered with what"):
        verifying._checked(answer, 1)
