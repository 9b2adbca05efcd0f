"""SASS: machine code of a PTX text with the figures that ptxas and the listing give."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from generator.lowering.binaries import cuda_tools
from generator.lowering.binaries.architectures import ARCHITECTURES
from generator.lowering.binaries.cuda_tools import ToolFailed, ToolMissing, find_tool
from generator.lowering.binaries.ptx import ptx_of
from generator.lowering.binaries.ptx_sass_columns import columns, sass_rows
from generator.lowering.binaries.sass import Sass, sass_batch, sass_of
from generator.lowering.warp_backend import compile_cuda
from tests.lowering.user_kernels.targets_sources import CALLS, PLAIN, PRINTS, SOURCES, SPILLS, lowered
from warp_cuda_ir import load_dataset


@pytest.fixture(scope="module")
def ptx() -> list[str]:
    return [ptx_of(lowered(source).cuda_forward) for source in SOURCES]


@pytest.fixture(scope="module")
def batch(ptx: list[str]) -> list[Sass]:
    return sass_batch(ptx)


def test_listing_is_labels_and_instructions_of_the_entry_point(batch: list[Sass]) -> None:
    for sass in batch:
        first, *rest = sass.text.splitlines()
        assert first.endswith("_cuda_kernel_forward:")
        assert all(line.endswith(":") or (line.startswith("    ") and line.endswith(";")) for line in rest)
        assert rest[-1].startswith("    BRA `(.L_x_"), "the last branch closes the code; alignment after it is left out"
        assert any("EXIT" in line for line in rest)


def test_figures_agree_with_the_listing(batch: list[Sass]) -> None:
    for sass in batch:
        instructions = [line for line in sass.text.splitlines() if line.startswith("    ")]
        assert sass.instruction_count == len(instructions) == sum(sass.instruction_mix.values())
        loads = Counter(line.split()[1 if line.split()[0].startswith("@") else 0] for line in instructions)
        assert sass.instruction_mix["EXIT"] == sum(n for word, n in loads.items() if word.rstrip(";") == "EXIT")
        assert 0 < sass.registers <= 255
        assert sass.shared_memory >= 1024  # Warp keeps 4 bytes for each of 256 threads for its tile allocator


def test_spills_and_limits_are_seen(batch: list[Sass]) -> None:
    plain, spilled = batch[SOURCES.index(PLAIN)], batch[SOURCES.index(SPILLS)]
    assert (plain.spill_stores, plain.spill_loads, plain.stack) == (0, 0, 0)
    assert spilled.registers <= 24 and spilled.spill_stores > 0 and spilled.spill_loads > 0
    assert spilled.instruction_mix["STL"] and spilled.instruction_mix["LDL"]


def test_the_result_is_the_same_alone_and_in_a_batch(ptx: list[str], batch: list[Sass]) -> None:
    assert [sass_of(text) for text in ptx] == batch


def test_called_functions_are_in_the_listing(batch: list[Sass]) -> None:
    plain, calling, printing = (batch[SOURCES.index(source)] for source in (PLAIN, CALLS, PRINTS))
    assert "series_0" in calling.text
    assert calling.instruction_mix["CALL"] > plain.instruction_mix["CALL"]
    assert printing.instruction_mix["CALL"] > plain.instruction_mix["CALL"]


@pytest.mark.parametrize("arch", ARCHITECTURES)
def test_rows_have_text_and_usage(arch: str) -> None:
    code = vars(lowered(PLAIN))
    forward_only = code | {"cuda_backward": ""}
    both, half = sass_rows([code, forward_only], [arch])
    assert list(both) == [*columns("sass", [arch]), *columns("usage", [arch])]
    backward = columns("sass", [arch])[1]
    assert both[backward] and half[backward] == "" and half[backward.replace("sass", "usage")] is None
    mix = both[columns("usage", [arch])[0]]["instruction_mix"]
    assert mix == sorted(mix, key=lambda entry: (-entry["count"], entry["opcode"]))


def test_a_bad_text_is_refused_with_what_ptxas_says(ptx: list[str]) -> None:
    with pytest.raises(ToolFailed, match="ptxas"):
        sass_of(ptx[0].replace("ret;", "return;"))


def test_a_tool_that_does_not_end_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_tools, "find_tool", lambda name: Path("/bin/sleep"))
    with pytest.raises(ToolFailed, match=r"ptxas: did not end in 0\.1 seconds"):
        cuda_tools.run_tool("ptxas", ["5"], timeout=0.1)


def test_a_missing_tool_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_tools, "_in_wheels", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    find_tool.cache_clear()
    try:
        with pytest.raises(ToolMissing, match=r"ptxas is not installed: pip install 'warp-cuda-ir\[sass\]'"):
            find_tool("ptxas")
    finally:
        find_tool.cache_clear()


@pytest.mark.parametrize(
    "message",
    ["Unsupported .version 9.4; current version is '7.4'", "Value 'sm_90' is not defined for option 'gpu-name'"],
)
def test_an_old_ptxas_on_path_is_one_line_before_any_row(
    message: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`datasets` hides what is raised while it makes rows behind an error of its own, which says nothing."""
    old = tmp_path / "ptxas"
    old.write_text(f'#!/bin/sh\necho "ptxas fatal   : {message}"\nexit 255\n')
    old.chmod(0o755)
    monkeypatch.setattr(cuda_tools, "_in_wheels", lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    find_tool.cache_clear()
    try:
        with pytest.raises(ToolMissing) as refused:
            load_dataset("warp_cuda_ir.py", "sass", rows=8, cache_dir=str(tmp_path / "cache"))
    finally:
        find_tool.cache_clear()
    assert str(refused.value) == f"{old} is older than the PTX that Warp writes: pip install 'warp-cuda-ir[sass]'"


def test_the_code_of_a_short_name_is_found() -> None:
    """nvdisasm pads the line above it."""
    ptx = compile_cuda('extern "C" __global__ void one(int* x) { *x = 1; }', 90).decode().rstrip("\0")
    assert "EXIT" in sass_of(ptx).instruction_mix


def test_wheels_go_before_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wheel = tmp_path / "ptxas"
    monkeypatch.setattr(cuda_tools, "_in_wheels", lambda name: wheel)
    monkeypatch.setattr(shutil, "which", lambda name: "/elsewhere/ptxas")
    find_tool.cache_clear()
    try:
        assert find_tool("ptxas") == wheel
    finally:
        find_tool.cache_clear()
