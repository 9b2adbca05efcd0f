"""A build of nothing but prompts, or turns of a chat: it has no programs to measure, and is a build all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.production.making.recipe_request import recipe_for
from generator.production.measuring.stats import stats_of
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.report import write_report
from generator.production.running.executors import InProcess
from generator.production.validating.validation import validate_build


@pytest.mark.parametrize(("config", "heading"), [("sft", "`prompt`:"), ("chat", "`assistant`:")])
def test_a_task_view_alone_is_a_whole_build(tmp_path: Path, config: str, heading: str) -> None:
    produce(recipe_for([config], rows=22, verify="codegen", folder=tmp_path), tmp_path, InProcess(), Silent())
    assert json.loads((tmp_path / "manifest.json").read_text())["complete"]
    assert stats_of(tmp_path) == json.loads((tmp_path / "stats.json").read_text()) == {}
    card = (tmp_path / "README.md").read_text()
    assert heading in card and "Warp built-ins" not in card and "````markdown" in card
    write_report(tmp_path)
    assert validate_build(tmp_path).sound
    told = CliRunner().invoke(app, ["stats", str(tmp_path)])
    assert told.exit_code == 2 and "no config of this build has the column python_source" in told.output
