"""Work files that are empty or somebody else's are made again; what cannot be helped is one line."""

from __future__ import annotations

import dataclasses
import errno
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from generator.production.folder.errors import BuildError
from generator.production.making.recipe import Recipe
from generator.production.making.stream import kernels_of
from generator.production.producer import produce
from generator.production.progress import Silent
from generator.production.running.executors import InProcess
from tests.production import toy_kernels
from tests.production.folders import build, content

FOREIGN = ("", "[]", "7", "{}", '{"sha256": 1, "bytes": "x"}', "[" * 100_000)


def _sidecars(folder: str) -> Callable[[Path], list[Path]]:
    return lambda root: sorted((root / ".production" / folder).rglob("*.json"))


WORK_FILES: dict[str, Callable[[Path], list[Path]]] = {
    "draws": _sidecars("draws"),
    "pieces": _sidecars("pieces"),
    "parts": _sidecars("parts"),
    "plan": lambda root: [root / ".production" / "plan.json"],
}


@pytest.mark.parametrize("kind", WORK_FILES)
@pytest.mark.parametrize("text", FOREIGN, ids=range(len(FOREIGN)))
def test_foreign_work_files_are_made_again(tmp_path: Path, kind: str, text: str) -> None:
    build(tmp_path / "build", rows=66)
    before = content(tmp_path / "build")
    manifest = json.loads((tmp_path / "build" / "manifest.json").read_text())
    (tmp_path / "build" / "manifest.json").write_text(json.dumps(manifest | {"complete": False}))
    for path in WORK_FILES[kind](tmp_path / "build"):
        path.write_text(text)
    build(tmp_path / "build", rows=66)
    assert content(tmp_path / "build") == before


def test_what_is_made_again_is_shown_in_the_stage_that_it_is_of(tmp_path: Path) -> None:
    shown: list[tuple[str, int]] = []

    class Shown(Silent):
        def stage(self, name: str, total: int) -> None:
            shown.append((name, total))

        def advance(self, rows: int, rejected: Mapping[str, int]) -> None:
            name, left = shown.pop() if shown else ("no stage", 0)
            shown.append((name, left - rows))

    build(tmp_path / "build", rows=66)
    next((tmp_path / "build").glob("*/train-*.parquet")).unlink()
    produce(toy_kernels.recipe(rows=66), tmp_path / "build", InProcess(), Shown())
    assert shown == [("rows", 0), ("files", 0)]


def test_a_file_that_grows_too_large_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(errno.EFBIG, "File too large")

    monkeypatch.setattr(toy_kernels, "draw", refuse)
    with pytest.raises(BuildError, match="ulimit -f"):
        produce(toy_kernels.recipe(rows=66), tmp_path / "build", InProcess(), Silent())


def test_a_manifest_names_no_module_to_import(tmp_path: Path) -> None:
    (tmp_path / "payload.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    for name in ("payload", "os", "", "generator.production.kernels "):
        with pytest.raises(BuildError, match="no stream of kernels is called"):
            kernels_of(dataclasses.replace(toy_kernels.recipe(), stream=name))
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("change", [{"rows": "many"}, {"configs": [1]}, {"payload": 1}, {"comments": "yes"}])
def test_a_foreign_recipe_is_one_line(change: dict[str, Any]) -> None:
    with pytest.raises(BuildError, match=r"manifest\.json is damaged"):
        Recipe.from_json(toy_kernels.recipe().to_json() | change)
