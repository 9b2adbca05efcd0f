"""``--exclude``: no row has a structure of another folder, the recipe says so, and whoever goes on has the list."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from generator.cli import app
from generator.dataset.fingerprint import fingerprint
from generator.production.folder.errors import BuildError, OtherBuild
from generator.production.folder.stored_rows import row_files
from generator.production.making.exclusion import EXCLUDED, Structures, digest_of, load_exclusion, structures_of
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from tests.production import toy_kernels
from tests.production.folders import build, content

run = CliRunner(env={"COLUMNS": "160", "TERM": "dumb"}).invoke
SOURCE = "import warp as wp\n\n\n@wp.kernel\ndef k(x: wp.array(dtype=float)):\n    x[wp.tid()] = 1.0\n"


def fingerprints(root: Path) -> set[str]:
    return {row["fingerprint"] for file in row_files(root) for row in file.rows(("fingerprint",))}


def build_without(root: Path, excluded: Structures | None, digest: str | None = None) -> dict:
    recipe = toy_kernels.recipe(excluded=digest_of(excluded) if digest is None else digest)
    return produce(recipe, root, InProcess(), Silent(), excluded)


def test_no_row_has_a_structure_of_the_other_folder_and_the_same_command_gives_the_same_bytes(tmp_path: Path) -> None:
    build(tmp_path / "plain")
    other = build(tmp_path / "other", seed=4)
    assert not other["recipe"]["excluded"]
    shared = fingerprints(tmp_path / "plain") & fingerprints(tmp_path / "other")
    excluded = structures_of(tmp_path / "other")
    assert shared and len(excluded) == len(fingerprints(tmp_path / "other"))
    manifest = build_without(tmp_path / "apart", excluded)
    assert not fingerprints(tmp_path / "apart") & fingerprints(tmp_path / "other")
    assert manifest["recipe"]["excluded"] == digest_of(excluded) and manifest["rejected"][EXCLUDED] >= len(shared)
    assert sum(entry["rows"] for entry in manifest["files"]) == sum(entry["rows"] for entry in other["files"])
    build_without(tmp_path / "again" / "apart", excluded)
    assert content(tmp_path / "again" / "apart") == content(tmp_path / "apart")


def test_a_build_goes_on_only_with_the_same_exclusion(tmp_path: Path) -> None:
    excluded = np.array([1, 2, 3], "<u8")
    build_without(tmp_path / "b", excluded)
    for digest in ("", digest_of(excluded[:2])):
        with pytest.raises(OtherBuild, match="excluded: "):
            build_without(tmp_path / "b", None, digest)


def test_a_stage_without_the_list_says_what_to_do(tmp_path: Path) -> None:
    recipe = toy_kernels.recipe(excluded="0123456789abcdef")
    with pytest.raises(BuildError, match=r"run `produce --exclude` again"):
        load_exclusion(recipe, tmp_path)


def test_rows_without_a_fingerprint_are_read_by_their_source(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps({"python_source": SOURCE}) + "\n")
    assert structures_of(tmp_path).tolist() == [int(fingerprint(SOURCE), 16)]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"text": "x"}, "neither a fingerprint nor a python_source"),
        ({"python_source": "def ("}, "no Python: line 1"),
        ({"python_source": "x = " + "-" * 9_000 + "1"}, "nested deeper than"),
    ],
)
def test_what_cannot_be_excluded_is_one_line(tmp_path: Path, row: dict[str, str], reason: str) -> None:
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n")
    found = run(app, ["produce", "--out", str(tmp_path / "out"), "--exclude", str(tmp_path), "--rows", "11"])
    assert found.exit_code == 2 and reason in found.output and len(found.output.splitlines()) == 1
    assert not (tmp_path / "out").exists()
