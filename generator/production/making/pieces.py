"""A piece: consecutive candidates of a cell, made by one worker in one go and kept until the final files are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from generator.dataset.identity import KernelKey
from generator.production.folder import files
from generator.production.making.plan import Plan
from generator.production.making.recipe import PIECE_ROWS, Cell, Recipe
from generator.production.making.stream import Failed, Outcome, kernels_of

BATCH_ROWS = 16
"""Rows of an Arrow batch in a piece: a reader holds one batch of each category in memory."""


@dataclass(frozen=True)
class Piece:
    """Candidates ``start`` to ``stop`` of a cell."""

    cell: Cell
    start: int
    stop: int

    def path(self, work: Path) -> Path:
        """Path of its rows."""
        return work / "pieces" / self.cell.split / self.cell.category / f"{self.start:09d}-{self.stop:09d}.arrow"


@dataclass
class Progress:
    """Progress of a cell: its finished pieces in order, with their facts, and the pieces to be made next.

    ``lacks``: the plan has too few candidates for it, even if a later plan's pieces are there.
    """

    cell: Cell
    finished: list[tuple[Piece, dict[str, Any]]]
    missing: list[Piece]
    needed: int
    lacks: bool = False

    @property
    def rows(self) -> int:
        """Rows that the finished pieces hold."""
        return sum(facts["rows"] for _, facts in self.finished)


def progress_of(cell: Cell, work: Path, plan: Plan | None = None) -> Progress:
    """Walk a cell's pieces: first those of its planned rows, then, round by round, as many spares as rows are missing.

    The rounds depend only on which candidates were rejected, so every run walks the same pieces. ``needed`` is
    the number of candidates that the walk has asked for. It ends at a piece for which the ``plan`` has too few
    candidates, even if that piece is finished: so a plan that was lost leads to the same next one.
    """
    found = Progress(cell, [], [], 0)
    while not (found.missing or found.lacks) and found.rows < cell.rows:
        start, found.needed = found.needed, found.needed + cell.rows - found.rows
        for piece in _cut(cell, start, found.needed):
            facts = files.facts_of(piece.path(work))
            if plan is not None and piece.stop > plan.available(cell):
                found.lacks = True
            elif facts is None:
                found.missing.append(piece)
            else:
                found.finished.append((piece, facts))
    return found


def first_pieces(cell: Cell) -> list[Piece]:
    """The pieces of a cell's planned rows, finished or not."""
    return _cut(cell, 0, cell.rows)


def _cut(cell: Cell, start: int, stop: int) -> list[Piece]:
    return [Piece(cell, first, min(first + PIECE_ROWS, stop)) for first in range(start, stop, PIECE_ROWS)]


@dataclass(frozen=True)
class Pieces:
    """Pieces that are made together: verification is cheap when it gets many kernels at once."""

    pieces: tuple[Piece, ...]


def in_groups(pieces: Iterable[Piece]) -> list[Pieces]:
    """Groups of consecutive pieces of about ``PIECE_ROWS`` candidates."""
    groups: list[Pieces] = []
    held: list[Piece] = []
    for piece in pieces:
        if held and sum(p.stop - p.start for p in (*held, piece)) > PIECE_ROWS:
            groups.append(Pieces(tuple(held)))
            held = []
        held.append(piece)
    return [*groups, Pieces(tuple(held))] if held else groups


def make_pieces(recipe: Recipe, work: Path, plan: Plan, group: Pieces, isolated: bool) -> dict[str, Any]:
    """Make the rows of some pieces and write each piece. Returns how many rows, and the refusals by reason."""
    keys = {piece: _keys(recipe, plan, piece) for piece in group.pieces}
    outcomes = iter(kernels_of(recipe).make(recipe, [key for found in keys.values() for key in found], isolated))
    rows, rejected = 0, Counter[str]()
    for piece, wanted in keys.items():
        facts = _write_piece(recipe, piece.path(work), [next(outcomes) for _ in wanted])
        rows += facts["rows"]
        rejected.update(facts["rejected"])
    return {"rows": rows, "rejected": rejected}


def _keys(recipe: Recipe, plan: Plan, piece: Piece) -> list[KernelKey]:
    cell = piece.cell
    found = plan.keys(cell, piece.start, piece.stop)
    return [KernelKey(recipe.seed, cell.category, cell.split, shard, attempt) for shard, attempt in found]


def _write_piece(recipe: Recipe, path: Path, outcomes: list[Outcome]) -> dict[str, Any]:
    rows = [outcome for outcome in outcomes if isinstance(outcome, dict)]
    failed = [outcome for outcome in outcomes if isinstance(outcome, Failed)]
    rejected = Counter(outcome for outcome in outcomes if isinstance(outcome, str))
    rejected.update(outcome.tier for outcome in failed)
    table = pa.Table.from_pylist(rows, kernels_of(recipe).work_schema(recipe))
    options = pa.ipc.IpcWriteOptions(compression="zstd")
    with (
        files.replacing(path) as temporary,
        pa.OSFile(str(temporary), "wb") as sink,
        pa.ipc.new_file(sink, table.schema, options=options) as writer,
    ):
        writer.write_table(table, max_chunksize=BATCH_ROWS)
    facts = {"rows": table.num_rows, "rejected": dict(sorted(rejected.items()))}
    return files.finish(path, facts | {"failed": [asdict(outcome) for outcome in failed]})


def stretches(progress: Progress, start: int, stop: int) -> Iterator[tuple[Piece, int, int]]:
    """The pieces that hold rows ``start`` to ``stop`` of a cell, each with the range of its rows."""
    offset = 0
    for piece, facts in progress.finished:
        first, last = max(start - offset, 0), min(stop - offset, facts["rows"])
        offset += facts["rows"]
        if first < last:
            yield piece, first, last


def rows_of_cell(progress: Progress, work: Path, start: int, stop: int) -> Iterator[dict[str, Any]]:
    """Rows ``start`` to ``stop`` of a cell, read batch by batch from its pieces."""
    for piece, first, last in stretches(progress, start, stop):
        yield from rows_of_piece(piece.path(work), first, last)


def rows_of_piece(path: Path, start: int, stop: int, columns: Sequence[str] = ()) -> Iterator[dict[str, Any]]:
    """Rows ``start`` to ``stop`` of a piece, with these columns or with all."""
    with pa.OSFile(str(path)) as source, pa.ipc.open_file(source) as opened:
        for number in range(start // BATCH_ROWS, -(-stop // BATCH_ROWS)):
            base = number * BATCH_ROWS
            batch = opened.get_batch(number)
            rows = (batch.select(columns) if columns else batch).to_pylist()
            yield from rows[max(start - base, 0) : stop - base]
