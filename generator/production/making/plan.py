"""Plan, then make: which candidates become rows, settled before any code is generated.

Shards are drawn, every structure that occurred before is dropped by a sort over 16 bytes a candidate, and each cell
(split and category) gets its candidates in order of the stream: the first ones become rows, the rest are spares for
rejects. Drawing more shards only appends to a cell, so however much was drawn, the rows are the same.
"""

from __future__ import annotations

import json
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from generator.production.folder import files
from generator.production.folder.paths import OutsideOfFolder, inside
from generator.production.making.draw import CATEGORIES, Draw, draws_for, shard_and_attempt
from generator.production.making.exclusion import EXCLUDED, Structures, load_exclusion
from generator.production.making.recipe import Cell, Recipe
from generator.production.making.sorting import RECORD, Records, first_of_each, in_chunks, sorted_records


@dataclass(frozen=True)
class Plan:
    """Candidates of each cell, on disk.

    ``draws`` is the number of draws of each split that it was made from, ``candidates`` the number that each cell has,
    ``repeats`` how many were dropped because their structure occurred before, ``rejected`` what synthesis refused.
    """

    folder: Path
    draws: Mapping[str, int]
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
        """Whether every cell file has the length it was written with."""
        cells = ((inside(self.folder, f"{name}.bin"), count) for name, count in self.candidates.items())
        return all(path.exists() and path.stat().st_size == count * RECORD.itemsize for path, count in cells)


_PLAN = {"folder": str, "draws": dict, "candidates": dict, "repeats": int, "rejected": dict}
"""Entries of plan.json."""


def load_plan(work: Path) -> Plan | None:
    """The last plan that was finished, or None."""
    try:
        facts = json.loads((work / "plan.json").read_text())
        if not all(isinstance(facts.get(name), kind) for name, kind in _PLAN.items()) or facts.keys() != _PLAN.keys():
            return None
        plan = Plan(inside(work, facts.pop("folder")), **facts)
        return plan if plan.is_intact() else None
    except (FileNotFoundError, ValueError, RecursionError, AttributeError, TypeError, OutsideOfFolder):
        return None  # another build's, or damaged: it is made again


def write_plan(recipe: Recipe, work: Path, draws: Mapping[str, int]) -> Plan:
    """Sort what the first ``draws`` of each split gave and write each cell's candidates; an earlier plan is removed."""
    name = "plan-" + "-".join(str(count) for count in draws.values())
    folder, scratch = work / name, work / "sort"
    for stale in (folder, scratch):
        shutil.rmtree(stale, ignore_errors=True)
    counts: Counter[str] = Counter()
    drawn, rejected = 0, Counter[str]()
    excluded = load_exclusion(recipe, work)
    for split, count in draws.items():
        tasks = draws_for(recipe, split, count)
        for task in tasks:
            facts = files.facts_of(task.path(work))
            if facts is None:
                raise FileNotFoundError(task.path(work))
            drawn += facts["rows"]
            rejected.update(facts["rejected"])
        # A structure belongs to one split, so each split is sorted by itself.
        found = _read(work, tasks, excluded, rejected)
        ordered = sorted_records(found, ("fingerprint", "position"), scratch / f"{split}-fingerprint")
        unique = in_chunks(first_of_each(ordered))
        streamed = sorted_records(unique, ("position", "fingerprint"), scratch / f"{split}-position")
        counts.update(_write_cells(recipe, folder / split, split, streamed))
    shutil.rmtree(scratch, ignore_errors=True)
    repeats = drawn - rejected[EXCLUDED] - counts.total()
    plan = Plan(folder, dict(draws), dict(counts), repeats, dict(sorted(rejected.items())))
    files.write_json(work / "plan.json", {**vars(plan), "folder": name})
    for other in work.glob("plan-*"):
        if other != folder:
            shutil.rmtree(other)
    return plan


def _read(work: Path, tasks: Iterable[Draw], excluded: Structures, rejected: Counter[str]) -> Iterator[Records]:
    """What was drawn without the structures that are excluded, which are counted."""
    for task in tasks:
        records = np.fromfile(task.path(work), RECORD)
        found = np.isin(records["fingerprint"], excluded)
        if found.any():
            rejected[EXCLUDED] += int(found.sum())
        yield records[~found]


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
