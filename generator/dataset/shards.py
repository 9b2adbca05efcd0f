"""The stream of kernels, cut into shards: each is a pure function of its key, and workers share nothing.

A stream belongs to (seed, category, split, shard), never to a config, so the same kernel has the same place and id in
every config. A candidate whose fingerprint belongs to another split is dropped: a stream of train loses a tenth of its
candidates, one of validation or test nineteen of twenty, so a row there costs about twenty candidates.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from generator.dataset.choices import choose
from generator.dataset.configs import WILD, DatasetConfig
from generator.dataset.decontamination import real_fingerprints
from generator.dataset.fingerprint import Structure, structure
from generator.dataset.identity import KernelKey
from generator.dataset.splits import SPLITS, split_of, split_rows
from generator.synthesis import CATEGORIES, Candidate, Rejected, synthesize

SHARD_ROWS = 110
"""Rows of a shard at the most: under a second of work, so that a stream resumes fast."""

# Numbers with many divisors: a number of nodes or workers usually divides them, so that each reads its own shards.
SHARD_COUNTS = (1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680, 2520, 5040, 7560, 10080)

MOST_DRAWS = 5_000
"""So many draws one after another without a kernel that can be taken mean that the category has none left."""

MOST_REFUSALS = 200
"""So many kernels one after another that a target cannot express mean that it has none for the category."""

_ONE_ROW_AT_A_TIME = threading.Lock()
"""Warp's registries know one thread only, and so does the parser of CPython before 3.11.8."""

Synthesize = Callable[[str, str], Candidate]


@dataclass(frozen=True)
class Drawn:
    """A kernel of the stream, before any code is made of it."""

    key: KernelKey
    candidate: Candidate
    structure: Structure

    @property
    def fingerprint(self) -> str:
        return self.structure.fingerprint


@dataclass(frozen=True)
class Shard:
    """Part ``number`` of a split of a config."""

    config: DatasetConfig
    split: str
    number: int

    def slots(self) -> tuple[str, ...]:
        """Category of each row, in order: round-robin over the whole split, so that any part is balanced to one row."""
        sizes = split_rows(self.config.rows)
        splits = list(SPLITS)
        before = sum(sizes[split] for split in splits[: splits.index(self.split)])
        rows, shards = sizes[self.split], shard_count(sizes[self.split])
        start, stop = self.number * rows // shards, (self.number + 1) * rows // shards
        categories = self.config.categories
        return tuple(categories[(before + i) % len(categories)] for i in range(start, stop))


class Exhausted(RuntimeError):
    """A category gave no further new kernel for a shard."""


def shard_count(rows: int) -> int:
    """The smallest number of many divisors that keeps shards within ``SHARD_ROWS``; 1 for an empty split."""
    for shards in SHARD_COUNTS:
        if shards * SHARD_ROWS >= rows:
            return shards
    largest = SHARD_COUNTS[-1]
    return largest * -(-rows // (largest * SHARD_ROWS))


def shards_of(config: DatasetConfig, split: str) -> list[Shard]:
    """All shards of a split, in order; kernels that were given are one shard."""
    if config.source == WILD:
        return [Shard(config, split, 0)]
    return [Shard(config, split, number) for number in range(shard_count(split_rows(config.rows)[split]))]


def draw(key: KernelKey, make: Synthesize = synthesize) -> Drawn:
    """The kernel of a key; Rejected when the synthesizer has none there."""
    candidate = make(key.category, key.text)
    return Drawn(key, candidate, structure(candidate.source))


def flaw_of(drawn: Drawn) -> str:
    """Why running the kernel's Python speaks against it, on the inputs that verification draws; or nothing.

    Cancellations, symmetries, bounds and arms that no output shows: one kernel in fourteen has what no interval shows.
    """
    from generator.verification.screening.screen import first_flaw

    flaw = first_flaw(drawn.candidate.source, drawn.candidate.launch, drawn.key.id)
    return flaw.partition(":")[0]


def refusal(drawn: Drawn, run: bool = True) -> str:
    """Why no stream gives a kernel that was drawn, or nothing; ``run`` says whether its Python is looked at."""
    if split_of(drawn.fingerprint) != drawn.key.split:
        return "other split"
    if drawn.fingerprint in real_fingerprints():
        return "fingerprint of a real kernel"
    return flaw_of(drawn) if run else ""


def kernel_of(row_id: str) -> Drawn:
    """The kernel of a row's id. ValueError for an id that no row has, and why."""
    key = KernelKey.from_id(row_id)
    choose("category", key.category, CATEGORIES)
    try:
        drawn = draw(key)
        reason = refusal(drawn)
    except Rejected as rejected:
        reason = str(rejected)
    if reason:
        raise ValueError(f"no row has the id {row_id!r}: the stream passed over that draw ({reason})")
    return drawn


def stream(
    seed: int, category: str, split: str, shard: int, rejects: Counter[str] | None = None, make: Synthesize = synthesize
) -> Iterator[Drawn]:
    """The endless stream of a category in a shard: flawless candidates whose fingerprint belongs to ``split``."""
    rejects = Counter() if rejects is None else rejects
    taken = -1
    for attempt in count():
        if attempt - taken > MOST_DRAWS:
            raise Exhausted(f"category {category!r} gave no kernel for {split} in {MOST_DRAWS} draws: {dict(rejects)}")
        try:
            drawn = draw(KernelKey(seed, category, split, shard, attempt), make)
        except Rejected as rejected:
            rejects[str(rejected)] += 1
            continue
        if reason := refusal(drawn, run=make is synthesize):
            rejects[reason] += 1
        else:
            taken = attempt
            yield drawn


def kernels_of(shard: Shard, rejects: Counter[str] | None = None, make: Synthesize = synthesize) -> Iterator[Drawn]:
    """The kernels of a shard, different from each other by fingerprint, one for each slot."""
    return (next(slot) for slot in slots_of(shard, rejects, make))


def slots_of(
    shard: Shard, rejects: Counter[str] | None = None, make: Synthesize = synthesize
) -> Iterator[Iterator[Drawn]]:
    """For each slot the kernels that may fill it: endless, and shared by the slots of a category."""
    rejects = Counter() if rejects is None else rejects
    streams: dict[str, Iterator[Drawn]] = {}
    seen: set[str] = set()
    for category in shard.slots():
        if category not in streams:
            drawn = stream(shard.config.seed, category, shard.split, shard.number, rejects, make)
            streams[category] = _new(drawn, seen, rejects)
        yield streams[category]


def rows_of(shard: Shard, rejects: Counter[str] | None = None) -> Iterator[dict[str, Any]]:
    """The rows of a shard; a kernel that a target cannot express gives its slot to the next one of its category.

    Threads may read shards side by side, as `datasets` does to shuffle a stream: one row is made at a time.
    """
    rows = _rows_of(shard, rejects)
    while True:
        with _ONE_ROW_AT_A_TIME:
            row = next(rows, None)
        if row is None:
            return
        yield row


def _rows_of(shard: Shard, rejects: Counter[str] | None) -> Iterator[dict[str, Any]]:
    from generator.dataset.given import wild_rows
    from generator.dataset.rows import rows_for, view_of

    config = shard.config
    if config.source == WILD:
        yield from wild_rows(config, shard.split)
        return
    rejects = Counter() if rejects is None else rejects
    for row in rows_for(slots_of(shard, rejects), config.code, config.comments, rejects):
        yield view_of(row, config)


def _new(drawn_stream: Iterator[Drawn], seen: set[str], rejects: Counter[str]) -> Iterator[Drawn]:
    repeats = 0
    for drawn in drawn_stream:
        if drawn.fingerprint not in seen:
            seen.add(drawn.fingerprint)
            repeats = 0
            yield drawn
            continue
        rejects["repeat in shard"] += 1
        repeats += 1
        if repeats > MOST_DRAWS:
            raise Exhausted(f"category {drawn.key.category!r} gave {MOST_DRAWS} repeats one after another")
