"""The stream of kernels, cut into shards: each is a pure function of its key, and workers share nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.dataset.configs import WILD, DatasetConfig
from generator.dataset.kernel_filter import KernelFilter
from generator.dataset.splits import SPLITS, split_rows
from generator.dataset.stream import Drawing, Drawn, Exhausted, most_draws, stream

SHARD_ROWS = 110
"""Most rows of a shard: under a second of work, so that a stream resumes fast."""

# Numbers with many divisors: a number of nodes or workers usually divides them, so that each reads its own shards.
SHARD_COUNTS = (1, 2, 4, 6, 12, 24, 36, 48, 60, 120, 180, 240, 360, 720, 840, 1260, 1680, 2520, 5040, 7560, 10080)


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


def shard_count(rows: int) -> int:
    """A number of shards with many divisors that keeps each within ``SHARD_ROWS``; 1 for an empty split."""
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


def kernels_of(shard: Shard, drawing: Drawing | None = None, of: str = "") -> Iterator[Drawn]:
    """The kernels of a shard, one a slot, no two of one fingerprint; with ``of`` only the slots of that category."""
    return (next(slot) for slot in slots_of(shard, drawing, of))


def slots_of(shard: Shard, drawing: Drawing | None = None, of: str = "") -> Iterator[Iterator[Drawn]]:
    """For each slot (``of`` a category) the endless kernels that may fill it; the slots of a category share them."""
    drawing = drawing or Drawing()
    config = shard.config
    streams: dict[str, Iterator[Drawn]] = {}
    seen: set[str] = set()
    for category in shard.slots():
        if of not in ("", category):
            continue
        if category not in streams:
            drawn = stream(config.seed, category, shard.split, shard.number, drawing, config.kernel_filter)
            streams[category] = _new(drawn, seen, drawing, config.kernel_filter)
        yield streams[category]


def _new(drawn_stream: Iterator[Drawn], seen: set[str], drawing: Drawing, wanted: KernelFilter) -> Iterator[Drawn]:
    most = most_draws(wanted)
    last = -1
    for drawn in drawn_stream:
        attempt = drawn.key.attempt
        if drawn.fingerprint not in seen:
            seen.add(drawn.fingerprint)
            last = attempt
            yield drawn
            continue
        drawing.passed_over["repeat in shard"] += 1
        if attempt - last > most:
            category = drawn.key.category
            raise Exhausted(f"category {category!r} gave nothing but repeats in {most} draws{wanted.advice}")
