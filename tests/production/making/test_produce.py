"""What `produce` promises: exactly N rows, unique, balanced, the same bytes however they were made."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset.configs import get_config
from generator.dataset.fingerprint import fingerprint
from generator.dataset.identity import KernelKey
from generator.dataset.rows import make_rows
from generator.dataset.schema import columns_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import split_of, split_rows
from generator.dataset.stream import draw
from generator.production.folder import parquet_files
from generator.production.folder.errors import BuildError
from generator.production.folder.json_files import PROGRAM_FILES, write_row
from generator.production.making import assembly, pieces, recipe_request, sizing
from generator.production.making.manifest import open_folder
from generator.production.making.recipe import Recipe
from generator.production.making.recipe_request import recipe_for
from generator.production.making.row_verification import is_checked
from generator.production.making.sizing import parse_size
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import executor_for
from tests.production import toy_kernels
from tests.production.folders import build, content

CODE_AND_ARCHITECTURES = {(c, a) for c in ("cuda_forward", "cuda_backward") for a in ("sm_80", "sm_90")}


def read(root: Path, config: str) -> dict[str, list[dict[str, Any]]]:
    """Rows of each split, in order."""
    found: dict[str, list[dict[str, Any]]] = {}
    for path in sorted((root / config).glob("*.parquet")):
        found.setdefault(path.name.split("-")[0], []).extend(pq.read_table(path).to_pylist())
    return found


def check_promises(rows: dict[str, list[dict[str, Any]]], recipe: Recipe) -> None:
    """Exact numbers, unique structures in the right split, categories in turn so that every prefix is balanced."""
    assert {split: len(found) for split, found in rows.items()} == {
        k: n for k, n in split_rows(recipe.rows).items() if n
    }
    every = [row["fingerprint"] for found in rows.values() for row in found]
    assert len(set(every)) == len(every) == recipe.rows
    for split, found in rows.items():
        assert {split_of(row["fingerprint"]) for row in found} == {split}
        assert [row["category"] for row in found] == [
            recipe.order(split)[i % len(recipe.categories)] for i in range(len(found))
        ]
    totals = Counter(row["category"] for found in rows.values() for row in found)
    assert max(totals.values()) - min(totals.values()) <= 1


@pytest.mark.parametrize("rows", [20, 101, 660, 2_000])
@pytest.mark.parametrize("verify", ["codegen", "compile"])
def test_exactly_the_rows_asked_for_whatever_was_rejected(tmp_path: Path, rows: int, verify: str) -> None:
    recipe = toy_kernels.recipe(rows=rows, verify=verify)
    manifest = build(tmp_path, rows=rows, verify=verify)
    check_promises(read(tmp_path, "cuda_backward"), recipe)
    assert (manifest["rejected"].get("compile", 0) > 0) == (verify == "compile")


def test_every_config_has_the_same_kernels(tmp_path: Path) -> None:
    build(tmp_path)
    forward, backward = read(tmp_path, "cuda_forward"), read(tmp_path, "cuda_backward")
    for split, rows in forward.items():
        assert [row["id"] for row in rows] == [row["id"] for row in backward[split]]
        assert all("cuda_backward" not in row for row in rows)


@pytest.mark.parametrize("distinct", [False, True])
def test_sizes_of_pieces_and_draws_leave_the_bytes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, distinct: bool
) -> None:
    build(tmp_path / "a/toy", verify="compile", distinct=distinct)
    monkeypatch.setattr(pieces, "PIECE_ROWS", 17)
    monkeypatch.setattr("generator.production.making.draw.SPARE_SHARE", 3.0)
    build(tmp_path / "b/toy", verify="compile", distinct=distinct)
    before, after = content(tmp_path / "a/toy"), content(tmp_path / "b/toy")
    # The figures of rejects count what was drawn, and more was: all else is equal.
    different = {name for name in before if before[name] != after[name]}
    assert different <= {"manifest.json", "README.md"}


def test_large_splits_are_cut_into_files_of_equal_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assembly, "FILE_ROWS", 100)
    build(tmp_path)
    sizes = [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "cuda_forward").glob("train-*.parquet"))]
    assert len(sizes) == 6 and sum(sizes) == 594 and max(sizes) - min(sizes) <= 1
    check_promises(read(tmp_path, "cuda_forward"), toy_kernels.recipe())


def test_json_has_the_rows_of_parquet(tmp_path: Path) -> None:
    build(tmp_path / "parquet", rows=100)
    manifest = build(tmp_path / "json", rows=100, format="json")
    rows = {row["id"]: row for found in read(tmp_path / "parquet", "cuda_backward").values() for row in found}
    paths = list((tmp_path / "json/cuda_backward").rglob("*.json"))
    assert len(paths) == 100
    for path in paths:
        data = json.loads(path.read_text())
        assert list(data) == ["python_source", "cuda_forward", "cuda_backward", "metadata"]
        row = rows[path.stem]
        assert {name: data[name] for name in list(data)[:3]} | data["metadata"] == row
        assert path.parent.name == split_of(row["fingerprint"])
    assert (tmp_path / "json/stats.json").exists()
    assert sum(entry["rows"] for entry in manifest["files"] if entry.get("config") == "cuda_forward") == 100


def test_stand_alone_program_is_a_folder_that_its_makefile_fits(tmp_path: Path) -> None:
    key = KernelKey(3, "loop", "train", 0, 7)
    row = toy_kernels.row_of(key, 5)
    row |= {"cuda_standalone": "#include <cuda_runtime.h>\nint main() { return 0; }\n", "makefile": "toy: toy.cu\n"}
    written = write_row(tmp_path, row)
    assert {path.relative_to(tmp_path).as_posix() for path, _ in written} == {
        f"{key.id}/{name}" for name in ("toy.py", "toy.cu", "Makefile", "metadata.json", "cpu/cuda_runtime.h")
    }
    assert sum(facts["rows"] for _, facts in written) == 1
    folder = tmp_path / key.id
    assert (folder / "toy.cu").read_text() == row["cuda_standalone"]
    kept = json.loads((folder / "metadata.json").read_text())
    assert kept == {name: value for name, value in row.items() if name not in PROGRAM_FILES}


def test_row_groups_suit_the_viewer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet_files, "GROUP_ROWS", 100)
    build(tmp_path)
    with pq.ParquetFile(tmp_path / "cuda_backward/train-00000-of-00001.parquet") as opened:
        groups = [opened.metadata.row_group(i) for i in range(opened.num_row_groups)]
        assert [group.num_rows for group in groups] == [100] * 5 + [94]
        assert all(group.column(0).has_offset_index and group.column(0).has_column_index for group in groups)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A build of real kernels, a fifth of the rows compiled, by two processes."""
    root = tmp_path_factory.mktemp("real") / "build"
    names = ["cuda_forward", "cuda_backward", "sft"]
    recipe = recipe_for(names, rows=44, seed=11, verify="compile", verify_sample=0.2, folder=root)
    with executor_for("local", 2) as executor:
        produce(recipe, root, executor, Silent())
    return root


def test_real_rows_keep_the_promises(real: Path) -> None:
    recipe = Recipe.from_json(json.loads((real / "manifest.json").read_text())["recipe"])
    rows = read(real, "cuda_backward")
    check_promises(rows, recipe)
    for row in rows["test"] + rows["train"][:22]:
        assert row["fingerprint"] == fingerprint(row["python_source"])
        drawn = draw(KernelKey.from_id(row["id"]))
        again = next(make_rows([drawn], ("cuda_forward", "cuda_backward")))
        assert all(row[name] == again[name] for name in ("python_source", "cuda_forward", "cuda_backward", "launch"))
        assert row["execute_error"] is None
        assert row["tiers"] == (["codegen", "compile"] if is_checked(recipe, row["id"]) else ["codegen"])
        if is_checked(recipe, row["id"]):
            assert {(size["column"], size["arch"]) for size in row["ptx_instructions"]} == CODE_AND_ARCHITECTURES
    assert 2 < sum("compile" in row["tiers"] for found in rows.values() for row in found) < 22
    prompts = read(real, "sft")
    assert [row["id"] for row in prompts["train"]] == [row["id"] for row in rows["train"]]
    assert list(prompts["train"][0]) == [column.name for column in columns_of(get_config("sft"))]


def test_a_tier_that_needs_a_gpu_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="gpu"):
        recipe_for(["cuda_forward"], rows=22, verify="gpu", folder=tmp_path)


def test_rows_are_those_of_the_stream_less_what_was_dropped(real: Path) -> None:
    config = get_config("cuda_backward", rows=44, seed=11)
    for split, rows in read(real, "cuda_backward").items():
        streamed = [row["id"] for shard in shards_of(config, split) for row in rows_of(shard)]
        made = {row["id"] for row in rows}
        assert len(made & set(streamed)) >= 0.8 * len(made)


def test_target_size_is_hit(tmp_path: Path) -> None:
    rows = sizing.rows_for(toy_kernels.recipe(), 1_000_000)
    manifest = build(tmp_path, rows=rows)
    size = sum(entry["bytes"] for entry in manifest["files"] if "config" in entry)
    assert abs(size - 1_000_000) < 100_000


def test_a_recipe_says_whether_its_checks_are_thorough(tmp_path: Path) -> None:
    recipe = recipe_for(["cuda_forward"], rows=22, verify="device", thorough=True, folder=tmp_path)
    assert recipe.thorough and Recipe.from_json(recipe.to_json()) == recipe
    with pytest.raises(BuildError, match="thorough of its recipe is no bool"):
        Recipe.from_json(recipe.to_json() | {"thorough": "yes"})


def test_a_target_size_is_measured_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizing, "PILOT_ROWS", 22)
    recipe = recipe_for(["cuda_forward"], target_size="100kB", seed=2, verify="codegen", folder=tmp_path)
    (tmp_path / ".production").mkdir()
    open_folder(tmp_path, recipe)
    monkeypatch.setattr(recipe_request, "rows_for", None)
    assert recipe_for(["cuda_forward"], target_size="100kB", seed=2, verify="codegen", folder=tmp_path) == recipe


def test_a_target_size_of_too_many_rows_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sizing, "PILOT_ROWS", 22)
    with pytest.raises(ValueError, match=r"^rows of that size must be at most 100,000,000, not [0-9,]+$"):
        recipe_for(["cuda_forward"], target_size="1000TB", verify="codegen", folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "size"), [("200MB", 200_000_000), ("1.5 GiB", 1_610_612_736), ("10kb", 10_000), ("7", 7)]
)
def test_sizes_are_read_as_people_write_them(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "MB", "-3MB", "0MB", "3 parsecs", "1e9"])
def test_what_is_no_size_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a size"):
        parse_size(text)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--config", "cuda_backwards"], "did you mean 'cuda_backward'"),
        (["--verify", "compiled"], "did you mean 'compile'"),
        (["--verify", ""], "unknown tier"),
        (["--array", "4"], "for --executor slurm"),
        (["--categories", "vectors"], "did you mean 'vector'"),
        (["--config", "cuda_backward,extended"], "different categories"),
        (["--rows", "10", "--target-size", "1MB"], "exclude each other"),
        (["--target-size", "many"], "not a size"),
        (["--difficulty", "6-3"], "difficulty must be a number from 1 to 10"),
        (["--features", "loop,atomics"], "unknown feature 'atomics', did you mean 'atomic'?"),
        (["--features", "loop,!loop"], "no kernel has 'loop' and lacks it"),
        (["--curriculum", "--format", "json"], "a folder of JSON files has no order"),
        (["--config", "wild"], "given, not made"),
        (
            ["--features", "atomic"],
            "no kernel of arithmetic can meet them together: ask for categories that can: atomic",
        ),
    ],
)
def test_mistakes_get_one_line(tmp_path: Path, options: list[str], said: str) -> None:
    result = CliRunner().invoke(app, ["produce", *options, "--out", str(tmp_path / "out")])
    assert result.exit_code == 2
    assert said in result.output and result.output.count("\n") == 1
    assert not (tmp_path / "out").exists()


def test_command_makes_shows_and_refuses(tmp_path: Path) -> None:
    def run(*options: str) -> Any:
        fixed = ["--rows", "22", "--categories", "vector,loop", "--verify", "codegen", "--workers", "1"]
        return CliRunner().invoke(app, ["produce", *fixed, *options, "--out", str(tmp_path / "out")])

    shown = run("--dry-run")
    assert shown.exit_code == 0 and "train-00000-of-00001.parquet: 20 rows" in shown.output
    assert not (tmp_path / "out").exists()
    made = run()
    assert made.exit_code == 0 and "cuda_backward: 22 rows" in made.output
    assert "complete" in run().output
    for options in (["--seed", "1"], ["--seed", "1", "--dry-run"], ["--seed", "1", "--executor", "slurm", "--dry-run"]):
        refused = run(*options)
        assert refused.exit_code == 2 and "seed: 0, now 1" in refused.output
