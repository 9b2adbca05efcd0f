"""validate measures again what a row says was measured of it, and reports each figure that is another."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.production.making.recipe_request import recipe_for
from generator.production.making.tier_figures import MEASURED_BY
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from generator.production.validating.findings import Validation
from generator.production.validating.validation import validate_build
from generator.verification.tiers.tiers import CHECKED_HERE

Row = dict[str, Any]


@pytest.fixture(scope="module")
def row(tmp_path_factory: pytest.TempPathFactory) -> Row:
    """A verified row of the split train, whose columns are all of the tier that they are said to be of."""
    folder = tmp_path_factory.mktemp("verified")
    recipe = recipe_for(["cuda_backward"], rows=8, seed=5, categories=["vector"], verify="device", folder=folder)
    produce(recipe, folder, InProcess(), Silent())
    rows: list[Row] = pq.read_table(folder / "cuda_backward" / "train-00000-of-00001.parquet").to_pylist()
    return next(row for row in rows if row["tiers"] == list(CHECKED_HERE))  # some have no derivative


def validated(folder: Path, row: Row) -> Validation:
    file = folder / "kernels.jsonl"
    file.write_text(json.dumps(row) + "\n")
    return validate_build(file, "device", processes=1)


def _fewer_instructions(row: Row) -> Any:
    return [entry | {"instructions": entry["instructions"] - 1} for entry in row["ptx_instructions"]]


CHANGES: dict[str, Callable[[Row], Any]] = {
    "ptx_instructions": _fewer_instructions,
    "execute_seed": lambda row: "another",
    "execute_attempts": lambda row: row["execute_attempts"] + 1,
    "execute_error": lambda row: row["execute_error"] + 0.01,
    "inputs_without_effect": lambda row: ["body.mass"],
    "thread_order_matters": lambda row: not row["thread_order_matters"],
    "gradient_seed": lambda row: "another",
    "gradient_attempts": lambda row: row["gradient_attempts"] + 1,
    "gradient_error": lambda row: row["gradient_error"] + 0.01,
    "adjoint_error": lambda row: row["adjoint_error"] + 0.01,
    "device_error": lambda row: row["device_error"] + 0.01,
    "device_counts": lambda row: row["device_counts"] | {"memory_instructions": 1},
}


def test_every_figure_has_its_change() -> None:
    assert [*CHANGES] == [column for columns in MEASURED_BY.values() for column in columns]


def test_a_verified_row_is_sound(tmp_path: Path, row: Row) -> None:
    assert validated(tmp_path, row).findings == []


@pytest.mark.parametrize("column", CHANGES)
def test_a_figure_that_nobody_measured_is_found(tmp_path: Path, row: Row, column: str) -> None:
    changed = row | {column: CHANGES[column](row)}
    found = validated(tmp_path, changed).findings
    assert [finding.check for finding in found] == ["figures"]
    assert found[0].reason.startswith(f"{column} is ")


@pytest.mark.parametrize("column", CHANGES)
def test_a_figure_is_there_if_and_only_if_its_tier_is_claimed(tmp_path: Path, row: Row, column: str) -> None:
    """Nothing has to be run for that."""
    tier = next(tier for tier, columns in MEASURED_BY.items() if column in columns)
    less = CHECKED_HERE[: CHECKED_HERE.index(tier)]
    for changed in (row | {column: None}, row | {"tiers": list(less)}):
        file = tmp_path / "kernels.jsonl"
        file.write_text(json.dumps(changed) + "\n")
        found = validate_build(file).findings
        assert {finding.check for finding in found} == {"figures"}
        assert any(finding.reason.startswith(f"{column} is ") for finding in found)


def test_a_tier_that_no_build_checks_is_found(tmp_path: Path, row: Row) -> None:
    found = validated(tmp_path, row | {"tiers": [*row["tiers"], "gpu"]}).findings
    assert [finding.reason for finding in found] == ["tiers has gpu, which no build checks"]


@pytest.mark.parametrize("change", [lambda tiers: tiers * 2, lambda tiers: tiers[::-1]], ids=["twice", "backwards"])
def test_tiers_that_are_not_each_once_and_in_order_are_found(
    tmp_path: Path, row: Row, change: Callable[[list[str]], list[str]]
) -> None:
    found = validated(tmp_path, row | {"tiers": change(row["tiers"])}).findings
    assert [finding.reason.partition(": ")[2] for finding in found] == ["each stands there once, in order"]


def test_files_that_hold_nothing_are_refused_by_name(tmp_path: Path) -> None:
    for name, text, code in (("none.json", "[]", 2), ("cut.parquet", "PAR1 and no more", 1)):
        (tmp_path / name).write_text(text)
        refused = CliRunner().invoke(app, ["validate", str(tmp_path / name)])
        assert refused.exit_code == code and name in refused.output.replace("\n", "")


def test_rows_without_a_launch_are_put_to_no_tier_and_that_is_said(tmp_path: Path, row: Row) -> None:
    asked = {"prompt": f"```python\n{row['python_source']}```", "completion": "", "task": "none"}
    kept = ("id", "category", "kernel_name", "description", "seed", "fingerprint", "warp_version")
    file = tmp_path / "tasks.jsonl"
    file.write_text(json.dumps(asked | {name: row[name] for name in kept}) + "\n")
    told = CliRunner().invoke(app, ["validate", str(file)])
    assert "compile, execute, gradient: no row here has a launch" in " ".join(told.output.split())
