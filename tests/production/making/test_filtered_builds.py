"""Builds of a part of the stream, by difficulty and features, in order of difficulty; too little of it is one line."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset import stream
from generator.dataset.configs import get_config
from generator.dataset.kernel_filter import by_difficulty
from generator.dataset.shards import Shard, kernels_of
from generator.production.folder.errors import BuildError
from generator.production.making import assembly
from generator.production.publishing.card import write_card
from generator.production.validating.validation import validate_build
from tests.production import toy_kernels
from tests.production.folders import build, content


def rows_of(path: Path, config: str = "cuda_backward", split: str = "*") -> list[list[dict[str, Any]]]:
    """Rows of each file of a config."""
    return [pq.read_table(file).to_pylist() for file in sorted((path / config).glob(f"{split}-*.parquet"))]


def run(out: Path, *options: str) -> Any:
    return CliRunner().invoke(app, ["produce", *options, "--verify", "codegen", "--workers", "1", "--out", str(out)])


OPTIONS = ["--config", "cuda_forward,chat", "--rows", "20", "--categories", "atomic,vector"]
OPTIONS += ["--difficulty", "1-3", "--features", "!random", "--no-distinct"]


@pytest.fixture(scope="module")
def filtered(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of two configs by the filter of ``OPTIONS``."""
    out = tmp_path_factory.mktemp("filtered") / "out"
    made = run(out, *OPTIONS)
    assert made.exit_code == 0, made.output
    return out


def test_produce_makes_what_the_filtered_stream_gives(filtered: Path, tmp_path: Path) -> None:
    recipe = json.loads((filtered / "manifest.json").read_text())["recipe"]
    assert (recipe["difficulty"], recipe["features"], recipe["curriculum"]) == ("1-3", ["!random"], False)
    files = rows_of(filtered, "cuda_forward")
    rows = [row for file in files for row in file]
    assert Counter(row["category"] for row in rows) == {"atomic": 10, "vector": 10}
    assert all(row["difficulty"] <= 3 and "random" not in row["features"] for row in rows)
    config = get_config("cuda_forward", rows=20, categories=["atomic", "vector"], difficulty=(1, 3), features="!random")
    train = [drawn.key.id for drawn in kernels_of(Shard(config, "train", 0))]
    assert [row["id"] for row in rows if "-train-" in row["id"]] == train
    assert [[row["id"] for row in file] for file in rows_of(filtered, "chat")] == [
        [row["id"] for row in file] for file in files
    ]
    refused = run(filtered, *OPTIONS, "--curriculum")
    assert refused.exit_code == 2 and "curriculum: False, now True" in refused.output
    assert refused.output.count("\n") == 1
    shown = run(tmp_path / "other", *OPTIONS, "--curriculum", "--dry-run").output
    assert "only kernels with: difficulty 1-3, !random\norder: each file from easy to difficult\n" in shown


def claimed(folder: Path, out: Path, **recipe: Any) -> Path:
    """A copy of a build whose manifest says something else of its recipe."""
    shutil.copytree(folder, out)
    manifest = json.loads((out / "manifest.json").read_text())
    manifest["recipe"] |= recipe
    (out / "manifest.json").write_text(json.dumps(manifest))
    return out


def test_validate_holds_rows_to_the_filter_and_the_order_of_the_manifest(filtered: Path, tmp_path: Path) -> None:
    sound = validate_build(filtered)
    assert sound.findings == [] and sound.checked["filter"] == sound.remade == 40 and not sound.checked["order"]
    rows = [row for file in rows_of(filtered, "cuda_forward") for row in file]
    other = validate_build(claimed(filtered, tmp_path / "other", difficulty="1", features=["!vector"], curriculum=True))
    expected = {row["id"] for row in rows if row["difficulty"] > 1 or "vector" in row["features"]}
    wrong = [finding for finding in other.findings if finding.check == "filter"]
    assert expected and {finding.row for finding in wrong} == expected
    assert {finding.file.partition("/")[0] for finding in wrong} == {"cuda_forward", "chat"}
    assert {finding.check for finding in other.findings} == {"filter", "order"}
    damaged = validate_build(claimed(filtered, tmp_path / "damaged", difficulty="hard")).findings
    assert any(finding.reason.startswith("difficulty must be") for finding in damaged)


def test_the_card_names_the_filter_and_the_order(filtered: Path, tmp_path: Path) -> None:
    assert '`!` standing for "without":\n`difficulty 1-3`, `!random`.\n' in (filtered / "README.md").read_text()
    assert "from easy to difficult" not in (filtered / "README.md").read_text()
    other = claimed(filtered, tmp_path / "other", difficulty="1-10", features=[], curriculum=True)
    text = write_card(other).read_text()
    assert "Each file goes from easy to difficult" in text and 'standing for "without"' not in text


def test_a_stratum_that_cannot_be_filled_ends_a_build_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST_FILTERED", 20)
    found = run(tmp_path / "out", "--rows", "20", "--categories", "atomic,vector", "--features", "random,nesting")
    line = "has no kernel for train with all that was asked for: of 20 draws nesting in "
    assert found.exit_code == 2 and line in found.output and "; relax nesting or random, or leave" in found.output


def test_a_curriculum_orders_each_file_and_changes_no_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "FILE_ROWS", 250)
    build(tmp_path / "plain/toy", verify="compile")
    build(tmp_path / "ordered/toy", verify="compile", curriculum=True)
    plain, ordered = rows_of(tmp_path / "plain/toy"), rows_of(tmp_path / "ordered/toy")
    assert len(plain) == 5 and plain != ordered
    assert [sorted(file, key=by_difficulty) for file in plain] == ordered
    build(tmp_path / "again/toy", verify="compile", curriculum=True)
    assert content(tmp_path / "again/toy") == content(tmp_path / "ordered/toy")
    (tmp_path / "again/toy/cuda_forward/train-00001-of-00003.parquet").unlink()
    build(tmp_path / "again/toy", verify="compile", curriculum=True)
    assert content(tmp_path / "again/toy") == content(tmp_path / "ordered/toy")


@pytest.mark.parametrize(
    ("changes", "advice"),
    [
        ({}, ", or leave the category out"),
        ({"difficulty": "3-6"}, "; relax difficulty 3-6, or leave the category out"),
        ({"distinct": True}, ", or leave the category out, or take --no-distinct"),
    ],
)
def test_more_rows_than_there_are_structures_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], advice: str
) -> None:
    monkeypatch.setattr(toy_kernels, "STRUCTURES", 200)
    line = (
        r"^category '\w+' has \d+ structures for \w+, not the \d+ that it needs: "
        rf"of its last \d+ candidates \d were new; ask for fewer rows{advice}$"
    )
    with pytest.raises(BuildError, match=line):
        build(tmp_path, **changes)
