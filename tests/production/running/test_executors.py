"""Whoever does the work, wherever: the bytes are those of one process that does it all."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.lowering.binaries.ptx import ptx_of
from generator.production.folder.errors import BuildError
from generator.production.making.manifest import open_folder
from generator.production.making.pieces import Piece, Pieces
from generator.production.making.recipe import Cell
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import LocalPool, executor_for
from generator.production.running.slurm import jobs, submit
from generator.production.steps import ProductionStep, main
from tests.production import toy_kernels
from tests.production.folders import build, content

FAKE_SBATCH = """#!/bin/bash
# Runs a job at once, task by task, as Slurm would run it later.
for script; do :; done
echo "$@" >> "$SBATCH_LOG"
last=$(sed -n 's/^#SBATCH --array=0-//p' "$script")
for rank in $(seq 0 "${last:-0}"); do SLURM_ARRAY_TASK_ID=$rank bash "$script" >&2 || exit 1; done
echo "$(wc -l < "$SBATCH_LOG");cluster"
"""


@pytest.fixture(scope="module")
def calm(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Content of the toy build that one process made."""
    root = tmp_path_factory.mktemp("calm") / "toy"
    build(root, verify="execute")
    return content(root)


def begin(root: Path) -> None:
    """A folder with a manifest and nothing else, as a cluster's stages find it."""
    (root / ".production").mkdir(parents=True)
    open_folder(root, toy_kernels.recipe(verify="execute"))


def test_workers_of_a_pool_keep_headers_as_long_as_it_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    with LocalPool(1) as executor:
        executor.pool.submit(ptx_of, 'extern "C" __global__ void one(int* x)\n{\n    *x = 1;\n}\n').result()
        assert list(temporary.rglob("*.pch"))
    assert not list(temporary.iterdir())


def test_pool_survives_kernels_that_crash_it(tmp_path: Path, calm: dict[str, str]) -> None:
    with LocalPool(2) as executor:
        manifest = produce(toy_kernels.recipe(verify="execute"), tmp_path / "toy", executor, Silent())
    tiers = Counter(row["tier"] for row in manifest["failed"])
    assert tiers == {tier: manifest["rejected"][tier] for tier in ("compile", "execute")}
    assert {row["why"] for row in manifest["failed"]} == {"it may not", "crashed"}
    assert content(tmp_path / "toy") == calm


class Killer(Silent):
    """Kills the worker processes once, while the pool's owner is busy with a result."""

    def __init__(self) -> None:
        self.killed = 0

    def advance(self, rows: int, rejected: Mapping[str, int]) -> None:
        workers = [] if self.killed else multiprocessing.active_children()
        for worker in workers:
            worker.kill()
            worker.join()
        self.killed += len(workers)
        time.sleep(0.5 if workers else 0.0)  # the pool hears of it


def test_pool_that_breaks_between_two_results_goes_on(tmp_path: Path, calm: dict[str, str]) -> None:
    killer = Killer()
    with LocalPool(2) as executor:
        produce(toy_kernels.recipe(verify="execute"), tmp_path / "toy", executor, killer)
    assert killer.killed
    assert content(tmp_path / "toy") == calm


def test_task_that_never_ends_is_ended(root: Path) -> None:
    script = (
        "import time; from generator.production.running import executors as e; e.SECONDS_OF_A_TASK = 1; "
        "e.perform = lambda *a, **k: time.sleep(600); e._perform_watched(None, None)"
    )
    ended = subprocess.run([sys.executable, "-c", script], cwd=root, timeout=300)
    assert ended.returncode == -signal.SIGALRM


def test_bug_in_a_task_is_raised(tmp_path: Path) -> None:
    begin(tmp_path)
    without_a_plan = Pieces((Piece(Cell("train", "loop", 1), 0, 1),))
    with LocalPool(1) as executor, pytest.raises(FileNotFoundError, match="plan"):
        list(executor.run(tmp_path, [without_a_plan]))


def test_stages_shared_by_workers_that_never_talk(tmp_path: Path, calm: dict[str, str]) -> None:
    root = tmp_path / "toy"
    begin(root)
    with pytest.raises(BuildError, match="run the stage `plan` first"):
        list(ProductionStep(root, "make").run(None, 0, 3))
    for stage, size in (("draw", 3), ("plan", 1), ("make", 3)):
        for rank in reversed(range(size)):
            assert list(ProductionStep(root, stage)(iter("passed on"), rank, size)) == list("passed on")
    # Of nine cells two lack candidates in the first plan: `finish` draws further.
    assert len(list((root / ".production/pieces").rglob("*.arrow"))) >= 7
    main([str(root), "finish", "0", "1"])
    assert content(root) == calm
    with pytest.raises(BuildError, match="one worker"):
        list(ProductionStep(root, "plan").run(None, 0, 2))


def test_slurm_arrays_make_the_same_bytes(
    tmp_path: Path, root: Path, calm: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sbatch = tmp_path / "bin/sbatch"
    sbatch.parent.mkdir()
    sbatch.write_text(FAKE_SBATCH)
    sbatch.chmod(sbatch.stat().st_mode | stat.S_IEXEC)
    log = tmp_path / "sbatch.log"
    monkeypatch.setenv("PATH", f"{sbatch.parent}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("SBATCH_LOG", str(log))
    monkeypatch.setenv("PYTHONPATH", str(root))
    begin(tmp_path / "toy")
    chain = jobs(tmp_path / "toy", array=2, workers=1, options=["--partition=cpu"])
    assert submit(tmp_path / "toy", chain) == ["1", "2", "3", "4"]
    assert content(tmp_path / "toy") == calm
    lines = log.read_text().splitlines()
    assert [f"--dependency=afterok:{i}" in line for i, line in enumerate(lines)] == [False, True, True, True]


def test_a_log_lies_in_the_folder_and_has_the_numbers_that_its_job_has(tmp_path: Path) -> None:
    chain = jobs(tmp_path / "my build", array=2, workers=3, options=["--partition=cpu"])
    logs = {}
    for job in chain:
        head = [line for line in job.script.splitlines() if line.startswith("#SBATCH ")]
        (logs[job.name],) = (
            word.removeprefix("--output=")
            for line in head
            for word in shlex.split(line)
            if word.startswith("--output=")
        )
        assert any(line.startswith("#SBATCH --array=") for line in head) == ("%A_%a" in logs[job.name])
    folder = tmp_path.resolve() / "my build" / ".production" / "slurm"
    assert logs == {
        "draw": f"{folder}/draw-%A_%a.out",
        "plan": f"{folder}/plan-%j.out",
        "make": f"{folder}/make-%A_%a.out",
        "finish": f"{folder}/finish-%j.out",
    }


def test_slurm_dry_run_shows_the_scripts_and_writes_nothing(tmp_path: Path) -> None:
    out = tmp_path / "out"
    options = ["--rows", "1100", "--executor", "slurm", "--array", "8", "--sbatch=--partition=cpu", "--dry-run"]
    shown = CliRunner().invoke(app, ["produce", *options, "--out", str(out)])
    assert shown.exit_code == 0
    assert shown.output.count("#!/bin/bash") == 4 and shown.output.count("#SBATCH --partition=cpu") == 4
    assert "#SBATCH --array=0-7" in shown.output and f'{out} make "$SLURM_ARRAY_TASK_ID" 8' in shown.output
    assert not out.exists()


def test_no_sbatch_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BuildError, match="no sbatch"):
        submit(tmp_path, jobs(tmp_path, 2, 1, []))


def test_ray_makes_the_same_bytes(
    tmp_path: Path, root: Path, calm: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray", reason="Ray is in the extra `scale`")
    monkeypatch.setenv("PYTHONPATH", str(root))
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with executor_for("ray", 2) as executor:
        produce(toy_kernels.recipe(verify="execute"), tmp_path / "toy", executor, Silent())
    assert content(tmp_path / "toy") == calm


def test_datatrove_makes_the_same_bytes(tmp_path: Path, calm: dict[str, str]) -> None:
    executor = pytest.importorskip("datatrove.executor", reason="datatrove is in the extra `scale`")
    begin(tmp_path / "toy")
    for stage, tasks in (("draw", 2), ("plan", 1), ("make", 2)):
        executor.LocalPipelineExecutor(
            [ProductionStep(tmp_path / "toy", stage)],
            tasks=tasks,
            workers=1,
            logging_dir=str(tmp_path / f"logs-{stage}"),
        ).run()
    main([str(tmp_path / "toy"), "finish", "0", "1"])
    assert content(tmp_path / "toy") == calm
