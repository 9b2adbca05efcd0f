"""Draws: the candidates that the synthesizer gives for a range of shards, kept on disk as a few numbers each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from generator.dataset.splits import SPLITS, split_rows
from generator.production.folder import files
from generator.production.making.recipe import Recipe
from generator.production.making.stream import kernels_of

SLOTS, ATTEMPTS, CATEGORIES = 1 << 10, 1 << 20, 1 << 10
"""Bounds of the parts of a position; shards get the other 24 of its 64 bits."""


SPARE_SHARE = 0.02
"""Share of extra shards that a first plan draws: for repeats and for candidates that verification refuses."""

FEW_DRAWS = 64
"""Up to this many draws of a split, each is one shard: a small build draws no more than it needs, with all workers."""

SHARDS_AT_MOST = {"train": 18, "validation": 1, "test": 1}
"""Most shards of a draw: half a minute of work, also in the small splits, whose shards take longest."""


POSITION, FINGERPRINT, ALIKE = 0, 1, 2
"""Columns of a candidate's numbers on disk; from ``ALIKE`` on the keys that near-duplicates share."""

NUMBER = np.dtype("<u8")

Numbers = NDArray[np.uint64]
"""The numbers of candidates, a row each."""


class Stretch(NamedTuple):
    """Draws ``start`` to ``stop`` of a split, of one category, or of all where it is ""."""

    category: str
    start: int
    stop: int


Draws = Mapping[str, Sequence[Stretch]]
"""Stretches drawn of each split. Those of a later round lie behind all earlier ones, so that no candidate moves."""


@dataclass(frozen=True)
class Draw:
    """Shards ``start`` to ``stop`` of a split, or what they have of one category."""

    split: str
    start: int
    stop: int
    category: str = ""

    def path(self, work: Path) -> Path:
        """Path of its candidates' numbers."""
        of_category = f"-{self.category}" if self.category else ""
        return work / "draws" / self.split / f"{self.start:08d}-{self.stop:08d}{of_category}.bin"


def first_draws(recipe: Recipe) -> Draws:
    """Draws of each split that a first plan is made from."""
    found = {}
    for split in SPLITS:
        shards = _shards(recipe, split)
        count = -(-(shards + int(shards * SPARE_SHARE)) // shards_of_a_draw(recipe, split))
        found[split] = (Stretch("", 0, count),)
    return found


def further_draws(draws: Draws, wanted: Mapping[tuple[str, str], int]) -> Draws:
    """The draws, and the ``wanted`` number more of each (split, category)."""
    found = {split: [*stretches] for split, stretches in draws.items()}
    ends = {split: max(each.stop for each in stretches) for split, stretches in draws.items()}
    for (split, category), count in wanted.items():
        found[split].append(Stretch(category, ends[split], ends[split] + count))
    return found


def count_of(draws: Draws, split: str, category: str) -> int:
    """How many draws a category of a split has."""
    return sum(each.stop - each.start for each in draws[split] if each.category in ("", category))


def draws_for(recipe: Recipe, split: str, draws: Draws) -> list[Draw]:
    """The draws of a split, in order."""
    size = shards_of_a_draw(recipe, split)
    return [
        Draw(split, number * size, (number + 1) * size, each.category)
        for each in draws[split]
        for number in range(each.start, each.stop)
    ]


def candidates_of(recipe: Recipe, task: Draw) -> int:
    """About how many candidates a draw gives."""
    rows = split_rows(recipe.rows)[task.split] * (task.stop - task.start) // max(1, _shards(recipe, task.split))
    return max(1, rows // len(recipe.categories) if task.category else rows)


def shards_of_a_draw(recipe: Recipe, split: str) -> int:
    """Shards of a draw: one, seconds of work; more where a split has many shards, so that its draws are few files."""
    return max(1, min(SHARDS_AT_MOST[split], _shards(recipe, split) // FEW_DRAWS))


def _shards(recipe: Recipe, split: str) -> int:
    return kernels_of(recipe).shard_count(split_rows(recipe.rows)[split])


def position(shard: int, slot: int, attempt: int, category: int) -> int:
    """Place of a candidate in its split's stream, by shard, then slot; its attempt and category follow, to name it."""
    for value, limit in ((slot, SLOTS), (attempt, ATTEMPTS), (category, CATEGORIES), (shard, 1 << 24)):
        if value >= limit:
            raise OverflowError(f"{value} is beyond the {limit} that a position can tell apart")
    return ((shard * SLOTS + slot) * ATTEMPTS + attempt) * CATEGORIES + category


def shard_and_attempt(place: int) -> tuple[int, int]:
    """Shard and attempt of a position: within a split and category they name the candidate."""
    rest, attempt = divmod(place // CATEGORIES, ATTEMPTS)
    return rest // SLOTS, attempt


def draw(recipe: Recipe, work: Path, task: Draw) -> dict[str, Any]:
    """Draw the shards into their file. Returns its facts: candidates, rejects by reason, hash and size."""
    place = {category: number for number, category in enumerate(recipe.categories)}
    records: list[tuple[int, ...]] = []
    rejected: Counter[str] = Counter()
    for shard in range(task.start, task.stop):
        drawn = kernels_of(recipe).draw(recipe, task.split, shard, task.category)
        rejected.update(drawn.rejected)
        for slot, candidate in enumerate(drawn.candidates):
            where = position(shard, slot, candidate.attempt, place[candidate.category])
            records.append((where, candidate.fingerprint, *candidate.alike))
    path = task.path(work)
    files.write_bytes(path, np.array(records, NUMBER).tobytes())
    return files.finish(path, {"rows": len(records), "rejected": dict(sorted(rejected.items()))})


def drawn_numbers(path: Path, facts: Mapping[str, Any]) -> Numbers:
    """The numbers that ``draw`` wrote; ``facts`` are those that it returned."""
    return np.fromfile(path, NUMBER).reshape(facts["rows"], -1 if facts["rows"] else ALIKE)
