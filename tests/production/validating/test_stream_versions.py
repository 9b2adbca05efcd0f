"""A build of another version of the stream is read, hashed and checked; that it is not made again, the summary says."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset.identity import STREAM
from generator.dataset.schema import MADE
from generator.production.folder import files
from generator.production.making.recipe_request import recipe_for
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from generator.production.validating.soundness import refuse_unsound
from generator.production.validating.validation import validate_build

ROWS = 22


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("made") / "build"
    recipe = recipe_for(["cuda_forward"], rows=ROWS, seed=4, verify="codegen", folder=root)
    produce(recipe, root, InProcess(), Silent())
    return root


@pytest.fixture
def build(made: Path, tmp_path: Path) -> Path:
    """One to change."""
    return Path(shutil.copytree(made, tmp_path / "build"))


def rewrite(build: Path, change: Any) -> None:
    """Change each table, and write the manifest's hashes anew."""
    manifest = json.loads((build / "manifest.json").read_text())
    for entry in manifest["files"]:
        path = build / entry["path"]
        if path.suffix == ".parquet":
            pq.write_table(change(pq.read_table(path)), path)
            entry.update(bytes=path.stat().st_size, sha256=files.sha256_of(path))
    (build / "manifest.json").write_text(json.dumps(manifest))


def with_old_ids(table: Any) -> Any:
    ids = [name.removeprefix(f"{STREAM}-") for name in table["id"].to_pylist()]
    return table.set_column(table.schema.get_field_index("id"), "id", [ids])


def make_old(build: Path) -> None:
    """As the first version wrote it: ids and a manifest without a version, no columns of how a kernel was made."""
    rewrite(build, lambda table: with_old_ids(table).drop_columns([column.name for column in MADE]))
    manifest = json.loads((build / "manifest.json").read_text())
    assert manifest["versions"].pop("stream") == STREAM
    (build / "manifest.json").write_text(json.dumps(manifest))


def test_an_old_build_is_checked_and_not_made_again(build: Path) -> None:
    make_old(build)
    refuse_unsound(build)
    result = validate_build(build, "gradient")
    assert result.findings == []
    assert result.checked["columns"] == result.checked["id"] == ROWS
    assert result.checked["files"] == 4 and result.checked["schema"] == 3
    assert result.remade == result.checked["fingerprint"] == result.checked["execute"] == 0
    told = CliRunner().invoke(app, ["validate", str(build)])
    assert told.exit_code == 0
    assert f"{ROWS} rows (nor their fingerprints: version s1 of the stream, here is {STREAM})" in told.output
    assert CliRunner().invoke(app, ["validate", str(build), "--require-remade"]).exit_code == 1


def test_a_changed_byte_of_an_old_build_is_found(build: Path) -> None:
    make_old(build)
    path = build / "cuda_forward" / "train-00000-of-00001.parquet"
    table = pq.read_table(path)
    pq.write_table(table.slice(1), path)
    assert {finding.check for finding in validate_build(build).findings} >= {"files"}


def test_a_column_of_another_type_in_an_old_build_is_found(build: Path) -> None:
    make_old(build)
    place = "seed"

    def as_text(table: Any) -> Any:
        texts = [str(value) for value in table[place].to_pylist()]
        return table.set_column(table.schema.get_field_index(place), place, [texts])

    rewrite(build, as_text)
    assert {finding.check for finding in validate_build(build).findings} >= {"schema"}


def test_old_ids_in_a_build_of_this_version_are_found(build: Path) -> None:
    rewrite(build, with_old_ids)
    found = validate_build(build).findings
    assert len(found) == ROWS
    assert all(f"of version s1 of the stream, the manifest says {STREAM}" in finding.reason for finding in found)


def test_the_manifest_names_the_version_of_the_stream(build: Path) -> None:
    assert json.loads((build / "manifest.json").read_text())["versions"]["stream"] == STREAM
