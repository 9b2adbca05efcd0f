"""The user's file runs in a child process: what it does there is one line and exit 2, never a silent 0."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import Result
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.foreign_code import user_file
from generator.isolation import child, protection
from generator.isolation.mechanisms import LANDLOCK, LIMITS

KERNEL = "import warp as wp\n\n\n@wp.kernel\ndef fill(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0\n"
Lower = Callable[..., Result]


@pytest.fixture
def lower(tmp_path: Path) -> Lower:
    """Run ``lower`` on a file with this text."""

    def run(text: str, *options: str) -> Result:
        path = tmp_path / "mine.py"
        path.write_text(text)
        return CliRunner().invoke(app, ["lower", str(path), *options])

    return run


def said(result: Result) -> list[str]:
    """Lines on stderr after the first, which says whose code runs."""
    first, *others = result.stderr.splitlines()
    assert first.startswith("lower: runs the Python of ") and "mine.py, shut in: " in first
    return others


ENDINGS = [
    ("import os\n\nos._exit(0)\n", "lower: mine.py: its process exited with 0 before it was done"),
    ("import os\n\nos._exit(3)\n", "lower: mine.py: its process exited with 3 before it was done"),
    ("import sys\n\nsys.exit(0)\n", "lower: mine.py:3: SystemExit: 0"),
    ("import os\n\nos.kill(os.getpid(), 11)\n", "lower: mine.py: its process killed by signal 11"),
    ("raise KeyboardInterrupt\n", "lower: mine.py: its process raised KeyboardInterrupt"),
    ("while True:\n    pass\n", "lower: mine.py: its process ran longer than 4 s"),
    ("kept = bytearray(5 << 30)\n", "lower: mine.py:1: MemoryError: (no message)"),
]


@pytest.mark.parametrize(("text", "line"), ENDINGS)
def test_however_the_file_ends_it_is_one_line(
    text: str, line: str, lower: Lower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(user_file, "LIMITS", replace(user_file.LIMITS, seconds=4.0, memory_bytes=4 << 30))
    result = lower(text + KERNEL)
    assert (result.exit_code, result.stdout, said(result)) == (2, "", [line])


STRANGE_LINE = "SimpleNamespace(file='f', line='none', label='k', code={'cuda_forward': 'text'})"


@pytest.mark.parametrize("lie", [STRANGE_LINE, ""])
def test_a_file_that_answers_in_the_place_of_lower_is_one_line(lie: str, lower: Lower) -> None:
    mine = f"from generator.lowering.user_kernels import api\n\napi._lower_all = lambda *_: [{lie}]\n"
    result = lower(f"from types import SimpleNamespace\n{mine}{KERNEL}")
    line = "lower: mine.py: its process answered with something else than code"
    assert (result.exit_code, result.stdout, said(result)) == (2, "", [line])


@pytest.mark.parametrize("mechanism", [LANDLOCK, LIMITS])
def test_a_file_runs_where_the_system_gives_less(mechanism: str, lower: Lower, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "MECHANISMS", (mechanism, LIMITS))
    result = lower(KERNEL, "--emit", "forward,ptx")
    assert result.exit_code == 0 and said(result) == [] and ".entry fill" in result.stdout


def test_what_the_file_prints_goes_to_stderr(lower: Lower) -> None:
    result = lower('print("loading\x1b[2J")\n' + KERNEL, "--format", "json", "--emit", "forward")
    assert result.exit_code == 0, result.output
    (row,) = map(json.loads, result.stdout.splitlines())
    assert row["kernel_name"] == "fill"
    assert said(result) == ["loading?[2J"]


def test_the_file_can_neither_write_outside_nor_reach_the_network(lower: Lower, tmp_path: Path) -> None:
    if not protection().isolates:
        pytest.skip(f"this system has no isolation: {protection().reason}")
    mark = tmp_path / "mark"
    attempts = (
        "import socket\nfrom pathlib import Path\n\n"
        "for act in (lambda: Path({mark!r}).write_text(''), lambda: socket.create_connection(('127.0.0.1', 9))):\n"
        "    try:\n        act()\n    except OSError as error:\n        print('refused')\n"
    )
    result = lower(attempts.format(mark=str(mark)) + KERNEL)
    assert result.exit_code == 0 and said(result) == ["refused", "refused"] and not mark.exists()


def test_a_name_that_is_no_name_of_a_file_stays_in_the_folder(lower: Lower, tmp_path: Path) -> None:
    out = tmp_path / "out" / "inner"
    text = KERNEL.replace("@wp.kernel", "@wp.kernel\n@away")
    away = "def away(f):\n    f.__qualname__ = '../../away'\n    return f\n\n\n"
    result = lower(text.replace("@wp.kernel", f"{away}@wp.kernel"), "--out", str(out), "--emit", "forward")
    assert result.exit_code == 0, result.output
    assert [path.name for path in out.iterdir()] == [".._.._away.forward.cu"]
    assert sorted(os.listdir(tmp_path)) == ["mine.py", "out"]


def test_a_folder_is_told_what_to_give(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["lower", str(tmp_path)])
    assert (result.exit_code, result.output) == (2, f"lower: {tmp_path} is a folder: give one Python file in it\n")
