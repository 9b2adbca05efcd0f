"""Sets of kernels to compare: those that people wrote, from a collected folder, and those of our stream."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from generator.dataset.configs import get_config
from generator.dataset.shards import kernels_of, shards_of
from generator.production.folder.build_folder import Build, open_build
from generator.production.folder.errors import BuildError

REAL = "real"
"""The config of the rows that people wrote."""

_COLUMNS = ("package", "python_source", "kernel_name", "file", "line", "tiers", "self_contained")


@dataclass(frozen=True)
class RealKernel:
    """A row of a collected folder; ``place`` is file and line, the same for each reading of a generic kernel."""

    split: str
    package: str
    source: str
    name: str
    place: tuple[str, int]
    tiers: tuple[str, ...] = ()
    self_contained: bool = True


def real_kernels(folder: Path) -> list[RealKernel]:
    """Rows of the config ``real``, in the folder's order; BuildError if the folder is unusable."""
    build = open_build(folder)
    if REAL not in build.configs:
        raise BuildError(f"{folder} holds no config `{REAL}`: make it with `python -m generator collect`")
    return list(_rows(build))


def by_package(kernels: Sequence[RealKernel]) -> dict[str, list[RealKernel]]:
    """Packages in order of their name, each with its kernels: one of each place in a file."""
    found: dict[str, dict[tuple[str, int], RealKernel]] = defaultdict(dict)
    for kernel in kernels:
        found[kernel.package].setdefault(kernel.place, kernel)
    return {package: list(found[package].values()) for package in sorted(found)}


def stream_sources(config: str, seed: int) -> Iterator[str]:
    """Sources of the train split in stream order, practically endless."""
    chosen = get_config(config, rows=STREAM_ROWS, seed=seed)
    return (drawn.candidate.source for shard in shards_of(chosen, "train") for drawn in kernels_of(shard))


STREAM_ROWS = 10_000_000
"""Length of the stream that is read: more than any measure takes, so that the same shards come first."""


def first_sources(config: str, seed: int, rows: int) -> list[str]:
    """The first ``rows`` sources of that stream."""
    return list(islice(stream_sources(config, seed), rows))


def _rows(build: Build) -> Iterator[RealKernel]:
    for split, batch in build.batches(REAL, _COLUMNS):
        for row in batch.to_pylist():
            place, tiers = (row["file"], row["line"]), tuple(row["tiers"] or ())
            name = row["kernel_name"]
            yield RealKernel(split, row["package"], row["python_source"], name, place, tiers, row["self_contained"])
