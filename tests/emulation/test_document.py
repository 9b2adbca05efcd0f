"""docs/emulation.md: its example gives what it shows, and what it calls unsupported is."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import numpy as np
import pytest

from generator.emulation import KINDS, Unsupported, emulate

TEXT = (Path(__file__).parents[2] / "docs" / "emulation.md").read_text()
PTX = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(.param .u64 a)
{
.reg .b32 %%r<9>;
.reg .b64 %%rd<9>;
.reg .pred %%p<5>;
.reg .f32 %%f<20>;
.reg .b16 %%h<5>;
.shared .align 8 .b64 bar;
%s
ret;
}
"""


def part(name: str) -> str:
    return TEXT.split(f"<!-- {name} -->")[1].split(f"<!-- end of {name} -->")[0]


def test_the_race_is_found_as_shown() -> None:
    code, shown = re.findall(r"```(?:python)?\n(.*?)```", part("race"), re.DOTALL)
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(code, "docs/emulation.md", "exec"), {})
    assert printed.getvalue().splitlines()[-1] == shown.strip()
    assert len([line for line in code.splitlines() if line]) <= 10


def test_every_kind_of_finding_is_explained() -> None:
    assert re.findall(r"^\| `(\w+)` \|", TEXT.split("## What is found")[1].split("##")[0], re.MULTILINE) == list(KINDS)


@pytest.mark.parametrize("statement", re.findall(r"\| `([^`]*;)` \|", part("unsupported")))
def test_what_is_called_unsupported_is(statement: str) -> None:
    with pytest.raises(Unsupported):
        emulate(PTX % statement, "k", [np.zeros(64, np.float32)], 1, 32)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("opcode", "generator/emulation/opcodes/table.py"),
        ("opcode test", "tests/emulation/opcodes/test_intrinsics.py"),
        ("waiting opcode", "generator/emulation/instructions.py"),
    ],
)
def test_the_line_of_an_opcode_stands_where_the_page_says(name: str, file: str) -> None:
    (line,) = re.findall(r"```python\n(.*)\n```", part(name))
    assert f"    {line}\n" in (Path(__file__).parents[2] / file).read_text()
    assert file.rpartition("/")[2] in TEXT
