"""The endless stream of kernels of a category, drawn from keys; which draws it passes over, and why.

A stream belongs to (seed, category, split, shard), never to a config, so the same kernel has the same place and id in
every config. A draft is written in one shape after another until its fingerprint belongs to the split: train takes nine
of ten at once, validation and test one of twenty, so a row there costs more.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

from generator.choices import choose
from generator.dataset.decontamination import real_fingerprints
from generator.dataset.fingerprint import structure
from generator.dataset.identity import KernelKey
from generator.dataset.kernel_filter import EVERY_KERNEL, KernelFilter
from generator.dataset.splits import split_of
from generator.syntax.walks.structure import Structure
from generator.synthesis import CATEGORIES, Candidate, Rejected, synthesize

_LOG = logging.getLogger(__name__)

MOST_DRAWS = 5_000
"""Consecutive draws without an acceptable kernel after which the category counts as exhausted."""

MOST_FILTERED = 2_000
"""Consecutive draws refused by a filter after which the category counts as exhausted: a quarter of a minute."""

SECONDS_OF_SILENCE = 10.0
"""Seconds without a kernel that passes the filter, after which the log reports on the search."""

MOST_DRAWS_FILTERED = 40_000
"""``MOST_DRAWS`` with a filter."""

MOST_REFUSALS = 200
"""Consecutive kernels that a target cannot express, after which it counts as having none of the category."""

MOST_SHARDS, MOST_ATTEMPTS = 1 << 24, 1 << 20
"""How many shards of a split, and draws of a category in a shard, an id can tell apart in a build."""

OUTSIDE_FILTER, OTHER_SPLIT = "outside the filter", "other split"
"""Reasons for passing over a draw that say nothing about its quality."""

Synthesize = Callable[[str, str, str], Candidate]


@dataclass(frozen=True)
class Drawn:
    """A kernel of the stream, before any code is made of it."""

    key: KernelKey
    candidate: Candidate
    structure: Structure

    @property
    def fingerprint(self) -> str:
        return self.structure.fingerprint


class Exhausted(RuntimeError):
    """A category gave no further new kernel for a shard."""


def kernel_of_split(category: str, key: str, split: str) -> Candidate:
    """The kernel of a category and a key, in a shape whose structure the split owns and no real kernel has."""
    return synthesize(category, key, split, owns=lambda structure: not refusal(structure.fingerprint, split))


def draw(key: KernelKey, make: Synthesize = kernel_of_split) -> Drawn:
    """The kernel of a key; Rejected when ``make`` has none there."""
    candidate = make(key.category, key.text, key.split)
    found = structure(candidate.source) if candidate.made is None else candidate.made.structure
    return Drawn(key, candidate, found)


@dataclass(frozen=True)
class Drawing:
    """How kernels are drawn: the function that makes a candidate, and the draws passed over so far."""

    make: Synthesize = kernel_of_split
    passed_over: Counter[str] = field(default_factory=Counter)
    """Draws that gave no row, counted by reason."""


def refusal(fingerprint: str, split: str) -> str:
    """Why the streams of a split pass over a kernel of that fingerprint; empty if they accept it."""
    if split_of(fingerprint) != split:
        return OTHER_SPLIT
    return "fingerprint of a real kernel" if fingerprint in real_fingerprints() else ""


def kernel_of(row_id: str) -> Drawn:
    """The kernel of a row's id. ValueError for an id that no row has, and why."""
    key = KernelKey.from_id(row_id)
    choose("category", key.category, CATEGORIES)
    if key.shard >= MOST_SHARDS or key.attempt >= MOST_ATTEMPTS:
        bounds = f"shards go to {MOST_SHARDS - 1:,}, attempts to {MOST_ATTEMPTS - 1:,}"
        raise ValueError(f"no row has the id {row_id!r}: {bounds}")
    try:
        return draw(key)
    except Rejected as reason:
        raise ValueError(f"no row has the id {row_id!r}: the stream passed over that draw ({reason})") from None


def stream(
    seed: int,
    category: str,
    split: str,
    shard: int,
    drawing: Drawing | None = None,
    wanted: KernelFilter = EVERY_KERNEL,
) -> Iterator[Drawn]:
    """The endless stream of a category in a shard: candidates whose recipe and fingerprint belong to ``split``.

    Only those that ``wanted`` lets through; it changes no kernel and no id. Exhausted where there are none left.
    """
    drawing = drawing or Drawing()
    most = most_draws(wanted)
    taken = -1
    filtered = _Filtered(wanted)
    for attempt in count():
        if attempt - taken > most or attempt >= MOST_ATTEMPTS:
            draws = f"{min(attempt - taken, most)} draws: {dict(drawing.passed_over)}{wanted.advice}"
            raise Exhausted(f"category {category!r} gave no kernel for {split} in {draws}")
        try:
            drawn = draw(KernelKey(seed, category, split, shard, attempt), drawing.make)
        except Rejected as rejected:
            drawing.passed_over[str(rejected)] += 1
            continue
        if filtered.refuses(drawn):
            drawing.passed_over[OUTSIDE_FILTER] += 1
        elif reason := refusal(drawn.fingerprint, split):
            drawing.passed_over[reason] += 1
        else:
            taken = attempt
            yield drawn


def most_draws(wanted: KernelFilter) -> int:
    """How many draws without a new kernel mean that a category has none left."""
    return MOST_DRAWS_FILTERED if wanted else MOST_DRAWS


@dataclass
class _Filtered:
    """The draws that a filter refused since it last let one through, by the condition that they did not meet."""

    wanted: KernelFilter
    draws: int = 0
    unmet: Counter[str] = field(default_factory=Counter)
    spoke: float = field(default_factory=time.monotonic)

    def refuses(self, drawn: Drawn) -> bool:
        """Whether the filter refuses a draw; Exhausted where it has refused too many."""
        unmet = self.wanted.unmet_by(drawn.candidate)
        if not unmet:
            self.draws, self.unmet, self.spoke = 0, Counter(), time.monotonic()
            return False
        self.draws += 1
        self.unmet.update(unmet)
        if self.draws >= MOST_FILTERED:
            raise Exhausted(
                f"category {drawn.key.category!r} has no kernel for {drawn.key.split} with all that was asked for: "
                f"of {self._counts}{self.wanted.advice}"
            )
        if time.monotonic() - self.spoke > SECONDS_OF_SILENCE:
            self.spoke = time.monotonic()
            _LOG.warning(
                "looking for %s in category %r for %s: of %s so far, at most %s",
                *(" and ".join(self.wanted.conditions), drawn.key.category, drawn.key.split),
                *(self._counts, f"{MOST_FILTERED:,}"),
            )
        return True

    @property
    def _counts(self) -> str:
        """How many draws there were, and how many of them met each condition."""
        met = {condition: self.draws - self.unmet[condition] for condition in self.wanted.conditions}
        return f"{self.draws:,} draws " + ", ".join(f"{condition} in {number:,}" for condition, number in met.items())
