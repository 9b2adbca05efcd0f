"""Rows are compiled in children, and workers that are ended leave no answer that says nothing."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from generator.isolation import ChildFailed, Limits
from generator.lowering.binaries.ptx import ptx_of
from generator.lowering.user_kernels.api import lower
from generator.production.collecting.plain_reasons import cause_of, plain_reason
from generator.production.collecting.sessions import Package
from generator.production.collecting.stages.compiling import add_ptx, compile_rows, compiling_child
from generator.production.collecting.stages.spool import Spool
from generator.production.collecting.stages.tasks import Children
from generator.production.collecting.stages.workers import Workers
from tests.production.collecting.small_wheels import MODULES


@pytest.fixture(scope="module")
def code() -> dict[str, str]:
    (kernel,) = lower(MODULES["pack/bent.py"], emit=("forward", "backward", "cpu"))
    return dict(kernel.code)


def test_rows_get_the_ptx_of_their_own_text(code: dict[str, str]) -> None:
    other = code | {"cuda_backward": "", "cpp_backward": ""}
    with compiling_child() as child:
        whole, forward = add_ptx(child, compile_rows(child, [{"code": code}, {"code": other}]))
    assert whole["tiers"] == ["codegen", "compile"] and whole["not_verified"] == ""
    for column, text, arch in (
        ("ptx_forward_sm80", "cuda_forward", "sm_80"),
        ("ptx_backward_sm90", "cuda_backward", "sm_90"),
    ):
        assert whole["code"][column] == ptx_of(code[text], arch)
    assert forward["code"]["ptx_backward_sm80"] == "" and len(forward["ptx_instructions"]) == 2
    assert all(entry["instructions"] > 5 for entry in whole["ptx_instructions"])


@pytest.mark.parametrize(
    ("column", "text", "reason"),
    [
        ("cuda_backward", "nonsense;\n", "cuda_backward: sm_80"),
        ("cpp_forward", "nonsense;\n", "cpp_forward: "),
        ("cuda_forward", "#include </etc/passwd>\n", "a preprocessor directive"),
        ("cuda_forward", "// " + "x" * 6_000_000 + "\n", "letters: more than"),
        ("cuda_forward", "a = b;\n" * 3_001, "3,001 statements without a branch: more than 3,000"),
    ],
)
def test_a_text_that_does_not_compile_costs_its_row(code: dict[str, str], column: str, text: str, reason: str) -> None:
    with compiling_child() as child:
        bad, good = compile_rows(child, [{"code": code | {column: text + code[column]}}, {"code": code}])
    assert bad["tiers"] == ["codegen"] and reason in bad["not_verified"]
    assert bad["not_verified"].startswith("compile: ") and "ptx_instructions" not in bad
    assert good["tiers"] == ["codegen", "compile"]


@dataclass(frozen=True)
class Sleep:
    """A task whose child sleeps."""

    key: str
    seconds: float
    began: threading.Event

    def run(self, children: Children) -> Any:
        self.began.set()
        try:
            return children.compiling.call("time:sleep", self.seconds, Limits(seconds=900.0))
        except ChildFailed as error:
            return {"skipped": str(error)}


def test_workers_that_are_ended_stop_and_keep_what_was_finished(tmp_path: Path) -> None:
    spool = Spool(tmp_path)
    began = threading.Event()
    start = time.monotonic()
    with pytest.raises(KeyboardInterrupt), Workers(1, spool) as running:
        for task in running.run([Sleep("short", 0.0, threading.Event()), Sleep("long", 600.0, began)]):
            assert task.key == "short" and began.wait(60)
            raise KeyboardInterrupt
    assert time.monotonic() - start < 300
    assert "short" in spool and "long" not in spool


def test_reasons_are_the_same_everywhere(tmp_path: Path) -> None:
    package = Package(tmp_path)
    said = f"k: OSError: {tmp_path}/a.py of <A at 0x7f12ab34cd56>\n/tmp/warp-cuda-ir-child-x1/call/b"
    assert plain_reason(said, package) == r"k: OSError: a.py of <A at 0x...>\x0a/private/call/b"
    assert cause_of("k: no value is known for 'x' of 12") == cause_of("m: no value is known for 'yy' of 3")
