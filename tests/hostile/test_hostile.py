"""Hostile and damaged folders: no traceback, no hang, no exit 0, nothing of them run; each is told in its line."""

from __future__ import annotations

import shutil
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner, Result

from generator.cli import app
from generator.dataset.fingerprint import fingerprint
from generator.isolation import Limits, protection
from generator.production.making.recipe_request import recipe_for
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from generator.production.validating import row_runs
from generator.production.validating.findings import Validation
from generator.production.validating.validation import validate_build
from tests.hostile.cases import CASES, MARKER, SOURCES
from tests.hostile.folders import CONFIG, file_of, rewrite
from tests.hostile.untrue import UNTRUE

ROWS = 22
COMMANDS = {
    "validate": ["validate", "{}", "--tier", "codegen"],
    "push": ["push", "{}", "maker/rows", "--dry-run"],
    "card": ["card", "{}"],
    "report": ["report", "{}"],
    "stats": ["stats", "{}"],
}


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("sound") / "build"
    produce(recipe_for([CONFIG], rows=ROWS, verify="codegen", folder=root), root, InProcess(), Silent())
    return root


def run(command: str, root: Path) -> Result:
    return CliRunner().invoke(app, [part.format(root) for part in COMMANDS[command]], env={"COLUMNS": "2000"})


@pytest.mark.parametrize("command", COMMANDS)
def test_a_sound_build_passes(sound: Path, tmp_path: Path, command: str) -> None:
    root = tmp_path / "build"
    shutil.copytree(sound, root)
    done = run(command, root)
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("name", CASES)
def test_each_case_has_its_line(sound: Path, tmp_path: Path, name: str) -> None:
    root = tmp_path / "build"
    shutil.copytree(sound, root)
    CASES[name].damage(root)
    for command, expected in CASES[name].said.items():
        done = run(command, root)
        assert done.exit_code == (1 if command == "validate" else 2), (command, done.output[-500:], done.exception)
        assert isinstance(done.exception, SystemExit), (command, done.exception)
        assert expected in done.output, (command, done.output[-2000:])
        assert "\x1b" not in done.output and "\0" not in done.output and "Traceback" not in done.output
        if command != "validate":
            assert len(done.stderr.strip().splitlines()) == 1, done.stderr


@pytest.mark.parametrize("name", UNTRUE)
def test_what_is_not_so_is_found(sound: Path, tmp_path: Path, name: str) -> None:
    root, (damage, expected) = tmp_path / "build", UNTRUE[name]
    shutil.copytree(sound, root)
    damage(root)
    found = [f"{finding.place}: {finding.reason}" for finding in validate_build(root, "codegen", sample=1).findings]
    assert any(expected in line for line in found), found
    if name.startswith(("named", "card")):
        pushed = run("push", root)
        assert pushed.exit_code == 2 and len(pushed.stderr.strip().splitlines()) == 1, pushed.output


@dataclass
class Ran:
    """A build with a hostile source in each of its first rows, looked at without running and with."""

    marker: Path
    rows: dict[str, str]
    read: Validation
    run: Validation | None


@pytest.fixture(scope="module")
def ran(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ran]:
    root = tmp_path_factory.mktemp("hostile") / "build"
    marker = root.parent / "marker"
    shutil.copytree(sound, root)
    table = pq.read_table(file_of(root))
    rows = table.to_pylist()
    for row, text in zip(rows, SOURCES.values(), strict=False):
        row["python_source"] += text.replace(MARKER, str(marker)) + "\n"
        row["fingerprint"] = fingerprint(row["python_source"])
        row["line_count"], row["character_count"] = row["python_source"].count("\n"), len(row["python_source"])
    names = dict(zip(SOURCES, (row["id"] for row in rows), strict=False))
    rewrite(root, pa.Table.from_pylist(rows, table.schema))
    read = validate_build(root, "codegen")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_runs, "LIMITS", Limits(seconds=2.0, memory_bytes=8 << 30))
        isolated = protection().isolates
        run = validate_build(root, "codegen", run_code=True) if isolated else None
    yield Ran(marker, names, read, run)


@pytest.mark.parametrize("name", SOURCES)
def test_no_source_runs_and_each_is_found(ran: Ran, name: str) -> None:
    reasons = [finding.reason for finding in ran.read.findings if finding.row == ran.rows[name]]
    assert any("python_source is not that of its key" in reason for reason in reasons), reasons
    assert not ran.marker.exists()
    assert not ran.read.checked[row_runs.RUN]


NAMED = {
    "exit": "exit",
    "exit of the process": "exit",
    "exit by SystemExit": "exit",
    "hang": "2 s",
    "sleep": "2 s",
    "allocation": "emory",
    "crash": "signal 11",
    "kill": "signal 9",
}
"""What is said of a source that was run in a child; the others may say what they like of themselves."""


@pytest.mark.parametrize("name", SOURCES)
def test_run_in_a_child_it_costs_itself_alone(ran: Ran, name: str) -> None:
    if ran.run is None:
        pytest.skip("this system shuts nothing in")
    found = defaultdict(list)
    for finding in ran.run.findings:
        if finding.check in (row_runs.RUN, "codegen"):
            found[finding.row].append(finding.reason)
    assert ran.run.checked[row_runs.RUN] == len(SOURCES)
    assert set(found) <= set(ran.rows.values())
    assert not ran.marker.exists()
    if name in NAMED:
        assert any(NAMED[name] in reason for reason in found[ran.rows[name]]), found[ran.rows[name]]


@pytest.mark.parametrize("config", ["sft", "chat"])
def test_code_in_a_prompt_is_found_and_not_run(tmp_path: Path, config: str) -> None:
    """A task view has its source in the prompt alone."""
    root, marker = tmp_path / "build", tmp_path / "marker"
    produce(recipe_for([config], rows=ROWS, verify="codegen", folder=root), root, InProcess(), Silent())
    table = pq.read_table(file_of(root, config=config))
    rows = table.to_pylist()
    hostile = f"import warp as wp\nopen({str(marker)!r}, 'w')\n"
    if config == "sft":
        rows[0]["prompt"] = rows[0]["prompt"].replace("import warp as wp\n", hostile)
    else:
        turn = rows[0]["messages"][0]
        turn["content"] = turn["content"].replace("import warp as wp\n", hostile)
    changed = pa.Table.from_pylist(rows, table.schema)
    assert changed != table
    rewrite(root, changed, config=config)
    done = run("validate", root)
    assert done.exit_code == 1 and rows[0]["id"] in done.output, done.output[-2000:]
    assert not marker.exists()
