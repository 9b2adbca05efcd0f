"""The folder is the dataset: every reader that people use reads it as it is, by name, split by split."""

from __future__ import annotations

from pathlib import Path

import datasets
import duckdb
import pandas
import polars
import pyarrow.dataset
import pytest

from generator.dataset.configs import get_config
from generator.dataset.schema import features_of, schema_of
from generator.dataset.splits import split_rows
from generator.production.making.recipe_request import recipe_for
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess

ROWS = 44
SIZES = split_rows(ROWS)
CONFIGS = ("cuda_forward", "cuda_backward", "chat")
GLOB = "cuda_backward/train-*.parquet"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Real rows in three configs."""
    root = tmp_path_factory.mktemp("folder") / "warp-cuda-ir"
    recipe = recipe_for(CONFIGS, rows=ROWS, seed=1, verify="codegen", folder=root)
    produce(recipe, root, InProcess(), Silent())
    return root


@pytest.mark.parametrize("name", CONFIGS)
def test_datasets_loads_each_config_by_name(folder: Path, name: str, tmp_path: Path) -> None:
    loaded = datasets.load_dataset(str(folder), name, cache_dir=str(tmp_path))
    assert {split: len(rows) for split, rows in loaded.items()} == SIZES
    assert loaded["train"].features == features_of(get_config(name))
    streamed = datasets.load_dataset(str(folder), name, streaming=True, split="train")
    assert [row["id"] for row in streamed] == loaded["train"]["id"][:]


def test_datasets_streams_and_resumes(folder: Path) -> None:
    rows = datasets.load_dataset(str(folder), "cuda_backward", streaming=True, split="train")
    seen = []
    for number, row in enumerate(rows):
        seen.append(row["id"])
        if number == 29:
            state = rows.state_dict()
    rows.load_state_dict(state)
    assert [row["id"] for row in rows] == seen[30:]


def test_pyarrow_reads_the_folder_with_the_schema(folder: Path) -> None:
    paths = [str(path) for path in sorted(folder.glob(GLOB))]
    table = pyarrow.dataset.dataset(paths).to_table()
    assert table.schema.equals(schema_of(get_config("cuda_backward")))
    assert table.num_rows == SIZES["train"]
    assert b"huggingface" in table.schema.metadata


def test_duckdb_reads_the_folder(folder: Path) -> None:
    query = f"select category, count(*), max(len(builtins)) from '{folder}/{GLOB}' group by category"
    found = duckdb.sql(query).fetchall()
    assert sum(count for _, count, _ in found) == SIZES["train"] and len(found) == 11
    arguments = duckdb.sql(f"select arguments[1].name from '{folder}/{GLOB}'").fetchall()
    assert all(name for (name,) in arguments)


def test_polars_reads_the_folder(folder: Path) -> None:
    frame = polars.scan_parquet(folder / GLOB).filter(polars.col("line_count") > 3).collect()
    assert frame.height == SIZES["train"] and frame["cuda_backward"].str.len_chars().min() > 100


def test_pandas_reads_the_folder(folder: Path) -> None:
    frame = pandas.read_parquet(folder / "cuda_forward")
    assert len(frame) == sum(SIZES.values()) and frame["id"].is_unique
