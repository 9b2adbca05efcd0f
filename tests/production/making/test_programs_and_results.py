"""Stand-alone programs as rows, and the results that are stored with test rows."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from generator.dataset import targets
from generator.dataset.configs import get_config
from generator.dataset.rows import make_rows
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import Shard
from generator.dataset.stream import Drawing, stream
from generator.lowering.standalone import Unsupported, translate
from generator.lowering.warp_backend import program
from generator.production.folder.json_files import write_row
from generator.production.folder.stored_rows import row_files
from generator.production.making.expected_results import wrong_gradients, wrong_outputs
from generator.production.making.row_verification import check_rows
from generator.verification.stored_results.stored_io import StoredIO, judge
from tests.lowering.standalone.standalone_kernels import CASES


def test_a_kernel_without_translation_gives_its_slot_to_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def refuse_the_first(*arguments: Any) -> targets.Row:
        asked.append(arguments[1].source)
        if len(asked) == 1:
            raise targets.NoTranslation("stand-alone CUDA: tile")
        return {"cuda_standalone": "program", "makefile": "run:"}

    columns = ("cuda_standalone", "makefile")
    monkeypatch.setattr(targets, "KERNEL_TARGETS", (targets.KernelTarget(columns, refuse_the_first),))
    shard = Shard(get_config("cuda_standalone", rows=44, categories=["vector", "loop"]), "train", 0)
    drawing = Drawing()
    rows = list(rows_of(shard, drawing))
    assert [row["category"] for row in rows] == list(shard.slots())
    assert drawing.passed_over["stand-alone CUDA: tile"] == 1
    assert len(asked) == len(rows) + 1 and len({row["id"] for row in rows}) == len(rows)


def test_what_has_no_translation_is_a_rejection(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> None:
        raise Unsupported("tile", 3)

    monkeypatch.setattr(targets, "translate", refuse)
    with pytest.raises(targets.NoTranslation, match="stand-alone CUDA: tile") as found:
        list(make_rows([next(stream(4, "vector", "train", 0))], ("cuda_standalone", "makefile")))
    assert str(found.value) == "stand-alone CUDA: tile", "a line number would make every reason count once"


@pytest.fixture(scope="module")
def verified() -> dict[str, Any]:
    """A row of the split test that passed every tier, with a program."""
    code = ("cuda_forward", "cuda_backward", "cuda_standalone", "makefile")
    (row,) = make_rows([next(stream(4, "arithmetic", "test", 0))], code)
    assert not check_rows([row], "gradient", isolated=False)
    return row


def test_a_program_runs_in_its_folder(verified: dict[str, Any], tmp_path: Path) -> None:
    write_row(tmp_path / "cuda_standalone" / "test", verified)
    folder = tmp_path / "cuda_standalone" / "test" / verified["id"]
    command = ["make", "--no-print-directory", "run-cpu"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1].startswith("PASS forward")
    (found,) = row_files(tmp_path)
    assert (found.config, found.split) == ("cuda_standalone", "test")
    assert list(found.rows()) == [verified]


def test_a_program_of_halves_has_their_header(tmp_path: Path) -> None:
    case = CASES["halves"]
    with program(case.source) as opened:
        made = translate(opened.kernel, case.launch)
    row = {"id": "halves", "kernel_name": "halves", "python_source": case.source}
    write_row(tmp_path, row | {"cuda_standalone": made.cuda, "makefile": made.makefile})
    ran = subprocess.run(["make", "run-cpu"], cwd=tmp_path / "halves", capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "\nPASS forward" in ran.stdout, ran.stderr


def test_a_wrong_program_is_refused(verified: dict[str, Any]) -> None:
    broken = verified | {"cuda_standalone": "int main() { return 1; }"}
    (failed,) = check_rows([broken], "execute", isolated=False).values()
    assert (failed.id, failed.tier) == (verified["id"], "execute, stand-alone") and "exit code 1" in failed.why
    wrong = verified | {"cuda_forward": verified["cuda_forward"].replace("wp::load(", "wp::no_such(", 1)}
    (failed,) = check_rows([wrong], "compile", isolated=False).values()
    assert failed.tier == "compile" and "no_such" in failed.why


def test_stored_results_judge(verified: dict[str, Any]) -> None:
    stored = StoredIO.from_json(verified["io"])
    assert stored.gradients and judge(verified, stored.outputs, stored.gradients).passed
    wrong = {name: values + 1 for name, values in stored.outputs.items()}
    assert not judge(verified, wrong).passed
    assert not list(wrong_outputs(verified))
    assert [reasons for _, reasons in wrong_gradients([verified])] == [()]


@pytest.mark.parametrize("table", ["inputs", "outputs", "gradients"])
def test_changed_results_are_found(verified: dict[str, Any], table: str) -> None:
    stored = StoredIO.from_json(verified["io"])
    numbers = getattr(stored, table)
    numbers.update({name: np.asarray(values + 1) for name, values in numbers.items()})
    row = verified | {"io": stored.to_json()}
    found = (*wrong_outputs(row), *(reason for _, reasons in wrong_gradients([row]) for reason in reasons))
    assert found


def test_variants_that_the_launch_has_not_are_found(verified: dict[str, Any]) -> None:
    stored = StoredIO.from_json(verified["io"])
    row = verified | {"io": replace(stored, variants=(stored,)).to_json()}
    assert list(wrong_outputs(row)) == ["io has 1 variants of the launch, the row 0"]


def test_missing_results_are_found(verified: dict[str, Any]) -> None:
    assert list(wrong_outputs(verified | {"io": None})) == ["io is missing"]


def test_rows_of_other_splits_have_no_results() -> None:
    (row,) = make_rows([next(stream(4, "arithmetic", "train", 0))], ("cuda_forward",))
    assert not check_rows([row], "execute", isolated=False)
    assert row["io"] is None
    assert "execute" in row["tiers"] and row["execute_attempts"] >= 1 and row["inputs_without_effect"] == []
