"""Nobody's code is run without a yes."""

from __future__ import annotations

import sys

import pytest
import typer

from generator.commands.foreign_code.consent import confirm_run


def answer(monkeypatch: pytest.MonkeyPatch, terminal: bool, yes: bool = False) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(typer, "confirm", lambda *_, **__: yes)


def test_without_a_terminal_the_option_is_wanted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answer(monkeypatch, terminal=False, yes=True)
    with pytest.raises(typer.Exit) as ended:
        confirm_run("the Python of 3 rows in\x1b[2J build", run_code=False, unsandboxed=True)
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err == "this runs the Python of 3 rows in?[2J build: --run-code says yes to that\n"


def test_the_option_is_a_yes_that_is_shown(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answer(monkeypatch, terminal=False)
    confirm_run("the Python of 3 rows", run_code=True, unsandboxed=True)
    assert capsys.readouterr().err == "this runs the Python of 3 rows\n"


@pytest.mark.parametrize("yes", [True, False])
def test_a_terminal_is_asked(monkeypatch: pytest.MonkeyPatch, yes: bool) -> None:
    answer(monkeypatch, terminal=True, yes=yes)
    if yes:
        confirm_run("the Python of 3 rows", run_code=False, unsandboxed=True)
        return
    with pytest.raises(typer.Exit) as ended:
        confirm_run("the Python of 3 rows", run_code=False, unsandboxed=True)
    assert ended.value.exit_code == 1
