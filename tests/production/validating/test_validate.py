"""validate finds nothing in a sound build, and each thing that is wrong in a broken one."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pandas
import polars
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.commands.validate import summary
from generator.dataset.configs import get_config
from generator.dataset.fingerprint import fingerprint
from generator.dataset.identity import KernelKey
from generator.dataset.schema import schema_of
from generator.dataset.shard_rows import rows_of
from generator.dataset.shards import shards_of
from generator.dataset.splits import SPLITS
from generator.production import kernels, progress
from generator.production.folder.errors import BuildError
from generator.production.folder.stored_rows import row_files
from generator.production.making.manifest import open_folder
from generator.production.making.recipe_request import recipe_for
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from generator.production.validating import sampling
from generator.production.validating.findings import Validation
from generator.production.validating.validation import validate_build

ROWS = 33
Rows = list[dict[str, Any]]


@pytest.fixture(scope="module")
def rows() -> dict[str, Rows]:
    config = get_config("cuda_backward", rows=ROWS, seed=11)
    return {split: [row for shard in shards_of(config, split) for row in rows_of(shard)] for split in SPLITS}


def write(folder: Path, rows: dict[str, Rows], schema: pa.Schema | None = None) -> Path:
    (folder / "cuda_backward").mkdir(parents=True)
    for split, some in rows.items():
        table = pa.Table.from_pylist(some, schema or schema_of(get_config("cuda_backward")))
        pq.write_table(table, folder / "cuda_backward" / f"{split}-00000-of-00001.parquet")
    return folder


def copy(rows: dict[str, Rows]) -> dict[str, Rows]:
    return {split: [dict(row) for row in some] for split, some in rows.items()}


def checks(result: Validation) -> set[str]:
    return {finding.check for finding in result.findings}


def test_a_sound_build_passes(tmp_path: Path, rows: dict[str, Rows]) -> None:
    told: list[tuple[str, int, int]] = []
    result = validate_build(write(tmp_path / "build", rows), progress=lambda *step: told.append(step))
    assert result.findings == []
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == ["files", "columns and texts", "made again"]
    assert result.checked["code, made again"] == ROWS == result.remade
    assert not result.not_remade and not result.not_compared
    assert result.checked["balance"] == len(SPLITS)


def _reseed(rows: dict[str, Rows]) -> None:
    rows["train"][0]["seed"] = 5


def _without_seed(rows: dict[str, Rows]) -> None:
    """As a kernel that was given: its id and its config say that it was not."""
    rows["train"][0] |= {"seed": -1, "cuda_forward": "void nothing() {}"}


def _foreign_split(rows: dict[str, Rows]) -> None:
    rows["test"][0], rows["train"][0] = rows["train"][0], rows["test"][0]


def _fingerprint(rows: dict[str, Rows]) -> None:
    rows["train"][0]["fingerprint"] = "0" * 16


def _twice(rows: dict[str, Rows]) -> None:
    rows["train"][1] = dict(rows["train"][0])


def _leak(rows: dict[str, Rows]) -> None:
    rows["test"][0] = dict(rows["train"][0])


def _description(rows: dict[str, Rows]) -> None:
    rows["train"][3]["line_count"] += 1


def _other_words(rows: dict[str, Rows]) -> None:
    rows["train"][3]["description"] = "Compute nothing."


def _operand(rows: dict[str, Rows]) -> None:
    row = next(row for row in rows["train"] if "wp::mul(" in row["cuda_forward"])
    row["cuda_forward"] = row["cuda_forward"].replace("wp::mul(", "wp::div(", 1)


def _truncated(rows: dict[str, Rows]) -> None:
    text = rows["train"][2]["cuda_backward"]
    rows["train"][2]["cuda_backward"] = text[: len(text) // 2]


def _unbalanced(rows: dict[str, Rows]) -> None:
    kept = [row for row in rows["train"] if row["category"] != "vector"]
    rows["train"] = kept + [row for row in rows["train"] if row["category"] == "vector"][:1]


def _old_warp(rows: dict[str, Rows]) -> None:
    rows["train"][0]["warp_version"] = "1.10.1"


def _null(rows: dict[str, Rows]) -> None:
    rows["train"][0]["description"] = None


DAMAGE = {
    "launch": ("{nothing", "description"),
    "arguments of launch": ('{"arguments": [{"nom": "x"}], "dim": [1]}', "description"),
    "python_source": ("def f(:", "fingerprint"),
    "io": ("{", "io"),
    "kernel_name": (None, "columns"),
    "id": (None, "columns"),
}
"""Column, what stands there instead (None: nothing, not even the column), and the check that says so."""


@pytest.mark.parametrize("what", DAMAGE)
def test_a_row_that_cannot_be_read_is_a_finding_and_the_others_are_checked(
    tmp_path: Path, rows: dict[str, Rows], what: str
) -> None:
    column, (value, check) = what.split()[-1], DAMAGE[what]
    differentiable = [row for row in rows["train"] if not json.loads(row["launch"]).get("not_differentiable")]
    damaged, sound = dict(rows["test"][0]), differentiable[0]
    damaged[column] = value
    if value is None:
        del damaged[column]
    lines = tmp_path / "kernels.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in (damaged, sound)))
    result = validate_build(lines, "gradient", processes=1)
    assert checks(result) == {check}
    assert {finding.row for finding in result.findings} == {damaged.get("id", "(no id)")}
    assert result.checked["gradient"] == 1


@pytest.mark.parametrize(("text", "place"), [('{"id": 1}\n{"id"', "line 2: not JSON"), ("[1]", "a row is an object")])
def test_a_file_that_is_no_json_is_named(tmp_path: Path, text: str, place: str) -> None:
    lines = tmp_path / "kernels.jsonl"
    lines.write_text(text)
    (finding,) = validate_build(lines).findings
    assert (finding.check, finding.row) == ("files", "kernels.jsonl") and place in finding.reason
    assert CliRunner().invoke(app, ["validate", str(lines)]).exit_code == 1


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (_reseed, {"id"}),
        (_without_seed, {"id", "code, made again"}),
        (_foreign_split, {"id", "fingerprint"}),
        (_fingerprint, {"fingerprint", "description, made again"}),
        (_twice, {"duplicates", "balance"}),
        (_leak, {"id", "fingerprint", "splits"}),
        (_description, {"description"}),
        (_other_words, {"description, made again"}),
        (_operand, {"code, made again"}),
        (_truncated, {"code, made again"}),
        (_unbalanced, {"balance"}),
        (_null, {"columns"}),
    ],
)
def test_what_is_wrong_is_found(
    tmp_path: Path, rows: dict[str, Rows], spoil: Callable[[dict[str, Rows]], None], expected: set[str]
) -> None:
    spoilt = copy(rows)
    spoil(spoilt)
    found = checks(validate_build(write(tmp_path / "build", spoilt)))
    assert expected - {"balance"} <= found
    assert found <= expected | {"balance", "duplicates", "description", "description, made again"}


@pytest.mark.parametrize("library", ["pandas", "polars", "duckdb"])
def test_files_that_other_libraries_wrote_are_as_good(tmp_path: Path, rows: dict[str, Rows], library: str) -> None:
    for path in (write(tmp_path, rows) / "cuda_backward").glob("*.parquet"):
        if library == "duckdb":
            duckdb.sql(f"copy (from '{path}') to '{path}.new' (format parquet)")
            path.with_name(f"{path.name}.new").replace(path)
        elif library == "polars":
            polars.read_parquet(path).write_parquet(path)
        else:
            pandas.read_parquet(path, dtype_backend="pyarrow").to_parquet(path)
    assert validate_build(tmp_path).findings == []


BOMBS = {
    "rows": (2_000_000, "x", "2,000,000 rows in"),
    "text": (300, "x" * 4_000_000, "bytes of rows in"),
    "repeated text": (20_000, random.Random(0).randbytes(100_000).hex(), "bytes of rows in"),
}
"""What there is too much of -> rows, what stands in each of their texts, and what is said."""


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_file_of_very_much_is_not_read(tmp_path: Path, bomb: str) -> None:
    count, text, said = BOMBS[bomb]
    path = tmp_path / "cuda_forward" / "train-00000-of-00001.parquet"
    path.parent.mkdir()
    same = pa.DictionaryArray.from_arrays(pa.array([0]).take(pa.array([0] * count)), pa.array([text]))
    pq.write_table(pa.table({"python_source": same}), path, compression="zstd", store_schema=False)
    begin = time.process_time()
    (finding,) = [each for each in validate_build(tmp_path).findings if each.check == "files"]
    assert said in finding.reason and "no file of ours is so dense" in finding.reason
    assert time.process_time() - begin < 5


def test_code_of_another_warp_is_not_compared_and_said(tmp_path: Path, rows: dict[str, Rows]) -> None:
    spoilt = copy(rows)
    _old_warp(spoilt)
    build = str(write(tmp_path / "build", spoilt))
    told = CliRunner().invoke(app, ["validate", build, "--tier", "codegen"])
    assert told.exit_code == 0 and "not compared in 1 rows: code of Warp 1.10.1, here is" in told.output
    assert CliRunner().invoke(app, ["validate", build, "--tier", "codegen", "--require-remade"]).exit_code == 1


def test_a_row_of_another_warp_than_the_manifest_says_is_found(tmp_path: Path, rows: dict[str, Rows]) -> None:
    spoilt = copy(rows)
    _old_warp(spoilt)
    build = write(tmp_path / "build", spoilt)
    about = {"recipe": recipe_for(["cuda_backward"], rows=ROWS, seed=11, folder=build).to_json(), "complete": False}
    (build / "manifest.json").write_text(json.dumps(about | {"versions": kernels.versions()}))
    assert "warp version" in checks(validate_build(build))


def test_a_source_that_is_not_that_of_its_key_is_found(tmp_path: Path, rows: dict[str, Rows]) -> None:
    """Everything of the row agrees with everything else of it: only making it again tells."""
    spoilt = copy(rows)
    row = spoilt["train"][0]
    row["python_source"] = row["python_source"].replace("import warp as wp\n", "import warp as wp\n# a comment\n")
    row["line_count"], row["character_count"] = row["line_count"] + 1, len(row["python_source"])
    build = write(tmp_path / "build", spoilt)
    (finding,) = validate_build(build).findings
    place = row["python_source"].splitlines().index("# a comment") + 1
    assert finding.row == row["id"] and f"python_source is not that of its key in line {place}" in finding.reason
    assert finding.file == "cuda_backward/train-00000-of-00001.parquet"


def test_rows_of_another_stream_are_counted_not_run(tmp_path: Path, rows: dict[str, Rows]) -> None:
    marker = tmp_path / "ran"
    (tmp_path / "kernels").mkdir()
    row = dict(rows["train"][0])
    row["python_source"] += f"open({str(marker)!r}, 'w')\n"
    row["fingerprint"] = fingerprint(row["python_source"])
    row["line_count"], row["character_count"] = row["line_count"] + 1, len(row["python_source"])
    lines = tmp_path / "kernels" / "rows.jsonl"
    lines.write_text(json.dumps(row) + "\n")
    told = CliRunner().invoke(app, ["validate", str(lines)])
    assert told.exit_code == 0 and "not made again, and not run: 1 rows (of another version of the code" in told.output
    assert CliRunner().invoke(app, ["validate", str(lines), "--require-remade"]).exit_code == 1
    assert not marker.exists()


def test_a_file_that_is_not_what_was_written_is_found(tmp_path: Path) -> None:
    produce(recipe_for(["cuda_forward"], rows=22, verify="codegen", folder=tmp_path), tmp_path, InProcess(), Silent())
    assert validate_build(tmp_path).checked["files"] == 4
    (tmp_path / "cuda_forward" / "test-00000-of-00001.parquet").unlink()
    found = validate_build(tmp_path).findings
    assert [(one.check, one.row) for one in found] == [("files", "cuda_forward/test-00000-of-00001.parquet")]
    (tmp_path / "manifest.json").write_text("{")
    assert "files" in checks(validate_build(tmp_path))


def test_what_stands_beside_a_build_is_no_finding(tmp_path: Path) -> None:
    """What a Hub, a clone and this software itself leave there."""
    produce(recipe_for(["cuda_forward"], rows=22, verify="codegen", folder=tmp_path), tmp_path, InProcess(), Silent())
    for name in (".gitattributes", ".cache/huggingface/download/x.metadata", ".git/config", "report.html"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    assert validate_build(tmp_path, "codegen").findings == []


def test_a_folder_without_a_manifest_says_what_nobody_looked_at(tmp_path: Path, rows: dict[str, Rows]) -> None:
    build = write(tmp_path / "build", rows)
    (build / "_x").mkdir()
    (build / "_x" / "train.csv").write_text("")
    said = summary(validate_build(build))
    assert "not checked: hashes, recipe and versions: there is no manifest.json that can be read" in said
    assert "not checked: 1 files that are none of rows, such as _x/train.csv" in said
    (build / "README.md").write_text("---\nconfigs:\n- config_name: cuda_backward\n  data_files: _x/*\n---\n")
    assert checks(validate_build(build)) == {"card"}


def test_a_missing_column_is_found(tmp_path: Path, rows: dict[str, Rows]) -> None:
    schema = schema_of(get_config("cuda_backward"))
    without = schema.remove(schema.get_field_index("launch"))
    result = validate_build(write(tmp_path / "build", rows, without))
    assert {"schema", "columns"} <= checks(result)
    assert any("launch" in finding.reason for finding in result.findings if finding.check == "schema")


def test_a_row_that_does_not_pass_its_tier_is_found(tmp_path: Path, rows: dict[str, Rows]) -> None:
    """With ``run_code`` what is not proved is run as it stands; without, its text alone tells."""
    some = {"train": [dict(row) for row in rows["train"][:2]]}
    text = some["train"][0]["cuda_backward"]
    dropped = next(line for line in text.split("\n") if line.strip().startswith("wp::adj_array_store("))
    some["train"][0]["cuda_backward"] = text.replace(dropped, "")
    build = write(tmp_path / "build", some)
    assert checks(validate_build(build, "codegen")) == {"code, made again"}
    result = validate_build(build, "gradient", processes=1, run_code=True)
    assert {finding.row for finding in result.findings if finding.check == "gradient"} == {some["train"][0]["id"]}
    assert result.checked["run as they stand"] == 1


def test_a_kernel_of_two_configs_is_run_once_and_another_text_of_it_again(
    tmp_path: Path, rows: dict[str, Rows]
) -> None:
    both = rows["train"][:3]
    build = write(tmp_path / "build", {"train": both})
    forward = [{name: value for name, value in row.items() if name != "cuda_backward"} for row in copy(rows)["train"]]
    schema = schema_of(get_config("cuda_forward"))
    (build / "cuda_forward").mkdir()
    file = build / "cuda_forward" / "train-00000-of-00001.parquet"
    pq.write_table(pa.Table.from_pylist(forward[:3], schema), file)
    assert validate_build(build, "compile", processes=1).checked["compile"] == 3

    forward[1]["cuda_forward"] = forward[1]["cuda_forward"].replace("wp::", "wp::no_such_", 1)
    pq.write_table(pa.Table.from_pylist(forward[:3], schema), file)
    result = validate_build(build, "compile", processes=1, run_code=True)
    assert result.checked["compile"] == 2 + 2 and result.checked["run as they stand"] == 2
    assert [finding.row for finding in result.findings if finding.check == "compile"] == [forward[1]["id"]]
    assert [finding.row for finding in result.findings if finding.check == "code, made again"] == [forward[1]["id"]]


def test_what_only_the_second_config_claims_is_checked(tmp_path: Path) -> None:
    (shard,) = shards_of(get_config("cuda_backward", rows=30, categories=["topology"]), "train")
    row = next(r for r in rows_of(shard) if "not_differentiable" in json.loads(r["launch"]))
    build = write(tmp_path / "build", {"train": [row]})
    schema = schema_of(get_config("cuda_forward"))
    (build / "cuda_forward").mkdir()
    claiming = {name: value for name, value in row.items() if name in schema.names} | {"tiers": ["gradient"]}
    pq.write_table(pa.Table.from_pylist([claiming], schema), build / "cuda_forward" / "train-00000-of-00001.parquet")
    found = [finding for finding in validate_build(build, "gradient", processes=1).findings if finding.row == row["id"]]
    why = json.loads(row["launch"])["not_differentiable"]
    assert f"the row says it passed gradient; {why}" in [finding.reason for finding in found]


def test_of_a_large_build_a_stratified_sample_goes_through_the_tiers(
    tmp_path: Path, rows: dict[str, Rows], monkeypatch: pytest.MonkeyPatch
) -> None:
    build = write(tmp_path / "build", rows)
    monkeypatch.setattr(sampling, "ENOUGH", 15)
    result = validate_build(build, "compile", processes=1)
    assert result.findings == [] and result.checked["fingerprint"] == ROWS and result.checked["compile"] == 15
    assert result.remade == 15 and result.sample.by_default and result.sample.of == ROWS
    of_split = {split: {row["id"] for row in some} & set(result.sample.ids or ()) for split, some in rows.items()}
    # Two rows each are in validation and test: as many strata, so all of those are in the sample.
    assert {split: len(ids) for split, ids in of_split.items()} == {"train": 11, "validation": 2, "test": 2}
    assert {KernelKey.from_id(name).category for name in of_split["train"]} == {
        row["category"] for row in rows["train"]
    }

    files = row_files(build)
    assert sampling.choose(files) == result.sample
    assert sampling.choose(files, "all").ids is None and len(sampling.choose(files, 5).ids or ()) == 5
    monkeypatch.setattr(sampling, "ENOUGH", ROWS)
    assert sampling.choose(files) == sampling.choose(files, "all")


def test_the_sample_is_said_in_one_line(tmp_path: Path, rows: dict[str, Rows], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ENOUGH", 6)
    build = str(write(tmp_path / "build", rows))
    runner = CliRunner()
    line = f"6 of {ROWS} kernels, in equal parts of each split and category; --all makes every one"
    told = runner.invoke(app, ["validate", build, "--tier", "compile", "--processes", "1"])
    assert told.exit_code == 0 and f"made again from their keys: 6 rows, of {line}" in told.output
    for arguments in (["--tier", "codegen", "--all"], ["--tier", "compile", "--sample", "2", "--processes", "1"]):
        assert line not in runner.invoke(app, ["validate", build, *arguments]).output
    refused = runner.invoke(app, ["validate", build, "--sample", "some"])
    assert refused.exit_code == 2 and "neither a number of kernels nor `all`" in refused.output


def test_derived_code_is_made_again_for_the_sample_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (shard,) = shards_of(get_config("cuda_standalone", rows=20, categories=["vector"]), "test")
    spoilt = list(rows_of(shard))
    for row in spoilt:
        row["cuda_standalone"] = row["cuda_standalone"].replace("int main", "int  main")
    lines = tmp_path / "cuda_standalone" / "test-00000-of-00001.jsonl"
    lines.parent.mkdir()
    lines.write_text("".join(json.dumps(row) + "\n" for row in spoilt))
    found = validate_build(lines)
    assert [finding.check for finding in found.findings] == ["derived code, made again"] * len(spoilt)
    assert not found.checked["code, made again"]
    monkeypatch.setattr(sampling, "ENOUGH", 0)
    assert validate_build(lines).sound


def test_a_row_in_a_file_of_its_own_is_given_by_its_id_too(tmp_path: Path, rows: dict[str, Rows]) -> None:
    lines = tmp_path / "kernels.jsonl"
    for name in (rows["test"][0]["id"], "s2-nothing", rows["test"][0]["id"].removeprefix("s2-")):
        lines.write_text(json.dumps(rows["test"][0] | {"id": name, "seed": -1}) + "\n")
        assert "id" in checks(validate_build(lines)), name


def test_tiers_that_rows_claim_and_nobody_checked_are_counted(tmp_path: Path, rows: dict[str, Rows]) -> None:
    claiming = copy(rows)
    for row in claiming["train"]:
        row["tiers"] = ["codegen", "device"]
    said = summary(validate_build(write(tmp_path / "build", claiming)))
    assert f"not checked: device, claimed by {len(rows['train'])} rows (--tier device checks it)" in said


def test_json_and_single_files(tmp_path: Path, rows: dict[str, Rows]) -> None:
    lines = tmp_path / "kernels.jsonl"
    lines.write_text("".join(json.dumps(row) + "\n" for row in rows["test"]))
    assert validate_build(lines).sound
    spoilt = [dict(row) for row in rows["test"]]
    spoilt[0]["kernel_name"] = "other"
    lines.write_text("".join(json.dumps(row) + "\n" for row in spoilt))
    assert "description" in checks(validate_build(lines))


def test_what_lower_wrote_passes(tmp_path: Path) -> None:
    kernel = tmp_path / "mine.py"
    kernel.write_text(
        "import warp as wp\n\n\n@wp.kernel\ndef scale(x: wp.array(dtype=float), y: wp.array(dtype=float)):\n"
        "    i = wp.tid()\n    y[i] = 2.0 * x[i]\n"
    )
    runner = CliRunner()
    made = runner.invoke(app, ["lower", str(kernel), "--format", "parquet", "--out", str(tmp_path / "out")])
    assert made.exit_code == 0, made.output
    checked = runner.invoke(app, ["validate", str(tmp_path / "out"), "--tier", "codegen"])
    assert checked.exit_code == 0, checked.output


def test_exit_codes(tmp_path: Path, rows: dict[str, Rows]) -> None:
    runner = CliRunner(env={"COLUMNS": "160"})
    spoilt = copy(rows)
    _operand(spoilt)
    failed = runner.invoke(app, ["validate", str(write(tmp_path / "bad", spoilt)), "--tier", "codegen"])
    assert failed.exit_code == 1
    told = " ".join(failed.output.replace("│", " ").split())
    assert "cuda_forward differs from what" in told
    assert f"code, made again {ROWS} 1" in told and f" code {ROWS} 0" in told
    assert runner.invoke(app, ["validate", str(tmp_path / "nothing")]).exit_code == 2
    assert runner.invoke(app, ["validate", str(tmp_path / "bad"), "--tier", "magic"]).exit_code == 2
    with pytest.raises(BuildError):
        validate_build(tmp_path / "nothing")


def test_rows_that_are_run_as_they_stand_count_at_their_tiers(tmp_path: Path, rows: dict[str, Rows]) -> None:
    row = dict(rows["train"][0])
    row["cuda_forward"] += "\n"
    lines = tmp_path / "kernels.jsonl"
    lines.write_text(json.dumps(row) + "\n")
    result = validate_build(lines, "compile", processes=1, run_code=True)
    assert checks(result) == {"code, made again"} and not result.proved
    assert [result.checked[name] for name in ("run as they stand", "codegen", "compile")] == [1, 1, 1]
    assert not any("no row here has a launch" in line for line in summary(result))
    without = validate_build(lines, "compile", processes=1)
    assert any("no row here has a launch" in line for line in summary(without))


def test_an_unfinished_build_says_what_to_do(tmp_path: Path, rows: dict[str, Rows]) -> None:
    recipe = recipe_for(["cuda_backward"], rows=ROWS, folder=tmp_path)
    open_folder(tmp_path, recipe)
    told = CliRunner().invoke(app, ["validate", str(tmp_path)])
    assert told.exit_code == 2 and "is unfinished: run the same `produce` again" in told.output
    (finding,) = [found for found in validate_build(write(tmp_path, rows)).findings if found.check == "files"]
    assert finding.row == "manifest.json" and "the build is unfinished: run the same `produce` again" in finding.reason


def test_a_long_validation_says_how_it_goes(
    tmp_path: Path, rows: dict[str, Rows], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress, "LINE_SECONDS", 0.0)
    told = CliRunner().invoke(app, ["validate", str(write(tmp_path / "build", rows)), "--tier", "codegen"])
    assert told.exit_code == 0 and f"columns and texts {ROWS}/{ROWS} " in told.stderr
    assert f"made again {ROWS}/{ROWS} " in told.stderr
