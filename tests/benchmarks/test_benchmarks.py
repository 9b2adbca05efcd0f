"""What is compared is the same work, and the arithmetic of the figures is right."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmarks.__main__ import table
from benchmarks.figures import Figure, interleaved, ratio
from benchmarks.kernels import default_categories, drawn
from benchmarks.reference_pipeline import convert
from benchmarks.stock import lowered, stock_lowered, stock_warp
from generator.lowering import fast_codegen


def test_the_reference_pipeline_makes_the_kernels_that_we_make(tmp_path: Path) -> None:
    for kernel in drawn(default_categories(), 1):
        with stock_warp():
            row = json.loads(convert(kernel, tmp_path).read_text())
        ours = lowered(kernel.candidate.source)
        functions = "|".join(re.findall(r"^def (\w+)", kernel.candidate.source, re.MULTILINE))
        # stock Warp numbers functions of one name through the whole process
        stock = {way: re.sub(rf"\b(adj_)?({functions})_\d+\(", r"\1\2_0(", row[way]) for way in ("forward", "backward")}
        assert stock["forward"] in ours.cuda_forward
        assert stock["backward"] in ours.cuda_backward
        assert stock_lowered(kernel.candidate.source) == ours


def test_stock_warp_is_switched_on_only_inside_the_block() -> None:
    assert fast_codegen.enabled()
    with stock_warp():
        assert not fast_codegen.enabled()
    assert fast_codegen.enabled()


def test_a_switch_that_was_set_stays_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(fast_codegen.SWITCH, "1")
    with stock_warp(), stock_warp():
        pass
    assert not fast_codegen.enabled()


def test_ways_take_turns_and_the_first_round_does_not_count() -> None:
    calls: list[str] = []
    seconds = interleaved({"a": lambda: calls.append("a"), "b": lambda: calls.append("b")}, rounds=2)
    assert calls == ["b", "a", "a", "b", "b", "a"]
    assert {name: len(times) for name, times in seconds.items()} == {"a": 2, "b": 2}


def test_a_ratio_is_the_median_over_rounds() -> None:
    assert ratio({"a": [1.0, 4.0, 9.0], "b": [2.0, 2.0, 3.0]}, "a", "b") == 2.0


@pytest.mark.parametrize(
    ("limit", "absolute", "met"),
    [("<=0.6", False, True), ("<=0.4", False, False), (">=0.5", False, True), ("<=9", True, False), ("", False, None)],
)
def test_limits_bound_the_ratio_or_the_value(limit: str, absolute: bool, met: bool | None) -> None:
    figure = Figure("group", "name", 10.0, "ms", 0.5, "reference", limit, absolute)
    assert figure.met is met
    assert table([figure]).row_count == 1
