"""The folder: what is refused, what is found damaged, and that nothing is ever half written."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.production.folder import files
from generator.production.folder.errors import BuildError, OtherBuild
from generator.production.folder.manifest_file import MANIFEST, DamagedManifest, read_manifest
from generator.production.making.draw import Draw
from generator.production.making.recipe import Recipe
from generator.production.making.tasks import perform, recipe_of
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from tests.production import toy_kernels
from tests.production.folders import build, content


class Heard(Silent):
    """Remembers what was said."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def say(self, line: str) -> None:
        self.lines.append(line)


def test_manifest_names_every_file_with_its_hash(tmp_path: Path) -> None:
    manifest = build(tmp_path / "a")
    assert json.loads((tmp_path / "a/manifest.json").read_text()) == manifest
    assert manifest["complete"] and manifest["versions"] == {"toy": "1"}
    assert Recipe.from_json(manifest["recipe"]) == toy_kernels.recipe()
    hashes = content(tmp_path / "a")
    assert {entry["path"] for entry in manifest["files"]} == set(hashes) - {"manifest.json", "README.md"}
    for entry in manifest["files"]:
        assert hashes[entry["path"]] == entry["sha256"]
        assert (tmp_path / "a" / entry["path"]).stat().st_size == entry["bytes"]
    assert manifest["rejected"]["constant output"] > 0 and manifest["rejected"]["repeated structure"] > 0


def test_complete_build_is_left_alone(tmp_path: Path) -> None:
    build(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != "lock"}
    heard = Heard()
    produce(toy_kernels.recipe(), tmp_path, InProcess(), heard)
    assert "complete" in heard.lines[0]
    assert before == {
        path: path.stat().st_mtime_ns for path in tmp_path.rglob("*") if path.is_file() and path.name != "lock"
    }


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"rows": 330}, "rows: 660, now 330"),
        ({"seed": 4}, "seed: 3, now 4"),
        ({"verify": "compile"}, "verify: codegen, now compile"),
        ({"configs": ("cuda_forward",)}, "configs: "),
        ({"categories": ("loop",)}, "categories: "),
        ({"difficulty": "3-6"}, "difficulty: 1-10, now 3-6"),
        ({"features": ("atomic", "!loop")}, r"features: \[\], now \['atomic', '!loop'\]"),
        ({"curriculum": True}, "curriculum: False, now True"),
        ({"distinct": True}, "distinct: False, now True"),
    ],
)
def test_other_parameters_are_refused_and_named(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    build(tmp_path)
    before = content(tmp_path)
    with pytest.raises(OtherBuild, match=said):
        build(tmp_path, **changes)
    assert content(tmp_path) == before


def test_other_versions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build(tmp_path)
    monkeypatch.setattr(toy_kernels, "versions", lambda: {"toy": "2"})
    with pytest.raises(OtherBuild, match="toy: 1, now 2"):
        build(tmp_path)


def test_worker_with_other_code_than_the_build_began_with_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path, rows=20)
    recipe_of.cache_clear()
    monkeypatch.setattr(toy_kernels, "versions", lambda: {"toy": "2"})
    with pytest.raises(OtherBuild, match="the code changed"):
        perform(tmp_path, Draw("train", 0, 1))


def test_a_manifest_that_may_not_be_read_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / MANIFEST).write_text("{}")

    def refuse(path: Path, *_: object, **__: object) -> str:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_text", refuse)
    with pytest.raises(PermissionError):
        read_manifest(tmp_path)


def test_folder_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("irreplaceable")
    with pytest.raises(BuildError, match=r"thesis\.tex"):
        build(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


def test_a_damaged_manifest_is_one_line_and_no_command_mends_it(tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text('{"complete": tr')
    with pytest.raises(BuildError, match=r"is damaged, .*: name another folder$"):
        build(tmp_path, rows=20)
    with pytest.raises(DamagedManifest, match=r"is damaged \(.*\): make the rows again, in a new folder$"):
        read_manifest(tmp_path)


@pytest.mark.parametrize(
    "damage", [{"difficulty": "hard"}, {"features": ["lops"]}, {"curriculum": 1}, {"distinct": "yes"}]
)
def test_a_filter_that_is_none_is_a_damaged_manifest(damage: dict[str, Any]) -> None:
    with pytest.raises(BuildError, match=rf"^manifest\.json is damaged: .*{next(iter(damage)).removesuffix('s')}"):
        Recipe.from_json(toy_kernels.recipe().to_json() | damage)


def flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def truncate(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-10])


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("cuda_backward/train-00000-of-00001.parquet", flip),
        ("cuda_forward/validation-00000-of-00001.parquet", truncate),
        ("cuda_forward/test-00000-of-00001.parquet", Path.unlink),
        ("stats.json", truncate),
        ("README.md", Path.unlink),
    ],
)
def test_damaged_file_is_found_and_made_again(tmp_path: Path, name: str, damage: Callable[[Path], None]) -> None:
    build(tmp_path, verify="compile")
    before = content(tmp_path)
    damage(tmp_path / name)
    heard = Heard()
    produce(toy_kernels.recipe(verify="compile"), tmp_path, InProcess(), heard)
    assert name in heard.lines[0]
    assert content(tmp_path) == before


def test_damaged_file_is_made_again_without_the_work_folder(tmp_path: Path) -> None:
    build(tmp_path, verify="compile")
    before = content(tmp_path)
    for path in sorted((tmp_path / ".production").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    (tmp_path / "cuda_forward/test-00000-of-00001.parquet").write_bytes(b"foreign")
    build(tmp_path, verify="compile")
    assert content(tmp_path) == before


@pytest.mark.parametrize("damaged", [False, True])
def test_file_of_another_build_is_refused(tmp_path: Path, damaged: bool) -> None:
    build(tmp_path)
    if damaged:
        (tmp_path / "cuda_forward/test-00000-of-00001.parquet").unlink()
    stranger = tmp_path / "cuda_forward/test-00000-of-00002.parquet"
    stranger.write_bytes(b"foreign")
    with pytest.raises(BuildError, match=stranger.name):
        build(tmp_path)
    assert stranger.exists()


@pytest.mark.parametrize("name", ["manifest.json", "README.md", "cuda_forward/x.json", ".production/plan.json"])
def test_a_pipe_in_the_folder_is_refused_and_not_read(tmp_path: Path, name: str) -> None:
    build(tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    os.mkfifo(tmp_path / name)
    with pytest.raises(BuildError, match=f"{name} in .* is a pipe"):
        build(tmp_path)


@pytest.mark.parametrize("name", ["cuda_forward", ".production/pieces", ".production"])
def test_nothing_is_written_or_removed_through_a_link(tmp_path: Path, name: str) -> None:
    """A work folder as a whole may lie on another disk."""
    root, elsewhere = tmp_path / "build", tmp_path / "elsewhere"
    build(root)
    (root / "cuda_forward/test-00000-of-00001.parquet").unlink()
    (root / name).rename(elsewhere)
    (root / name).symlink_to(elsewhere)
    (elsewhere / "model.bin").touch()
    if name == ".production":
        build(root)
        (root / ".production/draws/link").symlink_to(tmp_path)
        name = ".production/draws/link"
    with pytest.raises(BuildError, match=f"{name} in .* is a link"):
        build(root)
    assert (elsewhere / "model.bin").exists()


def test_only_one_producer_at_a_time(tmp_path: Path) -> None:
    from filelock import FileLock

    (tmp_path / ".production").mkdir()
    with FileLock(tmp_path / ".production/lock"), pytest.raises(BuildError, match="another process"):
        build(tmp_path)


def test_file_is_replaced_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    files.write_bytes(path, b"old")
    with pytest.raises(RuntimeError), files.replacing(path) as temporary:
        temporary.write_bytes(b"half")
        raise RuntimeError
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
