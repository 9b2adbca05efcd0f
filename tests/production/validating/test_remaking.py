"""Rows against what their keys make: what is found, what is counted as not made again, and what is proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
import warp as wp

from generator.dataset.code_hash import code_hash
from generator.dataset.configs import get_config
from generator.dataset.rows import make_rows, view_of
from generator.dataset.stream import stream
from generator.dataset.targets import NoTranslation
from generator.lowering.binaries.cuda_tools import ToolMissing
from generator.production.folder.stored_rows import Row, RowFile
from generator.production.validating import remaking, wild_remaking
from generator.production.validating.findings import Validation
from generator.production.validating.remaking import OTHER_CODE, check_remade, remade_row

Rows = list[Row]
CODE, TEXT, DERIVED = "code, made again", "description, made again", "derived code, made again"
THIS_CODE = {"versions": {"code": code_hash()}}
EASY = {"recipe": {"stream": "generator.production.kernels", "difficulty": "10", "features": []}}


@pytest.fixture(scope="module")
def made() -> Rows:
    """Three rows as their keys make them."""
    config = get_config("cuda_forward")
    drawn = [next(stream(4, category, "train", 0)) for category in ("arithmetic", "vector", "math")]
    return [view_of(row, config) for row in make_rows(drawn, config.code, comments=True)]


def check(folder: Path, rows: Rows, manifest: dict[str, Any], config: str = "") -> Validation:
    file = folder / "kernels.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    result = Validation()
    check_remade([(RowFile(file, config, ""), "kernels.jsonl")], result, manifest, lambda *_: None)
    return result


def _lines(column: str, change: Callable[[list[str]], None]) -> Callable[[Row], None]:
    def changed(row: Row) -> None:
        lines = row[column].split("\n")
        change(lines)
        row[column] = "\n".join(lines)

    return changed


def _set(**columns: Any) -> Callable[[Row], None]:
    return lambda row: row.update(columns)


def _bare(row: Row) -> None:
    """As `comments=False` makes it."""
    drawn = next(stream(4, "arithmetic", "train", 0))
    row.update(
        {name: value for name, value in next(iter(make_rows([drawn], ("cuda_forward",), False))).items() if name in row}
    )


OTHER_SOURCE = _lines("python_source", lambda lines: lines.insert(1, "# more"))
OTHER_WARP = _set(warp_version="1.0")
STRAY = "python_source is not that of its key in line 2"


@pytest.mark.parametrize(
    ("changes", "manifest", "found", "counted", "proved"),
    [
        ([], {}, [], {}, 3),
        ([_lines("cuda_forward", lambda lines: lines.insert(2, "x"))], {}, [(CODE, "its key gives in line 3")], {}, 2),
        ([_lines("cuda_forward", lambda lines: lines.append(""))], {}, [(CODE, "its key gives: its length")], {}, 2),
        ([_set(description="It sets.")], {}, [(TEXT, "description differs from what its key gives in line 1")], {}, 2),
        ([_set(line_count=0)], {}, [(TEXT, "line_count differs from what its key gives")], {}, 2),
        # Another source is a finding where most rows, or the manifest, are of this code.
        ([OTHER_SOURCE], {}, [(TEXT, STRAY)], {}, 2),
        ([OTHER_SOURCE] * 2, {}, [], {OTHER_CODE: 2}, 1),
        ([OTHER_SOURCE] * 3, {}, [], {OTHER_CODE: 3}, 0),
        ([OTHER_SOURCE] * 3, THIS_CODE, [(TEXT, STRAY)] * 3, {}, 0),
        # Of another Warp everything is compared but the code.
        ([OTHER_WARP], {}, [], {"code of Warp 1.0, here is": 1}, 2),
        ([OTHER_WARP, _set()], {}, [], {"code of Warp 1.0, here is": 1}, 2),
        (
            [lambda row: row.update(warp_version="1.0", cuda_forward="void k() {}")],
            *({}, [], {"code of Warp 1.0, here is": 1}, 2),
        ),
        (
            [lambda row: row.update(warp_version="1.0", description="It sets.")],
            *({}, [(TEXT, "description differs")], {"code of Warp 1.0, here is": 1}, 2),
        ),
        # Code with or without the Python line above each statement.
        ([_bare], {}, [], {}, 3),
        ([_bare], {"recipe": {"comments": False}}, [(CODE, "cuda_forward differs")] * 2, {}, 1),
        ([_bare], {"recipe": {"comments": True}}, [(CODE, "cuda_forward differs")], {}, 2),
        # Rows that nobody can make again.
        ([_set(id="vector-4-train-0-0")], {}, [], {"nor their fingerprints: version s1 of the stream": 1}, 2),
        ([_set(id="fill", seed=-1)], {}, [], {"a given kernel, no key makes it": 1}, 2),
        ([_set(id="s2-nosuch-0-train-0-0")], {}, [(TEXT, "unknown category 'nosuch'")], {}, 2),
        # Columns of another compiler are left out, the others are compared.
        (
            [_set(sass_forward_sm80="s", usage_forward_sm80=None)],
            *({"compilers": {"ptxas": "9"}}, [], {"usage_forward_sm80: made by ptxas 9, here is": 3}, 3),
        ),
        # A row without its difficulty is asked for the kernel of its key.
        ([lambda row: row.pop("difficulty")], EASY, [("filter", "the manifest says difficulty 10")], {}, 3),
    ],
)  # fmt: skip
def test_what_is_made_again(
    tmp_path: Path,
    made: Rows,
    changes: list[Callable[[Row], None]],
    manifest: dict[str, Any],
    found: list[tuple[str, str]],
    counted: dict[str, int],
    proved: int,
) -> None:
    rows = [dict(row) for row in made]
    for row, change in zip(rows, changes, strict=False):
        change(row)
    result = check(tmp_path, rows, manifest)
    assert len(result.findings) == len(found)
    for finding, (name, reason) in zip(result.findings, found, strict=True):
        assert finding.check == name and reason in finding.reason and finding.file == "kernels.jsonl"
        assert result.checked[name] >= 1
    told = dict(result.not_remade) | dict(result.not_compared)
    assert list(told.values()) == list(counted.values())
    assert all(part in text for part, text in zip(counted, told, strict=True)), told
    assert len(result.proved) == proved


def test_a_kernel_that_one_config_has_otherwise_is_not_proved(tmp_path: Path, made: Rows) -> None:
    result = check(tmp_path, [made[0], made[0] | {"description": "It sets."}, made[0]], {})
    assert not result.proved and result.refuted == {made[0]["id"]}


def test_as_many_rows_of_this_code_as_of_others_say_nothing(tmp_path: Path, made: Rows) -> None:
    rows = [dict(row) for row in made[:2]]
    OTHER_SOURCE(rows[0])
    assert check(tmp_path, rows, {}).not_remade == {OTHER_CODE: 1}


def test_what_cannot_be_read_or_is_not_of_the_sample_is_left_alone(tmp_path: Path, made: Rows) -> None:
    file = tmp_path / "kernels.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in made))
    result = Validation(unreadable={made[0]["id"]})
    check_remade([(RowFile(file, "", ""), "")], result, {}, lambda *_: None)
    assert result.remade == 2 and result.proved == {row["id"] for row in made[1:]}


@pytest.mark.parametrize("config", ["sft", "chat"])
def test_a_task_is_made_again_whole(tmp_path: Path, config: str) -> None:
    wanted = get_config(config)
    drawn = [next(stream(4, category, "train", 0)) for category in ("arithmetic", "vector", "math")]
    rows = [view_of(row, wanted) for row in make_rows(drawn, wanted.code, comments=True)]
    assert len(check(tmp_path, rows, {}).proved) == 3
    if config == "sft":
        rows[0]["prompt"] += "\n"
    else:
        rows[0]["messages"][0]["content"] += "\n"
    (finding,) = check(tmp_path, rows, {}).findings
    assert (finding.check, finding.row) == (CODE, rows[0]["id"])


def test_columns_whose_compiler_is_missing_are_not_compared(
    tmp_path: Path, made: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise ToolMissing("no ptxas")

    monkeypatch.setattr(remaking, "code_of_texts", refuse)
    result = check(tmp_path, [row | {"sass_forward_sm80": "s"} for row in made], {})
    assert dict(result.not_compared) == {"sass_forward_sm80: no ptxas": 3}
    assert len(result.proved) == 3 and result.checked[CODE] == 3


def test_a_row_is_made_again_with_the_code_of_its_kernel(tmp_path: Path, made: Rows) -> None:
    file = RowFile(tmp_path, "", "")
    again = remade_row(file, made[0] | {"makefile": ""})
    assert again is not None and again["cuda_forward"] == made[0]["cuda_forward"] and "makefile" not in again
    assert remade_row(file, made[0] | {"id": "fill"}) is None


def test_a_kernel_that_has_no_such_row_is_of_another_code(
    tmp_path: Path, made: Rows, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any) -> NoReturn:
        raise NoTranslation("stand-alone CUDA: tile")

    monkeypatch.setattr(remaking, "row_of_kernel", refuse)
    assert check(tmp_path, made, {}).not_remade == {OTHER_CODE: 3}
    (finding, *_) = check(tmp_path, made, THIS_CODE).findings
    assert finding.reason == "a kernel that has no such row: stand-alone CUDA: tile"


@pytest.mark.parametrize(
    ("version", "library", "told"),
    [
        (wp.__version__, {}, "no kernel of the installed Warp"),
        ("1.0", {"fill": {}}, f"of Warp 1.0, here is {wp.__version__}"),
        (wp.__version__, {"fill": {"id": "fill"}}, ""),
    ],
)
def test_a_kernel_of_warps_library_is_that_of_the_installed_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: str, library: dict[str, Row], told: str
) -> None:
    monkeypatch.setattr(wild_remaking, "_wild_library", lambda config: library)
    result = check(tmp_path, [{"id": "fill", "warp_version": version}], {}, "wild")
    assert dict(result.not_remade) == ({told: 1} if told else {}) and result.remade == (not told)
