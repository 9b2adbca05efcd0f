"""CPU beside CUDA: nothing is lost, what is marked differs, every difference has a reason."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset.configs import get_config
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.lowering.comparison.compare_document import with_reasons
from generator.lowering.comparison.side_by_side import (
    LAYOUT,
    REASONS,
    UNEXPLAINED,
    Line,
    align,
    changed_words,
    folded,
    sections,
)
from generator.lowering.warp_backend import Lowered, lower, program
from tests.lowering.user_kernels.kernel_sources import sources
from tests.lowering.user_kernels.targets_sources import PLAIN, SAME_NAME

EARLY_RETURN = PLAIN.replace("    y[i] =", "    if x[i] < 0.0:\n        return\n    y[i] =")


def both(source: str) -> Lowered:
    with program(source) as opened:
        return lower(opened.kernel, cuda=True, cpu=True)


def texts_of(lines: tuple[Line, ...]) -> tuple[str, str]:
    cpu = [line.cpu for line in lines if line.cpu is not None]
    cuda = [line.cuda for line in lines if line.cuda is not None]
    return "\n".join(cpu), "\n".join(cuda)


def test_no_line_is_lost_or_made_up() -> None:
    code = both(SAME_NAME)
    _, forward, adjoint = sections(code)
    assert texts_of(forward.lines) == (code.cpp_forward.rstrip("\n"), code.cuda_forward.rstrip("\n"))
    assert texts_of(adjoint.lines) == (code.cpp_backward.rstrip("\n"), code.cuda_backward.rstrip("\n"))


def test_lines_without_reason_are_the_same_and_the_others_are_not() -> None:
    for section in sections(both(EARLY_RETURN)):
        for line in section.lines:
            assert line.same == (line.reason == "")


def test_the_body_of_a_kernel_is_the_same_on_both() -> None:
    _, forward, _ = sections(both(PLAIN))
    shared = [line.cuda for line in forward.lines if line.same and line.cuda]
    assert any("wp::array_store(" in line for line in shared) and any("builtin_tid1d()" in line for line in shared)


def reasons_of(source: str, title: str) -> set[str]:
    (section,) = (section for section in sections(both(source)) if section.title == title)
    return {line.reason for line in section.lines} - {"", LAYOUT}


def test_reasons_of_a_kernel_that_returns_early() -> None:
    assert reasons_of(EARLY_RETURN, "module header") == {"block size", "thread index", "launch options"}
    parts = {"grid-stride loop", "tile memory", "contiguous arrays", "loop over indices", "argument struct"}
    ends = {"entry point", "parameters", "thread index", "leaving a thread"}
    assert reasons_of(EARLY_RETURN, "forward") == parts | ends
    assert reasons_of(PLAIN, "forward") == parts | ends - {"leaving a thread"}
    assert "qualifiers" in reasons_of(SAME_NAME, "forward")


def test_return_is_paired_with_continue() -> None:
    _, forward, _ = sections(both(EARLY_RETURN))
    (pair,) = (line for line in forward.lines if line.reason == "leaving a thread" and line.cuda and line.cpu)
    assert (pair.cpu or "").strip() == "return;" and (pair.cuda or "").strip() == "continue;"
    assert changed_words(pair)[0][-2:] == [("return", True), (";", False)]


def test_each_reason_has_a_name_of_its_own() -> None:
    names = [reason.name for reason in REASONS]
    assert len(set(names)) == len(names) and UNEXPLAINED not in names


def test_no_difference_is_unexplained_in_awkward_kernels() -> None:
    explained = 0
    for name, source in sources():
        with program(source) as opened:
            for kernel in opened.kernels.values():
                try:
                    code = lower(kernel, cuda=True, cpu=True)
                except (RuntimeError, TypeError):  # some are there for what Warp refuses
                    continue
                assert_explained(name, code)
                explained += 1
    assert explained > 60


def test_no_difference_is_unexplained_in_fresh_rows(fresh_seed: int) -> None:
    config = get_config("cpu_cuda", rows=22, seed=fresh_seed)
    for row in rows_of(Shard(config, "train", 0)):
        names = ("cuda_forward", "cuda_backward", "cpp_forward", "cpp_backward")
        assert_explained(row["id"], Lowered(**{name: row[name] for name in names}))


def assert_explained(name: str, code: Lowered) -> None:
    for section in sections(code):
        for line in section.lines:
            assert line.reason != UNEXPLAINED, f"{name}, {section.title}: {line.cpu!r} | {line.cuda!r}"


def test_folding_keeps_two_lines_around_a_difference() -> None:
    text = "\n".join(f"line {number};" for number in range(20))
    lines = list(align(text, text.replace("line 10;", "continue;")))
    runs = list(folded(lines))
    assert [run if isinstance(run, int) else len(run) for run in runs] == [8, 6, 7]
    assert list(folded(list(align(text, text)))) == [20]


@pytest.fixture
def kernel_file(tmp_path: Path) -> Path:
    path = tmp_path / "two_kernels.py"
    path.write_text(
        EARLY_RETURN + SAME_NAME.removeprefix("\nimport warp as wp\n").replace("def scale", "def weigh_all")
    )
    return path


def test_command_shows_both_texts_and_the_reasons(kernel_file: Path) -> None:
    result = CliRunner().invoke(app, ["compare", str(kernel_file), "--kernel", "scale"])
    assert result.exit_code == 0, result.output
    for shown in ("scale: module header", "scale: forward", "scale: adjoint", "continue;", "WP_TILE_BLOCK_DIM 256"):
        assert shown in result.output
    assert "grid-stride loop  A CUDA thread takes" in result.output
    assert "weigh_all" not in result.output


def test_html_is_one_file_with_every_line(kernel_file: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = CliRunner().invoke(app, ["compare", str(kernel_file), "--html", str(page)])
    assert result.exit_code == 0, result.output
    text = page.read_text()
    assert "http" not in text.replace("https://", "http") and "<script" not in text
    cells = [
        html.unescape(re.sub(r"</?b>", "", cell)) for cell in re.findall(r"<td class=cuda>(.*?)</td>", text, re.DOTALL)
    ]
    expected = both(EARLY_RETURN).cuda_forward.splitlines()
    start = next(
        i for i in range(len(cells)) if [c for c in cells[i : i + 400] if c][:3] == [e for e in expected if e][:3]
    )
    assert [c for c in cells[start:] if c][: len([e for e in expected if e])] == [e for e in expected if e]


def test_the_document_is_what_its_command_writes(root: Path) -> None:
    document = root / "docs" / "cpu_and_cuda.md"
    text = document.read_text()
    assert text == with_reasons(text, root / "examples" / "clamp_sum.py"), "run compare_document"
    for reason in REASONS:
        assert reason.name == LAYOUT or f"### {reason.name.capitalize()}\n\n{reason.explanation} In the " in text


def test_a_row_is_compared_by_its_id() -> None:
    row = next(rows_of(Shard(get_config("cuda_forward", rows=11, seed=3), "train", 0)))
    result = CliRunner().invoke(app, ["compare", row["id"]])
    assert result.exit_code == 0, result.output
    assert f"{row['kernel_name']}: forward" in result.output


@pytest.mark.parametrize(
    ("argument", "said"),
    [("nowhere.py", "compare: nowhere.py: no such file"), ("not-a-row", "neither a .py file nor a row")],
)
def test_wrong_arguments_are_one_line_and_exit_2(argument: str, said: str) -> None:
    result = CliRunner().invoke(app, ["compare", argument])
    assert result.exit_code == 2 and said in result.output and result.output.count("\n") == 1


def test_compare_gives_what_it_can_and_says_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "some.py"
    made = "def make():\n    @wp.kernel\n    def inner(x: wp.array(dtype=float)):\n        x[0] = 1.0\n"
    path.write_text(f"{PLAIN}\n\n{made}")
    result = CliRunner().invoke(app, ["compare", str(path)])
    assert result.exit_code == 2 and "scale: forward" in result.stdout
    said = "compare: some.py:12 inner: made inside function make, which the file does not call"
    assert result.stderr.splitlines()[1:] == [said]
    path.write_text("import os\n\nos._exit(0)\n")
    result = CliRunner().invoke(app, ["compare", str(path)])
    assert result.exit_code == 2
    assert result.stderr.splitlines()[1:] == ["compare: some.py: its process exited with 0 before it was done"]
    result = CliRunner().invoke(app, ["compare", str(tmp_path)])
    assert (result.exit_code, result.output) == (2, f"compare: {tmp_path} is a folder: give one Python file in it\n")
