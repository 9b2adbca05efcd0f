"""The interface of a source of kernels to production; ``generator.production.kernels`` is the one that synthesizes."""

from __future__ import annotations

import importlib
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, cast

import pyarrow as pa

from generator.dataset.identity import KernelKey
from generator.escaping import one_line
from generator.production.folder.errors import BuildError
from generator.production.making.recipe import Recipe


class Candidate(NamedTuple):
    """A kernel of a shard before any code is made of it; the fingerprint as a number of 64 bits."""

    category: str
    attempt: int
    fingerprint: int
    alike: tuple[int, ...] = ()
    """Numbers of 64 bits, as many for every candidate of a build, of which near-duplicates share one."""


@dataclass
class Drawn:
    """Candidates of a shard in order, and refusals by reason."""

    candidates: list[Candidate] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Failed:
    """A row that did not pass a tier, and why."""

    id: str
    tier: str
    why: str


Outcome = dict[str, Any] | Failed | str
"""A row with the columns of every config, the tier that it failed, or the reason why a candidate gives no row."""


class KernelStream(Protocol):
    """Pure functions: the same arguments give the same result in every process, on every machine."""

    def shard_count(self, rows: int) -> int:
        """Number of shards that a split of ``rows`` is cut into; shards of higher numbers give spares."""

    def draw(self, recipe: Recipe, split: str, shard: int, category: str = "") -> Drawn:
        """Synthesize the candidates of a shard, or those of one category, without generating code."""

    def make(self, recipe: Recipe, keys: Sequence[KernelKey], isolated: bool) -> list[Outcome]:
        """The outcome of each candidate: lowered, and verified where the recipe says so.

        ``isolated``: a kernel that crashes or hangs does not take this process along, at some cost in time.
        """

    def work_schema(self, recipe: Recipe) -> pa.Schema:
        """Columns of the rows that ``make`` returns."""

    def schema(self, recipe: Recipe, config: str) -> pa.Schema:
        """Columns of a config, with the metadata that `datasets` reads."""

    def view(self, recipe: Recipe, config: str, row: dict[str, Any]) -> dict[str, Any]:
        """A config's view of a made row."""

    def versions(self) -> dict[str, str]:
        """Versions and hashes of whatever a row's bytes depend on."""


STREAMS = ("generator.production.kernels",)
"""Modules that are a ``KernelStream``, by their names in manifests."""
MORE_STREAMS = "WARP_CUDA_IR_STREAMS"
"""Environment variable with the modules of further streams, separated by commas; child processes inherit it."""


def kernels_of(recipe: Recipe) -> KernelStream:
    """The stream of a recipe's kernels. A manifest says only which: BuildError for a name that is not in the table."""
    name = recipe.stream
    known = (*STREAMS, *os.environ.get(MORE_STREAMS, "").split(","))
    if not name or name not in known:
        raise BuildError(
            f"no stream of kernels is called {one_line(name, 80)}: this version knows {', '.join(STREAMS)}"
        )
    return cast(KernelStream, importlib.import_module(name))
