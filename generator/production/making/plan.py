"""Plan, then make: which candidates become rows, settled before any code is generated.

Shards are drawn, repeats and near-duplicates are dropped by a sort over 16 bytes a candidate and key, and each cell
(split and category) gets its candidates in order of the stream: the first ones become rows, the rest are spares for
rejects. Drawing more shards only appends to a cell, so the rows are the same however much was drawn.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from generator.dataset.splits import split_rows
from generator.production.folder import files
from generator.production.folder.paths import OutsideOfFolder, inside
from generator.production.making.draw import (
    ALIKE,
    CATEGORIES,
    FINGERPRINT,
    POSITION,
    Draw,
    Draws,
    Numbers,
    Stretch,
    drawn_numbers,
    draws_for,
    first_draws,
    position,
    shard_and_attempt,
)
from generator.production.making.exclusion import EXCLUDED, Structures, load_exclusion
from generator.production.making.recipe import Cell, Recipe
from generator.production.making.sorting import (
    POSITION_FIRST,
    RECORD,
    Positions,
    Records,
    also_in,
    in_chunks,
    records_of,
    repeated,
    sorted_records,
    without,
)
from generator.production.making.stream import kernels_of

NEAR = "near an earlier kernel"
"""Reason under which near-duplicates are counted."""

TRAIN = "train"
"""The split of which no row of another split is a near-duplicate."""


@dataclass(frozen=True)
class Plan:
    """Candidates of each cell, on disk.

    ``draws`` are the draws that it was made from, ``candidates`` their number in each cell, ``repeats`` how many were
    dropped because their structure occurred before, ``rejected`` those dropped for other reasons, by reason.
    """

    folder: Path
    draws: Draws
    candidates: Mapping[str, int]
    repeats: int
    rejected: Mapping[str, int]

    def available(self, cell: Cell) -> int:
        """Number of a cell's candidates, spares included."""
        return self.candidates[f"{cell.split}/{cell.category}"]

    def keys(self, cell: Cell, start: int, stop: int) -> list[tuple[int, int]]:
        """(shard, attempt) of candidates ``start`` to ``stop`` of a cell."""
        path = self.folder / cell.split / f"{cell.category}.bin"
        records = np.fromfile(path, RECORD, stop - start, offset=start * RECORD.itemsize)
        return [shard_and_attempt(place) for place in records["position"].tolist()]

    def is_intact(self) -> bool:
        """Whether every cell file has the length it was written with; FileNotFoundError where one is not there."""
        cells = ((inside(self.folder, f"{name}.bin"), count) for name, count in self.candidates.items())
        return all(path.stat().st_size == count * RECORD.itemsize for path, count in cells)


_PLAN = {"folder": str, "draws": dict, "candidates": dict, "repeats": int, "rejected": dict}
"""Entries of plan.json and their types."""


def _stretch(category: str, start: int, stop: int) -> Stretch:
    """A stretch of plan.json; ValueError for entries that are none."""
    if not (category == "" or category.isidentifier()) or not 0 <= start < stop:
        raise ValueError(f"no stretch of draws: {category!r}, {start} to {stop}")
    return Stretch(category, start, stop)


def load_plan(work: Path) -> Plan | None:
    """The last plan that was finished, or None."""
    try:
        facts = json.loads((work / "plan.json").read_text(encoding="utf-8"))
        if not all(isinstance(facts.get(name), kind) for name, kind in _PLAN.items()):
            return None
        draws = {split: tuple([_stretch(*each) for each in found]) for split, found in facts.pop("draws").items()}
        if not all(draws.values()):
            return None
        plan = Plan(inside(work, facts.pop("folder")), draws, **facts)
        return plan if plan.is_intact() else None
    except (FileNotFoundError, ValueError, RecursionError, AttributeError, TypeError, OutsideOfFolder):
        return None  # another build's, or damaged: it is made again


def write_plan(recipe: Recipe, work: Path, draws: Draws) -> Plan:
    """Sort what the ``draws`` gave and write each cell's candidates; an earlier plan is removed."""
    name = f"plan-{sum(each.stop - each.start for stretches in draws.values() for each in stretches)}"
    folder, scratch = work / name, work / "sort"
    for stale in (folder, scratch):
        shutil.rmtree(stale, ignore_errors=True)
    counts, rejected = Counter[str](), Counter[str]()
    repeats = 0
    excluded = load_exclusion(recipe, work)
    for split in draws:
        tasks = draws_for(recipe, split, draws)
        for task in tasks:
            rejected.update(_facts(work, task)["rejected"])
        # A structure belongs to one split, so each split is sorted by itself.
        same = repeated(_structures(_read(work, tasks, excluded)), scratch / split)
        near = np.setdiff1d(_near(recipe, work, draws, split, excluded), same, assume_unique=True)
        dropped = np.union1d(same, near)
        kept = (without(dropped, found) for found in _structures(_read(work, tasks, excluded)))
        streamed = sorted_records(kept, POSITION_FIRST, scratch / split)
        written = _write_cells(recipe, folder / split, split, streamed)
        counts.update(written)
        repeats += len(same)
        drawn = sum(_facts(work, task)["rows"] for task in tasks)
        rejected += Counter({NEAR: len(near), EXCLUDED: drawn - len(dropped) - sum(written.values())})
    shutil.rmtree(scratch, ignore_errors=True)
    plan = Plan(
        folder,
        {split: (*found,) for split, found in draws.items()},
        dict(counts),
        repeats,
        dict(sorted(rejected.items())),
    )
    files.write_json(work / "plan.json", {**vars(plan), "folder": name})
    for other in work.glob("plan-*"):
        if other != folder:
            shutil.rmtree(other)
    return plan


def _facts(work: Path, task: Draw) -> dict[str, Any]:
    path = task.path(work)
    facts = files.facts_of(path)
    if facts is None:
        raise FileNotFoundError(path)
    return facts


def _read(work: Path, tasks: Iterable[Draw], excluded: Structures) -> Iterator[Numbers]:
    """What was drawn, without candidates of excluded structures."""
    for task in tasks:
        found = drawn_numbers(task.path(work), _facts(work, task))
        yield found[~np.isin(found[:, FINGERPRINT], excluded)]


def _structures(drawn: Iterable[Numbers]) -> Iterator[Records]:
    return (records_of(found[:, FINGERPRINT:ALIKE], found[:, POSITION]) for found in drawn)


def _alike(drawn: Iterable[Numbers]) -> Iterator[Records]:
    return (records_of(found[:, ALIKE:], found[:, POSITION]) for found in drawn)


def _near(recipe: Recipe, work: Path, draws: Draws, split: str, excluded: Structures) -> Positions:
    """Candidates near an earlier one of the split, or, in a held-out split, near one of train.

    None where the build need not be ``distinct``. Of train only the shards without spares count, so that the rows do
    not depend on how much more was drawn.
    """
    if not recipe.distinct:
        return np.empty(0, np.uint64)
    scratch = work / "sort" / split
    tasks = draws_for(recipe, split, draws)
    near = repeated(_alike(_read(work, tasks, excluded)), scratch)
    if split == TRAIN:
        return near
    end = position(kernels_of(recipe).shard_count(split_rows(recipe.rows)[TRAIN]), 0, 0, 0)
    train = _read(work, draws_for(recipe, TRAIN, first_draws(recipe)), excluded)
    others = _alike(found[found[:, POSITION] < end] for found in train)
    return np.union1d(near, also_in(others, _alike(_read(work, tasks, excluded)), scratch))


def _write_cells(recipe: Recipe, folder: Path, split: str, streamed: Iterable[tuple[int, int]]) -> dict[str, int]:
    folder.mkdir(parents=True)
    counts = {f"{split}/{category}": 0 for category in recipe.categories}
    opened = [(folder / f"{category}.bin").open("wb") for category in recipe.categories]
    try:
        for chunk in in_chunks(streamed):
            places = chunk["position"] % np.uint64(CATEGORIES)
            for number, category in enumerate(recipe.categories):
                part = chunk[places == number]
                part.tofile(opened[number])
                counts[f"{split}/{category}"] += len(part)
    finally:
        for file in opened:
            file.close()
    return counts
