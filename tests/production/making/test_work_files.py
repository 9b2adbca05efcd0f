"""What is believed of a work file, and what has to be made next: each question alone, on files of a few bytes."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from generator.production.folder import files
from generator.production.folder.errors import BuildError
from generator.production.making import pieces as piece_files
from generator.production.making.assembly import finished_files
from generator.production.making.exclusion import load_exclusion
from generator.production.making.pieces import Piece, Progress, in_groups, make_pieces, progress_of, rows_of_piece
from generator.production.making.plan import Plan, load_plan
from generator.production.making.recipe import Cell
from generator.production.making.scarcity import LEAST_CANDIDATES, Scarcity
from generator.production.making.sorting import RECORD
from generator.production.making.stream import Failed
from generator.production.steps import ProductionStep
from tests.production import toy_kernels

CELL = Cell("train", "loop", 450)
PLAN = {
    **{"folder": "plan-1", "draws": {"train": [["", 0, 2], ["loop", 2, 3]]}},
    **{"candidates": {"train/loop": 3}, "repeats": 1, "rejected": {"x": 1}},
}


def write_plan(work: Path, changes: dict[str, Any], size: int = 3 * RECORD.itemsize) -> None:
    (work / "plan-1" / "train").mkdir(parents=True)
    (work / "plan-1" / "train" / "loop.bin").write_bytes(bytes(size))
    facts = {name: value for name, value in (PLAN | changes).items() if value is not None}
    (work / "plan.json").write_text(json.dumps(facts))


def test_a_plan_that_was_written_is_read(tmp_path: Path) -> None:
    write_plan(tmp_path, {})
    found = load_plan(tmp_path)
    assert found is not None and found.available(CELL) == 3 and found.keys(CELL, 0, 3) == [(0, 0)] * 3


@pytest.mark.parametrize(
    "changes",
    [
        *({"more": 1}, {"repeats": None}, {"repeats": "1"}, {"draws": []}, {"candidates": {"train/loop": 4}}),
        *(
            {"draws": {"train": []}},
            {"draws": {"train": 5}},
            {"draws": {"train": [["", 0]]}},
            {"draws": {"train": [5]}},
        ),
        *({"draws": {"train": [["", 0, 0]]}}, {"draws": {"train": [["", -1, 2]]}}, {"draws": {"train": [["", 3, 2]]}}),
        *(
            {"draws": {"train": [["../x", 0, 1]]}},
            {"draws": {"train": [[5, 0, 1]]}},
            {"draws": {"train": [["", "0", 1]]}},
        ),
        *(
            {"folder": "../plan-1"},
            {"folder": "/"},
            {"candidates": {"../loop": 3}},
            {"candidates": {"train/loop": "3"}},
        ),
        *({"candidates": {"test/loop": 0}},),
    ],
)
def test_a_plan_that_nobody_wrote_is_none(tmp_path: Path, changes: dict[str, Any]) -> None:
    write_plan(tmp_path, changes)
    assert load_plan(tmp_path) is None


@pytest.mark.parametrize("size", [0, 3 * RECORD.itemsize - 1, 3 * RECORD.itemsize + 1])
def test_a_plan_whose_candidates_were_cut_is_none(tmp_path: Path, size: int) -> None:
    write_plan(tmp_path, {}, size)
    assert load_plan(tmp_path) is None


FACTS: dict[str, Any] = {"rows": 3, "rejected": {}, "sha256": "x", "bytes": 1}
FAILURE = {"id": "k", "tier": "compile", "why": "?"}


@pytest.mark.parametrize(
    ("changes", "believed"),
    [
        *(
            ({}, True),
            ({"failed": []}, True),
            ({"failed": [FAILURE]}, True),
            ({"failed": [FAILURE | {"why": 1}]}, False),
        ),
        *(({"failed": [5]}, False), ({"failed": {}}, False), ({"rows": "3"}, False), ({"rows": None}, False)),
        *(({"rejected": []}, False), ({"sha256": 1}, False), ({"bytes": "1"}, False), ({"bytes": None}, False)),
    ],
)
def test_what_a_sidecar_has_to_hold(tmp_path: Path, changes: dict[str, Any], believed: bool) -> None:
    (tmp_path / "a.bin.json").write_text(json.dumps(FACTS | changes))
    assert (files.facts_of(tmp_path / "a.bin") is not None) == believed


def test_a_file_is_intact_with_its_bytes_alone(tmp_path: Path) -> None:
    (tmp_path / "a.bin").write_bytes(b"abc")
    facts = files.finish(tmp_path / "a.bin", {"rows": 0, "rejected": {}})
    assert files.is_intact(tmp_path / "a.bin", facts)
    for content in (b"abd", b"abcd", b""):
        (tmp_path / "a.bin").write_bytes(content)
        assert not files.is_intact(tmp_path / "a.bin", facts)
    assert not files.is_intact(tmp_path / "b.bin", facts)


ENTRY: dict[str, Any] = {"path": "train-00000-of-00001.parquet", "rows": 3, "sha256": "x", "bytes": 1}


@pytest.mark.parametrize(
    ("record", "believed"),
    [
        *(([ENTRY], True), ([], False), ({}, False), ([5], False), ([{"path": "a"}], False), ("a", False)),
        *(([ENTRY | {"rows": "3"}], False), ([ENTRY | {"bytes": "1"}], False), ([ENTRY | {"path": "../../a"}], False)),
        *(([ENTRY | {"path": "/a"}], False), ([ENTRY, ENTRY | {"rows": None}], False)),
    ],
)
def test_what_a_record_of_files_has_to_hold(tmp_path: Path, record: Any, believed: bool) -> None:
    (tmp_path / "part.json").write_text(json.dumps(record))
    assert (finished_files(tmp_path / "part.json") is not None) == believed


def made(work: Path, start: int, stop: int, rows: int) -> None:
    """A finished piece, as its sidecar tells."""
    path = Piece(CELL, start, stop).path(work)
    path.parent.mkdir(parents=True, exist_ok=True)
    files.sidecar(path).write_text(json.dumps(FACTS | {"rows": rows}))


def plan_with(count: int) -> Plan:
    return Plan(Path(), {}, {"train/loop": count}, 0, {})


def spans(progress: Progress) -> list[tuple[int, int]]:
    return [(piece.start, piece.stop) for piece in progress.missing]


def test_a_cell_asks_for_its_rows_then_for_as_many_spares_as_lack(tmp_path: Path) -> None:
    assert spans(progress_of(CELL, tmp_path, plan_with(450))) == [(0, 200), (200, 400), (400, 450)]
    assert progress_of(CELL, tmp_path, plan_with(449)).lacks and not progress_of(CELL, tmp_path, plan_with(450)).lacks
    made(tmp_path, 0, 200, 190)
    assert spans(progress_of(CELL, tmp_path)) == [(200, 400), (400, 450)]
    made(tmp_path, 200, 400, 200)
    made(tmp_path, 400, 450, 49)
    assert spans(progress_of(CELL, tmp_path, plan_with(461))) == [(450, 461)]
    lacking = progress_of(CELL, tmp_path, plan_with(460))
    assert lacking.lacks and lacking.needed == 461 and not lacking.missing
    made(tmp_path, 450, 461, 11)
    whole = progress_of(CELL, tmp_path, plan_with(461))
    assert (whole.rows, whole.missing, whole.lacks, len(whole.finished)) == (450, [], False, 4)


def test_pieces_are_made_together_up_to_the_size_of_one() -> None:
    sizes = (100, 100, 1, 199, 1, 200, 5)
    ends = [sum(sizes[:place]) for place in range(len(sizes) + 1)]
    parts = [Piece(CELL, start, stop) for start, stop in pairwise(ends)]
    groups = in_groups(parts)
    assert [[piece.stop - piece.start for piece in group.pieces] for group in groups] == [
        *([100, 100], [1, 199], [1], [200], [5])
    ]
    assert in_groups([]) == []


def test_a_piece_keeps_rows_and_why_others_were_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    recipe = toy_kernels.recipe(rows=66)
    outcomes: list[Any] = [{"id": str(number), "category": "loop"} for number in range(40)]
    outcomes += ["constant output", Failed("k", "compile", "it may not")]
    monkeypatch.setattr(toy_kernels, "make", lambda *_: iter(outcomes))
    monkeypatch.setattr(piece_files, "_keys", lambda *_: [(0, 0)] * len(outcomes))
    piece = Piece(CELL, 0, len(outcomes))
    (group,) = in_groups([piece])
    told = make_pieces(recipe, tmp_path, plan_with(99), group, False)
    facts = files.facts_of(piece.path(tmp_path))
    assert facts is not None and told["rows"] == facts["rows"] == 40
    assert facts["rejected"] == dict(told["rejected"]) == {"compile": 1, "constant output": 1}
    assert facts["failed"] == [{"id": "k", "tier": "compile", "why": "it may not"}]
    for start, stop in ((0, 40), (5, 7), (15, 17), (16, 32), (31, 40)):
        found = [row["id"] for row in rows_of_piece(piece.path(tmp_path), start, stop)]
        assert found == [str(number) for number in range(start, stop)]


@pytest.mark.parametrize(
    ("rounds", "ends"),
    [
        ([(1_000, 900), (1_100, 901)], True),
        ([(1_000, 900), (1_100, 902)], False),
        ([(1_000, 900), (1_099, 900)], False),
        ([(1_000, 900), (1_099, 900), (1_200, 903)], True),
        ([(1_000, 900), (1_100, 910), (1_200, 911)], True),
        ([(1_000, 900), (1_100, 910), (1_200, 912)], False),
    ],
)
def test_drawing_on_ends_where_it_gives_next_to_nothing_new(
    rounds: list[tuple[int, int]], ends: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LEAST_CANDIDATES == 100
    scarcity = Scarcity(toy_kernels.recipe())
    try:
        for drawn, new in rounds:
            monkeypatch.setattr(Scarcity, "_drawn", lambda self, plan, cell, drawn=drawn: drawn)
            scarcity.judge(plan_with(new), [CELL])
    except BuildError:
        assert ends
    else:
        assert not ends


def test_what_a_stage_cannot_do_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(BuildError, match="the stage `plan` is for one worker"):
        next(ProductionStep(tmp_path, "plan").run(None, 0, 2))
    excluding = toy_kernels.recipe(excluded="0" * 16)
    for content in (None, b"", bytes(8)):
        if content is not None:
            (tmp_path / f"excluded-{excluding.excluded}.bin").write_bytes(content)
        with pytest.raises(BuildError, match="run `produce --exclude` again"):
            load_exclusion(excluding, tmp_path)
