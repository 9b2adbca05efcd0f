"""The commands that show rows, and the table of all commands."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from typer.testing import CliRunner

from generator.cli import COMMANDS, app
from generator.commands.console import wide_console
from generator.dataset import stream
from generator.dataset.identity import KernelKey
from generator.dataset.kernel_filter import difficulty_and_features
from generator.dataset.stream import kernel_of
from generator.synthesis import Rejected

run = CliRunner(env={"COLUMNS": "160", "TERM": "dumb"}).invoke


def test_every_command_of_the_table_exists_and_explains_itself() -> None:
    listed = run(app, ["--help"]).output
    assert all(f" {name} " in listed and summary in listed for name, summary in COMMANDS.items())
    for name in COMMANDS:
        found = run(app, [name, "--help"])
        assert found.exit_code == 0 and "Usage" in found.output


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--help"], "warp|generator.commands"),
        (["nosuch"], "warp|generator.commands"),
        (["push", "--help"], "warp|pyarrow|huggingface_hub"),
        (["lower", "--help"], "warp"),
        (["compare", "--help"], "warp"),
    ],
)
def test_help_imports_only_what_it_shows(arguments: list[str], unwanted: str) -> None:
    """Else it takes seconds: `--help` of the whole and an unknown name both end before a command's module is read."""
    code = (
        f"import sys; sys.argv[1:] = {arguments}\nfrom generator.cli import main\n"
        f"try:\n    main()\nexcept SystemExit:\n    print(sorted(sys.modules.keys() & {unwanted.split('|')}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_preview_and_load_take_filters(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, root: Path) -> None:
    few = ["--category", "vector", "--difficulty", "2-3", "--feature", "!random", "--feature", "guard"]
    found = run(app, ["preview", "-n", "1", *few])
    assert found.exit_code == 0
    kernel = kernel_of(found.output.split()[0]).candidate
    difficulty, features = difficulty_and_features(kernel)
    assert 2 <= difficulty <= 3 and "guard" in features and "random" not in features
    monkeypatch.chdir(root)
    loaded = run(app, ["load", "--rows", "6", *few, "--curriculum", "--cache-dir", str(tmp_path)])
    assert loaded.exit_code == 0 and "│ vector   │     6 │" in loaded.output
    monkeypatch.setattr(stream, "MOST_FILTERED", 20)
    for command in (["preview", "-n", "1"], ["load", "--rows", "6", "--cache-dir", str(tmp_path)]):
        refused = run(app, [*command, "--category", "atomic", "--feature", "random", "--difficulty", "10"])
        text = " ".join(refused.output.split())
        assert refused.exit_code == 2 and "of 20 draws difficulty 10 in 0, random in" in text
        refused = run(app, [*command, "--category", "loop", "--feature", "!loop"])
        assert refused.exit_code == 2 and "no kernel of loop can meet them" in " ".join(refused.output.split())


def test_preview_shows_python_beside_code() -> None:
    found = run(app, ["preview", "--config", "cuda_backward", "-n", "1", "--category", "vector"])
    assert found.exit_code == 0
    heading = found.output.splitlines()[0]
    assert heading.startswith("s2-vector-0-train-0-")
    assert any("@wp.kernel" in line and "│" in line for line in found.output.splitlines())
    assert "cuda_kernel_forward" in found.output and "cuda_kernel_backward" in found.output
    again = run(app, ["preview", "--id", heading.split()[0]])
    assert again.output == found.output


@pytest.mark.parametrize("command", [["preview", "--id"], ["compare"]])
def test_an_id_that_no_row_has_is_refused_and_told_why(command: list[str]) -> None:
    known = {
        "s2-nosuch-0-train-0-6": "unknown category 'nosuch'",
        "vector-0": "not a row id",
        "vector-0-train-3-14": "not a row id",
    }
    for row, reason in known.items():
        refused = run(app, [*command, row])
        assert refused.exit_code == 2 and reason in refused.output, row


def test_a_key_that_gives_no_kernel_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw_nothing(key: KernelKey) -> NoReturn:
        raise Rejected("no draw of the category")

    monkeypatch.setattr(stream, "draw", draw_nothing)
    refused = run(app, ["preview", "--id", "s2-vector-0-train-3-14"])
    assert refused.exit_code == 2 and "passed over that draw (no draw of the category)" in refused.output


def test_an_id_far_beyond_any_build_is_refused() -> None:
    for row in (f"s2-arithmetic-0-train-{1 << 24}-0", f"s2-arithmetic-0-train-0-{1 << 20}"):
        refused = CliRunner().invoke(app, ["preview", "--id", row])
        assert refused.exit_code == 2 and "shards go to 16,777,215" in refused.stderr
        assert len(refused.stderr.splitlines()) == 1


def test_preview_shows_the_columns_asked_for() -> None:
    found = run(app, ["preview", "--config", "cpu_cuda", "-n", "1", "--column", "cpp_forward"])
    assert "_cpu_kernel_forward" in found.output and "__global__" not in found.output
    refused = run(app, ["preview", "--config", "cpu_cuda", "--column", "cpp_foward"])
    assert refused.exit_code == 2 and "did you mean 'cpp_forward'?" in refused.output


@pytest.mark.parametrize("config", ["sft", "chat"])
def test_preview_shows_tasks_as_question_and_answer(config: str) -> None:
    found = run(app, ["preview", "--config", config, "-n", "1"])
    assert found.exit_code == 0 and "Description: " in found.output and "__global__" in found.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--config", "cuda_backwards"], "did you mean 'cuda_backward'"),
        (["--category", "vectr"], "did you mean 'vector'"),
        (["--category", "nope"], "unknown category 'nope'. Allowed: arithmetic"),
        (["--split", "tests"], "did you mean 'test'"),
        (["--id", "vector-1"], "not a row id"),
    ],
)
def test_preview_refuses_a_wrong_name_in_one_line(arguments: list[str], message: str) -> None:
    found = run(app, ["preview", *arguments])
    assert found.exit_code == 2 and message in found.output and "Traceback" not in found.output


def test_load_counts_the_rows_of_each_split(tmp_path: Path) -> None:
    options = ["--rows", "44", "--category", "math", "--category", "loop", "--cache-dir", str(tmp_path)]
    found = run(app, ["load", "--config", "cpu", *options])
    assert found.exit_code == 0, found.output
    cells = [line.replace("│", " ").split() for line in found.output.splitlines()]
    assert ["math", "20", "1", "1"] in cells and ["all", "40", "2", "2"] in cells
    assert [line for line in cells if len(line) > 1][-1] == ["all", "40", "2", "2"], (
        "the table stands at the end, where a terminal shows it"
    )
    assert "cpp_forward" in found.output and "cpp_backward" not in found.output


def test_load_of_a_config_that_is_a_folder_names_the_option() -> None:
    found = run(app, ["load", "--config", "real"])
    assert found.exit_code == 2 and "then give --data-dir DIR" in " ".join(found.output.replace("│", " ").split())


def test_output_that_is_not_a_terminal_is_wide() -> None:
    assert wide_console().width == 160
