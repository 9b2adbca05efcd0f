"""Config ``real`` by name: rows of a folder that `collect` made, on each generation of `datasets`."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import datasets
import pyarrow.parquet as pq
import pytest

from generator.dataset.configs import get_config
from generator.dataset.real_rows import REAL
from generator.dataset.schema import columns_of
from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.folder.manifest_file import MANIFEST
from tests.production.real_folder import real_rows, write_real_folder
from warp_cuda_ir import load_dataset

SCRIPT = "warp_cuda_ir.py"
NATIVE = datasets.__version__.startswith("3.")
Load = Callable[..., Any]


def native(path: str, *args: Any, **options: Any) -> Any:
    return datasets.load_dataset(path, *args, trust_remote_code=True, **options)


@pytest.fixture(params=["drop-in", *(["native"] if NATIVE else [])])
def load(request: pytest.FixtureRequest, tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> Load:
    """`load_dataset` of ``real`` with a cache of this test, from the top of the checkout."""
    monkeypatch.chdir(root)
    function = load_dataset if request.param == "drop-in" else native
    return lambda *args, **options: function(f"./{SCRIPT}", *args, cache_dir=str(tmp_path / "cache"), **options)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that no test changes."""
    return write_real_folder(tmp_path_factory.mktemp("made") / "real-folder")


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """One to change."""
    return Path(shutil.copytree(made, tmp_path / "folder"))


def test_a_folder_is_a_dataset_split_by_project(load: Load, made: Path) -> None:
    found = load(REAL, data_dir=str(made))
    assert {split: set(part["package"]) for split, part in found.items()} == {
        **{"train": {"newton"}, "validation": {"xlb"}, "test": {"gswarp"}}
    }
    assert found["train"].column_names == [column.name for column in columns_of(get_config(REAL))]
    rows = {row["id"]: row for part in found.values() for row in part}
    assert rows == {row["id"]: row for row in real_rows()}
    assert found["train"].info.license == "Apache-2.0"


def test_the_same_rows_as_a_stream_and_by_two_processes(load: Load, made: Path) -> None:
    plain = load(REAL, data_dir=str(made), split="train")
    assert list(load(REAL, data_dir=str(made), split="train", streaming=True)) == list(plain)
    two = load(REAL, data_dir=str(made), split="train", num_proc=2, download_mode="force_redownload")
    assert list(two) == list(plain)


def test_row_groups_divide_a_stream(load: Load, folder: Path) -> None:
    path = folder / REAL / "train-00000-of-00001.parquet"
    pq.write_table(pq.read_table(path), path, row_group_size=1)
    say_hashes(folder)
    stream = load(REAL, data_dir=str(folder), split="train", streaming=True)
    parts = [[row["id"] for row in stream.shard(num_shards=2, index=index)] for index in range(2)]
    assert [len(part) for part in parts] == [1, 1]
    assert sorted(parts[0] + parts[1]) == sorted(row["id"] for row in stream)
    assert load(REAL, data_dir=str(folder), split="train", num_proc=2).num_rows == 2


def test_a_changed_folder_never_returns_old_rows(load: Load, folder: Path) -> None:
    before = load(REAL, data_dir=str(folder), split="train")
    rows = [row | {"description": "Changed."} for row in real_rows()]
    write_real_folder(folder, rows)
    assert set(load(REAL, data_dir=str(folder), split="train")["description"]) == {"Changed."}
    assert "Changed." not in before["description"]


def test_a_split_without_rows_is_left_out(load: Load, tmp_path: Path) -> None:
    rows = [row for row in real_rows() if row["package"] == "newton"]
    assert list(load(REAL, data_dir=str(write_real_folder(tmp_path / "one", rows)))) == ["train"]


def test_licences_of_others_are_named(load: Load, tmp_path: Path) -> None:
    (changed,) = [row for row in real_rows() if row["package"] == "xlb"]
    rows = [*real_rows()[:2], changed | {"license": "MIT"}]
    found = load(REAL, data_dir=str(write_real_folder(tmp_path / "two", rows)), split="train")
    assert found.info.license == "Apache-2.0 AND MIT"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, r"^real is read from a folder: make one with `python -m generator collect .*, then give data_dir=DIR$"),
        ({"rows": 5}, r"^real is read from a folder"),
        (
            {"rows": 5, "data_dir": True},
            r"^real has neither rows, seed, categories, comments, .* nor curriculum: its rows are those",
        ),
        ({"seed": 5, "data_dir": True}, r"^real has neither rows, seed"),
        ({"categories": "vector", "data_dir": True}, r"^real has neither rows, seed"),
        ({"comments": False, "data_dir": True}, r"^real has neither rows, seed"),
    ],
)
def test_an_option_that_a_folder_does_not_have(load: Load, made: Path, options: dict[str, Any], message: str) -> None:
    given = {name: str(made) if value is True else value for name, value in options.items()}
    with pytest.raises(ValueError, match=message):
        load(REAL, **given, streaming=True)


@pytest.mark.parametrize("config", ["cpu", "wild"])
def test_a_folder_has_no_meaning_for_a_config_that_makes_its_rows(load: Load, made: Path, config: str) -> None:
    with pytest.raises(ValueError, match=rf"^data_dir has no meaning for config {config}, which makes its rows"):
        load(config, data_dir=str(made), streaming=True)


def say_hashes(folder: Path, **changes: Any) -> None:
    """Let the manifest say what is there."""
    manifest = json.loads((folder / MANIFEST).read_text())
    for entry in manifest["files"]:
        if (folder / entry["path"]).exists():
            entry.update(files.describe(folder / entry["path"]))
    files.write_json(folder / MANIFEST, manifest | changes)


def flip_a_byte(folder: Path) -> None:
    path = folder / REAL / "train-00000-of-00001.parquet"
    content = bytearray(path.read_bytes())
    content[100] ^= 1
    path.write_bytes(content)


def drop_a_column(folder: Path) -> None:
    path = folder / REAL / "test-00000-of-00001.parquet"
    pq.write_table(pq.read_table(path).drop_columns(["license"]), path)
    say_hashes(folder)


def link_outside(folder: Path) -> None:
    path = folder / REAL / "test-00000-of-00001.parquet"
    shutil.move(path, folder / "elsewhere.parquet")
    path.symlink_to("../elsewhere.parquet")


def lead_outside(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][0]["path"] = "../secret.parquet"
    (folder / MANIFEST).write_text(json.dumps(manifest))


DAMAGES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "a byte": (flip_a_byte, r"is (damaged|not what manifest\.json says)"),
    "a column": (drop_a_column, r"test-00000-of-00001\.parquet has other columns than config real"),
    "a link": (link_outside, r"is a link"),
    "a path": (lead_outside, r"does not stay in"),
    "a file": (lambda folder: os.remove(folder / REAL / "test-00000-of-00001.parquet"), r"is missing: collect"),
    "more files": (
        lambda folder: shutil.copy(
            folder / REAL / "test-00000-of-00001.parquet", folder / REAL / "test-00001-of-00002.parquet"
        ),
        r"test-00001-of-00002\.parquet is not what manifest\.json says",
    ),
    "unfinished": (
        lambda folder: say_hashes(folder, complete=False),
        r"is unfinished: run its `collect` command",
    ),
    "no manifest": (lambda folder: os.remove(folder / MANIFEST), r"has no manifest\.json that lists its files"),
    "no JSON": (lambda folder: (folder / MANIFEST).write_text("[" * 100_000), r"manifest\.json is damaged"),
    "no rows": (lambda folder: shutil.rmtree(folder / REAL), r"no <config>/<split>-00000-of-00001\.parquet in"),
    "another config": (lambda folder: (folder / REAL).rename(folder / "cpu"), r"has no rows of config real"),
    "no folder": (shutil.rmtree, r"there is no folder .*: make one with `python -m generator collect"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_folder_is_refused_in_one_line(load: Load, folder: Path, damage: str) -> None:
    harm, message = DAMAGES[damage]
    harm(folder)
    with pytest.raises(BuildError, match=message) as raised:
        load(REAL, data_dir=str(folder))
    assert "\n" not in str(raised.value)
