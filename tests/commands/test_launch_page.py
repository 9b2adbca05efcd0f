"""The page about a launch: under its policy, every text escaped, cells and lines as the launch touched them."""

from __future__ import annotations

from dataclasses import asdict
from html.parser import HTMLParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.device_launch.answer import Launched, launched_of
from generator.commands.device_launch.page import page
from generator.emulation import Finding, Thread

SCRIPT = '<script>alert("owned")</script>\x1b[2J" onclick="alert(1)'


class Elements(HTMLParser):
    """Elements of a page with their attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))


def test_nothing_of_a_hostile_answer_runs() -> None:
    finding = Finding("race", SCRIPT, 1, SCRIPT, "shared", SCRIPT, (Thread(0, 1),), (0,), 2, 3)
    cell = {"offset": 0, "reads": 1, "writes": 1, "atomics": 0, "first_thread": 0, "last_thread": 3}
    memory = {"space": SCRIPT, "name": SCRIPT, "size": 8, "cell_bytes": 4, "cells": [cell]}
    line = {"line": 1, "source": SCRIPT, "opcode": SCRIPT, "text": SCRIPT, "issues": 2, "lanes": 4}
    found = Launched(
        SCRIPT,
        (1,),
        (4,),
        SCRIPT,
        (),
        (finding,),
        (SCRIPT,),
        {SCRIPT: SCRIPT},
        (SCRIPT,),
        (SCRIPT,),
        [],
        [line],
        [memory],
    )
    text = page(found, SCRIPT)
    tags = Elements(text).tags
    assert not {tag for tag, _ in tags} & {"script", "img", "iframe", "object", "a"}
    assert not [name for _, attributes in tags for name in attributes if name.startswith("on")]
    assert "\x1b" not in text
    (policy,) = [attributes["content"] for tag, attributes in tags if attributes.get("http-equiv")]
    assert str(policy).startswith("default-src 'none'; style-src") and "script-src" not in str(policy)
    classes = [attributes["class"] for tag, attributes in tags if tag == "i" and "title" in attributes]
    assert classes == ["both faulty", "untouched"]
    assert "50 %" in text


@pytest.mark.parametrize(("threads", "kinds"), [(16, ["written"] * 8 + ["untouched"] * 8), (32, ["written"] * 16)])
def test_cells_and_lines_of_a_launch(threads: int, kinds: list[str], tmp_path: Path) -> None:
    path = tmp_path / "half.cu"
    path.write_text("__global__ void half(float* y) { if (threadIdx.x % 2) y[threadIdx.x / 2] = 1.0f; }\n")
    options = ["--arg", "float32[16]", "--block", str(threads), "--html", str(tmp_path / "page.html")]
    assert CliRunner().invoke(app, ["emulate", str(path), *options]).exit_code == 0
    text = (tmp_path / "page.html").read_text()
    cells = [attributes for tag, attributes in Elements(text).tags if tag == "i" and "title" in attributes]
    assert [cell["class"] for cell in cells] == kinds
    assert cells[0]["title"] == "bytes 0-3: 1 writes, by thread 1"
    assert "50 %" in text and "100 %" in text and "half.cu:1" in text


FLAG = """__global__ void hand_on(float* data, volatile int* flag, float* out) {
    if (blockIdx.x == 0) { data[0] = 42.0f; __threadfence(); flag[0] = 1; }
    else { while (flag[0] == 0) {} out[0] = data[0]; } }
"""
SAME = "__global__ void same(float* y) { y[0] = 1.0f; }\n"


@pytest.mark.parametrize(
    ("text", "arrays", "words"),
    [(FLAG, ["float32[1]", "int32[1]=0", "float32[1]"], "both accesses are volatile"),
     (SAME, ["float32[1]"], "two threads write the same value to one address of argument 0")],
)  # fmt: skip
def test_terminal_and_page_say_which_races_the_tier_accepts(
    text: str, arrays: list[str], words: str, tmp_path: Path
) -> None:
    (tmp_path / "race.cu").write_text(text)
    options = [part for each in arrays for part in ("--arg", each)] + ["--html", str(tmp_path / "page.html")]
    found = CliRunner(env={"COLUMNS": "160", "TERM": "dumb"}).invoke(
        app, ["emulate", str(tmp_path / "race.cu"), *options, "--grid", "2", "--block", "1"]
    )
    assert found.exit_code == 1 and "1 finding" in found.output
    assert words in found.output and words in (tmp_path / "page.html").read_text()


def test_a_finding_comes_out_of_the_answer_as_it_went_in() -> None:
    given = Finding("race", "m", 1, "s", "global", "y", (Thread(0, 1),), (4,), 2, 3, same_value=True, volatile=True)
    nothing = {"outputs": [], "notes": [], "counts": {}, "printed": [], "traps": [], "trace": [], "lines": []}
    launch = {"kernel": "k", "grid": [1], "block": [1], "order": "forward", "memory": []}
    assert launched_of(nothing | launch | {"findings": [asdict(given)]}).findings == (given,)
