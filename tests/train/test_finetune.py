"""The example trains on streamed rows from each source, resumes at the right row, and the loss falls.

Needs the extra `train`: `make test-train` makes an environment that has it.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest

from generator.production.publishing.card import write_card
from tests.production.publishing.hub_stand_in import HubStandIn
from tests.production.small_build import write_small_build

pytest.importorskip("trl", reason="the extra `train` is not installed")

ROOT = Path(__file__).parents[2]
BATCH = 2
SMALL = ("--batch", str(BATCH), "--window", "512", "--cpu")


def finetune(out: Path, *arguments: object) -> dict[str, Any]:
    """Train in this process."""
    from examples.finetune import arguments as parse
    from examples.finetune import train

    train(parse(["--out", str(out), *SMALL, *map(str, arguments)]))
    return run_of(out)


def finetune_apart(out: Path, *arguments: object, **environment: str) -> dict[str, Any]:
    """Train in a fresh process, as from the shell."""
    command = [sys.executable, "examples/finetune.py", "--out", str(out), *SMALL, *map(str, arguments)]
    variables = os.environ | {"OMP_NUM_THREADS": "1"} | environment
    done = subprocess.run(command, cwd=ROOT, env=variables, text=True, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr[-3000:]
    assert "not a prefix" not in done.stderr  # of prompt and completion: no token may reach over the seam
    return run_of(out)


def run_of(out: Path) -> dict[str, Any]:
    """What the last run of a folder wrote."""
    run: dict[str, Any] = json.loads(max(out.glob("run-*.json"), key=lambda path: path.stat().st_mtime_ns).read_text())
    return run


def only_checkpoint(whole: Path, copy: Path, step: int) -> Path:
    """A folder as it was when the run was cut off behind that checkpoint."""
    for name in (f"checkpoint-{step}", "tokenizer"):
        shutil.copytree(whole / name, copy / name)
    return copy


def assert_goes_on(whole: dict[str, Any], after: dict[str, Any], step: int) -> None:
    """The rows and losses behind ``step`` are those of the run that was not cut off."""
    assert after["first_step"] == step
    assert after["rows"] == whole["rows"][step * BATCH :]
    # Equal losses need the same weights, the same optimizer and the same rows.
    assert after["losses"] == pytest.approx({k: v for k, v in whole["losses"].items() if int(k) > step}, rel=1e-3)


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> None:
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = write_small_build(tmp_path_factory.mktemp("build") / "warp-cuda-ir", ("sft",))
    write_card(root)
    return root


@pytest.fixture(scope="module")
def stored(build: Path) -> list[str]:
    """Ids of the train rows, in the order of the files."""
    ids: list[str] = ds.dataset(sorted((build / "sft").glob("train-*"))).to_table(["id"])["id"].to_pylist()
    return ids


def test_from_the_script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    steps, saved = 30, 22
    source = ("--data", "./warp_cuda_ir.py", "--steps", steps, "--save-steps", saved)
    whole = finetune(tmp_path / "whole", *source)
    assert len(whole["rows"]) == len(set(whole["rows"])) == steps * BATCH
    losses = [whole["losses"][str(step)] for step in range(1, steps + 1)]
    assert statistics.mean(losses[-5:]) < 0.7 * statistics.mean(losses[:3])
    cut_off = only_checkpoint(tmp_path / "whole", tmp_path / "resumed", saved)
    assert_goes_on(whole, finetune(cut_off, "--resume", *source), saved)


def test_from_parquet(build: Path, stored: list[str], tmp_path: Path) -> None:
    source = ("--data", build, "--steps", 12, "--save-steps", 9)
    whole = finetune(tmp_path / "whole", *source)
    assert whole["rows"] == stored[: 12 * BATCH]
    # Checkpoint 9 stands in the second file, behind its second row.
    cut_off = only_checkpoint(tmp_path / "whole", tmp_path / "resumed", 9)
    assert_goes_on(whole, finetune_apart(cut_off, "--resume", *source), 9)


def test_from_the_hub(build: Path, stored: list[str], tmp_path: Path) -> None:
    upload = [sys.executable, "-m", "generator", "push", str(build), "maker/warp-cuda-ir"]
    with HubStandIn() as hub:
        environment = hub.environment(tmp_path / "home")
        subprocess.run(upload, cwd=ROOT, env=os.environ | environment, check=True, timeout=120)
        run = finetune_apart(tmp_path / "out", "--data", "maker/warp-cuda-ir", "--steps", 4, **environment)
        assert hub.requests["GET", "resolve"] > 0
    assert run["rows"] == stored[: 4 * BATCH]
